package io.millrace.launcher.thrift;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code thrift}: what is done with Thrift definitions. */
@Command(
        name = "thrift",
        header = "Works with Thrift definitions.",
        synopsisSubcommandLabel = "gen",
        subcommands = ThriftGenCommand.class,
        footer = {"", "In a Maven build the plugin does the same: thrift-fastcodec/maven-plugin/README.md"})
public final class ThriftCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Without a tool there is nothing to do: exit status 2. */
    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "thrift needs: gen, like ./millrace thrift gen orders.thrift");
    }
}
