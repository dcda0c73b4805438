package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.plan.TableLevel;
import io.millrace.newsql.row.IndexKeys;
import io.millrace.newsql.storage.Area;
import io.millrace.newsql.transaction.View;
import io.millrace.newsql.type.SqlType;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The row, if there is one, that a whole key leads to. */
final class PointRow implements StoredRows {

    private final byte[] bytes;
    private final boolean decided;
    private boolean given;

    private PointRow(byte[] bytes, boolean decided) {
        this.bytes = bytes;
        this.decided = decided;
    }

    /** The key of an index that a row is looked for by. @param decided whether a row that has it fulfils the conditions that it was made of */
    private record Sought(IndexKeys keys, byte[] key, boolean decided) {}

    /** Reads the row. @param level with a path that is a point, of which no value is NULL */
    static StoredRows find(TableLevel level, Execution execution, Frame frame) {
        Sought sought = seek(level, frame);
        if (sought == null) {
            return NONE;
        }
        byte[] row = read(sought.keys(), sought.key(), execution.view());
        return row == null ? NONE : new PointRow(row, sought.decided());
    }

    /**
     * The key of the one row that the level's conditions allow, without reading whether it is there.
     *
     * @param level with a path that is a point of the primary key
     * @return null if the row has to be read to know, or there cannot be one
     */
    static byte @Nullable [] key(TableLevel level, Frame frame) {
        Sought sought = level.rest() == null ? seek(level, frame) : null;
        return sought != null && sought.decided() ? sought.key() : null;
    }

    private static @Nullable Sought seek(TableLevel level, Frame frame) {
        IndexKeys keys = Objects.requireNonNull(level.path().keys(), "a point is one of an index");
        @Nullable Object[] values = new @Nullable Object[level.path().equal().size()];
        boolean decided = true;
        for (int i = 0; i < values.length; i++) {
            Expression value = level.path().equal().get(i);
            int ordinal = keys.index().parts().get(i).ordinal();
            Seek seek = Seek.of(value, level.table().info(), ordinal, false, frame);
            if (seek.impossible() || seek.value() == null) {
                return null;
            }
            SqlType column = level.table().info().columns().get(ordinal).type();
            decided &= keys.index().parts().get(i).prefix() == 0 && seek.decides(value.type(), column);
            values[i] = seek.value();
        }
        return new Sought(keys, keys.begin(Arrays.asList(values)), decided);
    }

    private static byte @Nullable [] read(IndexKeys keys, byte[] key, View view) {
        if (keys.index().isPrimary()) {
            return view.get(Area.ROWS, key);
        }
        byte[] entry = view.get(Area.ENTRIES, key);
        return entry == null ? null : view.get(Area.ROWS, keys.rowKeyOf(key, entry));
    }

    @Override
    public boolean next() {
        boolean first = !given;
        given = true;
        return first;
    }

    @Override
    public byte[] row() {
        return bytes;
    }

    @Override
    public boolean decided() {
        return decided;
    }

    @Override
    public void close() {}
}
