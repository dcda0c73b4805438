package io.millrace.launcher.agent;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code agent provider}: the agent in front of a Dubbo or Thrift provider. */
@Command(name = "provider", header = "Stands in front of one Dubbo or Thrift provider and announces it.")
final class ProviderCommand extends RoleCommand {

    private static final String SERVICE = "millrace.mesh.provider.services[0].";

    @Mixin
    private SharedOptions shared = new SharedOptions();

    @Option(
            names = "--provider",
            paramLabel = "HOST:PORT",
            converter = HostAndPort.Converter.class,
            required = true,
            description = "The provider that it fronts.")
    private @Nullable HostAndPort provider;

    @Option(
            names = "--interface",
            paramLabel = "NAME",
            required = true,
            description = "The service that the provider serves, like com.example.HashService.")
    private @Nullable String interfaceName;

    @Option(names = "--group", paramLabel = "NAME", description = "Its Dubbo group, if it has one.")
    private @Nullable String group;

    @Option(names = "--version", paramLabel = "NAME", description = "Its Dubbo version, if it has one.")
    private @Nullable String version;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            converter = HostAndPort.Converter.class,
            description = "Where it takes calls from consumer agents (127.0.0.1:30000).")
    private @Nullable HostAndPort listen;

    @Option(
            names = "--advertise",
            paramLabel = "HOST:PORT",
            converter = HostAndPort.Converter.class,
            description = "The address that consumer agents reach it at (the listen address).")
    private @Nullable HostAndPort advertise;

    @Option(names = "--weight", paramLabel = "N", description = "Share of the calls, relative to others (1).")
    private @Nullable Integer weight;

    @Option(
            names = "--capacity",
            paramLabel = "N",
            description = "Most calls at one time in the provider: its number of threads (200).")
    private @Nullable Integer capacity;

    @Option(names = "--protocol", paramLabel = "dubbo|thrift", description = "What the provider speaks (dubbo).")
    private @Nullable String protocol;

    @Option(
            names = "--serialization",
            paramLabel = "NAME",
            description = "With Dubbo what HTTP calls are turned into: hessian2 (the default) or fastjson. With Thrift"
                    + " what the provider speaks: binary (the default) or compact.")
    private @Nullable String serialization;

    @Option(names = "--multiplexed", description = "A Thrift provider tells its services by multiplexed names.")
    private boolean multiplexed;

    @Option(names = "--fixed", description = "No registry: consumer agents list this one with their own --fixed.")
    private boolean fixed;

    @Override
    SharedOptions shared() {
        return shared;
    }

    @Override
    AgentProperties properties() {
        return new AgentProperties()
                .set("millrace.mesh.role", "provider")
                .set("millrace.mesh.listen-address", listen)
                .set("millrace.mesh.provider.address", provider)
                .set("millrace.mesh.provider.advertised-address", advertise)
                .set(SERVICE + "interface-name", interfaceName)
                .set(SERVICE + "group", group)
                .set(SERVICE + "version", version)
                .set(SERVICE + "protocol", protocol)
                .set(SERVICE + "serialization", serialization)
                .set(SERVICE + "multiplexed", multiplexed ? "true" : null)
                .set(SERVICE + "weight", weight)
                .set(SERVICE + "capacity", capacity)
                .set("millrace.mesh.registry.type", fixed ? "fixed" : null);
    }
}
