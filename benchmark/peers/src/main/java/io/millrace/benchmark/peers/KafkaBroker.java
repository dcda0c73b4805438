package io.millrace.benchmark.peers;

import io.millrace.benchmark.process.Loopback;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.common.Uuid;

/**
 * A real broker with its controller (KRaft) in a process of its own, on free ports of 127.0.0.1.
 *
 * <p>As it comes, but alone: one replica of everything. Opening formats an empty directory; closing lets it shut down in
 * order and kills it after a minute.
 */
public final class KafkaBroker implements AutoCloseable {
    private static final int READY_SECONDS = 300;
    private static final int END_SECONDS = 60;

    private final Process process;
    private final Path directory;
    private final int port;

    private KafkaBroker(Process process, Path directory, int port) {
        this.process = process;
        this.directory = directory;
        this.port = port;
    }

    /** Formats the folders of its logs if they are new, starts it, and waits until it listens. */
    public static KafkaBroker open(BrokerPlan plan) throws IOException {
        List<Integer> ports = Loopback.freePorts(2);
        int port = ports.get(0);
        Path properties = plan.directory().resolve("server.properties");
        Files.writeString(properties, properties(plan, port, ports.get(1)));
        if (!Files.exists(plan.logs().get(0).resolve("meta.properties"))) {
            Process format = java(
                    plan,
                    "kafka.tools.StorageTool",
                    List.of("format", "-t", Uuid.randomUuid().toString(), "-c", properties.toString()));
            awaitEnd(format, plan.directory());
        }
        Process process = java(plan, "kafka.Kafka", List.of(properties.toString()));
        KafkaBroker opened = new KafkaBroker(process, plan.directory(), port);
        opened.awaitReady();
        return opened;
    }

    private static String properties(BrokerPlan plan, int port, int controllerPort) {
        StringBuilder properties = new StringBuilder(
                """
                process.roles=broker,controller
                node.id=1
                controller.quorum.voters=1@127.0.0.1:%2$d
                listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
                advertised.listeners=PLAINTEXT://127.0.0.1:%1$d
                controller.listener.names=CONTROLLER
                inter.broker.listener.name=PLAINTEXT
                log.dirs=%3$s
                auto.create.topics.enable=false
                offsets.topic.replication.factor=1
                transaction.state.log.replication.factor=1
                transaction.state.log.min.isr=1
                """
                        .formatted(
                                port,
                                controllerPort,
                                plan.logs().stream().map(Path::toString).collect(Collectors.joining(","))));
        plan.properties()
                .forEach((name, value) ->
                        properties.append(name).append('=').append(value).append('\n'));
        return properties.toString();
    }

    private static Process java(BrokerPlan plan, String main, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(plan.commandPrefix());
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx" + plan.heapMib() + "m");
        command.addAll(plan.jvmFlags());
        for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (flag.startsWith("--enable-native-access") || flag.startsWith("--sun-misc-unsafe")) {
                command.add(flag);
            }
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        plan.directory().resolve("broker.log").toFile()))
                .start();
    }

    private static void awaitEnd(Process format, Path directory) throws IOException {
        try {
            if (!format.waitFor(READY_SECONDS, TimeUnit.SECONDS) || format.exitValue() != 0) {
                throw new IOException("Kafka's directory cannot be formatted: " + lastLine(directory));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while formatting");
        } finally {
            format.destroyForcibly();
        }
    }

    private void awaitReady() throws IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_SECONDS);
        while (System.nanoTime() < deadline) {
            checkAlive();
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
                return;
            } catch (IOException e) {
                pause();
            }
        }
        close();
        throw new IOException("Kafka's broker did not listen within " + READY_SECONDS + " s: " + lastLine(directory));
    }

    private static void pause() throws InterruptedIOException {
        try {
            Thread.sleep(100);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for the broker");
        }
    }

    private static String lastLine(Path directory) {
        try {
            List<String> lines = Files.readAllLines(directory.resolve("broker.log"));
            return lines.isEmpty() ? "it said nothing" : lines.get(lines.size() - 1);
        } catch (IOException e) {
            return "its log cannot be read: " + e;
        }
    }

    /** {@link IOException} with its last words unless it is running. */
    public void checkAlive() throws IOException {
        if (!process.isAlive()) {
            throw new IOException("Kafka's broker ended with " + process.exitValue() + ": " + lastLine(directory));
        }
    }

    public String address() {
        return "127.0.0.1:" + port;
    }

    public long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
