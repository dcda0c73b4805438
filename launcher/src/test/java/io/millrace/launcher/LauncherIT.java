package io.millrace.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.launcher.broker.BrokerFiles;
import io.millrace.launcher.child.Ports;
import io.millrace.testkit.ChildProcess;
import io.millrace.testkit.FreePorts;
import io.millrace.testkit.JavaProcess;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The launcher as a process, with real Dubbo providers and a real etcd. */
@Timeout(300)
class LauncherIT {

    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final int KILLED = 128 + 9;
    private static final Path PROVIDER_JAR = Path.of(
                    "../testkit/provider-dubbo33/target/millrace-provider-dubbo33-1.0-SNAPSHOT.jar")
            .toAbsolutePath()
            .normalize();

    private final List<Integer> ports = FreePorts.some(2);
    private final int port = ports.get(0);
    private final int managementPort = ports.get(1);

    @Test
    void demoAnswersEveryCallAndPrintsItsTable() {
        demo("etcd", 50_000, 1000, 8000);
    }

    /** The registry has no part in messages, rows and records. */
    @Tag("long")
    @Test
    void demoDoesWithoutEtcd() {
        demo("memory", 100_000, 500, 0);
    }

    private void demo(String registry, int messages, int rows, int records) {
        try (ChildProcess demo = start(
                "demo",
                "--calls",
                "1200",
                "--messages",
                Integer.toString(messages),
                "--rows",
                Integer.toString(rows),
                "--records",
                Integer.toString(records),
                "--kafka-folder",
                BrokerFiles.FOLDER.toString(),
                "--tiered-jar",
                BrokerFiles.PLUGIN.toString(),
                "--seed",
                "20261120",
                "--registry",
                registry)) {
            demo.awaitLine(line -> line.startsWith("Thrift messages, "), LIMIT);
            String table = String.join("\n", demo.tail());
            assertThat(demo.awaitExit(LIMIT)).as(table).isZero();
            if (records > 0) {
                assertThat(table).containsPattern("Kafka records, 2 disks +8,000 .* 0 +\\d+ segments .* equal digests");
            }

            assertThat(table)
                    .contains(
                            registry.equals("etcd") ? "etcd at http://127.0.0.1:" : "in memory, all agents in one JVM")
                    .containsPattern("calls, 1 connection +6 ")
                    .containsPattern("calls, 64 connections +1,200 ")
                    .containsPattern("calls, 256 connections +400 ")
                    .containsPattern("large, weight 3 .*expected 50.0 %")
                    .containsPattern("all checked calls +1,606 .*every answer right")
                    .containsPattern(String.format(
                            Locale.ROOT,
                            "messages, %,d queues +%,d .* 0 +killed with -9 after .*every message right",
                            messages / 10,
                            messages))
                    .containsPattern(String.format(
                            Locale.ROOT, "SQL rows, 2 tables +%,d .* 0 +killed with -9 after .* queries right", rows))
                    .containsPattern("Thrift messages, 2 protocols +1,000 .* 0 +read and written in .* equal bytes");
        }
    }

    @Test
    void upAnswersTheReadmesCallAndLeavesNothingBehind() throws IOException, InterruptedException {
        List<ProcessHandle> children;
        try (ChildProcess up = start("up")) {
            up.awaitLine(line -> line.startsWith("Running."), LIMIT);
            children = ProcessHandle.of(up.pid()).orElseThrow().descendants().toList();
            assertThat(children).hasSizeGreaterThanOrEqualTo(4);

            HttpResponse<String> answer = post("interface=io.millrace.sample.HashService&method=hash"
                    + "&parameterTypesString=Ljava/lang/String;&parameter=hello");
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("99162322");
            assertThat(get(managementPort, "/actuator/health")).contains("UP");
            assertThat(get(managementPort, "/actuator/prometheus")).contains("millrace_mesh_calls");

            up.terminate(LIMIT);
        }
        await().atMost(LIMIT).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
    }

    @Test
    void upNodeServesKeepsAndEnds(@TempDir Path directory) {
        String[] flags = {"up", "node", "--node-port", Integer.toString(port), "--node-directory", directory.toString()
        };
        serve(flags, "redis-cli", "-p", Integer.toString(port), "SET", "greeting", "hello");
        assertThat(serve(flags, "redis-cli", "-p", Integer.toString(port), "GET", "greeting"))
                .contains("hello");
    }

    @Test
    void upSqlServesKeepsAndEnds(@TempDir Path directory) {
        String[] flags = {"up", "sql", "--sql-port", Integer.toString(port), "--sql-directory", directory.toString()};
        String[] client = {"mariadb", "-h127.0.0.1", "-P" + port, "-uroot", "-e"};
        serve(
                flags,
                with(
                        client,
                        "CREATE DATABASE d; CREATE TABLE d.t (id INT PRIMARY KEY); INSERT INTO d.t VALUES (4711)"));
        assertThat(serve(flags, with(client, "SELECT id FROM d.t"))).contains("4711");
    }

    /** Starts a server, has a client's program ask it, and ends it as Ctrl-C would; returns what the client said. */
    private String serve(String[] flags, String... client) {
        try (ChildProcess up = start(flags)) {
            up.awaitLine(line -> line.startsWith("Try: "), LIMIT);
            String said;
            try (ChildProcess asking = ChildProcess.command(client).start()) {
                assertThat(asking.awaitExit(LIMIT)).isZero();
                said = String.join("\n", asking.tail());
            }
            up.terminate(LIMIT);
            assertThat(up.awaitExit(LIMIT)).as("ended by itself").isNotEqualTo(KILLED);
            return said;
        }
    }

    private static String[] with(String[] words, String last) {
        String[] all = Arrays.copyOf(words, words.length + 1);
        all[words.length] = last;
        return all;
    }

    @Test
    void aTakenPortIsAnsweredAtOnce() throws IOException {
        try (ServerSocket taken = new ServerSocket()) {
            taken.bind(Ports.loopback(port));
            try (ChildProcess demo = start("demo")) {
                assertThat(demo.awaitExit(LIMIT)).isEqualTo(1);
                assertThat(String.join("\n", demo.tail()))
                        .contains("port " + port + " on 127.0.0.1 is taken")
                        .contains("--port ");
            }
        }
    }

    @Test
    void anUnknownPartIsAnsweredAtOnce() {
        try (ChildProcess up = start("up", "mehs")) {
            assertThat(up.awaitExit(LIMIT)).isEqualTo(1);
            assertThat(String.join("\n", up.tail()))
                    .contains("no such part: mehs")
                    .contains("There is: mesh");
        }
    }

    private ChildProcess start(String... arguments) {
        return JavaProcess.of(Launcher.class)
                .arguments(arguments)
                .arguments("--port", Integer.toString(port), "--management-port", Integer.toString(managementPort))
                .arguments("--provider-jar", PROVIDER_JAR.toString())
                .process()
                .start();
    }

    private HttpResponse<String> post(String form) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri(port, "/"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .timeout(Duration.ofSeconds(20))
                .POST(BodyPublishers.ofString(form))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    }

    private static String get(int port, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri(port, path))
                .timeout(Duration.ofSeconds(20))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    }

    private static URI uri(int port, String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }
}
