package io.millrace.newsql.clients;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** MariaDB's driver with the binary protocol and compression. */
class MariaDbJavaPreparedIT extends JdbcTutorial {

    @Override
    String url(String schema) {
        return SERVER.server().mariaDbUrl(schema)
                + "&useServerPrepStmts=true&useBulkStmts=true&useCompression=true&allowMultiQueries=true";
    }

    @Test
    @Override
    @KnownGap("Expecting code to raise a throwable")
    void aStatementThatTakesTooLongIsCancelled() throws SQLException {
        super.aStatementThatTakesTooLongIsCancelled();
    }
}
