package io.millrace.launcher.broker;

import io.millrace.launcher.LauncherException;
import io.millrace.launcher.child.ChildProcess;
import io.millrace.launcher.child.JavaCommand;
import io.millrace.launcher.child.Ports;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import org.apache.kafka.common.Uuid;

/** One broker of Apache Kafka that is its own controller, set up as an operator would: properties, format, start. */
final class DemoBroker implements AutoCloseable {

    private static final Pattern STARTED = Pattern.compile("Kafka Server started");
    private static final Pattern ANYTHING = Pattern.compile("");
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /** What Kafka does by the minute is done several times a second. */
    private static final Map<String, String> PACE = Map.of(
            "remote.log.manager.task.interval.ms", "250",
            "log.retention.check.interval.ms", "500",
            "log.initial.task.delay.ms", "200",
            "log.segment.delete.delay.ms", "100");

    private final Path folder;
    private final int port;
    private final ChildProcess process;

    private DemoBroker(Path folder, int port, ChildProcess process) {
        this.folder = folder;
        this.port = port;
        this.process = process;
    }

    /** Starts one in an empty folder; returns when it serves. @throws LauncherException with its last lines if it does not */
    static DemoBroker start(BrokerPrograms programs, Path folder) throws IOException {
        int port = Ports.free();
        Path properties = folder.resolve("server.properties");
        write(properties(folder, port), properties);
        format(programs, properties, folder.resolve("format.log"));
        List<String> command = java(programs, "kafka.Kafka", properties.toString());
        ChildProcess process = ChildProcess.start("kafka-broker", command, folder.resolve("broker.log"), STARTED);
        try {
            process.awaitLine(LIMIT);
            return new DemoBroker(folder, port, process);
        } catch (LauncherException e) {
            process.close();
            throw e;
        }
    }

    private static void format(BrokerPrograms programs, Path properties, Path log) {
        List<String> command = java(
                programs,
                "kafka.tools.StorageTool",
                "format",
                "--cluster-id",
                Uuid.randomUuid().toString(),
                "--config",
                properties.toString());
        try (ChildProcess process = ChildProcess.start("kafka-format", command, log, ANYTHING)) {
            if (process.awaitEnd(LIMIT) != 0) {
                throw process.failure("failed", null);
            }
        }
    }

    private static List<String> java(BrokerPrograms programs, String main, String... arguments) {
        List<String> command = new ArrayList<>(JavaCommand.of(
                "-Xmx400m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-Dorg.slf4j.simpleLogger.log.io.millrace=info",
                "-Dorg.slf4j.simpleLogger.log.kafka.server.KafkaRaftServer=info"));
        command.addAll(List.of("-cp", programs.classPath(), main));
        command.addAll(List.of(arguments));
        return command;
    }

    private static Properties properties(Path folder, int port) throws IOException {
        String address = Ports.LOOPBACK + ":" + port;
        String controller = Ports.LOOPBACK + ":" + Ports.free();
        Properties properties = new Properties();
        properties.putAll(Map.of(
                "process.roles", "broker,controller",
                "node.id", "1",
                "controller.quorum.voters", "1@" + controller,
                "controller.listener.names", "CONTROLLER",
                "listeners", "PLAINTEXT://" + address + ",CONTROLLER://" + controller,
                "log.dirs", Files.createDirectory(folder.resolve("fast")).toString(),
                "offsets.topic.replication.factor", "1",
                "auto.create.topics.enable", "false"));
        properties.putAll(Map.of(
                "remote.log.storage.system.enable", "true",
                "remote.log.storage.manager.class.name", "io.millrace.tiered.TieredStorage",
                "remote.log.metadata.manager.listener.name", "PLAINTEXT",
                "rlmm.config.remote.log.metadata.topic.replication.factor", "1",
                "rlmm.config.remote.log.metadata.topic.num.partitions", "1",
                "rsm.config.cold.directories",
                        Files.createDirectory(folder.resolve("slow")).toString()));
        properties.putAll(PACE);
        return properties;
    }

    private static void write(Properties properties, Path file) throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            properties.store(out, null);
        }
    }

    /** Where clients reach it. */
    String address() {
        return Ports.LOOPBACK + ":" + port;
    }

    /** The disk of fresh segments. */
    Path fast() {
        return folder.resolve("fast");
    }

    /** The disk of old ones. */
    Path slow() {
        return folder.resolve("slow");
    }

    /** Whether the process is there. */
    boolean isAlive() {
        return process.isAlive();
    }

    /** What to throw if something cannot be had from it. */
    LauncherException failure(String what) {
        return process.failure(what, null);
    }

    @Override
    public void close() {
        process.close();
    }
}
