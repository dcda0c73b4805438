package io.millrace.newsql.clients;

/** MariaDB's driver with the binary protocol and compression. */
class MariaDbJavaPreparedIT extends JdbcTutorial {

    @Override
    String url(String schema) {
        return SERVER.server().mariaDbUrl(schema)
                + "&useServerPrepStmts=true&useBulkStmts=true&useCompression=true&allowMultiQueries=true";
    }
}
