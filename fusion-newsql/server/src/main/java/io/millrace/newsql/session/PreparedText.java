package io.millrace.newsql.session;

import io.millrace.newsql.mysql.ColumnDefinition;
import io.millrace.newsql.mysql.PreparedQuery;
import io.millrace.newsql.sql.StatementText;
import java.util.List;

/** A prepared statement: its text, which is planned when it runs, and what was found out when it was prepared. */
record PreparedText(StatementText statement, int parameterCount, List<ColumnDefinition> columns)
        implements PreparedQuery {
    @Override
    public void close() {}
}
