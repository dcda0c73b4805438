package io.millrace.tiered.tool;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.jspecify.annotations.Nullable;

/**
 * How a cluster and its brokers' endpoints are reached: from a file, which may be a broker's own, and from what was said beside it.
 *
 * @param client properties of an Admin client
 * @param peers properties of the endpoints, without {@code rsm.config.}
 */
public record ClusterSettings(Map<String, Object> client, Map<String, String> peers) {

    private static final String PLUGIN = "rsm.config.";
    private static final String PEER = "peer.";
    private static final String LISTEN = "peer.listen";

    public ClusterSettings {
        client = Map.copyOf(client);
        peers = Map.copyOf(peers);
    }

    /**
     * Reads a file.
     *
     * @param bootstrap addresses of brokers
     * @param file of properties: those of an Admin client and {@code rsm.config.peer.…}; others are passed over, so that a broker's own file will do. Null for none
     * @param said what goes before the file, without {@code rsm.config.}
     */
    public static ClusterSettings of(String bootstrap, @Nullable Path file, Map<String, String> said) {
        Map<String, Object> client = new HashMap<>();
        Map<String, String> peers = new HashMap<>();
        Properties properties = read(file);
        for (String name : properties.stringPropertyNames()) {
            String value = properties.getProperty(name);
            if (name.startsWith(PLUGIN + PEER)) {
                peers.put(name.substring(PLUGIN.length()), value);
            } else if (AdminClientConfig.configNames().contains(name)) {
                client.put(name, value);
            }
        }
        // A broker's own address: the port is what others have in common with it, and the host is not.
        String listen = peers.remove(LISTEN);
        if (listen != null) {
            peers.putIfAbsent("peer.port", listen.substring(listen.lastIndexOf(':') + 1));
        }
        peers.putAll(said);
        client.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        return new ClusterSettings(client, peers);
    }

    private static Properties read(@Nullable Path file) {
        Properties properties = new Properties();
        if (file == null) {
            return properties;
        }
        try (Reader text = Files.newBufferedReader(file)) {
            properties.load(text);
            return properties;
        } catch (IOException | IllegalArgumentException e) {
            throw new ToolException("cannot read properties: " + e, e);
        }
    }

    /** The brokers' endpoints; empty if nothing was said of them. */
    public Optional<BrokerPeers> brokerPeers() {
        return peers.isEmpty() ? Optional.empty() : Optional.of(BrokerPeers.of(peers));
    }
}
