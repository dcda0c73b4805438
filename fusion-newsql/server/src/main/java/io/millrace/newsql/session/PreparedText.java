package io.millrace.newsql.session;

import io.millrace.newsql.mysql.ColumnDefinition;
import io.millrace.newsql.mysql.PreparedQuery;
import java.util.List;

/** A prepared statement: its text, which is planned when it runs, and what was found out when it was prepared. */
record PreparedText(ClientStatement statement, int parameterCount, List<ColumnDefinition> columns)
        implements PreparedQuery {

    @Override
    public boolean mayRunNow() {
        return statement.mayRunNow();
    }

    @Override
    public void close() {}
}
