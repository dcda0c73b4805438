package io.millrace.thrift.netty;

import static io.millrace.thrift.netty.EchoFixture.failure;
import static io.millrace.thrift.netty.EchoFixture.loopback;
import static io.millrace.thrift.netty.EchoFixture.say;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.testkit.LeakCheck;
import io.millrace.thrift.Bytes;
import io.millrace.thrift.MessageForm;
import io.millrace.thrift.ThriftCallException;
import io.millrace.thrift.ThriftCallException.Reason;
import io.millrace.thrift.ThriftCaller;
import io.millrace.thrift.ThriftProtocol;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLHandshakeException;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TSSLTransportFactory;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS with ourselves and with Apache's own library, and with peers that fail it. */
@Tag("once")
@ExtendWith(LeakCheck.class)
class TlsTest {
    private static TestCertificates certificates;

    private final EchoFixture echo = new EchoFixture();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @BeforeAll
    static void makeCertificates() throws Exception {
        certificates = TestCertificates.create();
    }

    @AfterEach
    void close() throws Exception {
        echo.close();
    }

    @Test
    void callsGoUnderMutualTls() throws Exception {
        ThriftServer server = server(certificates.mutualServer());
        ThriftClient client = client(server.address(), certificates.clientWithCertificate());
        assertThat(say(client, "secret")).isEqualTo("secret");
        byte[] blob = new byte[5_000_000];
        new Random(1).nextBytes(blob);
        Echo answer = ThriftCaller.await(client.call(Echo.SAY, new Echo("b", Bytes.wrap(blob))));
        assertThat(answer.blob()).isEqualTo(Bytes.wrap(blob));
    }

    @ParameterizedTest
    @EnumSource(ThriftProtocol.class)
    void apachesClientIsServed(ThriftProtocol protocol) throws Exception {
        ThriftServer server = server(certificates.mutualServer());
        try (TTransport transport = new TFramedTransport(TSSLTransportFactory.getClientSocket(
                "localhost", server.address().getPort(), 20_000, certificates.forLibthrift()))) {
            TProtocol wire = LibthriftEcho.wire(protocol, transport);
            LibthriftEcho.send(wire, "say", TMessageType.CALL, 7, "secret");
            assertThat(LibthriftEcho.receive(wire, "say", 7)).isEqualTo("secret");
        }
    }

    @Test
    void apachesServerIsCalled() throws Exception {
        TSSLTransportFactory.TSSLTransportParameters parameters = certificates.forLibthrift();
        parameters.requireClientAuth(true);
        try (TServerSocket socket =
                TSSLTransportFactory.getServerSocket(0, 20_000, InetAddress.getLoopbackAddress(), parameters)) {
            Thread server = new Thread(() -> LibthriftEcho.serve(socket, ThriftProtocol.COMPACT), "libthrift");
            server.start();
            ThriftClient client = echo.client(
                    loopback(socket.getServerSocket().getLocalPort()),
                    ThriftClientConfig.defaults()
                            .withForm(MessageForm.of(ThriftProtocol.COMPACT))
                            .withTls(certificates.clientWithCertificate()));
            assertThat(say(client, "secret")).isEqualTo("secret");
            // The call of a service that it does not have ends that server.
            assertThat(client.multiplexed("None").call(Echo.SAY, Echo.of("x"))).failsWithin(Duration.ofSeconds(20));
            server.join();
        }
    }

    @Test
    void aClientWithoutTlsIsRefused() throws Exception {
        ThriftServer server = server(certificates.server().build());
        ThriftCallException refusal = refusal(server.address(), null);
        assertThat(refusal).hasRootCauseMessage("TLS record: 0x15030300 (expected: a frame, without TLS)");
        awaitRefusal(Refusal.HANDSHAKE_FAILED);
    }

    @Test
    void aServerWithoutTlsIsNoServer() throws Exception {
        ThriftServer server = server(null);
        ThriftCallException refusal =
                refusal(server.address(), certificates.client().build());
        assertThat(refusal).hasMessageContaining("TLS handshake failed").hasCauseInstanceOf(Exception.class);
        Awaitility.await().untilAsserted(() -> assertThat(registry.get(ThriftMeters.SERVER_MALFORMED.meterName())
                        .tag("reason", "tls-record")
                        .counter()
                        .count())
                .isEqualTo(1));
    }

    @Test
    void aServerThatTheClientDoesNotTrustIsNotCalled() throws Exception {
        ThriftServer server = server(certificates.server().build());
        ThriftCallException refusal = refusal(server.address(), TestCertificates.strangersClient());
        assertThat(refusal)
                .hasMessageContaining("TLS handshake failed")
                .hasCauseInstanceOf(SSLHandshakeException.class)
                .hasStackTraceContaining("PKIX path");
        awaitRefusal(Refusal.HANDSHAKE_FAILED);
    }

