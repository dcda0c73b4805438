package io.millrace.benchmark;

import io.millrace.benchmark.queue.QueueOptions;
import io.millrace.benchmark.queue.QueueScenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench queue}: the contest over a million queues. */
@Command(
        name = "queue",
        mixinStandardHelpOptions = true,
        description =
                "How fast are a million queues to fill, to check and to consume, what do they cost, and how soon are"
                        + " they back after a kill? Beside RocksDB, Chronicle Queue and Kafka.")
final class QueueCommand implements Callable<Integer> {
    @Option(names = "--json", description = "file for the rows as JSON")
    private @Nullable Path json;

    @Mixin
    private QueueOptions options = new QueueOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        BenchResult result = QueueScenario.run(options);
        System.out.print(BenchTable.of(result));
        if (json != null) {
            result.write(json);
        }
        return 0;
    }
}
