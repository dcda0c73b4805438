package io.millrace.launcher.agent;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code agent}: one mesh agent alone, in one of two roles. */
@Command(
        name = "agent",
        header = "Runs one mesh agent alone.",
        synopsisSubcommandLabel = "(consumer | provider)",
        subcommands = {ConsumerCommand.class, ProviderCommand.class},
        footer = {
            "",
            "Any property of the agent can stand beside the options: --millrace.…=, --server.…=, --management.…=,",
            "--logging.…=. They are listed in docs/operating/mesh.md."
        })
public final class AgentCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Without a role there is nothing to run: exit status 2. */
    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(), "agent needs a role: ./millrace agent consumer, or ./millrace agent provider");
    }
}
