package io.millrace.newsql.clients;

/** MySQL's own driver with the binary protocol, cursors and rewritten batches. */
class ConnectorJPreparedIT extends JdbcTutorial {

    @Override
    String url(String schema) {
        return SERVER.server().mysqlUrl(schema)
                + "?useServerPrepStmts=true&cachePrepStmts=true&rewriteBatchedStatements=true&useCursorFetch=true&defaultFetchSize=2";
    }
}
