package io.millrace.launcher.agent;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of both roles: the registry, health and metrics. */
final class SharedOptions {

    @Option(
            names = "--etcd",
            paramLabel = "URL",
            split = ",",
            description = "Members of the etcd cluster, like http://127.0.0.1:2379 (the agent's default).")
    private List<String> etcd = List.of();

    @Option(names = "--etcd-user", paramLabel = "USER", description = "User of etcd.")
    private @Nullable String etcdUser;

    @Option(names = "--etcd-password-file", paramLabel = "FILE", description = "File that holds its password.")
    private @Nullable Path etcdPasswordFile;

    @Option(names = "--etcd-ca-file", paramLabel = "FILE", description = "Certificates that sign etcd's (PEM).")
    private @Nullable Path etcdCaFile;

    @Option(
            names = "--management",
            paramLabel = "HOST:PORT",
            converter = HostAndPort.Converter.class,
            description = "Where health and metrics are served (127.0.0.1:9400).")
    private @Nullable HostAndPort management;

    boolean namesEtcd() {
        return !etcd.isEmpty();
    }

    /** Adds what was set. */
    void addTo(AgentProperties properties) {
        properties
                .setEach("millrace.mesh.registry.etcd.endpoints", etcd)
                .set("millrace.mesh.registry.etcd.user", etcdUser)
                .set("millrace.mesh.registry.etcd.password-file", absolute(etcdPasswordFile))
                .set("millrace.mesh.registry.etcd.ca-file", absolute(etcdCaFile));
        if (management != null) {
            properties.set("server.address", management.host()).set("server.port", management.port());
        }
    }

    private static @Nullable Path absolute(@Nullable Path path) {
        return path == null ? null : path.toAbsolutePath();
    }
}
