package io.millrace.newsql.clients;

/** MariaDB's driver, as it comes. */
class MariaDbJavaIT extends JdbcTutorial {

    @Override
    String url(String schema) {
        return SERVER.server().mariaDbUrl(schema);
    }
}
