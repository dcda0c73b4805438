package io.millrace.newsql.conformance;

import java.io.IOException;

/** A running server that a run may fill, change and empty. Closing it ends what was started for it. */
interface ServerUnderTest extends AutoCloseable {

    /** The name in reports. */
    String name();

    /** Where MariaDB's driver reaches it, without parameters, like {@code jdbc:mariadb://127.0.0.1:3307/}; the account is root's, without password. */
    String jdbcUrl();

    @Override
    void close() throws IOException;
}
