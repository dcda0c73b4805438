package io.millrace.benchmark.mesh;

import io.millrace.benchmark.process.Child;
import io.millrace.benchmark.process.Children;
import io.millrace.benchmark.process.JavaCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Three real Apache Dubbo providers, 200 threads and 50 ms each, as the contest had them. */
final class DubboProviders implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String READY = "READY port=";

    private final Children children;
    private final List<Child> started = new ArrayList<>();

    DubboProviders(Children children) {
        this.children = children;
    }

    /** Starts them; the ports on which they serve. */
    List<Integer> start(Path jar, Duration delay, String serialization) throws IOException, InterruptedException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        for (int i = 1; i <= 3; i++) {
            List<String> arguments = List.of(
                    "--port",
                    "0",
                    "--delay",
                    Long.toString(delay.toMillis()),
                    "--threads",
                    "200",
                    "--serialization",
                    serialization);
            List<String> command =
                    JavaCommand.of(java, List.of("-Xmx256m"), List.of("-jar", jar.toString()), arguments);
            started.add(children.start("dubbo-provider-" + i, Map.of(), command));
        }
        List<Integer> ports = new ArrayList<>();
        for (Child provider : started) {
            String line = provider.awaitLine(each -> each.startsWith(READY), PATIENCE);
            ports.add(Integer.valueOf(line.substring(READY.length()).trim()));
        }
        return ports;
    }

    @Override
    public void close() {
        started.forEach(children::end);
        started.clear();
    }
}
