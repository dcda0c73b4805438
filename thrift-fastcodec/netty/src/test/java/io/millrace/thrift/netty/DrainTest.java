package io.millrace.thrift.netty;

import static io.millrace.thrift.netty.EchoFixture.reason;
import static io.millrace.thrift.netty.EchoFixture.say;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.testkit.LeakCheck;
import io.millrace.thrift.Bytes;
import io.millrace.thrift.ThriftCallException.Reason;
import io.millrace.thrift.ThriftCaller;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a server ends. */
@ExtendWith(LeakCheck.class)
class DrainTest {
    /** A test that waited for its end would not end. */
    private static final ThriftServerConfig LONG = ThriftServerConfig.defaults().withDrain(Duration.ofDays(1));

    private final EchoFixture echo = new EchoFixture();

    @AfterEach
    void close() throws Exception {
        echo.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void callsInWorkAreAnsweredAndLaterOnesAreNot(boolean encrypted) throws Exception {
        TestCertificates certificates = TestCertificates.create();
        ThriftServer server =
                echo.server(encrypted ? LONG.withTls(certificates.server().build()) : LONG);
        ThriftClientConfig config = encrypted
                ? ThriftClientConfig.defaults().withTls(certificates.client().build())
                : ThriftClientConfig.defaults();
        ThriftClient idle = echo.client(server.address(), config);
        assertThat(say(idle, "hello")).isEqualTo("hello");
        ThriftClient client = echo.client(server.address(), config);
        CompletableFuture<Echo> slow = client.call(Echo.SAY, Echo.of("hold"));
        Awaitility.await().until(() -> echo.held.size() == 1);

        Thread closing = closeAside(server);
        CompletableFuture<Echo> late = client.call(Echo.SAY, Echo.of("hold"));
        assertThat(reason(echo.client(server.address(), config).call(Echo.SAY, Echo.of("later"))))
                .isEqualTo(Reason.NOT_CONNECTED);
        echo.held.element().complete(Echo.of("at last"));
        assertThat(ThriftCaller.await(slow).text()).isEqualTo("at last");
        assertThat(reason(late)).isEqualTo(Reason.CLOSED);
        closing.join();
        assertThat(echo.held).hasSize(1);
        assertThat(server.connections()).isZero();
    }

    @Test
    void callsThatLieUnreadDoNotTakeAnAnswerWithThem() throws Exception {
        ThriftServer server = echo.server(LONG.withCallsMax(1));
        ThriftClient client = echo.client(server.address(), ThriftClientConfig.defaults());
        CompletableFuture<Echo> slow = client.call(Echo.SAY, Echo.of("hold"));
        Awaitility.await().until(() -> echo.held.size() == 1);
        List<CompletableFuture<Echo>> unread = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            unread.add(client.call(Echo.SAY, new Echo("n" + i, Bytes.wrap(new byte[100_000]))));
        }
        Thread closing = closeAside(server);
        byte[] large = new byte[5_000_000];
        echo.held.element().complete(new Echo("large", Bytes.wrap(large)));
        assertThat(ThriftCaller.await(slow).blob()).isEqualTo(Bytes.wrap(large));
        for (CompletableFuture<Echo> call : unread) {
            assertThat(reason(call)).isEqualTo(Reason.CLOSED);
        }
        closing.join();
    }

    @Test
    void aDrainEndsAtItsLimit() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        ThriftServer server = echo.server(
                ThriftServerConfig.defaults().withDrain(Duration.ofMillis(50)).withMeters(registry));
        FunctionCounter dropped =
                registry.get(ThriftMeters.SERVER_DROPPED.meterName()).functionCounter();
        ThriftClient client = echo.client(server.address(), ThriftClientConfig.defaults());
        CompletableFuture<Echo> endless = client.call(Echo.SAY, Echo.of("hold"));
        Awaitility.await().until(() -> echo.held.size() == 1);
        server.close();
        assertThat(reason(endless)).isEqualTo(Reason.CLOSED);
        Awaitility.await().until(() -> dropped.count() == 1);
        assertThat(server.connections()).isZero();
        assertThat(echo.held.element().complete(Echo.of("too late"))).isTrue();
    }

    @Test
    void aDrainOfZeroWaitsForNothing() {
        ThriftServer server = echo.server(ThriftServerConfig.defaults().withDrain(Duration.ZERO));
        ThriftClient client = echo.client(server.address(), ThriftClientConfig.defaults());
        CompletableFuture<Echo> endless = client.call(Echo.SAY, Echo.of("hold"));
        Awaitility.await().until(() -> echo.held.size() == 1);
        server.close();
        assertThat(reason(endless)).isEqualTo(Reason.CLOSED);
        assertThat(echo.held.element()).isNotDone();
    }

    @Test
    void aLoopMustNotWaitForItself() {
        ThriftServer server = echo.server(LONG);
        Future<?> onLoop = echo.loops.loops().get(0).submit(server::close).awaitUninterruptibly();
        assertThat(onLoop.cause())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("close on an event loop: millrace-");
        assertThat(say(echo.client(server.address(), ThriftClientConfig.defaults()), "still here"))
                .isEqualTo("still here");
    }

    @Test
    void anInterruptEndsTheWaitAndStays() {
        ThriftServer server = echo.server(LONG);
        ThriftClient client = echo.client(server.address(), ThriftClientConfig.defaults());
        CompletableFuture<Echo> endless = client.call(Echo.SAY, Echo.of("hold"));
        Awaitility.await().until(() -> echo.held.size() == 1);
        Thread.currentThread().interrupt();
        server.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(reason(endless)).isEqualTo(Reason.CLOSED);
    }

    /** Closes on a thread of its own, and returns when that waits for the calls. */
    private static Thread closeAside(ThriftServer server) {
        Thread closing = new Thread(server::close, "closing");
        closing.start();
        Awaitility.await().until(() -> closing.getState() == Thread.State.TIMED_WAITING);
        return closing;
    }
}
