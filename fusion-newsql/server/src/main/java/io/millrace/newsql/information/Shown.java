package io.millrace.newsql.information;

import io.millrace.newsql.catalog.ColumnInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a SHOW statement answers, before its LIKE or WHERE.
 *
 * @param likeColumn index of the column that LIKE compares
 * @param ofTable whether clients are told that the columns are some table's
 */
record Shown(List<ColumnInfo> columns, List<@Nullable Object[]> rows, int likeColumn, boolean ofTable) {

    static Shown of(List<@Nullable Object[]> rows, String... columns) {
        return new Shown(VirtualColumns.of(columns), rows, 0, true);
    }

    /** The answer of the server itself, of no table. */
    static Shown computed(List<@Nullable Object[]> rows, String... columns) {
        return new Shown(VirtualColumns.of(columns), rows, 0, false);
    }

    Shown likeComparing(int column) {
        return new Shown(columns, rows, column, ofTable);
    }

    VirtualTable table() {
        return new VirtualTable("information_schema", "shown", columns, (all, server) -> all.addAll(rows));
    }
}
