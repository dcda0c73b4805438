package io.millrace.launcher.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** Checks what both roles share, then prints the properties, a line each, for the script to start the agent with. */
abstract class RoleCommand implements Callable<Integer> {

    /** Prefixes of properties that are passed on as they are. */
    private static final List<String> PASSED_ON = List.of("--millrace.", "--server.", "--management.", "--logging.");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Unmatched
    private List<String> unmatched = new ArrayList<>();

    abstract SharedOptions shared();

    /** The properties behind the role's own options. */
    abstract AgentProperties properties();

    @Override
    public final Integer call() {
        List<String> slips = unmatched.stream()
                .filter(argument -> PASSED_ON.stream().noneMatch(argument::startsWith))
                .toList();
        if (!slips.isEmpty()) {
            throw slip("unknown argument: " + String.join(" ", slips));
        }
        AgentProperties properties = properties();
        shared().addTo(properties);
        List<String> arguments = properties.passThrough(unmatched).arguments();
        if (shared().namesEtcd() && arguments.contains("--millrace.mesh.registry.type=fixed")) {
            throw slip("--fixed means no registry, so there is no --etcd beside it");
        }
        arguments.forEach(spec.commandLine().getOut()::println);
        return 0;
    }

    final HostAndPort parseAddress(String option, String text) {
        try {
            return HostAndPort.parse(text);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), option + ": " + e.getMessage(), e);
        }
    }

    final ParameterException slip(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
