package io.millrace.tiered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

class PeerConfigTest {

    private final Map<String, Object> properties = new HashMap<>();

    @Test
    void theDefaultsAreThese() {
        assertThat(PeerConfig.of(properties)).isEqualTo(new PeerConfig(null, 0, Map.of(), null, null, null, null));
        assertThat(PeerConfig.of(properties).hasPeers()).isFalse();
        assertThat(ReplicaConfig.of(properties))
                .isEqualTo(new ReplicaConfig(Duration.ofSeconds(5), Duration.ofMinutes(1)));
    }

    @Test
    void theNamesAreThese() {
        properties.put("peer.listen", "[::1]:9401");
        properties.put("peer.ports", "1=host-a:9401, 2=[::1]:9402");
        properties.put("peer.secret.file", "/etc/secret");
        properties.put("peer.tls.keystore.file", "/etc/keys");
        properties.put("peer.tls.truststore.file", "/etc/trust");
        properties.put("peer.tls.password.file", "/etc/password");
        properties.put("replica.check.interval.ms", "250");
        properties.put("cold.delete.grace.ms", "1000");
        assertThat(PeerConfig.of(properties))
                .isEqualTo(new PeerConfig(
                        InetSocketAddress.createUnresolved("::1", 9401),
                        9401,
                        Map.of(
                                1,
                                InetSocketAddress.createUnresolved("host-a", 9401),
                                2,
                                InetSocketAddress.createUnresolved("::1", 9402)),
                        Path.of("/etc/secret"),
                        Path.of("/etc/keys"),
                        Path.of("/etc/trust"),
                        Path.of("/etc/password")));
        assertThat(ReplicaConfig.of(properties))
                .isEqualTo(new ReplicaConfig(Duration.ofMillis(250), Duration.ofSeconds(1)));
        properties.put("peer.port", "9500");
        assertThat(PeerConfig.of(properties).port()).isEqualTo(9500);
    }

    @Test
    void everyMistakeIsNamed() {
        assertMistake("peer.secret.file", Map.of("peer.listen", "127.0.0.1:0"));
        assertMistake("peer.secret.file", Map.of("peer.port", "9401"));
        assertMistake("peer.secret.file", Map.of("peer.secret.file", "relative"));
        assertMistake("peer.listen", Map.of("peer.listen", "9401"));
        assertMistake("peer.listen", Map.of("peer.listen", "host:70000"));
        assertMistake("peer.port", Map.of("peer.port", "-1"));
        assertMistake("peer.ports", Map.of("peer.ports", "host:1"));
        assertMistake("peer.ports", Map.of("peer.ports", "1=host:0"));
        assertMistake("peer.tls.keystore.file", Map.of("peer.tls.keystore.file", "/etc/keys"));
        assertMistake("replica.check.interval.ms", Map.of("replica.check.interval.ms", "1"));
        assertMistake("cold.delete.grace.ms", Map.of("cold.delete.grace.ms", "soon"));
    }

    private static void assertMistake(String name, Map<String, String> values) {
        assertThatThrownBy(() -> {
                    PeerConfig.of(values);
                    ReplicaConfig.of(values);
                })
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("rsm.config." + name)
                .hasMessageContaining("expected");
    }
}
