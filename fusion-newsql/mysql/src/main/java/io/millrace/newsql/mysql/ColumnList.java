package io.millrace.newsql.mysql;

import io.millrace.newsql.mysql.result.ColumnPackets;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * Columns of a result that is given again and again, as a plan keeps them: what clients are told of them is encoded once. Immutable.
 *
 * <p><b>Threads</b>: safe.
 */
public final class ColumnList extends AbstractList<ColumnDefinition> implements RandomAccess {
    private final ColumnDefinition[] columns;
    private volatile byte @Nullable [] packets;

    private ColumnList(ColumnDefinition[] columns) {
        this.columns = columns;
    }

    /** A copy; the same list if it is one already. */
    public static ColumnList copyOf(List<ColumnDefinition> columns) {
        return columns instanceof ColumnList kept ? kept : new ColumnList(columns.toArray(ColumnDefinition[]::new));
    }

    @Override
    public ColumnDefinition get(int index) {
        return columns[index];
    }

    @Override
    public int size() {
        return columns.length;
    }

    /** Their packets, one behind the other, with names in UTF-8 and without numbers. Borrows: not to be changed. */
    public byte[] packets() {
        byte[] known = packets;
        if (known == null) {
            known = ColumnPackets.encode(this, StandardCharsets.UTF_8);
            packets = known;
        }
        return known;
    }
}
