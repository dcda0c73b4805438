package io.millrace.benchmark.newsql.drive;

import io.millrace.benchmark.load.NettyLoops;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * A closed loop of queries, on one epoll loop: each connection sends the next ones when all before are answered.
 *
 * <p>Prints one line of JSON and ends with 0; a query that is not answered as it must be ends it with 1, and with words on standard error.
 */
@Command(
        name = "drive",
        mixinStandardHelpOptions = true,
        description =
                "Puts a closed loop of queries on a server of MySQL's or Redis's protocol, prints a line of JSON.")
public final class QueryDriver implements Callable<Integer> {
    /** For connecting, and for the last answers. */
    private static final long MARGIN_SECONDS = 60;

    @Mixin
    private DriverOptions options = new DriverOptions();

    /** Runs one load. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new QueryDriver())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(args));
    }

    @Override
    public Integer call() throws InterruptedException, TimeoutException {
        long limit = options.warmupNanos() + options.windowNanos() + TimeUnit.SECONDS.toNanos(MARGIN_SECONDS);
        try (NettyLoops loops = new NettyLoops(1)) {
            DriverResult result = new DriverRun(options, loops).start().get(limit, TimeUnit.NANOSECONDS);
            System.out.println(result.toJson());
            return 0;
        } catch (ExecutionException e) {
            System.err.println("driver: " + e.getCause());
            return 1;
        }
    }
}
