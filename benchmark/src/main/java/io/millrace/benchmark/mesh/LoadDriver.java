package io.millrace.benchmark.mesh;

import io.millrace.benchmark.load.NettyLoops;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * A closed-loop HTTP/1.1 client on one epoll loop that checks every answer.
 *
 * <p>Each connection has one call outstanding: no coordinated omission is corrected for, as in the contest, whose load
 * was closed too. Prints one line of JSON; ends with 0 if every call had its right answer, else with 1.
 */
@Command(
        name = "drive",
        mixinStandardHelpOptions = true,
        description = "Puts a closed-loop load of form calls on an agent, checks every answer, prints a line of JSON.")
public final class LoadDriver implements Callable<Integer> {
    @Mixin
    private LoadOptions options = new LoadOptions();

    /** Runs one load. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new LoadDriver()).execute(args));
    }

    @Override
    public Integer call() throws InterruptedException, ExecutionException, TimeoutException {
        try (NettyLoops loops = new NettyLoops(1)) {
            LoadResult result = new LoadRun(options, loops).start().get(options.limitNanos(), TimeUnit.NANOSECONDS);
            System.out.println(result.toJson());
            return result.isFlawless() ? 0 : 1;
        }
    }
}
