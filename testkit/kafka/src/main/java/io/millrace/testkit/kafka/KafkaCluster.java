package io.millrace.testkit.kafka;

import io.millrace.testkit.ChildProcess;
import io.millrace.testkit.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * One to three real brokers of unmodified Kafka, with directories of their own; a JUnit extension and a plain resource.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final KafkaCluster KAFKA = KafkaCluster.of(1);          // or: try (var kafka = KafkaCluster.of(3).start())
 * }</pre>
 *
 * <p>As a static extension it runs for the class, as a field of the instance for each test. Either way each test begins with all brokers up: one that the test before killed is started
 * again, with its data. Topics are made by tests; none comes by itself.
 *
 * <p><b>Ownership:</b> {@link #close()} kills the brokers and deletes their directories; a second close does nothing. <b>Threads:</b> one at a time. <b>Errors:</b> {@link
 * IllegalStateException} with a broker's last output. The last output of every broker is printed when a test fails; the whole is in {@link KafkaBroker#log}.
 */
public final class KafkaCluster
        implements AutoCloseable, BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback {

    private static final int BROKERS_MAX = 3;

    private final int size;
    private final String clusterId = Uuid.randomUuid().toString();
    private final Map<String, String> properties = new LinkedHashMap<>();
    private final List<String> jvmOptions = new ArrayList<>();
    private final List<Path> plugins = new ArrayList<>();
    private final List<KafkaBroker> brokers = new ArrayList<>();
    private @Nullable TieredSettings tiered;
    private @Nullable Path directory;
    private @Nullable Admin admin;
    private boolean runsForTheClass;

    private KafkaCluster(int size) {
        this.size = size;
    }

    /** A cluster of so many brokers, 1 to 3, that is not started yet. */
    public static KafkaCluster of(int brokers) {
        if (brokers < 1 || brokers > BROKERS_MAX) {
            throw new IllegalArgumentException("brokers: " + brokers + " (expected: 1 to " + BROKERS_MAX + ")");
        }
        return new KafkaCluster(brokers);
    }

    /** A property of all brokers; before the start. */
    public KafkaCluster property(String name, String value) {
        properties.put(name, value);
        return this;
    }

    /** Keeps old segments with a plugin; before the start. */
    public KafkaCluster tiered(TieredSettings settings) {
        this.tiered = settings;
        return this;
    }

    /** Adds jars or folders of classes to the brokers' class path; before the start. */
    public KafkaCluster classPath(Path... more) {
        plugins.addAll(List.of(more));
        return this;
    }

    /** Adds options of the brokers' JVMs; before the start. */
    public KafkaCluster jvmOptions(String... more) {
        jvmOptions.addAll(List.of(more));
        return this;
    }

    /** Makes the brokers, each with its directories and ports, without starting them; nothing to do if there are some. */
    public KafkaCluster create() {
        if (brokers.isEmpty()) {
            List<Integer> ports = FreePorts.some(2 * size);
            for (int i = 0; i < size; i++) {
                Path home = directory().resolve("broker-" + (i + 1));
                brokers.add(new KafkaBroker(i + 1, ports.get(2 * i), ports.get(2 * i + 1), home, this::program));
            }
            brokers.forEach(KafkaCluster::makeDirectories);
        }
        return this;
    }

    /** Starts all brokers that do not run, and returns when each serves. */
    public KafkaCluster start() {
        create();
        List<KafkaBroker> ended =
                brokers.stream().filter(broker -> !broker.isRunning()).toList();
        ended.forEach(KafkaBroker::launch);
        ended.forEach(KafkaBroker::awaitReady);
        return this;
    }

    private ChildProcess.Builder program(KafkaBroker broker) {
        Map<String, String> all = BrokerProperties.of(broker, brokers);
        List<Path> classPath = new ArrayList<>(plugins);
        if (tiered != null) {
            all.putAll(tiered.properties(broker, size));
            classPath.add(tiered.plugin());
        }
        all.putAll(properties);
        all.putAll(broker.overrides());
        Path file = broker.directory().resolve("server.properties");
        BrokerProperties.write(all, file);
        return KafkaProgram.find()
                .process(classPath, jvmOptions)
                .arguments(file.toString(), clusterId)
                .process()
                .name(broker.toString());
    }

    /** All brokers, by their ids. */
    public List<KafkaBroker> brokers() {
        return List.copyOf(brokers);
    }

    /** The broker of an id, from 1. */
    public KafkaBroker broker(int id) {
        return brokers.get(id - 1);
    }

    /** Addresses of all brokers, for clients. */
    public String bootstrap() {
        return brokers.stream().map(KafkaBroker::address).collect(Collectors.joining(","));
    }

    /** A client for administrators, the same for all; the cluster closes it. */
    public Admin admin() {
        if (admin == null) {
            admin = Admin.create(Map.of("bootstrap.servers", bootstrap(), "reconnect.backoff.max.ms", 500));
        }
        return admin;
    }

    @Override
    public void close() {
        if (admin != null) {
            admin.close(Duration.ZERO);
            admin = null;
        }
        brokers.forEach(KafkaBroker::kill);
        brokers.clear();
        delete();
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
        if (context.getExecutionException().isPresent()) {
            showOutput(context.getDisplayName());
        }
        if (!runsForTheClass) {
            close();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        close();
        runsForTheClass = false;
    }

    /** Prints the last output of every broker, for the report of a failure. */
    public void showOutput(String failed) {
        for (KafkaBroker broker : brokers) {
            System.err.println(broker + " said, before " + failed + " failed (all of it in " + broker.log() + "):\n  "
                    + String.join("\n  ", broker.tail()));
        }
    }

    private Path directory() {
        try {
            if (directory == null) {
                directory = Files.createTempDirectory("millrace-kafka-");
            }
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException("no folder for the data of Kafka", e);
        }
    }

    private static void makeDirectories(KafkaBroker broker) {
        try {
            Files.createDirectories(broker.coldDirectory());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make the directories of " + broker, e);
        }
    }

    private void delete() {
        Path folder = directory;
        directory = null;
        if (folder == null) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete the data of Kafka: folder=" + folder, e);
        }
    }
}
