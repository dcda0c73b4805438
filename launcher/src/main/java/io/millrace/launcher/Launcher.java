package io.millrace.launcher;

import io.millrace.launcher.agent.AgentCommand;
import io.millrace.launcher.sql.SqlCommand;
import io.millrace.launcher.thrift.ThriftCommand;
import io.millrace.launcher.tiered.TieredCommand;
import io.millrace.launcher.tool.QueueCommand;
import io.millrace.launcher.tool.WalCommand;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The program behind {@code ./millrace demo}, {@code up}, {@code agent}, {@code wal}, {@code queue}, {@code sql}, {@code tiered} and {@code thrift}.
 *
 * <p>Exit status: 0 all good, 1 something failed or was wrong (said on standard error in plain words), 2 the command
 * line was wrong.
 */
@Command(name = "millrace", synopsisSubcommandLabel = "demo | up | agent | wal | queue | sql | tiered | thrift")
public final class Launcher implements Runnable {

    static final int FAILED = 1;
    private static final int HELP_COLUMNS = 110;

    private Launcher() {}

    /** Runs one command and exits with its status. */
    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        Logger.getLogger("").setLevel(Level.WARNING); // gRPC logs through java.util.logging
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Launcher())
                .addSubcommand(new DemoCommand())
                .addSubcommand(new UpCommand())
                .addSubcommand(new AgentCommand())
                .addSubcommand(new WalCommand())
                .addSubcommand(new QueueCommand())
                .addSubcommand(new SqlCommand())
                .addSubcommand(new TieredCommand())
                .addSubcommand(new ThriftCommand());
        return line.setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpWidth(HELP_COLUMNS)
                .setParameterExceptionHandler((slip, arguments) -> explainSlip(slip))
                .setExecutionExceptionHandler((failure, command, parsed) -> explain(failure, command));
    }

    @Override
    public void run() {
        throw new LauncherException("no command", "One of: demo, up, agent, wal, queue, sql, tiered, thrift");
    }

    private static int explainSlip(ParameterException slip) {
        CommandLine command = slip.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("millrace: " + slip.getMessage());
        UnmatchedArgumentException.printSuggestions(slip, err);
        err.println("  The list: ./" + command.getCommandSpec().qualifiedName() + " --help");
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    private static int explain(Exception failure, CommandLine command) {
        if (failure instanceof LauncherException known) {
            command.getErr().println("millrace: " + known.getMessage());
            known.remedies().forEach(line -> command.getErr().println("  " + line));
        } else if (String.valueOf(failure.getMessage()).contains("No space left on device")) {
            command.getErr().println("millrace: the disk is full: " + failure.getMessage());
            command.getErr().println("  Free some room in " + System.getProperty("java.io.tmpdir"));
        } else {
            failure.printStackTrace(command.getErr());
        }
        return FAILED;
    }
}
