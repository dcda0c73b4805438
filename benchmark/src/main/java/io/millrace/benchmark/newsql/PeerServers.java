package io.millrace.benchmark.newsql;

import io.millrace.benchmark.newsql.prepare.SqlConnection;
import io.millrace.benchmark.process.Child;
import io.millrace.benchmark.process.Children;
import io.millrace.benchmark.process.Loopback;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Starts MariaDB and Redis, as durable as ours: MariaDB with its binary log of rows and a log forced at every commit, Redis with
 * {@code appendfsync always}.
 */
final class PeerServers {
    static final String MARIADB = "mariadb";
    static final String REDIS = "redis-server";

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long RETRY_MILLIS = 100;

    private final Children children;

    PeerServers(Children children) {
        this.children = children;
    }

    /** Makes a data directory and starts MariaDB in it. */
    ServerProcess startMariaDb(Path directory) throws IOException, InterruptedException {
        Path data = directory.resolve("data");
        List<String> install = new ArrayList<>(List.of(
                program("mariadb-install-db", "mariadb-server").toString(),
                "--no-defaults",
                "--auth-root-authentication-method=normal",
                "--skip-test-db",
                "--datadir=" + data));
        addUser(install);
        run(install, directory.resolve("install.log"));
        int port = Loopback.freePorts(1).get(0);
        List<String> command = new ArrayList<>(List.of(
                program("mariadbd", "mariadb-server").toString(),
                "--no-defaults",
                "--datadir=" + data,
                "--bind-address=127.0.0.1",
                "--port=" + port,
                "--socket=" + directory.resolve("s"),
                "--log-bin=binlog",
                "--binlog-format=ROW",
                "--server-id=1",
                "--innodb-flush-log-at-trx-commit=1",
                "--innodb-buffer-pool-size=1G",
                "--max-connections=2200"));
        addUser(command);
        Child child = children.startIn(directory, MARIADB, Map.of(), command);
        await(child, () -> SqlConnection.open(port, PATIENCE).close());
        return new ServerProcess(MARIADB, child, port, directory);
    }

    private static void addUser(List<String> command) {
        if ("root".equals(System.getProperty("user.name"))) {
            command.add("--user=root");
        }
    }

    /** Starts Redis in an empty directory. */
    ServerProcess startRedis(Path directory) throws IOException, InterruptedException {
        int port = Loopback.freePorts(1).get(0);
        List<String> command = List.of(
                program("redis-server", "redis-server").toString(),
                "--bind",
                "127.0.0.1",
                "--port",
                Integer.toString(port),
                "--dir",
                directory.toString(),
                "--save",
                "",
                "--appendonly",
                "yes",
                "--appendfsync",
                "always");
        Child child = children.startIn(directory, REDIS, Map.of(), command);
        await(child, () -> ping(port));
        return new ServerProcess(REDIS, child, port, directory);
    }

    private static void ping(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout((int) PATIENCE.toMillis());
            socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
            if (socket.getInputStream().read() != '+') {
                throw new IOException("not ready");
            }
        }
    }

    private static void await(Child child, Attempt attempt) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                attempt.run();
                return;
            } catch (IOException e) {
                if (!child.isAlive() || System.nanoTime() - deadline > 0) {
                    throw child.failure("does not answer: " + e.getMessage());
                }
                TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
            }
        }
    }

    private static void run(List<String> command, Path log) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        if (process.isAlive() || process.exitValue() != 0) {
            throw new IOException(command.get(0) + " failed: " + Files.readString(log));
        }
    }

    private static Path program(String name, String debian) throws IOException {
        String path = System.getenv("PATH");
        String places = (path == null ? "" : path) + ":/usr/sbin:/usr/local/sbin";
        for (String place : places.split(":", -1)) {
            @Nullable Path program = place.isEmpty() ? null : Path.of(place, name);
            if (program != null && Files.isExecutable(program)) {
                return program;
            }
        }
        throw new IOException(name + " is not installed (apt-get install " + debian + ")");
    }

    @FunctionalInterface
    private interface Attempt {
        void run() throws IOException;
    }
}
