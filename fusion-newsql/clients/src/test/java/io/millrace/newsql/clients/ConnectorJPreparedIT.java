package io.millrace.newsql.clients;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** MySQL's own driver with the binary protocol, cursors and rewritten batches. */
class ConnectorJPreparedIT extends JdbcTutorial {

    @Override
    String url(String schema) {
        return SERVER.server().mysqlUrl(schema)
                + "?useServerPrepStmts=true&cachePrepStmts=true&rewriteBatchedStatements=true&useCursorFetch=true&defaultFetchSize=2";
    }

    @Test
    @Override
    @KnownGap("was: [0, 1, 39, 92, 63]")
    void preparedValuesOfEveryKindComeBackAsTheyWere() throws SQLException {
        super.preparedValuesOfEveryKindComeBackAsTheyWere();
    }
}
