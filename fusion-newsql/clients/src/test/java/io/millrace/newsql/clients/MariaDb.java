package io.millrace.newsql.clients;

import io.millrace.testkit.ChildProcess;
import io.millrace.testkit.FreePorts;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A real MariaDB of its own, on a free loopback port.
 *
 * @param process the running server
 * @param port where it listens; root has no password
 */
record MariaDb(ChildProcess process, int port) implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** Makes the server's files in an empty directory, starts it, and returns once it listens. */
    static MariaDb start(Path directory) {
        String user = "--user=" + System.getProperty("user.name");
        String data = "--datadir=" + directory.resolve("mariadb");
        try (ChildProcess install = ChildProcess.command(
                        "mariadb-install-db",
                        "--no-defaults",
                        "--auth-root-authentication-method=normal",
                        "--skip-test-db",
                        user,
                        data)
                .start()) {
            if (install.awaitExit(LIMIT) != 0) {
                throw new IllegalStateException("mariadb-install-db failed: " + install.tail());
            }
        } catch (UncheckedIOException e) {
            throw new AssertionError("cannot be had: MariaDB (Debian: apt-get install mariadb-server)", e);
        }
        int port = FreePorts.one();
        ChildProcess process = ChildProcess.command(
                        "/usr/sbin/mariadbd",
                        "--no-defaults",
                        user,
                        data,
                        "--socket=" + directory.resolve("socket"),
                        "--pid-file=" + directory.resolve("pid"),
                        "--bind-address=127.0.0.1",
                        "--port=" + port,
                        "--skip-name-resolve",
                        "--character-set-server=utf8mb4",
                        "--collation-server=utf8mb4_general_ci",
                        "--innodb-buffer-pool-size=64M",
                        "--innodb-flush-log-at-trx-commit=0")
                .startAndAwait(line -> line.contains("ready for connections"), LIMIT)
                .process();
        return new MariaDb(process, port);
    }

    @Override
    public void close() {
        process.close();
    }
}
