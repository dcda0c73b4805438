package io.millrace.newsql.account;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A privilege that a statement needs.
 *
 * @param schema null for the whole server
 * @param table null for the schema
 * @param columns that it reads or writes, in lower case, as far as they are known without the table's definition; {@code *} for all
 */
public record Need(Privilege privilege, @Nullable String schema, @Nullable String table, Set<String> columns) {

    private static final String ALL = "*";

    /** Whether a name of the table's columns is meant. */
    public interface Columns {
        boolean contain(String schema, String table, String column);
    }

    static Need schema(Privilege privilege, String schema) {
        return new Need(privilege, schema, null, Set.of());
    }

    static Need table(Privilege privilege, String schema, String table) {
        return new Need(privilege, schema, table, Set.of(ALL));
    }

    /** @throws io.millrace.newsql.mysql.SqlException 1044, 1142 or 1143 */
    void check(Access access, Columns known) {
        if (schema == null) {
            access.require(privilege);
        } else if (table == null) {
            access.require(privilege, schema);
        } else if (!access.holds(privilege, schema, table)) {
            checkColumns(access, schema, table, known);
        }
    }

    private void checkColumns(Access access, String ofSchema, String ofTable, Columns known) {
        if (columns.contains(ALL) || !access.holdsForAColumn(privilege, ofSchema, ofTable)) {
            throw access.tableDenied(privilege.sqlName(), ofTable);
        }
        for (String column : columns) {
            if (known.contain(ofSchema, ofTable, column) && !access.holds(privilege, ofSchema, ofTable, column)) {
                throw access.columnDenied(privilege.sqlName(), ofTable, column);
            }
        }
    }
}
