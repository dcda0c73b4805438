package io.millrace.benchmark.peers;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * How a broker is to run.
 *
 * @param directory of its properties and of what it says
 * @param logs one or more folders of segments; formatted where they are new
 * @param heapMib its greatest heap
 * @param jvmFlags beside it
 * @param commandPrefix what comes before the java, for example a shell that joins a group; empty for nothing
 * @param properties beside those that every broker here has
 */
public record BrokerPlan(
        Path directory,
        List<Path> logs,
        int heapMib,
        List<String> jvmFlags,
        List<String> commandPrefix,
        Map<String, String> properties) {
    public BrokerPlan {
        logs = List.copyOf(logs);
        jvmFlags = List.copyOf(jvmFlags);
        commandPrefix = List.copyOf(commandPrefix);
        properties = Map.copyOf(properties);
    }

    /** A broker as it comes, with all that it has in one folder. */
    static BrokerPlan of(Path directory, int heapMib, Map<String, String> properties) {
        return new BrokerPlan(directory, List.of(directory.resolve("logs")), heapMib, List.of(), List.of(), properties);
    }
}
