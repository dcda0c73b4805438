package io.millrace.newsql.row;

import io.millrace.newsql.catalog.BuildingIndex;
import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.constraint.RowRules;
import io.millrace.newsql.type.Casts;
import io.millrace.newsql.type.ColumnValues;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.Temporals;
import io.millrace.newsql.type.TypeId;
import io.millrace.newsql.type.WarningSink;
import java.nio.ByteBuffer;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one version of a table lies in the storage: its rows, their keys, and its indexes' entries. <b>Threads.</b> Safe.
 */
public final class TableLayout {

    private final TableInfo table;
    private final RowCodec rows;
    private final @Nullable IndexKeys primary;
    private final List<IndexKeys> indexes;
    private final List<Maintained> maintained;
    private final @Nullable Object[] origins;
    private volatile @Nullable RowRules rules;

    /**
     * An index that writes of rows keep up.
     *
     * @param building its state if it is not complete; null for one that is: entries of older rows may be missing then
     */
    public record Maintained(IndexKeys keys, BuildingIndex.@Nullable State building) {

        /** Whether new rows get entries. */
        public boolean takesEntries() {
            return building != BuildingIndex.State.DELETE_ONLY;
        }
    }

    public TableLayout(TableInfo table) {
        this.table = table;
        this.origins = origins(table);
        this.rows = new RowCodec(table, origins);
        this.primary = table.primary() == null ? null : new IndexKeys(table, table.primary());
        this.indexes = table.indexes().stream()
                .map(index -> new IndexKeys(table, index))
                .toList();
        List<Maintained> all = new ArrayList<>();
        indexes.forEach(keys -> all.add(new Maintained(keys, null)));
        table.building().forEach(each -> all.add(new Maintained(new IndexKeys(table, each.index()), each.state())));
        this.maintained = List.copyOf(all);
    }

    private static @Nullable Object[] origins(TableInfo table) {
        @Nullable Object[] origins = new @Nullable Object[table.columns().size()];
        for (int i = 0; i < origins.length; i++) {
            ColumnInfo column = table.columns().get(i);
            ColumnInfo.Fallback origin = column.origin();
            if (origin != null && origin.kind() == ColumnInfo.Kind.LITERAL) {
                origins[i] = ColumnValues.assign(
                        origin.text(),
                        SqlType.text(origin.text().length()),
                        column.type(),
                        new ColumnValues.Target(column.name(), false, 1, ZoneOffset.UTC, 0, WarningSink.NONE));
            }
        }
        return origins;
    }

    public TableInfo table() {
        return table;
    }

    public RowCodec rows() {
        return rows;
    }

    /** The primary key; null if the rows have numbers instead. */
    public @Nullable IndexKeys primary() {
        return primary;
    }

    /** Those that may be read. */
    public List<IndexKeys> indexes() {
        return indexes;
    }

    /** Those that are to be kept up: also the ones that are being built. */
    public List<Maintained> maintained() {
        return maintained;
    }

    /** Generated columns, CHECK constraints and DEFAULT expressions, compiled when they are first asked for. */
    public RowRules rules() {
        RowRules known = rules;
        if (known == null) {
            known = new RowRules(table);
            rules = known;
        }
        return known;
    }

    /** What rows have in a column that is younger than they are. */
    public @Nullable Object origin(int ordinal) {
        return origins[ordinal];
    }

    /** What the keys of all rows begin with. */
    public byte[] prefix() {
        return IndexKeys.prefix(table.id());
    }

    /** The key of a row. @param number for a table without a primary key; else of no meaning */
    public byte[] rowKey(@Nullable Object[] row, long number) {
        return primary != null
                ? primary.valuesKey(row)
                : ByteBuffer.allocate(4 + Long.BYTES)
                        .put(prefix())
                        .putLong(number)
                        .array();
    }

    /** A value as a column holds it, as text: a TIMESTAMP in UTC. */
    static String display(Object value, SqlType type) {
        Object shown = type.id() == TypeId.TIMESTAMP ? Temporals.fromEpochMicros((Long) value, ZoneOffset.UTC) : value;
        return Casts.toText(shown, type);
    }

    /** The index of an {@link IndexInfo}. */
    public IndexKeys keysOf(IndexInfo index) {
        if (index.isPrimary() && primary != null) {
            return primary;
        }
        return maintained.stream()
                .map(Maintained::keys)
                .filter(keys -> keys.index().id() == index.id())
                .findFirst()
                .orElseThrow();
    }
}
