package io.millrace.launcher.tool;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code queue}: looks into the directory of a queue engine that is not running. */
@Command(
        name = "queue",
        header = "Looks into the directory of a queue engine that is not running.",
        synopsisSubcommandLabel = "(list | dump | verify | repair)",
        subcommands = {
            QueueListCommand.class,
            QueueDumpCommand.class,
            QueueVerifyCommand.class,
            QueueRepairCommand.class
        },
        footer = {"", "Exit status: 0 sound, 1 damaged or failed, 2 wrong command line. Only repair changes a file."})
public final class QueueCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Without a tool there is nothing to do: exit status 2. */
    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(), "queue needs one of: list, dump, verify, repair, like ./millrace queue list DIR");
    }
}
