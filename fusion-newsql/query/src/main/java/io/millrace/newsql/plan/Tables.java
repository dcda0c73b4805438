package io.millrace.newsql.plan;

import org.jspecify.annotations.Nullable;

/** Finds the tables of a statement. */
@FunctionalInterface
public interface Tables {

    /** @param schema null for the session's. @throws io.millrace.newsql.mysql.SqlException 1046, 1049, 1146 */
    TableRef find(@Nullable String schema, String name);

    /** The view of a name; null if there is none. It is asked for before the table. @param schema null for the session's */
    default @Nullable ViewText findView(@Nullable String schema, String name) {
        return null;
    }
}
