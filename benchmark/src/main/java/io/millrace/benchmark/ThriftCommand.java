package io.millrace.benchmark;

import io.millrace.benchmark.thrift.ThriftOptions;
import io.millrace.benchmark.thrift.ThriftScenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench thrift}: what a message costs to encode, to decode and to patch. */
@Command(
        name = "thrift",
        mixinStandardHelpOptions = true,
        description = "What does a Thrift message cost to encode, decode and patch, beside Apache's library, Protocol"
                + " Buffers, Fory, Cap'n Proto and a copy of memory?")
final class ThriftCommand implements Callable<Integer> {
    @Option(names = "--json", description = "file for the rows as JSON")
    private @Nullable Path json;

    @Mixin
    private ThriftOptions options = new ThriftOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        BenchResult result = ThriftScenario.run(options);
        System.out.print(BenchTable.of(result));
        if (json != null) {
            result.write(json);
        }
        return 0;
    }
}