    @Test
    void aCertificateOfAnotherHostIsTakenOnlyWhereHostsAreNotVerified() throws Exception {
        ThriftServer server = server(certificates.serverElsewhere());
        SslContext tls = certificates.client().build();
        assertThat(refusal(server.address(), tls)).hasStackTraceContaining("subject alternative");
        ThriftClient careless = echo.client(
                server.address(), ThriftClientConfig.defaults().withTls(tls).withHostVerified(false));
        assertThat(say(careless, "whoever you are")).isEqualTo("whoever you are");
    }

    @Test
    void hostsAreVerifiedWhateverTheContextSays() throws Exception {
        ThriftServer server = server(certificates.serverElsewhere());
        SslContext careless =
                certificates.client().endpointIdentificationAlgorithm(null).build();
        assertThat(refusal(server.address(), careless)).hasStackTraceContaining("subject alternative");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void aClientThatTheServerDoesNotKnowIsRefused(String version) throws Exception {
        ThriftServer server = server(certificates.mutualServer());
        SslContext stranger = certificates.client().protocols(version).build();
        assertThat(refusal(server.address(), stranger)).hasRootCauseInstanceOf(SSLHandshakeException.class);
        awaitRefusal(Refusal.HANDSHAKE_FAILED);
        assertThat(registry.find(ThriftMeters.SERVER_CALLS.meterName()).timers())
                .isEmpty();
    }

    @Test
    void aPeerThatNeverShakesHandsIsDropped() throws Exception {
        ThriftServer server = echo.server(ThriftServerConfig.defaults()
                .withTls(certificates.server().build())
                .withHandshakeTimeout(Duration.ofMillis(50))
                .withMeters(registry));
        try (Socket silent =
                new Socket(server.address().getAddress(), server.address().getPort())) {
            silent.getInputStream().readAllBytes();
        }
        awaitRefusal(Refusal.HANDSHAKE_TIMEOUT);
        Awaitility.await().until(() -> server.connections() == 0);
    }

    @Test
    void aPeerThatLeavesBeforeItsHandshakeIsNoRefusal() throws Exception {
        ThriftServer server = server(certificates.server().build());
        new Socket(server.address().getAddress(), server.address().getPort()).close();
        // The next one is served by the same loop, behind the one that left.
        assertThat(say(client(server.address(), certificates.client().build()), "next"))
                .isEqualTo("next");
        Awaitility.await().until(() -> server.connections() == 1);
        assertThat(refusals(Refusal.HANDSHAKE_FAILED)).isZero();
    }

    @Test
    void aServerThatNeverShakesHandsIsLeft() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ThriftClient client = echo.client(
                    loopback(silent.getLocalPort()),
                    ThriftClientConfig.defaults()
                            .withTls(certificates.client().build())
                            .withHandshakeTimeout(Duration.ofMillis(50)));
            ThriftCallException failure = failure(client.call(Echo.SAY, Echo.of("anybody?")));
            assertThat(failure.reason()).isEqualTo(Reason.NOT_CONNECTED);
            assertThat(failure).hasCauseInstanceOf(SslHandshakeTimeoutException.class);
            try (Socket accepted = silent.accept()) {
                assertThat(accepted.getInputStream().readAllBytes())
                        .as("the hello, and then the end")
                        .isNotEmpty();
            }
        }
    }

    @Test
    void aClientThatIsClosedInItsHandshakeLeavesNoConnection() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ThriftClient client = client(
                    loopback(silent.getLocalPort()), certificates.client().build());
            CompletableFuture<Echo> call = client.call(Echo.SAY, Echo.of("anybody?"));
            try (Socket accepted = silent.accept()) {
                assertThat(accepted.getInputStream().read()).isEqualTo(0x16);
                client.close();
                assertThat(failure(call).reason()).isEqualTo(Reason.CLOSED);
                assertThat(accepted.getInputStream().readAllBytes()).isNotEmpty();
            }
        }
    }

    private ThriftServer server(@Nullable SslContext tls) {
        return echo.server(ThriftServerConfig.defaults().withTls(tls).withMeters(registry));
    }

    private ThriftClient client(InetSocketAddress server, @Nullable SslContext tls) {
        return echo.client(server, ThriftClientConfig.defaults().withTls(tls));
    }

    private ThriftCallException refusal(InetSocketAddress server, @Nullable SslContext tls) {
        ThriftCallException refusal = failure(client(server, tls).call(Echo.SAY, Echo.of("secret")));
        assertThat(refusal.reason()).as(refusal.toString()).isEqualTo(Reason.NOT_CONNECTED);
        return refusal;
    }

    private void awaitRefusal(Refusal reason) {
        Awaitility.await().until(() -> refusals(reason) == 1);
    }

    private double refusals(Refusal reason) {
        return registry.get(ThriftMeters.SERVER_REFUSALS.meterName())
                .tag("reason", reason.tag())
                .counter()
                .count();
    }
}
