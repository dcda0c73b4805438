package io.millrace.launcher.sql;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sql}: asks a SQL server, and looks after its data. */
@Command(
        name = "sql",
        header = "Asks a SQL server, checks and copies its data.",
        synopsisSubcommandLabel = "shell|check|backup|restore",
        subcommands = {ShellCommand.class, CheckCommand.class, BackupCommand.class, RestoreCommand.class},
        footer = {
            "",
            "Exit status: 0 good, 1 refused or failed, 2 wrong command line. ./millrace up sql starts a server."
        })
public final class SqlCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Without a tool there is nothing to do: exit status 2. */
    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(), "sql needs its tool: ./millrace sql shell|check|backup|restore");
    }
}
