package io.millrace.benchmark.newsql;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmark.BenchResult;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * The scenario with the smallest sizes: real processes of all four servers, every kind of load. Cases that differ by their number of
 * connections or their pipeline alone are there once.
 */
class NewSqlScenarioIT {
    private static final List<String> CASES = List.of(
            "idle-2000",
            "point_select-64",
            "read_only-16",
            "insert-1",
            "update_index-16",
            "node-get-p1",
            "node-hset-p16",
            "node-zrangebylex-p16");

    @Test
    void everyCaseHasFiguresOfBothSides(@TempDir Path directory) throws Exception {
        NewSqlOptions options = new NewSqlOptions();
        CommandLine.populateCommand(
                options,
                "--quick",
                "--rows=500",
                "--seconds=0.5",
                "--warmup=0.3",
                "--first-warmup=0",
                "--cases=" + String.join(",", CASES),
                "--class-path=" + System.getProperty("java.class.path"),
                "--java=" + Path.of(System.getProperty("java.home"), "bin", "java"),
                "--dir=" + directory);

        BenchResult result = NewSqlScenario.run(options);

        assertThat(result.rows())
                .extracting(row -> row.benchCase() + " " + row.metric() + " " + row.peerName())
                .contains(
                        "idle-2000 bytes_per_connection mariadb",
                        "point_select-64 cpu_us_per_query mariadb",
                        "read_only-16 qps mariadb",
                        "insert-1 p99_ms mariadb",
                        "update_index-16 rss_mib mariadb",
                        "node-get-p1 qps redis-server",
                        "node-hset-p16 cpu_us_per_query redis-server",
                        "node-zrangebylex-p16 p99_ms redis-server");
        assertThat(CASES).allMatch(each -> result.rows().stream()
                .anyMatch(row -> row.benchCase().equals(each)));
        assertThat(result.rows()).allSatisfy(row -> {
            assertThat(row.ours()).as(row.toString()).isNotNull();
            assertThat(row.peer()).as(row.toString()).isNotNull();
        });
        assertThat(directory).isEmptyDirectory();
    }
}
