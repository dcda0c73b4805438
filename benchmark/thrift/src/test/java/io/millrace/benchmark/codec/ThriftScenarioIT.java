package io.millrace.benchmark.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmark.BenchResult;
import io.millrace.benchmark.BenchRow;
import io.millrace.benchmark.thrift.ThriftOptions;
import io.millrace.benchmark.thrift.ThriftScenario;
import io.millrace.benchmark.trial.Jdk;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The scenario as short as it can be: a real process with the packaged jar and every kind of contender. */
class ThriftScenarioIT {
    @Test
    void everyCaseHasItsRows(@TempDir Path directory) throws Exception {
        ThriftOptions options = new ThriftOptions();
        CommandLine.populateCommand(
                options,
                "--quick",
                "--millis=1",
                "--warmup=1",
                "--jdks=" + Runtime.version().feature(),
                "--cases=small-encode,mixed-view-patch,mixed-decode,list-i64-encode",
                "--heap=512m",
                "--dir=" + directory);

        BenchResult result = ThriftScenario.run(options);

        assertThat(result.rows())
                .extracting(row -> row.benchCase() + " " + row.metric() + " " + row.peerName())
                .contains(
                        "small-encode cpu_ns_per_op libthrift",
                        "small-encode cpu_ns_per_op capnproto",
                        "small-encode bytes_allocated_per_op protobuf",
                        "mixed-decode bytes_allocated_per_op libthrift",
                        "mixed-view-patch cpu_ns_per_op own-eager",
                        "mixed-view-patch cpu_ns_per_op fory",
                        "list-i64-encode cpu_ns_per_op memcpy");
        assertThat(result.rows()).allSatisfy(row -> {
            assertThat(row.ours()).as("%s", row).isNotNull();
            assertThat(row.peer()).as("%s", row).isNotNull();
        });
        assertThat(result.rows())
                .extracting(BenchRow::jdk)
                .containsOnly(Jdk.current().version());
        assertThat(result.rows())
                .filteredOn(row -> row.benchCase().equals("small-encode") && "libthrift".equals(row.peerName()))
                .first()
                .satisfies(row -> assertThat(row.note()).contains("paired ", "target 4.00 "));
        assertThat(directory).isEmptyDirectory();
    }
}
