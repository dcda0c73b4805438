package io.millrace.newsql.conformance;

import io.millrace.testkit.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A MariaDB of its own: on a free loopback port, in a directory that goes away with it. */
final class MariaDbServer implements ServerUnderTest {

    private static final long START_SECONDS_MAX = 60;

    private final Path home;
    private final Process process;
    private final int port;

    private MariaDbServer(Path home, Process process, int port) {
        this.home = home;
        this.process = process;
        this.port = port;
    }

    /** The server's program, where it is installed. */
    static Optional<Path> program() {
        return Stream.of("/usr/sbin/mariadbd", "/usr/local/sbin/mariadbd", "/usr/bin/mariadbd")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Starts one, and returns once it answers. */
    static MariaDbServer start() throws IOException, InterruptedException {
        Path program = program().orElseThrow(() -> new IOException("no mariadbd here; install mariadb-server"));
        Path home = Files.createTempDirectory("conformance-mariadb");
        Path data = home.resolve("data");
        Path log = home.resolve("log");
        Process install = new ProcessBuilder(
                        "mariadb-install-db",
                        "--no-defaults",
                        "--auth-root-authentication-method=normal",
                        "--skip-test-db",
                        "--user=" + System.getProperty("user.name"),
                        "--datadir=" + data)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (install.waitFor() != 0) {
            throw new IOException("mariadb-install-db failed: " + Files.readString(log));
        }
        int port = FreePorts.one();
        Process process = new ProcessBuilder(arguments(program, home, data, port))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        MariaDbServer server = new MariaDbServer(home, process, port);
        try {
            server.awaitAnswer(log);
        } catch (IOException e) {
            server.close();
            throw e;
        }
        return server;
    }

    private static List<String> arguments(Path program, Path home, Path data, int port) {
        return List.of(
                program.toString(),
                "--no-defaults",
                "--user=" + System.getProperty("user.name"),
                "--datadir=" + data,
                "--socket=" + home.resolve("socket"),
                "--pid-file=" + home.resolve("pid"),
                "--bind-address=127.0.0.1",
                "--port=" + port,
                "--skip-name-resolve",
                "--character-set-server=utf8mb4",
                "--collation-server=utf8mb4_general_ci",
                "--innodb-buffer-pool-size=64M",
                "--innodb-flush-log-at-trx-commit=0");
    }

    private void awaitAnswer(Path log) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS_MAX);
        while (true) {
            try (Connection connection = DriverManager.getConnection(jdbcUrl() + "?user=root&sslMode=disable")) {
                if (connection.isValid(60)) {
                    return;
                }
            } catch (SQLException e) {
                if (!process.isAlive() || System.nanoTime() - end > 0) {
                    throw new IOException("mariadbd does not answer: " + Files.readString(log), e);
                }
            }
            process.waitFor(100, TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public String name() {
        return "MariaDB";
    }

    @Override
    public String jdbcUrl() {
        return "jdbc:mariadb://127.0.0.1:" + port + "/";
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
