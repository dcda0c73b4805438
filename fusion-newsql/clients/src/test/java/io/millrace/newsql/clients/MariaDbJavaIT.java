package io.millrace.newsql.clients;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** MariaDB's driver, as it comes. */
class MariaDbJavaIT extends JdbcTutorial {

    @Override
    String url(String schema) {
        return SERVER.server().mariaDbUrl(schema);
    }

    @Test
    @Override
    @KnownGap("Expecting code to raise a throwable")
    void aStatementThatTakesTooLongIsCancelled() throws SQLException {
        super.aStatementThatTakesTooLongIsCancelled();
    }
}
