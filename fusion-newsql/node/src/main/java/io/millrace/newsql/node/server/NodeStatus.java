package io.millrace.newsql.node.server;

import io.millrace.newsql.node.NodeConfig;
import io.millrace.newsql.node.OrderedStore;
import io.millrace.newsql.node.command.KeyCount;
import io.millrace.newsql.node.command.NodeFacts;
import io.millrace.newsql.node.command.ScanCursors;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** What the node knows of itself. */
final class NodeStatus implements NodeFacts {

    private final NodeConfig config;
    private final OrderedStore store;
    private final IntSupplier connections;
    private final byte @Nullable [] password;
    private final ScanCursors cursors = new ScanCursors();
    private final long startedNanos = System.nanoTime();
    private volatile int port;

    NodeStatus(NodeConfig config, OrderedStore store, IntSupplier connections) {
        this.config = config;
        this.store = store;
        this.connections = connections;
        String secret = config.password();
        this.password = secret == null ? null : secret.getBytes(StandardCharsets.UTF_8);
        this.port = config.port();
    }

    void listensAt(InetSocketAddress address) {
        port = address.getPort();
    }

    @Override
    public boolean needsPassword() {
        return password != null;
    }

    @Override
    public boolean isPassword(byte[] given) {
        byte[] expected = password;
        return expected != null && MessageDigest.isEqual(expected, given);
    }

    @Override
    public String info(String section) {
        StringBuilder text = new StringBuilder();
        sections().forEach((name, lines) -> {
            if (section.isEmpty() || section.equals(name)) {
                text.append("# ")
                        .append(Character.toUpperCase(name.charAt(0)))
                        .append(name, 1, name.length())
                        .append("\r\n");
                lines.forEach((key, value) ->
                        text.append(key).append(':').append(value).append("\r\n"));
                text.append("\r\n");
            }
        });
        return text.toString();
    }

    private Map<String, Map<String, Object>> sections() {
        Runtime runtime = Runtime.getRuntime();
        Map<String, Map<String, Object>> sections = new LinkedHashMap<>();
        Map<String, Object> server = new LinkedHashMap<>();
        server.put("redis_version", "7.2.0");
        server.put("server_name", "millrace");
        server.put("redis_mode", "standalone");
        server.put("process_id", ProcessHandle.current().pid());
        server.put("tcp_port", port);
        server.put("uptime_in_seconds", TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startedNanos));
        sections.put("server", server);
        sections.put("clients", Map.of("connected_clients", connections.getAsInt()));
        sections.put("memory", Map.of("used_memory", runtime.totalMemory() - runtime.freeMemory()));
        sections.put("persistence", Map.of("store_position", store.position()));
        sections.put("replication", Map.of("role", "master"));
        sections.put("cluster", Map.of("cluster_enabled", 0));
        sections.put("keyspace", Map.of("db0", "keys=" + KeyCount.of(store)));
        return sections;
    }

    @Override
    public List<Setting> settings() {
        return List.of(
                new Setting("appendonly", "yes"),
                new Setting("appendfsync", "always"),
                new Setting("save", ""),
                new Setting("databases", "1"),
                new Setting("maxclients", Integer.toString(config.limits().connectionsMax())),
                new Setting(
                        "timeout", Long.toString(config.limits().idleTimeout().toSeconds())),
                new Setting("port", Integer.toString(port)),
                new Setting("bind", config.host()),
                new Setting("dir", config.directory().toString()));
    }

    @Override
    public String host() {
        return config.host();
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public ScanCursors cursors() {
        return cursors;
    }

    @Override
    public long transactionBytesMax() {
        return config.limits().transactionBytesMax();
    }

    @Override
    public int watchedKeysMax() {
        return config.limits().watchedKeysMax();
    }
}
