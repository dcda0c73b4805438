package io.millrace.tiered;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * How brokers give each other cold segments. A value.
 *
 * @param listen where this broker serves; null if it does not
 * @param port where the others do, on the host that Kafka knows them by; 0 if nobody does but those of {@code ports}
 * @param ports where single brokers serve, by their id
 * @param secretFile file with what only the brokers of this cluster know; null where there are no peers
 * @param keyStore PKCS 12 file with this broker's key and certificate; null for no TLS
 * @param trustStore PKCS 12 file with those who sign the brokers' certificates
 * @param passwordFile file with the password of both
 */
public record PeerConfig(
        @Nullable InetSocketAddress listen,
        int port,
        Map<Integer, InetSocketAddress> ports,
        @Nullable Path secretFile,
        @Nullable Path keyStore,
        @Nullable Path trustStore,
        @Nullable Path passwordFile) {

    static final String LISTEN = "peer.listen";
    static final String PORT = "peer.port";
    static final String PORTS = "peer.ports";
    static final String SECRET_FILE = "peer.secret.file";
    static final String KEY_STORE = "peer.tls.keystore.file";
    static final String TRUST_STORE = "peer.tls.truststore.file";
    static final String PASSWORD_FILE = "peer.tls.password.file";

    static final Set<String> NAMES = Set.of(LISTEN, PORT, PORTS, SECRET_FILE, KEY_STORE, TRUST_STORE, PASSWORD_FILE);

    private static final int PORT_MAX = 65_535;

    public PeerConfig {
        ports = Map.copyOf(ports);
    }

    /**
     * Reads Kafka's properties, whose prefix is gone.
     *
     * @throws ConfigException that names the property, the value and what is expected
     */
    public static PeerConfig of(Map<String, ?> values) {
        TieredProperties properties = new TieredProperties(values);
        String listen = properties.text(LISTEN);
        InetSocketAddress address = listen == null ? null : address(LISTEN, listen, 0);
        int port = address == null ? 0 : address.getPort();
        PeerConfig config = new PeerConfig(
                address,
                (int) properties.number(PORT, port, 0, PORT_MAX),
                ports(properties.text(PORTS)),
                properties.path(SECRET_FILE, "absolute path of a file with a secret"),
                properties.path(KEY_STORE, "absolute path of a PKCS 12 file"),
                properties.path(TRUST_STORE, "absolute path of a PKCS 12 file"),
                properties.path(PASSWORD_FILE, "absolute path of a file with a password"));
        config.check();
        return config;
    }

    private void check() {
        if (secretFile == null && (listen != null || port != 0 || !ports.isEmpty())) {
            throw TieredProperties.wrong(
                    SECRET_FILE, null, "a file with a secret, the same for all brokers, where there are peers");
        }
        if ((keyStore == null) != (trustStore == null) || (keyStore == null) != (passwordFile == null)) {
            throw TieredProperties.wrong(
                    KEY_STORE,
                    keyStore,
                    "all of " + KEY_STORE + ", " + TRUST_STORE + ", " + PASSWORD_FILE + ", or none");
        }
    }

    /** Whether this broker asks others. */
    public boolean hasPeers() {
        return port != 0 || !ports.isEmpty();
    }

    private static Map<Integer, InetSocketAddress> ports(@Nullable String value) {
        Map<Integer, InetSocketAddress> ports = new HashMap<>();
        for (String item : value == null || value.isEmpty() ? new String[0] : value.split(",", -1)) {
            int equals = item.indexOf('=');
            try {
                int broker =
                        Integer.parseInt(item.substring(0, Math.max(0, equals)).trim());
                ports.put(broker, address(PORTS, item.substring(equals + 1).trim(), 1));
            } catch (NumberFormatException e) {
                throw TieredProperties.wrong(PORTS, value, "broker id=host:port, separated by commas");
            }
        }
        return ports;
    }

    private static InetSocketAddress address(String name, String value, int portMin) {
        int colon = value.lastIndexOf(':');
        try {
            int port = Integer.parseInt(value.substring(colon + 1));
            if (colon > 0 && port >= portMin && port <= PORT_MAX) {
                String host = value.substring(0, colon);
                boolean bracketed = host.startsWith("[") && host.endsWith("]");
                return InetSocketAddress.createUnresolved(
                        bracketed ? host.substring(1, host.length() - 1) : host, port);
            }
        } catch (NumberFormatException notAPort) {
            // Answered below, with the value.
        }
        throw TieredProperties.wrong(name, value, "host:port, with a port from " + portMin + " to " + PORT_MAX);
    }
}
