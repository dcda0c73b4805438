package io.millrace.thrift.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.millrace.thrift.MessageForm;
import io.millrace.thrift.ThriftLimits;
import io.millrace.thrift.ThriftProtocol;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The defaults, and what is refused. */
class ThriftConfigTest {

    @Test
    void theDefaults() {
        assertThat(ThriftServerConfig.defaults())
                .isEqualTo(new ThriftServerConfig(
                        ThriftLimits.defaults(),
                        1024,
                        10_000,
                        null,
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(5),
                        null));
        assertThat(ThriftClientConfig.defaults())
                .isEqualTo(new ThriftClientConfig(
                        MessageForm.of(ThriftProtocol.BINARY),
                        ThriftLimits.defaults(),
                        1024,
                        Duration.ofSeconds(10),
                        null,
                        true,
                        Duration.ofSeconds(10),
                        null));
    }

    @Test
    void timesAreBounded() {
        ThriftServerConfig server = ThriftServerConfig.defaults();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> server.withHandshakeTimeout(Duration.ZERO))
                .withMessage("handshakeTimeout: PT0S (expected: > 0, <= PT24H)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> server.withDrain(Duration.ofNanos(-1)))
                .withMessage("drain: PT-0.000000001S (expected: >= 0, <= PT24H)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ThriftClientConfig.defaults().withHandshakeTimeout(Duration.ofDays(2)))
                .withMessage("handshakeTimeout: PT48H (expected: > 0, <= PT24H)");
    }

    @Test
    void aContextIsOfItsSide() throws Exception {
        TestCertificates certificates = TestCertificates.create();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ThriftServerConfig.defaults()
                        .withTls(certificates.client().build()))
                .withMessage("tls: a client's context (expected: a server's)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ThriftClientConfig.defaults()
                        .withTls(certificates.server().build()))
                .withMessage("tls: a server's context (expected: a client's)");
    }
}
