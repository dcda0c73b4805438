package io.millrace.thrift.netty;

import static io.millrace.thrift.netty.EchoFixture.reason;
import static io.millrace.thrift.netty.EchoFixture.say;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.search.Search;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.buffer.ChainedBuffer;
import io.millrace.testkit.LeakCheck;
import io.millrace.thrift.MessageForm;
import io.millrace.thrift.MessageHeader;
import io.millrace.thrift.MessageKind;
import io.millrace.thrift.ThriftApplicationException;
import io.millrace.thrift.ThriftCallException.Reason;
import io.millrace.thrift.ThriftCaller;
import io.millrace.thrift.ThriftMethod;
import io.millrace.thrift.ThriftProtocol;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What servers and clients count. */
@Tag("once")
@ExtendWith(LeakCheck.class)
class ThriftMetersTest {
    private final EchoFixture echo = new EchoFixture();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ThriftServerConfig serverConfig =
            ThriftServerConfig.defaults().withMeters(registry);
    private final ThriftClientConfig clientConfig =
            ThriftClientConfig.defaults().withMeters(registry);

    @AfterEach
    void close() throws Exception {
        echo.close();
    }

    @Test
    void callsAreTimedByMethodAndStatus() {
        ThriftServer server = echo.server(serverConfig);
        ThriftClient client = echo.client(server.address(), clientConfig);
        for (int i = 0; i < 3; i++) {
            say(client, "hello");
        }
        say(client.multiplexed("Echo"), "hello");
        ThriftCaller.await(client.send(Echo.WHISPER, Echo.of("psst")));
        assertThatThrownBy(() -> say(client, "fail")).isInstanceOf(ThriftApplicationException.class);

        awaitCalls(ThriftMeters.SERVER_CALLS, "say", "ok", 3);
        awaitCalls(ThriftMeters.SERVER_CALLS, "Echo:say", "ok", 1);
        awaitCalls(ThriftMeters.SERVER_CALLS, "whisper", "ok", 1);
        awaitCalls(ThriftMeters.SERVER_CALLS, "say", "error", 1);
        awaitCalls(ThriftMeters.CLIENT_CALLS, "say", "ok", 3);
        awaitCalls(ThriftMeters.CLIENT_CALLS, "Echo:say", "ok", 1);
        awaitCalls(ThriftMeters.CLIENT_CALLS, "whisper", "ok", 1);
        awaitCalls(ThriftMeters.CLIENT_CALLS, "say", "error", 1);
        assertThat(timers(ThriftMeters.SERVER_CALLS)).isEqualTo(4);
        assertThat(timers(ThriftMeters.CLIENT_CALLS)).isEqualTo(4);
    }

    @Test
    void methodsThatTheServerDoesNotHaveAreOne() {
        ThriftServer server = echo.server(serverConfig);
        ThriftClient client = echo.client(server.address(), ThriftClientConfig.defaults());
        for (int i = 0; i < 100; i++) {
            ThriftMethod<Echo, Echo> madeUp = new ThriftMethod<>("m" + i, Echo.TYPE, Echo.TYPE, exception -> null);
            assertThatThrownBy(() -> ThriftCaller.await(client.call(madeUp, Echo.of("x"))))
                    .isInstanceOf(ThriftApplicationException.class);
            assertThatThrownBy(
                            () -> ThriftCaller.await(client.multiplexed("None").call(madeUp, Echo.of("x"))))
                    .isInstanceOf(ThriftApplicationException.class);
        }
        awaitCalls(ThriftMeters.SERVER_CALLS, "unknown", "error", 200);
        assertThat(timers(ThriftMeters.SERVER_CALLS)).isEqualTo(1);
    }

