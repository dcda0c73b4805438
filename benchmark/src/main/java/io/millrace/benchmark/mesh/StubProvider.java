package io.millrace.benchmark.mesh;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A provider that costs next to nothing: answers the hash of a text on the Dubbo 2.x wire and over HTTP.
 *
 * <p>Prints {@code READY dubbo=P[,P…] http=P control=P} when it serves and ends on SIGTERM or, with
 * {@code --end-with-input}, when its standard input ends (so that it never outlives the process that started it).
 */
@Command(
        name = "stub",
        mixinStandardHelpOptions = true,
        description = "Answers String.hashCode() of the argument over Dubbo 2.x and HTTP, at once or after a delay.")
public final class StubProvider implements Callable<Integer> {
    @Option(
            names = "--dubbo-ports",
            split = ",",
            defaultValue = "0,0,0",
            description = "Dubbo ports, 0 for a free one (default: ${DEFAULT-VALUE})")
    private List<Integer> dubboPorts = List.of();

    @Option(names = "--http-port", defaultValue = "0", description = "HTTP port (default: a free one)")
    private int httpPort;

    @Option(names = "--control-port", defaultValue = "0", description = "control port (default: a free one)")
    private int controlPort;

    @Option(names = "--delay", defaultValue = "0", description = "milliseconds before an answer (default: 0)")
    private int delayMillis;

    @Option(names = "--loops", defaultValue = "1", description = "event loops (default: 1)")
    private int loops;

    @Option(
            names = "--limit",
            defaultValue = "0",
            description = "calls at once in a Dubbo port, beyond it status 100 (default: 0, none)")
    private int limit;

    @Option(names = "--end-with-input", description = "end when standard input ends")
    private boolean endWithInput;

    /** Starts the stub; returns when it is told to end. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new StubProvider()).execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (StubServer stub = new StubServer(dubboPorts, httpPort, controlPort, loops, limit)) {
            stub.delay(Duration.ofMillis(delayMillis));
            System.out.println("READY dubbo="
                    + stub.dubboPorts().stream().map(String::valueOf).collect(Collectors.joining(","))
                    + " http=" + stub.httpPort() + " control=" + stub.controlPort());
            if (endWithInput) {
                System.in.transferTo(java.io.OutputStream.nullOutputStream());
            } else {
                Thread.currentThread().join();
            }
        }
        return 0;
    }
}
