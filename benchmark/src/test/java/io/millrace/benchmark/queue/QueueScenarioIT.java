package io.millrace.benchmark.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmark.BenchResult;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The scenario with the smallest sizes: real processes, real files, a real kill. */
class QueueScenarioIT {
    @Test
    void everyCaseHasItsRows(@TempDir Path directory) throws Exception {
        QueueOptions options = new QueueOptions();
        CommandLine.populateCommand(
                options,
                "--quick",
                "--queues=500",
                "--messages=20,40",
                "--growth=100,1000",
                "--growth-messages=5000",
                "--kill-after=5000",
                "--memory-mib=64",
                "--epoch-mib=1",
                "--disk-mib=8",
                "--cases=put-growth,put-lockstep-page,put-lockstep-os,recover",
                "--peers=own-page,disk-random-read-24t",
                "--dir=" + directory);

        BenchResult result = QueueScenario.run(options);

        assertThat(result.rows())
                .extracting(row -> row.benchCase() + " " + row.metric() + " " + row.peerName())
                .contains(
                        "put-growth-100 messages_per_s null",
                        "put-growth-1k messages_per_s null",
                        "put-lockstep-page cpu_us_per_put null",
                        "put-lockstep-os messages_per_s own-page",
                        "put-lockstep-os-x40 score null",
                        "check-warm calls_per_s null",
                        "check-cold calls_per_s disk-random-read-24t",
                        "consume-warm messages_per_s null",
                        "consume-cold-x40 messages_per_s null",
                        "recover seconds null");
        assertThat(result.rows()).allSatisfy(row -> assertThat(row.ours())
                .as("%s %s: %s", row.benchCase(), row.metric(), row.note())
                .isNotNull());
        assertThat(directory).isEmptyDirectory();
    }
}
