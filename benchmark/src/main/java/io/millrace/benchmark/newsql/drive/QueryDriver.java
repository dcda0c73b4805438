package io.millrace.benchmark.newsql.drive;

import io.millrace.benchmark.load.NettyLoops;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Closed loops of queries, on one epoll loop: each connection sends the next ones when all before are answered.
 *
 * <p>Each line of standard input is a load, its options as on a command line; when it is over a line of JSON follows on standard output, or {@link #FAILED} and what went
 * wrong: also if a query was not answered as it must be. One process drives many loads, so that its own start and warm-up are nobody's. Ends with its input.
 */
@Command(
        name = "drive",
        mixinStandardHelpOptions = true,
        description =
                "Puts a closed loop of queries on a server of MySQL's or Redis's protocol, prints a line of JSON.")
public final class QueryDriver implements Callable<Integer> {
    /** For connecting, and for the last answers. */
    private static final long MARGIN_SECONDS = 60;

    /** What the line of a load begins with that has no figures. */
    public static final String FAILED = "failed: ";

    @Mixin
    private DriverOptions options = new DriverOptions();

    /** Runs the loads of standard input. */
    public static void main(String[] args) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            CommandLine load = new CommandLine(new QueryDriver()).setCaseInsensitiveEnumValuesAllowed(true);
            load.setParameterExceptionHandler((e, given) -> failed(e));
            load.setExecutionExceptionHandler((e, command, given) -> failed(e));
            load.execute(line.split(" "));
        }
    }

    private static int failed(Throwable e) {
        System.out.println(FAILED + String.valueOf(e).replace('\n', ' '));
        return 1;
    }

    @Override
    public Integer call() throws InterruptedException, TimeoutException {
        long limit = options.warmupNanos() + options.windowNanos() + TimeUnit.SECONDS.toNanos(MARGIN_SECONDS);
        try (NettyLoops loops = new NettyLoops(1)) {
            DriverResult result = new DriverRun(options, loops).start().get(limit, TimeUnit.NANOSECONDS);
            System.out.println(result.toJson());
            return 0;
        } catch (ExecutionException e) {
            return failed(e.getCause() == null ? e : e.getCause());
        }
    }
}
