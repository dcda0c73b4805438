package io.millrace.launcher.tiered;

import io.millrace.tiered.tool.BrokerPeers;
import io.millrace.tiered.tool.ClusterSettings;
import io.millrace.tiered.tool.ClusterView;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a cluster is reached, and its brokers' endpoints for peers. */
final class ClusterOptions {

    @Option(
            names = "--bootstrap",
            paramLabel = "HOST:PORT",
            description = "Brokers of the cluster, separated by commas.")
    private @Nullable String bootstrap;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = {
                "Properties of the client (security.protocol, sasl.…, ssl.…), and rsm.config.peer.… of a broker: its",
                "server.properties will do. Other lines are passed over."
            })
    private @Nullable Path config;

    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            description = "The brokers' rsm.config.peer.secret.file; without it they are not asked for segments.")
    private @Nullable Path secret;

    @Option(
            names = "--peer-port",
            paramLabel = "PORT",
            description = "Where brokers serve their peers, on the hosts that Kafka knows them by.")
    private @Nullable Integer port;

    @Option(
            names = "--peers",
            paramLabel = "ID=HOST:PORT",
            description = "Brokers that serve elsewhere, separated by commas.")
    private @Nullable String peers;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "30",
            description = "How long to wait for an answer of the cluster (${DEFAULT-VALUE}).")
    private int seconds;

    boolean hasCluster() {
        return bootstrap != null;
    }

    /** Connects; the caller closes. */
    ClusterView cluster(TieredTool tool) {
        if (seconds < 1) {
            throw tool.slip("--timeout: " + seconds + " (expected: >= 1)");
        }
        return ClusterView.of(settings(tool).client(), Duration.ofSeconds(seconds));
    }

    /** The brokers' endpoints; empty if nothing was said of them. */
    Optional<BrokerPeers> brokerPeers(TieredTool tool) {
        return settings(tool).brokerPeers();
    }

    private ClusterSettings settings(TieredTool tool) {
        String servers = bootstrap;
        if (servers == null) {
            throw tool.slip("missing: --bootstrap HOST:PORT");
        }
        Map<String, String> said = new HashMap<>();
        if (secret != null) {
            said.put("peer.secret.file", secret.toAbsolutePath().toString());
        }
        if (port != null) {
            said.put("peer.port", port.toString());
        }
        if (peers != null) {
            said.put("peer.ports", peers);
        }
        return ClusterSettings.of(servers, config, said);
    }
}
