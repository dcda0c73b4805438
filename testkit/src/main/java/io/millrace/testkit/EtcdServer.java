package io.millrace.testkit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/**
 * One real etcd on the loopback address, with a data folder of its own; a JUnit extension and a plain resource.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final EtcdServer ETCD = EtcdServer.create();          // or: try (var etcd = EtcdServer.create().start())
 * }</pre>
 *
 * <p>As a static extension it runs for the class, as a field of the instance for each test. Either way each test begins
 * with a running server: one that the test before killed or froze is up again, with its data.
 *
 * <p><b>Shape:</b> ports are free ones, chosen once and kept over restarts. <b>Ownership:</b> {@link #close()} ends the
 * process and deletes the data; a second close does nothing, a start after it begins empty. <b>Threads:</b> one test
 * thread at a time. <b>Errors:</b> {@link IllegalStateException} where the program is missing (with the command that
 * installs it) or does not serve within half a minute (with its last output). The whole output is in
 * {@code target/testkit/etcd-<port>.log}; its end is printed when a test fails.
 */
public final class EtcdServer
        implements AutoCloseable,
                BeforeAllCallback,
                AfterAllCallback,
                BeforeEachCallback,
                AfterEachCallback,
                TestWatcher {

    /** Takes well under a second on an idle machine; a build with everything in parallel is not idle. */
    private static final Duration START_LIMIT = Duration.ofSeconds(30);

    /** A free port may be taken by somebody else before etcd binds it. */
    private static final int START_ATTEMPTS = 3;

    private final List<String> flags = new ArrayList<>();
    private String scheme = "http";
    private int clientPort;
    private @Nullable Path data;
    private @Nullable ChildProcess process;
    private List<String> lastOutput = List.of();
    private boolean runsForTheClass;

    private EtcdServer() {}

    /** A server that is not started yet. */
    public static EtcdServer create() {
        return new EtcdServer();
    }

    /** Adds command line flags, such as {@code --quota-backend-bytes=…}; before the start. */
    public EtcdServer flags(String... more) {
        flags.addAll(List.of(more));
        return this;
    }

    /** Serves clients over TLS with this certificate and key (PEM files); before the start. */
    public EtcdServer tls(Path certificate, Path key) {
        scheme = "https";
        return flags("--cert-file=" + certificate, "--key-file=" + key);
    }

    /** Serves only clients whose certificate is signed by this authority (PEM file); with {@link #tls}. */
    public EtcdServer clientAuthority(Path authority) {
        return flags("--client-cert-auth", "--trusted-ca-file=" + authority);
    }

    /** Whether a program named {@code etcd} is on the path, so that a demo can choose another registry. */
    public static boolean isInstalled() {
        return findOnPath() != null;
    }

    /** Starts the server and returns when it serves clients; thaws it if frozen; nothing to do if it runs. */
    public EtcdServer start() {
        if (process != null && process.isAlive()) {
            process.thaw();
            return this;
        }
        Path program = findOnPath();
        if (program == null) {
            throw new IllegalStateException(
                    "no program etcd on the PATH; on Debian and Ubuntu: apt-get install etcd-server");
        }
        boolean portsAreChosen = clientPort != 0;
        for (int attempt = 1; ; attempt++) {
            try {
                launch(program, portsAreChosen);
                return this;
            } catch (IllegalStateException e) {
                boolean portTaken = String.valueOf(e.getMessage()).contains("address already in use");
                if (portsAreChosen || !portTaken || attempt == START_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private void launch(Path program, boolean portIsChosen) {
        if (!portIsChosen) {
            clientPort = FreePorts.one();
        }
        List<String> command = new ArrayList<>(List.of(
                program.toString(),
                "--name=testkit",
                "--data-dir=" + dataFolder(),
                "--listen-client-urls=" + endpoint(),
                "--advertise-client-urls=" + endpoint(),
                // One member has no peers to reach it, so any port will do.
                "--listen-peer-urls=http://127.0.0.1:0"));
        command.addAll(flags);
        process = ChildProcess.command(command)
                .name("etcd")
                // Before 3.5 etcd starts on ARM only when told that this is meant.
                .environment("ETCD_UNSUPPORTED_ARCH", "arm64")
                .log(Path.of("target", "testkit", "etcd-" + clientPort + ".log"))
                .startAndAwait(line -> line.contains("ready to serve client requests"), START_LIMIT)
                .process();
    }

    /** Ends the server at once (SIGKILL); the data stays. */
    public void kill() {
        if (process != null) {
            process.kill();
            lastOutput = process.tail();
            process = null;
        }
    }

    /** Kills the server and starts it again on the same ports with the same data. */
    public void restart() {
        kill();
        start();
    }

    /** Kills the server and starts it again on the same ports with nothing in it: every lease and revision is gone. */
    public void restartEmpty() {
        kill();
        deleteData();
        start();
    }

    /** Stops the server in its tracks (SIGSTOP): connections stay open, nothing answers. */
    public void freeze() {
        running().freeze();
    }

    /** Lets a frozen server go on (SIGCONT). */
    public void thaw() {
        running().thaw();
    }

    /** The address for clients, such as {@code http://127.0.0.1:41234}; the same over restarts. */
    public URI endpoint() {
        if (clientPort == 0) {
            throw new IllegalStateException("etcd has no address before its first start");
        }
        return URI.create(scheme + "://127.0.0.1:" + clientPort);
    }

    /** Whether the process is there (a frozen one is). */
    public boolean isRunning() {
        return process != null && process.isAlive();
    }

    @Override
    public void close() {
        kill();
        deleteData();
        clientPort = 0;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        runsForTheClass = true;
        start();
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        start();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (!runsForTheClass) {
            close();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        close();
        runsForTheClass = false;
    }

    @Override
    public void testFailed(ExtensionContext context, @Nullable Throwable cause) {
        List<String> output = process == null ? lastOutput : process.tail();
        System.err.println(
                "etcd said, before " + context.getDisplayName() + " failed:\n  " + String.join("\n  ", output));
    }

    private ChildProcess running() {
        if (process == null) {
            throw new IllegalStateException("etcd is not running");
        }
        return process;
    }

    private Path dataFolder() {
        try {
            if (data == null) {
                data = Files.createTempDirectory("millrace-etcd-");
            }
            return data;
        } catch (IOException e) {
            throw new UncheckedIOException("no folder for the data of etcd", e);
        }
    }

    private void deleteData() {
        Path folder = data;
        data = null;
        if (folder == null) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete the data of etcd: folder=" + folder, e);
        }
    }

    private static @Nullable Path findOnPath() {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.of(path.split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, "etcd"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }
}
