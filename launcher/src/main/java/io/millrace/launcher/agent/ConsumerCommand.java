package io.millrace.launcher.agent;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code agent consumer}: the agent beside a program that calls. */
@Command(name = "consumer", header = "Takes calls from a program and sends them to provider agents.")
final class ConsumerCommand extends RoleCommand {

    private static final String FIXED = "millrace.mesh.registry.fixed.services[%d].";

    @Mixin
    private SharedOptions shared = new SharedOptions();

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            converter = HostAndPort.Converter.class,
            description = "Where it takes calls (127.0.0.1:20000).")
    private @Nullable HostAndPort listen;

    @Option(names = "--deadline", paramLabel = "TIME", description = "Longest time for a call, like 800ms (3s).")
    private @Nullable String deadline;

    @Option(
            names = "--thrift-service",
            paramLabel = "NAME",
            description = "Service of Thrift calls that have no multiplexed name.")
    private @Nullable String thriftService;

    @Option(
            names = "--fixed",
            paramLabel = "INTERFACE=ENDPOINT[,ENDPOINT]",
            description = "No registry: these provider agents, like a.Service=10.0.0.7:30000;weight=2. Repeatable.")
    private List<String> fixed = List.of();

    @Override
    SharedOptions shared() {
        return shared;
    }

    @Override
    AgentProperties properties() {
        AgentProperties properties = new AgentProperties()
                .set("millrace.mesh.role", "consumer")
                .set("millrace.mesh.listen-address", listen)
                .set("millrace.mesh.deadline", deadline)
                .set("millrace.mesh.consumer.thrift.service", thriftService);
        if (!fixed.isEmpty()) {
            properties.set("millrace.mesh.registry.type", "fixed");
        }
        for (int i = 0; i < fixed.size(); i++) {
            setFixed(properties, FIXED.formatted(i), fixed.get(i));
        }
        return properties;
    }

    private void setFixed(AgentProperties properties, String prefix, String service) {
        int equals = service.indexOf('=');
        if (equals <= 0 || equals == service.length() - 1) {
            throw slip("--fixed: no service: \"" + service + "\" (expected: INTERFACE=HOST:PORT[,HOST:PORT…])");
        }
        List<String> endpoints =
                new ArrayList<>(List.of(service.substring(equals + 1).split(",", -1)));
        endpoints.forEach(endpoint -> parseAddress("--fixed", endpoint.split(";", 2)[0]));
        properties
                .set(prefix + "interface-name", service.substring(0, equals))
                .setEach(prefix + "endpoints", endpoints);
    }
}
