package io.millrace.newsql.clients;

/** MySQL's own driver, which makes the texts of its statements itself. */
class ConnectorJIT extends JdbcTutorial {

    @Override
    String url(String schema) {
        return SERVER.server().mysqlUrl(schema) + "?sslMode=DISABLED&allowPublicKeyRetrieval=true";
    }
}
