package io.millrace.launcher.tiered;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.FreePorts;
import io.millrace.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The trial in the operator's guide, its shell blocks run one behind the other as they stand there, in a clean directory. Kafka comes from Maven's repository. With {@code
 * -Dkafka.version=4.4.0} the same with that broker.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class TieredGuideIT {

    private static final Pattern BLOCK = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);
    private static final String DIGEST = "([0-9a-f]{32})";
    private static final int LIMIT_MINUTES = 15;

    private final Path root = Repository.root();

    @TempDir
    private Path folder = Path.of("");

    @Test
    void everyCommandOfTheTrialDoesWhatItSays() throws Exception {
        Path script = Files.writeString(folder.resolve("guide.sh"), "set -eux\n" + trial());
        Path work = Files.createDirectories(folder.resolve("kafka"));
        Path log = folder.resolve("guide.log");
        ProcessBuilder builder = new ProcessBuilder("bash", script.toString())
                .directory(work.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().putAll(environment());
        Process process = builder.start();
        try {
            boolean ended = process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES);
            String said = Files.readString(log);

            assertThat(ended && process.exitValue() == 0).as(said).isTrue();
            assertThat(said)
                    .containsPattern(DIGEST + "  orders\\.txt\n\\1  read\\.txt\n")
                    .contains("orders-0: ")
                    .contains("Sound.")
                    .contains("0 of them are orphans");
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            endBroker(work.resolve("kafka.pid"));
        }
    }

    private String trial() throws IOException {
        String guide = Files.readString(root.resolve("docs/operating/tiered-kafka.md"));
        int from = guide.indexOf("## Try it on one machine");
        int to = guide.indexOf("## In production");
        assertThat(from).isPositive().isLessThan(to);
        return BLOCK.matcher(guide.substring(from, to))
                .results()
                .map((MatchResult block) -> block.group(1))
                .collect(Collectors.joining());
    }

    /** What a reader has by other names: this clone, ports that are free, the jar behind ./millrace that the build has made already. */
    private Map<String, String> environment() {
        List<Integer> ports = FreePorts.some(2);
        Path java = Path.of(System.getProperty("java.home"), "bin");
        Path jar = root.resolve("launcher/target/millrace-launcher-1.0-SNAPSHOT.jar");
        return Map.of(
                "MILLRACE",
                root.toString(),
                "KAFKA_VERSION",
                System.getProperty("kafka.version", "4.3.1"),
                "PORT",
                ports.get(0).toString(),
                "CONTROLLER_PORT",
                ports.get(1).toString(),
                "TIERED",
                java.resolve("java") + " -XX:TieredStopAtLevel=1 -jar " + jar + " tiered",
                "PATH",
                java + ":" + System.getenv("PATH"));
    }

    /** A script that failed has not come to its end. */
    private static void endBroker(Path pid) throws IOException {
        if (Files.exists(pid)) {
            ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
                    .filter(broker -> broker.info().command().orElse("").endsWith("java"))
                    .ifPresent(broker -> {
                        broker.destroyForcibly();
                        broker.onExit().join();
                    });
        }
    }
}
