package io.millrace.benchmark;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command behind {@code ./millrace bench}. Ends with 0, with 1 where a run failed, with 2 for wrong arguments. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = "Runs a scenario beside its peers, or turns kept results into a page.",
        subcommands = {
            MeshCommand.class,
            WalCommand.class,
            QueueCommand.class,
            NewSqlCommand.class,
            TieredKafkaCommand.class,
            ThriftCommand.class,
            ReportCommand.class
        })
public final class BenchCommand {
    /** Runs one subcommand. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new BenchCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    System.err.println("bench failed: " + failure.getMessage());
                    return 1;
                });
    }
}
