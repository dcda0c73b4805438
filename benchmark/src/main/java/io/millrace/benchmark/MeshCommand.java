package io.millrace.benchmark;

import io.millrace.benchmark.mesh.MeshOptions;
import io.millrace.benchmark.mesh.MeshScenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench mesh}: what a call costs in the agents. */
@Command(
        name = "mesh",
        mixinStandardHelpOptions = true,
        description = "What does a call cost in the agents, beside a pair of nginx and any agent given by --peer?")
final class MeshCommand implements Callable<Integer> {
    @Option(names = "--json", description = "file for the rows as JSON")
    private @Nullable Path json;

    @Mixin
    private MeshOptions options = new MeshOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        BenchResult result = MeshScenario.run(options);
        System.out.print(BenchTable.of(result));
        if (json != null) {
            result.write(json);
        }
        return 0;
    }
}
