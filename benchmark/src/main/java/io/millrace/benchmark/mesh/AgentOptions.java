package io.millrace.benchmark.mesh;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How our agents run: their jar, their JVM, and the variants that a tuner compares. Filled by the command line. */
final class AgentOptions {
    @Option(names = "--agent-jar", description = "executable jar of the agent (default: the one that the build made)")
    private @Nullable Path jar;

    @Option(
            names = "--java",
            description = "java of the agents (default: $MILLRACE_JAVA, else an installed 25, else ours)")
    private @Nullable Path java;

    @Option(names = "--jvm-flags", description = "flags of the agents' JVM (default: those of mesh-agent/jvm)")
    private @Nullable String flags;

    @Option(names = "--transport", description = "epoll, io-uring, kqueue or nio (default: the agent's)")
    private @Nullable String transport;

    @Option(names = "--agent-threads", description = "event loops of an agent (default: the agent's)")
    private @Nullable Integer threads;

    @Option(names = "--polling", description = "adaptive or blocking (default: the agent's)")
    private @Nullable String polling;

    @Option(names = "--allocator", description = "pooled or adaptive (default: the agent's)")
    private @Nullable String allocator;

    @Option(
            names = "--serialization",
            defaultValue = "hessian2",
            description = "hessian2 or fastjson (default: hessian2)")
    private String serialization = "hessian2";

    @Option(names = "--etcd", description = "an etcd that runs already, as the registry (default: a fixed list)")
    private @Nullable URI etcd;

    @Option(
            names = "--agent-property",
            paramLabel = "KEY=VALUE",
            description = "a property for all agents, last and so strongest; may be repeated")
    private Map<String, String> properties = Map.of();

    @Nullable
    Path jar() {
        return jar;
    }

    @Nullable
    Path java() {
        return java;
    }

    /** Flags given on the command line; null for those that an agent has by default. */
    @Nullable
    List<String> flags() {
        return flags == null ? null : List.of(flags.trim().split("\\s+", -1));
    }

    String serialization() {
        return serialization;
    }

    @Nullable
    URI etcd() {
        return etcd;
    }

    /** The variants as properties of the agent, in a fixed order; those not asked for are left to the agent. */
    Map<String, String> variants() {
        Map<String, String> variants = new LinkedHashMap<>();
        put(variants, "millrace.mesh.transport.kind", transport);
        put(variants, "millrace.mesh.transport.threads", threads);
        put(variants, "millrace.mesh.transport.adaptive-polling", polling == null ? null : isAdaptive(polling));
        put(variants, "millrace.mesh.transport.allocator", allocator);
        variants.putAll(properties);
        return variants;
    }

    private static boolean isAdaptive(String polling) {
        return switch (polling) {
            case "adaptive" -> true;
            case "blocking" -> false;
            default -> throw new IllegalArgumentException("polling=" + polling + " (expected: adaptive or blocking)");
        };
    }

    private static void put(Map<String, String> properties, String key, @Nullable Object value) {
        if (value != null) {
            properties.put(key, value.toString());
        }
    }

    static List<String> asArguments(Map<String, String> properties) {
        List<String> arguments = new ArrayList<>();
        properties.forEach((key, value) -> arguments.add("--" + key + "=" + value));
        return arguments;
    }
}
