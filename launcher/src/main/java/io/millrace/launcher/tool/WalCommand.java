package io.millrace.launcher.tool;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code wal}: looks into the directory of a log that is not open. */
@Command(
        name = "wal",
        header = "Looks into the directory of a write-ahead log that nobody has open.",
        synopsisSubcommandLabel = "(dump | verify | repair)",
        subcommands = {WalDumpCommand.class, WalVerifyCommand.class, WalRepairCommand.class},
        footer = {
            "",
            "A queue engine's journal is such a log, DIR/journal; repair it with ./millrace queue repair DIR, which keeps more.",
            "Exit status: 0 sound, 1 damaged or failed, 2 wrong command line. Only repair changes a file."
        })
public final class WalCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Without a tool there is nothing to do: exit status 2. */
    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(), "wal needs one of: dump, verify, repair, like ./millrace wal verify DIR");
    }
}
