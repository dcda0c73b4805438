package io.millrace.testkit.kafka;

import io.millrace.testkit.ChildProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * One broker of a {@link KafkaCluster}, which is its own controller, in a process of its own on the loopback address.
 *
 * <p><b>Shape:</b> ids count from 1; ports are free ones, chosen once and kept over restarts, as are the directories. <b>Ownership:</b> the cluster's, which ends it. <b>Threads:</b> one
 * at a time for each broker. <b>Errors:</b> {@link IllegalStateException} with its last output if it ends or does not serve in time. The whole output is in {@link #log}.
 */
public final class KafkaBroker {

    static final String HOST = "127.0.0.1";

    /** Some seconds on an idle machine; a build with everything in parallel is not idle. */
    private static final Duration START_LIMIT = Duration.ofMinutes(3);

    /** A broker hands its partitions over and closes its files. */
    private static final Duration STOP_LIMIT = Duration.ofMinutes(3);

    private static final int REQUEST_MILLIS = 2000;

    private final int id;
    private final int port;
    private final int controllerPort;
    private final Path directory;
    private final Map<String, String> overrides = new LinkedHashMap<>();
    private final Supplier<ChildProcess.Builder> program;
    private @Nullable ChildProcess process;

    KafkaBroker(int id, int port, int controllerPort, Path directory, BrokerStart start) {
        this.id = id;
        this.port = port;
        this.controllerPort = controllerPort;
        this.directory = directory;
        this.program = () -> start.program(this);
    }

    /** What a broker is started with, made anew for each start. */
    interface BrokerStart {
        ChildProcess.Builder program(KafkaBroker broker);
    }

    /** Its node id, from 1. */
    public int id() {
        return id;
    }

    /** Where clients reach it, such as {@code 127.0.0.1:41234}. */
    public String address() {
        return HOST + ":" + port;
    }

    /** Where its files are. */
    public Path directory() {
        return directory;
    }

    /** Its only log directory, unless {@code log.dirs} says otherwise. */
    public Path logDirectory() {
        return directory.resolve("logs");
    }

    /** A directory for old segments; it exists. */
    public Path coldDirectory() {
        return directory.resolve("cold");
    }

    /** What it has printed since the cluster was made: one line an event, with the level in brackets. */
    public Path log() {
        return Path.of("target", "testkit", "kafka-" + port + ".log");
    }

    /** The process id of the running broker. */
    public long pid() {
        return running().pid();
    }

    /** Whether the process is there (a frozen one is). */
    public boolean isRunning() {
        return process != null && process.isAlive();
    }

    /** The last lines that it printed, oldest first. */
    public List<String> tail() {
        return process == null ? List.of() : process.tail();
    }

    /** A property from the next start on. */
    public KafkaBroker property(String name, String value) {
        overrides.put(name, value);
        return this;
    }

    /** The cluster's property again, from the next start on. */
    public KafkaBroker withoutProperty(String name) {
        overrides.remove(name);
        return this;
    }

    /** Starts it and returns when a client has been told that it is there; nothing to do if it runs. */
    public void start() {
        launch();
        awaitReady();
    }

    /** Starts it and returns at once. */
    void launch() {
        if (!isRunning()) {
            process = program.get().log(log()).start();
        }
    }

    void awaitReady() {
        try (Admin admin = Admin.create(Map.of(
                "bootstrap.servers",
                address(),
                "reconnect.backoff.max.ms",
                200,
                "default.api.timeout.ms",
                REQUEST_MILLIS,
                "request.timeout.ms",
                REQUEST_MILLIS))) {
            Awaitility.await("broker " + id + " serves")
                    .atMost(START_LIMIT)
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> isServing(admin));
        } catch (RuntimeException e) {
            kill();
            String output = String.join("\n  ", tail()); // behind its end nothing is missing
            throw new IllegalStateException(this + " does not serve; its last output:\n  " + output, e);
        }
    }

    /** Whether it says itself that it is part of the cluster. */
    private boolean isServing(Admin admin) throws InterruptedException {
        if (!isRunning()) {
            throw new IllegalStateException("it ended");
        }
        try {
            return admin
                    .describeCluster(new DescribeClusterOptions().timeoutMs(REQUEST_MILLIS))
                    .nodes()
                    .get(2 * REQUEST_MILLIS, TimeUnit.MILLISECONDS)
                    .stream()
                    .anyMatch(node -> node.id() == id);
        } catch (ExecutionException | TimeoutException notYet) {
            return false;
        }
    }

    /**
     * Starts one that is not to serve, and waits for its end.
     *
     * @return its exit status
     * @throws IllegalStateException with its last output, if it still runs at the limit
     */
    public int startToItsEnd() {
        launch();
        try {
            return running().awaitExit(START_LIMIT);
        } finally {
            running().kill();
        }
    }

    /** Ends it at once (SIGKILL). */
    public void kill() {
        if (process != null) {
            process.kill();
        }
    }

    /** Ends it in order (SIGTERM): it hands its partitions over and closes its files. */
    public void stop() {
        if (process != null) {
            process.terminate(STOP_LIMIT);
        }
    }

    /** Ends it in order and starts it again. */
    public void restart() {
        stop();
        start();
    }

    /** Stops it in its tracks (SIGSTOP): its connections stay open and silent. */
    public void freeze() {
        running().freeze();
    }

    /** Lets a frozen one go on (SIGCONT). */
    public void thaw() {
        running().thaw();
    }

    int controllerPort() {
        return controllerPort;
    }

    Map<String, String> overrides() {
        return overrides;
    }

    private ChildProcess running() {
        if (process == null) {
            throw new IllegalStateException(this + " has not been started");
        }
        return process;
    }

    @Override
    public String toString() {
        return "broker " + id + " at " + address();
    }
}
