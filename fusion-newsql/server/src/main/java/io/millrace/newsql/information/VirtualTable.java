package io.millrace.newsql.information;

import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.plan.TableRef;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table that the server makes when it is read.
 *
 * @param columns as {@link VirtualColumns} makes them
 */
record VirtualTable(String schema, String name, List<ColumnInfo> columns, Rows rows) {

    /** Makes all rows. */
    @FunctionalInterface
    interface Rows {

        /** Adds a row an array, a value a column, as the column's type holds values. */
        void addTo(List<@Nullable Object[]> rows, ServerView server);
    }

    static VirtualTable information(String name, Rows rows, String... columns) {
        return new VirtualTable("information_schema", name, VirtualColumns.of(columns), rows);
    }

    static VirtualTable performance(String name, Rows rows, String... columns) {
        return new VirtualTable("performance_schema", name, VirtualColumns.of(columns), rows);
    }

    static @Nullable Object[] row(@Nullable Object... values) {
        return values;
    }

    /** As the planner takes it; its rows are those of this server. */
    TableRef of(ServerView server) {
        TableInfo info = new TableInfo(
                0, 1, schema, name, columns, null, List.of(), columns.size(), VirtualColumns.COLLATION, "", 0);
        return new TableRef(info, null, () -> {
            List<@Nullable Object[]> made = new ArrayList<>();
            rows.addTo(made, server);
            return made;
        });
    }
}
