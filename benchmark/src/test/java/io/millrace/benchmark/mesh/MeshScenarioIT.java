package io.millrace.benchmark.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.millrace.benchmark.BenchResult;
import io.millrace.benchmark.BenchRow;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The scenario with all its processes, our agents replaced by {@link FakeAgent}s and nginx by a peer that is gone. */
class MeshScenarioIT {
    @TempDir
    private Path directory = Path.of("");

    @Test
    void startsAllPartsMeasuresAndEndsThem() throws Exception {
        BenchResult result = MeshScenario.run(options(
                "--quick",
                "--warmup=0.2",
                "--seconds=0.5",
                "--no-nginx",
                "--cases=saturation-128",
                "--peer=gone=http://127.0.0.1:1/,999999999",
                "--jvm-flags=-Xmx64m",
                "--agent-jar=" + agentJar()));

        BenchRow calls = row(result, "calls_per_s");
        assertThat(calls.ours()).isPositive();
        assertThat(calls.peer()).isNull();
        assertThat(calls.peerName()).isEqualTo("gone");
        assertThat(calls.note()).contains("peer failed");
        assertThat(row(result, "wrong_answers").ours()).isZero();
        assertThat(row(result, "rss_mib").ours()).isPositive();
        assertThat(result.machine()).containsEntry("agentsJvmFlags", "-Xmx64m");
        assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    @Test
    void saysHowToBuildAnAgentThatIsMissing() {
        assertThatIOException()
                .isThrownBy(() -> MeshScenario.run(options("--quick", "--no-nginx", "--agent-jar=/nowhere.jar")))
                .withMessageContaining("/nowhere.jar")
                .withMessageContaining("mvnw");
        assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    private static MeshOptions options(String... arguments) {
        return CommandLine.populateCommand(new MeshOptions(), arguments);
    }

    private static BenchRow row(BenchResult result, String metric) {
        return result.rows().stream()
                .filter(row -> row.metric().equals(metric))
                .findFirst()
                .orElseThrow();
    }

    /** A jar that holds nothing but the way to {@link FakeAgent} on our own class path. */
    private Path agentJar() throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(Attributes.Name.MAIN_CLASS, FakeAgent.class.getName());
        attributes.put(Attributes.Name.CLASS_PATH, classPath());
        Path jar = directory.resolve("agent.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out, manifest)) {
            entries.finish();
        }
        return jar;
    }

    private static String classPath() {
        String[] entries = System.getProperty("java.class.path").split(File.pathSeparator, -1);
        return List.of(entries).stream()
                .map(entry -> Path.of(entry).toUri().toString())
                .collect(Collectors.joining(" "));
    }
}
