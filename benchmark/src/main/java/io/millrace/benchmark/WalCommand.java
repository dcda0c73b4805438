package io.millrace.benchmark;

import io.millrace.benchmark.wal.WalOptions;
import io.millrace.benchmark.wal.WalScenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench wal}: what a record costs in the log. */
@Command(
        name = "wal",
        mixinStandardHelpOptions = true,
        description = "What does a 32-byte record cost to append and to read, beside Chronicle Queue, RocksDB's log and"
                + " plain files?")
final class WalCommand implements Callable<Integer> {
    @Option(names = "--json", description = "file for the rows as JSON")
    private @Nullable Path json;

    @Mixin
    private WalOptions options = new WalOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        BenchResult result = WalScenario.run(options);
        System.out.print(BenchTable.of(result));
        if (json != null) {
            result.write(json);
        }
        return 0;
    }
}
