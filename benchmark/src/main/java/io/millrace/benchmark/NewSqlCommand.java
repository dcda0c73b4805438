package io.millrace.benchmark;

import io.millrace.benchmark.newsql.NewSqlOptions;
import io.millrace.benchmark.newsql.NewSqlScenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench newsql}: what a query costs in the SQL server, and a command in the storage node. */
@Command(
        name = "newsql",
        mixinStandardHelpOptions = true,
        description = "What does a query cost in our SQL server, beside MariaDB, and a command in our storage node,"
                + " beside Redis?")
final class NewSqlCommand implements Callable<Integer> {
    @Option(names = "--json", description = "file for the rows as JSON")
    private @Nullable Path json;

    @Mixin
    private NewSqlOptions options = new NewSqlOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        BenchResult result = NewSqlScenario.run(options);
        System.out.print(BenchTable.of(result));
        if (json != null) {
            result.write(json);
        }
        return 0;
    }
}
