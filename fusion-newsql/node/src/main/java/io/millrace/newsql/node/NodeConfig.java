package io.millrace.newsql.node;

import io.millrace.transport.TransportConfig;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a node serves. A value; change it with the {@code with…} methods.
 *
 * @param directory where its store is
 * @param store how that works
 * @param host address to listen at; a name or a literal
 * @param port 0 for any free one
 * @param password what clients must say; null for none. Not printed
 * @param tls null for none
 */
public record NodeConfig(
        Path directory,
        StoreConfig store,
        String host,
        int port,
        @Nullable String password,
        @Nullable NodeTls tls,
        NodeLimits limits,
        TransportConfig transport) {

    /** Port that nobody else is known for, near Redis's. */
    public static final int PORT = 7379;

    public NodeConfig {
        Objects.requireNonNull(directory, "directory");
        Objects.requireNonNull(store, "store");
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(transport, "transport");
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("port: " + port + " (expected: 0 to 65535)");
        }
        if (password != null && password.isEmpty()) {
            throw new IllegalArgumentException("password: empty (expected: null for none)");
        }
    }

    /** At 127.0.0.1:7379, without a password. */
    public static NodeConfig of(Path directory) {
        return new NodeConfig(
                directory,
                StoreConfig.defaults(),
                "127.0.0.1",
                PORT,
                null,
                null,
                NodeLimits.defaults(),
                TransportConfig.defaults());
    }

    public NodeConfig withStore(StoreConfig value) {
        return new NodeConfig(directory, value, host, port, password, tls, limits, transport);
    }

    public NodeConfig withHost(String value) {
        return new NodeConfig(directory, store, value, port, password, tls, limits, transport);
    }

    public NodeConfig withPort(int value) {
        return new NodeConfig(directory, store, host, value, password, tls, limits, transport);
    }

    public NodeConfig withPassword(@Nullable String value) {
        return new NodeConfig(directory, store, host, port, value, tls, limits, transport);
    }

    public NodeConfig withTls(@Nullable NodeTls value) {
        return new NodeConfig(directory, store, host, port, password, value, limits, transport);
    }

    public NodeConfig withLimits(NodeLimits value) {
        return new NodeConfig(directory, store, host, port, password, tls, value, transport);
    }

    public NodeConfig withTransport(TransportConfig value) {
        return new NodeConfig(directory, store, host, port, password, tls, limits, value);
    }

    @Override
    public String toString() {
        return "NodeConfig[directory=" + directory + ", host=" + host + ", port=" + port + ", password="
                + (password == null ? "none" : "set") + ", tls=" + (tls != null) + ", limits=" + limits + "]";
    }
}
