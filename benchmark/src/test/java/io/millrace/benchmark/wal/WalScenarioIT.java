package io.millrace.benchmark.wal;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmark.BenchResult;
import io.millrace.benchmark.BenchRow;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The scenario with the smallest sizes: real processes, real files. */
class WalScenarioIT {
    @Test
    void everyCaseHasItsRows(@TempDir Path directory) throws Exception {
        WalOptions options = new WalOptions();
        CommandLine.populateCommand(
                options,
                "--quick",
                "--records=20000",
                "--cold-records=20000",
                "--seconds=0.2",
                "--warmup=0.1",
                "--jdks=" + Runtime.version().feature(),
                "--cases=append-32B-1t-os,append-sync-async,read-tail,read-cold",
                "--peers=block-write-64k,own-os,disk-sequential",
                "--dir=" + directory);

        BenchResult result = WalScenario.run(options);

        assertThat(result.rows())
                .extracting(row -> row.benchCase() + " " + row.metric() + " " + row.peerName())
                .contains(
                        "append-32B-1t-os records_per_s block-write-64k",
                        "append-32B-1t-os cpu_ns_per_record block-write-64k",
                        "append-sync-async records_per_s own-os",
                        "read-tail records_per_s null",
                        "read-cold records_per_s disk-sequential");
        assertThat(result.rows()).allSatisfy(row -> assertThat(row.ours()).isNotNull());
        assertThat(result.rows())
                .extracting(BenchRow::jdk)
                .containsOnly(io.millrace.benchmark.trial.Jdk.current().version());
        assertThat(directory).isEmptyDirectory();
    }
}
