package io.millrace.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EtcdConfigTest {

    private final EtcdConfig config = EtcdConfig.of("http://127.0.0.1:2379");

    @Test
    void defaultsAreThese() {
        assertThat(config.endpoints()).containsExactly(URI.create("http://127.0.0.1:2379"));
        assertThat(config.user()).isNull();
        assertThat(config.leaseTtl()).isEqualTo(Duration.ofSeconds(10));
        assertThat(config.namespace()).isEqualTo("/millrace");
        assertThat(config.requestTimeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(config.readContestKeys()).isFalse();
        assertThat(config.maxEndpoints()).isEqualTo(1000);
        assertThat(config.isSecure()).isFalse();
    }

    @Test
    void eachCopyChangesOneThing() {
        EtcdConfig changed = EtcdConfig.of("https://a:1", "https://b:2")
                .withUser("u", () -> "secret")
                .withCaFile(Path.of("ca.pem"))
                .withClientCertificate(Path.of("c.pem"), Path.of("k.pem"))
                .withLeaseTtl(Duration.ofSeconds(2))
                .withNamespace("/team/mesh")
                .withRequestTimeout(Duration.ofSeconds(1))
                .withReadContestKeys(true)
                .withMaxEndpoints(5);
        assertThat(changed.user()).isEqualTo("u");
        assertThat(changed.caFile()).isEqualTo(Path.of("ca.pem"));
        assertThat(changed.clientCertFile()).isEqualTo(Path.of("c.pem"));
        assertThat(changed.clientKeyFile()).isEqualTo(Path.of("k.pem"));
        assertThat(changed.leaseTtl()).isEqualTo(Duration.ofSeconds(2));
        assertThat(changed.namespace()).isEqualTo("/team/mesh");
        assertThat(changed.requestTimeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(changed.readContestKeys()).isTrue();
        assertThat(changed.maxEndpoints()).isEqualTo(5);
        assertThat(changed.isSecure()).isTrue();
        assertThat(changed.toString()).contains("https://a:1", "user=u").doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:2379", "ftp://h:1", "http://h", "http:///x", "h"})
    void whatIsNoEndpointIsRefused(String endpoint) {
        assertThatIllegalArgumentException().isThrownBy(() -> EtcdConfig.of(endpoint));
    }

    @Test
    void whatDoesNotFitTogetherIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(EtcdConfig::of);
        assertThatIllegalArgumentException().isThrownBy(() -> EtcdConfig.of("http://a:1", "https://b:1"));
        assertThatIllegalArgumentException().isThrownBy(() -> config.withCaFile(Path.of("ca.pem")));
    }

    @Test
    void numbersHaveTheirRanges() {
        assertThatIllegalArgumentException().isThrownBy(() -> config.withLeaseTtl(Duration.ofSeconds(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> config.withLeaseTtl(Duration.ofMillis(2500)));
        assertThatIllegalArgumentException().isThrownBy(() -> config.withRequestTimeout(Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> config.withMaxEndpoints(0));
        assertThatIllegalArgumentException().isThrownBy(() -> config.withNamespace("millrace"));
        assertThatIllegalArgumentException().isThrownBy(() -> config.withNamespace("/millrace/"));
    }
}
