package io.millrace.launcher.child;

import io.millrace.launcher.LauncherException;
import java.io.File;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A real etcd of one member on free loopback ports, with its data in a folder that the caller removes. */
public final class EtcdProcess implements AutoCloseable {

    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final Pattern FIRST_OUTPUT = Pattern.compile("\\S");
    private static final int ATTEMPTS = 3;
    private static final int POLL_MILLIS = 50;

    private final ChildProcess child;
    private final int port;

    private EtcdProcess(ChildProcess child, int port) {
        this.child = child;
        this.port = port;
    }

    /** The program, if this machine has it on the path. */
    public static Optional<Path> findBinary() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.concat(Stream.of(path.split(File.pathSeparator, -1)), Stream.of("/usr/local/bin", "/usr/sbin"))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, "etcd"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * Starts one and waits until it answers that it is healthy.
     *
     * @param folder for its data and its log; must exist
     * @throws LauncherException if it does not come up, with its last words
     */
    public static EtcdProcess start(Path binary, Path folder) {
        LauncherException last = new LauncherException("etcd was not started");
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            try {
                return startOnce(binary, folder.resolve("etcd-" + attempt), folder.resolve("etcd.log"));
            } catch (LauncherException e) {
                last = e; // most likely somebody took the port between our look and etcd's
            }
        }
        throw last;
    }

    /** Where clients connect, like {@code http://127.0.0.1:2379}. */
    public String url() {
        return url(port);
    }

    @Override
    public void close() {
        child.close();
    }

    /** Tells it to end without waiting. */
    public void startClosing() {
        child.startClosing();
    }

    private static EtcdProcess startOnce(Path binary, Path data, Path log) {
        int port = Ports.free();
        int peerPort = Ports.free();
        List<String> command = List.of(
                binary.toString(),
                "--name=millrace",
                "--data-dir=" + data,
                "--listen-client-urls=" + url(port),
                "--advertise-client-urls=" + url(port),
                "--listen-peer-urls=" + url(peerPort),
                "--initial-advertise-peer-urls=" + url(peerPort),
                "--initial-cluster=millrace=" + url(peerPort));
        ChildProcess child = ChildProcess.start("etcd", command, log, FIRST_OUTPUT);
        EtcdProcess etcd = new EtcdProcess(child, port);
        try {
            etcd.awaitHealth();
            return etcd;
        } catch (LauncherException e) {
            etcd.close();
            throw e;
        }
    }

    private void awaitHealth() {
        long end = System.nanoTime() + START_LIMIT.toNanos();
        while (!isHealthy()) {
            if (!child.isAlive()) {
                throw child.failure("ended at once", null);
            }
            if (System.nanoTime() > end) {
                throw child.failure("was not healthy within " + START_LIMIT.toSeconds() + " s", null);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS));
        }
    }

    private boolean isHealthy() {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(url() + "/health").toURL().openConnection();
            connection.setConnectTimeout(1_000);
            connection.setReadTimeout(1_000);
            try {
                return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
            } finally {
                connection.disconnect();
            }
        } catch (IOException e) {
            return false; // not listening yet
        }
    }

    private static String url(int port) {
        return "http://" + Ports.LOOPBACK + ':' + port;
    }
}
