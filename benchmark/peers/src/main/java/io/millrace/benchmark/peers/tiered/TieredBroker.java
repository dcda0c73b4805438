package io.millrace.benchmark.peers.tiered;

import io.millrace.benchmark.peers.BrokerPlan;
import io.millrace.benchmark.peers.KafkaBroker;
import io.millrace.benchmark.process.Loopback;
import io.millrace.benchmark.tiered.TieredArm;
import io.millrace.benchmark.trial.TrialSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The broker of one arm: its disks, its storage, its meters.
 *
 * <p>The JVM's flags are those that Kafka's own script gives. Kafka looks every half second for segments to copy and every second for segments to delete, so that old data is where it
 * belongs before the window; the same for all arms.
 */
final class TieredBroker implements AutoCloseable {
    private static final List<String> KAFKAS_FLAGS = List.of(
            "-server",
            "-XX:+UseG1GC",
            "-XX:MaxGCPauseMillis=20",
            "-XX:InitiatingHeapOccupancyPercent=35",
            "-XX:+ExplicitGCInvokesConcurrent");

    private static final String RATES = "rates.properties";

    private final KafkaBroker broker;
    private final BrokerMeters meters;
    private final BrokerFolders folders;
    private final Path rates;

    private TieredBroker(KafkaBroker broker, BrokerMeters meters, BrokerFolders folders, Path rates) {
        this.broker = broker;
        this.meters = meters;
        this.folders = folders;
        this.rates = rates;
    }

    static TieredBroker open(TieredArm arm, TrialSettings settings) throws IOException {
        Path directory = settings.path("directory");
        BrokerFolders folders = BrokerFolders.of(settings);
        Path rates = directory.resolve(RATES);
        setCopyRate(rates, "unlimited");
        int jmxPort = Loopback.freePorts(1).get(0);
        BrokerPlan plan = new BrokerPlan(
                directory,
                folders.logs(),
                settings.integer("heap-mib"),
                flags(jmxPort),
                joining(settings.text("join")),
                properties(arm, folders, rates, settings.number("flush-rate")));
        KafkaBroker broker = KafkaBroker.open(plan);
        try {
            BrokerMeters meters = BrokerMeters.connect(
                    jmxPort, broker.pid(), settings.path("realtime-stat"), settings.path("lag-stat"));
            return new TieredBroker(broker, meters, folders, rates);
        } catch (IOException e) {
            broker.close();
            throw e;
        }
    }

    private static List<String> flags(int jmxPort) {
        return Stream.concat(
                        KAFKAS_FLAGS.stream(),
                        List.of(
                                "-Dcom.sun.management.jmxremote.host=127.0.0.1",
                                "-Dcom.sun.management.jmxremote.port=" + jmxPort,
                                "-Dcom.sun.management.jmxremote.rmi.port=" + jmxPort,
                                "-Dcom.sun.management.jmxremote.authenticate=false",
                                "-Dcom.sun.management.jmxremote.ssl=false",
                                "-Djava.rmi.server.hostname=127.0.0.1")
                                .stream())
                .toList();
    }

    /** A shell that joins the groups and then becomes the broker, so that not a page is anybody else's. */
    private static List<String> joining(String files) {
        String script = Arrays.stream(files.split(",", -1))
                .map(file -> "echo $$ > " + file + " && ")
                .collect(Collectors.joining());
        return List.of("sh", "-c", script + "exec \"$0\" \"$@\"");
    }

    private static Map<String, String> properties(
            TieredArm arm, BrokerFolders folders, Path rates, long flushBytesPerSecond) {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("log.retention.check.interval.ms", "1000");
        properties.put("log.initial.task.delay.ms", "500");
        properties.put("log.segment.delete.delay.ms", "1000");
        if (arm.isTiered()) {
            properties.put("remote.log.storage.system.enable", "true");
            properties.put("remote.log.manager.task.interval.ms", "500");
            properties.put("remote.log.metadata.manager.listener.name", "PLAINTEXT");
            properties.put("rlmm.config.remote.log.metadata.topic.replication.factor", "1");
            properties.put("rlmm.config.remote.log.metadata.topic.min.isr", "1");
            properties.put("rlmm.config.remote.log.metadata.topic.num.partitions", "5");
        }
        switch (arm) {
            case OURS, NO_SMOOTHER -> {
                properties.put("remote.log.storage.manager.class.name", "io.millrace.tiered.TieredStorage");
                properties.put("rsm.config.cold.directories", folders.cold().toString());
                properties.put("rsm.config.rates.file", rates.toString());
            }
            case NAIVE -> {
                properties.put("remote.log.storage.manager.class.name", NaiveStorage.class.getName());
                properties.put("rsm.config.directory", folders.cold().toString());
            }
            case PLAIN -> {}
        }
        if (flushBytesPerSecond > 0) {
            properties.put(
                    "rsm.config.log.dirs",
                    folders.logs().stream().map(Path::toString).collect(Collectors.joining(",")));
            properties.put("rsm.config.flush.bytes.per.second", Long.toString(flushBytesPerSecond));
        }
        return properties;
    }

    /** From now on ours copies at this rate at most; it looks every second. */
    void limitCopies(long bytesPerSecond) throws IOException {
        setCopyRate(rates, Long.toString(bytesPerSecond));
    }

    /** In one step: it may be looked at meanwhile. */
    private static void setCopyRate(Path rates, String rate) throws IOException {
        Path fresh = rates.resolveSibling(RATES + ".new");
        Files.writeString(fresh, "copy.bytes.per.second=" + rate + "\n");
        Files.move(fresh, rates, StandardCopyOption.ATOMIC_MOVE);
    }

    BrokerFolders folders() {
        return folders;
    }

    BrokerMeters meters() {
        return meters;
    }

    String address() {
        return broker.address();
    }

    /** {@link IOException} with its last words unless it is running. */
    void checkAlive() throws IOException {
        broker.checkAlive();
    }

    @Override
    public void close() throws IOException {
        try {
            meters.close();
        } finally {
            broker.close();
        }
    }
}
