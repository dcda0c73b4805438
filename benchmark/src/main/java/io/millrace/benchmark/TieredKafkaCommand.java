package io.millrace.benchmark;

import io.millrace.benchmark.tiered.TieredOptions;
import io.millrace.benchmark.tiered.TieredScenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench tiered-kafka}: what lagging consumers do to those that keep up. */
@Command(
        name = "tiered-kafka",
        mixinStandardHelpOptions = true,
        description =
                "Do consumers that lag disturb those that keep up? Kafka with our tiers, beside plain Kafka on a slow"
                        + " disk and beside plain tiers.")
final class TieredKafkaCommand implements Callable<Integer> {
    @Option(names = "--json", description = "file for the rows as JSON")
    private @Nullable Path json;

    @Mixin
    private TieredOptions options = new TieredOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        BenchResult result = TieredScenario.run(options);
        System.out.print(BenchTable.of(result));
        if (json != null) {
            result.write(json);
        }
        return 0;
    }
}
