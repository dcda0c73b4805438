package io.millrace.benchmark.peers.tiered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.benchmark.BenchResult;
import io.millrace.benchmark.BenchRow;
import io.millrace.benchmark.tiered.TieredOptions;
import io.millrace.benchmark.tiered.TieredScenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The scenario with the smallest sizes: real brokers of all arms on a real slow disk, every case; every record is checked by the clients. */
@Tag("once")
class TieredScenarioIT {
    private static final List<String> CASES =
            List.of("realtime-lag0", "realtime-lag4", "realtime-lag4-ssd", "lag-only", "copy");

    /** A sixth of the brokers: the case that has all kinds of clients, beside the peer that is less simple. */
    @Test
    void aCaseHasItsRows(@TempDir Path directory) throws Exception {
        run(directory, List.of("realtime-lag4"), "naive-tier");
    }

    @Tag("long")
    @Test
    void everyCaseHasItsRowsOfEveryPeer(@TempDir Path directory) throws Exception {
        BenchResult result = run(directory, CASES, "plain-kafka,naive-tier");
        assertThat(rows(result))
                .contains(
                        "copy copied_share naive-tier",
                        "realtime-lag0 produce_p99_ms naive-tier",
                        "realtime-lag0 hdd_bytes_of_realtime_reads naive-tier",
                        "realtime-lag4 end_to_end_p99_ms own-lag0",
                        "realtime-lag0 produce_p99_ms plain-kafka",
                        "realtime-lag4 lagging_mib_per_s plain-kafka",
                        "realtime-lag4-ssd ssd_hit_share naive-tier",
                        "realtime-lag4-ssd reads_within_band_5 plain-kafka",
                        "lag-only hdd_read_share plain-kafka");
        Map<String, Double> ours = ours(result);
        assertThat(ours.get("realtime-lag4-ssd ssd_hit_share")).isEqualTo(1);
        assertThat(ours.get("lag-only ssd_hit_share")).isLessThan(0.1);
        assertThat(ours.get("lag-only hdd_read_share")).isGreaterThan(0.5);
    }

    private static BenchResult run(Path directory, List<String> cases, String peers) throws Exception {
        TieredOptions options = new TieredOptions();
        CommandLine.populateCommand(
                options,
                "--quick",
                "--cases=" + String.join(",", cases),
                "--peers=" + peers,
                "--seconds=2",
                "--warmup=0.5",
                "--first-warmup=1.5",
                "--poll-every=0.5",
                "--lag-mib=20",
                "--segment-mib=2",
                "--records=1000",
                "--copy-records=3000",
                "--dir=" + directory);

        BenchResult result = TieredScenario.run(options);

        String disk = String.valueOf(result.machine().get("slowDisk"));
        if (disk.startsWith("none")) {
            assertThat(result.rows()).isEmpty();
        }
        assumeTrue(!disk.startsWith("none"), disk);
        assertThat(rows(result))
                .contains(
                        "realtime-lag4 produce_p99_ms naive-tier",
                        "realtime-lag4 hdd_bytes_of_realtime_reads naive-tier",
                        "realtime-lag4 lagging_mib_per_s naive-tier");
        assertThat(cases).allMatch(each -> result.rows().stream()
                .anyMatch(row -> row.benchCase().equals(each)));
        assertThat(result.rows()).allSatisfy(row -> assertThat(row.ours())
                .as("%s %s: %s", row.benchCase(), row.metric(), row.note())
                .isNotNull());
        assertThat(ours(result).get("realtime-lag4 hdd_bytes_of_realtime_reads"))
                .isZero();
        assertThat(directory).isEmptyDirectory();
        return result;
    }

    private static Map<String, Double> ours(BenchResult result) {
        return result.rows().stream()
                .collect(Collectors.toMap(
                        row -> row.benchCase() + " " + row.metric(), BenchRow::ours, (first, second) -> first));
    }

    private static List<String> rows(BenchResult result) {
        return result.rows().stream()
                .map(row -> row.benchCase() + " " + row.metric() + " " + row.peerName())
                .toList();
    }

    @Tag("long")
    @Test
    void aDeviceOfItsOwnTellsHowEvenlyItIsWrittenTo(@TempDir Path directory) throws Exception {
        TieredOptions options = new TieredOptions();
        CommandLine.populateCommand(
                options,
                "--quick",
                "--cases=flush",
                "--peers=no-smoother",
                "--seconds=4",
                "--warmup=0.5",
                "--first-warmup=0.5",
                "--segment-mib=2",
                "--dir=" + directory);

        BenchResult result = TieredScenario.run(options);

        String disk = String.valueOf(result.machine().get("slowDisk"));
        assumeTrue(!disk.startsWith("none"), disk);
        BenchRow first = result.rows().get(0);
        assertThat(first.metric()).isEqualTo("device_write_stddev");
        assertThat(first.peerName()).isEqualTo("no-smoother");
        assertThat(result.rows()).allSatisfy(row -> assertThat(row.ours())
                .as("%s: %s", row.metric(), row.note())
                .isNotNull());
        assertThat(first.ours()).as(first.note()).isPositive();
        assertThat(first.peer()).as(first.note()).isPositive();
        assertThat(directory).isEmptyDirectory();
    }
}
