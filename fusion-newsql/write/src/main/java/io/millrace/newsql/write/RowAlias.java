package io.millrace.newsql.write;

import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlInsertStatement;
import io.millrace.newsql.catalog.TableInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code VALUES (…) AS new (a, b)} calls the new row in ON DUPLICATE KEY UPDATE.
 *
 * @param name of the row; null for none
 * @param names of the columns that have values, in their order; empty for the table's own
 */
record RowAlias(@Nullable String name, List<String> names, TableInfo table, int[] columns) {

    static RowAlias of(MySqlInsertStatement insert, TableInfo table, int[] columns) {
        Object name = insert.getAttribute("ROW_ALIAS");
        Object names = insert.getAttribute("ROW_COLUMNS");
        List<String> given = names instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
        return new RowAlias(name == null ? null : name.toString(), given, table, columns);
    }

    /** Ordinal of a column of the new row; -1 if it is not that row's. */
    int find(@Nullable String owner, String column) {
        if (name == null || owner != null && !owner.equalsIgnoreCase(name)) {
            return -1;
        }
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(column)) {
                return columns[i];
            }
        }
        return owner != null && names.isEmpty() ? table.ordinalOf(column) : -1;
    }
}
