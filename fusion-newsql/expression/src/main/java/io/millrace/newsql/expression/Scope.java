package io.millrace.newsql.expression;

import org.jspecify.annotations.Nullable;

/** Finds the columns that a statement names. */
public interface Scope {

    /** The table of {@code VALUES(column)} in ON DUPLICATE KEY UPDATE: the row that was to be inserted. */
    String VALUES = "\0values";

    /** The table of {@code DEFAULT(column)}: what the column is if nobody says. */
    String DEFAULTS = "\0defaults";

    Scope EMPTY = (schema, table, column, clause) -> {
        String name = table == null ? column : table + "." + column;
        throw io.millrace.newsql.type.SqlErrors.unknownColumn(name, clause);
    };

    /**
     * The expression of a column.
     *
     * @param clause where it stands, for the error: {@code field list}, {@code where clause} …
     * @throws io.millrace.newsql.mysql.SqlException 1054, 1052
     */
    Expression resolve(@Nullable String schema, @Nullable String table, String column, String clause);
}