    @Test
    void methodsAboveALimitAreOne() {
        CallTimers timers = new CallTimers(new KeptMeters(registry), ThriftMeters.CLIENT_CALLS);
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < CallTimers.METHODS_MAX + 7; i++) {
                timers.record("m" + i, CallStatus.OK, 1);
            }
        }
        awaitCalls(ThriftMeters.CLIENT_CALLS, "m0", "ok", 2);
        awaitCalls(ThriftMeters.CLIENT_CALLS, CallTimers.OTHER, "ok", 14);
        assertThat(timers(ThriftMeters.CLIENT_CALLS)).isEqualTo(CallTimers.METHODS_MAX + 1);
    }

    @Test
    void callsInWorkAndConnectionsAreShown() {
        ThriftServer server = echo.server(serverConfig);
        ThriftClient client = echo.client(server.address(), clientConfig);
        CompletableFuture<Echo> call = client.call(Echo.SAY, Echo.of("hold"));
        Awaitility.await().until(() -> echo.held.size() == 1);
        assertThat(gauge(ThriftMeters.SERVER_IN_FLIGHT)).isEqualTo(1);
        assertThat(gauge(ThriftMeters.SERVER_CONNECTIONS)).isEqualTo(1);
        assertThat(gauge(ThriftMeters.CLIENT_PENDING)).isEqualTo(1);
        echo.held.element().complete(Echo.of("now"));
        ThriftCaller.await(call);
        assertThat(gauge(ThriftMeters.SERVER_IN_FLIGHT)).isZero();
        awaitGauge(ThriftMeters.CLIENT_PENDING, 0);

        CompletableFuture<Echo> dropped = client.call(Echo.SAY, Echo.of("hold"));
        Awaitility.await().until(() -> echo.held.size() == 2);
        client.close();
        assertThat(reason(dropped)).isEqualTo(Reason.CLOSED);
        awaitGauge(ThriftMeters.SERVER_CONNECTIONS, 0);
        Awaitility.await()
                .until(() -> registry.get(ThriftMeters.SERVER_DROPPED.meterName())
                                .functionCounter()
                                .count()
                        == 1);
        assertThat(gauge(ThriftMeters.SERVER_IN_FLIGHT)).isEqualTo(1);
        echo.held.forEach(answer -> answer.complete(Echo.of("too late")));
        awaitCalls(ThriftMeters.SERVER_CALLS, "say", "dropped", 1);
        assertThat(gauge(ThriftMeters.SERVER_IN_FLIGHT)).isZero();
    }

    @Test
    void bytesAreThoseOfFrames() throws Exception {
        TestCertificates certificates = TestCertificates.create();
        ThriftServer server =
                echo.server(serverConfig.withTls(certificates.server().build()));
        ThriftClient client = echo.client(
                server.address(), clientConfig.withTls(certificates.client().build()));
        say(client, "hello");
        assertThat(count(ThriftMeters.SERVER_BYTES_IN)).isEqualTo(frameBytes(MessageKind.CALL, "hello"));
        assertThat(count(ThriftMeters.SERVER_BYTES_OUT)).isEqualTo(frameBytes(MessageKind.REPLY, "hello"));
    }

    private long frameBytes(MessageKind kind, String text) {
        MessageForm form = MessageForm.of(ThriftProtocol.BINARY);
        MessageHeader header = new MessageHeader("say", kind, 1);
        try (ChainedBuffer frame = ThriftFrameEncoder.encode(form, header, Echo.of(text), echo.loops.allocator())) {
            return frame.readableBytes();
        }
    }

    @Test
    void aConnectionAboveTheLimitIsCounted() {
        ThriftServer server = echo.server(serverConfig.withConnectionsMax(1));
        say(echo.client(server.address(), clientConfig), "in");
        assertThat(reason(echo.client(server.address(), clientConfig).call(Echo.SAY, Echo.of("out"))))
                .isEqualTo(Reason.CLOSED);
        assertThat(registry.get(ThriftMeters.SERVER_REFUSALS.meterName())
                        .tag("reason", "too-many-connections")
                        .counter()
                        .count())
                .isEqualTo(1);
        awaitCalls(ThriftMeters.CLIENT_CALLS, "say", "closed", 1);
    }

    @ParameterizedTest
    @CsvSource({
        "474554202f20485454502f312e31, frame-length",
        "00000000, frame-length",
        "1603010200010001fc0303, tls-record",
        "00000004ffffffff, bad-message",
        "000000088001000100000064, truncated"
    })
    void whatIsMalformedIsCountedByWhatIsWrong(String hex, String reason) throws IOException {
        ThriftServer server = echo.server(serverConfig);
        try (Socket socket =
                new Socket(server.address().getAddress(), server.address().getPort())) {
            socket.getOutputStream().write(HexFormat.of().parseHex(hex));
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        assertThat(registry.get(ThriftMeters.SERVER_MALFORMED.meterName())
                        .tag("reason", reason)
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void aClientsCallsEndInManyWays() {
        ThriftServer server = echo.server(serverConfig.withDrain(Duration.ZERO));
        ThriftClient narrow = echo.client(server.address(), clientConfig.withCallsMax(1));
        CompletableFuture<Echo> slow = narrow.call(Echo.SAY, Echo.of("hold"));
        assertThat(reason(narrow.call(Echo.SAY, Echo.of("one too many")))).isEqualTo(Reason.OVERLOADED);
        awaitCalls(ThriftMeters.CLIENT_CALLS, "say", "overloaded", 1);
        Awaitility.await().until(() -> !echo.held.isEmpty());
        echo.held.element().complete(Echo.of("at last"));
        assertThat(ThriftCaller.await(slow).text()).isEqualTo("at last");
        ThriftClient client = echo.client(server.address(), clientConfig.withTimeout(Duration.ofSeconds(3)));
        assertThat(reason(client.call(Echo.SAY, Echo.of("hold")))).isEqualTo(Reason.TIMEOUT);
        awaitCalls(ThriftMeters.CLIENT_CALLS, "say", "timeout", 1);
        awaitGauge(ThriftMeters.CLIENT_PENDING, 0);

        CompletableFuture<Echo> givenUp = client.call(Echo.SAY, Echo.of("hold"));
        assertThat(givenUp.cancel(true)).isTrue();
        server.close();
        Awaitility.await().until(() -> reason(client.call(Echo.SAY, Echo.of("x"))) == Reason.NOT_CONNECTED);
        Awaitility.await().until(() -> calls(ThriftMeters.CLIENT_CALLS, "say", "not-connected") > 0);
    }

    @Test
    void aRegistryCountsItsServersTogetherUntilTheLastIsClosed() {
        ThriftServer first = echo.server(serverConfig);
        ThriftServer second = echo.server(serverConfig);
        say(echo.client(first.address(), clientConfig), "one");
        say(echo.client(second.address(), clientConfig), "two");
        assertThat(gauge(ThriftMeters.SERVER_CONNECTIONS)).isEqualTo(2);
        awaitCalls(ThriftMeters.SERVER_CALLS, "say", "ok", 2);
        first.close();
        first.close();
        awaitGauge(ThriftMeters.SERVER_CONNECTIONS, 1);
        second.close();
        for (Meter meter : registry.getMeters()) {
            assertThat(meter.getId().getName()).startsWith("millrace.thrift.client.");
        }
    }

    @Test
    void closedClientsLeaveNoMeters() {
        ThriftServer server = echo.server(ThriftServerConfig.defaults());
        ThriftClient first = echo.client(server.address(), clientConfig);
        ThriftClient second = echo.client(server.address(), clientConfig);
        say(first, "one");
        say(second, "two");
        first.close();
        first.close();
        awaitCalls(ThriftMeters.CLIENT_CALLS, "say", "ok", 2);
        second.close();
        Awaitility.await().until(() -> registry.getMeters().isEmpty());
        assertThat(reason(second.call(Echo.SAY, Echo.of("late")))).isEqualTo(Reason.NOT_CONNECTED);
        assertThat(registry.getMeters()).isEmpty();
    }

    private void awaitCalls(ThriftMeters meter, String method, String status, long expected) {
        Awaitility.await().untilAsserted(() -> assertThat(calls(meter, method, status))
                .as("%s %s %s", meter, method, status)
                .isEqualTo(expected));
    }

    private long calls(ThriftMeters meter, String method, String status) {
        Timer timer = registry.find(meter.meterName())
                .tags("method", method, "status", status)
                .timer();
        return timer == null ? 0 : timer.count();
    }

    private int timers(ThriftMeters meter) {
        return Search.in(registry).name(meter.meterName()).timers().size();
    }

    private double count(ThriftMeters meter) {
        return registry.get(meter.meterName()).functionCounter().count();
    }

    private double gauge(ThriftMeters meter) {
        return registry.get(meter.meterName()).gauge().value();
    }

    private void awaitGauge(ThriftMeters meter, double expected) {
        Awaitility.await().until(() -> gauge(meter) == expected);
    }
}
