package io.millrace.launcher;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code up}: starts everything and stays. */
@Command(
        name = "up",
        header =
                "Starts a registry, three Dubbo providers and the agents (or a storage node, or a SQL server), and stays until Ctrl-C.",
        footer = {"", "Ctrl-C (or SIGTERM) answers the calls in flight, then ends every process it started."})
final class UpCommand implements Callable<Integer> {

    private static final Set<String> PARTS = Set.of("mesh", "node", "sql");

    @Mixin
    private PlatformOptions options = new PlatformOptions();

    @Mixin
    private NodeOptions node = new NodeOptions();

    @Mixin
    private SqlOptions sql = new SqlOptions();

    @Parameters(
            paramLabel = "PART",
            arity = "0..*",
            description = "What to start: mesh (also the default), node or sql.")
    private List<String> parts = List.of();

    @Override
    public Integer call() throws IOException, InterruptedException {
        for (String part : parts) {
            if (!PARTS.contains(part)) {
                throw new LauncherException(
                        "no such part: " + part,
                        "There is: " + String.join(", ", PARTS.stream().sorted().toList()));
            }
        }
        if (parts.isEmpty() || parts.equals(List.of("mesh"))) {
            serveMesh();
        } else if (parts.size() > 1) {
            throw new LauncherException(
                    "parts are started one at a time: " + String.join(" ", parts),
                    "Try: ./millrace up " + parts.get(0));
        } else if (parts.contains("node")) {
            node.serveUntilKilled();
        } else {
            sql.serveUntilKilled();
        }
        return 0;
    }

    private void serveMesh() throws IOException, InterruptedException {
        Progress progress = new Progress(System.out, System.err);
        try (RunningPlatform running = RunningPlatform.start(options, progress)) {
            progress.step("Up. Registry: " + running.platform().registryDescription());
            running.sayAddresses("Try:");
            running.stayUntilKilled();
        }
    }
}
