package io.millrace.launcher.tiered;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tiered}: what of Kafka's topics lies on fast disks and on slow ones. */
@Command(
        name = "tiered",
        header = "Shows what of Kafka's tiered topics lies on SSD and on HDD, and checks the copies on HDD.",
        synopsisSubcommandLabel = "(states | verify | orphans | explain | simulate)",
        subcommands = {
            StatesCommand.class,
            VerifyCommand.class,
            OrphansCommand.class,
            ExplainCommand.class,
            SimulateCommand.class
        },
        footer = {
            "",
            "Nothing is changed. Brokers may run meanwhile: directories are read past the page cache.",
            "Exit status: 0 sound, 1 damaged, lacking or failed, 2 wrong command line. docs/operating/tiered-kafka.md is the guide."
        })
public final class TieredCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Without a tool there is nothing to do: exit status 2. */
    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(),
                "tiered needs one of: states, verify, orphans, explain, simulate, like ./millrace tiered verify DIR");
    }
}
