package io.millrace.thrift.netty;

import static io.millrace.thrift.netty.EchoFixture.reason;
import static io.millrace.thrift.netty.EchoFixture.say;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.testkit.LeakCheck;
import io.millrace.thrift.Bytes;
import io.millrace.thrift.MessageForm;
import io.millrace.thrift.ThriftApplicationException;
import io.millrace.thrift.ThriftCallException;
import io.millrace.thrift.ThriftCallException.Reason;
import io.millrace.thrift.ThriftCaller;
import io.millrace.thrift.ThriftLimits;
import io.millrace.thrift.ThriftProtocol;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls over real connections, and what becomes of them when things go wrong. */
@ExtendWith(LeakCheck.class)
class ClientAndServerTest {
    private final EchoFixture echo = new EchoFixture();

    @AfterEach
    void close() throws Exception {
        echo.close();
    }

    @ParameterizedTest
    @CsvSource({"BINARY,false", "BINARY_OLD,false", "COMPACT,false", "BINARY,true", "COMPACT,true"})
    void aCallIsAnsweredInItsOwnForm(ThriftProtocol protocol, boolean header) {
        ThriftServer server = echo.server(ThriftServerConfig.defaults());
        ThriftClient client = echo.client(
                server.address(), ThriftClientConfig.defaults().withForm(new MessageForm(protocol, header)));
        assertThat(say(client, "hello")).isEqualTo("hello");
        ThriftCaller.await(client.send(Echo.WHISPER, Echo.of("psst")));
        assertThat(say(client.multiplexed("Echo"), "again")).isEqualTo("again");
        assertThat(echo.whispers).containsExactly("psst");
        ThriftApplicationException refusal =
                catchThrowableOfType(ThriftApplicationException.class, () -> say(client.multiplexed("None"), "x"));
        assertThat(refusal.kind()).isEqualTo(ThriftApplicationException.Kind.UNKNOWN_METHOD);
    }

    @Test
    void manyCallsAreUnderWayAndAnsweredAsTheyAreReady() {
        ThriftServer server = echo.server(ThriftServerConfig.defaults());
        ThriftClient client = echo.client(server.address(), ThriftClientConfig.defaults());
        CompletableFuture<Echo> first = client.call(Echo.SAY, Echo.of("hold"));
        List<CompletableFuture<Echo>> others = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            others.add(client.call(Echo.SAY, Echo.of("n" + i)));
        }
        for (int i = 0; i < 500; i++) {
            assertThat(ThriftCaller.await(others.get(i)).text()).isEqualTo("n" + i);
        }
        assertThat(first).isNotDone();
        echo.held.remove().complete(Echo.of("at last"));
        assertThat(ThriftCaller.await(first).text()).isEqualTo("at last");
    }

    @Test
    void largeBinariesGoBothWays() {
        ThriftServer server = echo.server(ThriftServerConfig.defaults());
        ThriftClient client = echo.client(server.address(), ThriftClientConfig.defaults());
        for (int length : new int[] {4_095, 4_096, 70_000, 5_000_000}) {
            byte[] blob = new byte[length];
            new Random(length).nextBytes(blob);
            Echo answer = ThriftCaller.await(client.call(Echo.SAY, new Echo("b", Bytes.wrap(blob))));
            assertThat(answer.blob()).isEqualTo(Bytes.wrap(blob));
        }
    }

    @Test
    void aClientBoundsWhatWaitsAndForHowLong() {
        ThriftServer server = echo.server(ThriftServerConfig.defaults());
        ThriftClient client = echo.client(
                server.address(), ThriftClientConfig.defaults().withCallsMax(2).withTimeout(Duration.ofSeconds(3)));
        CompletableFuture<Echo> one = client.call(Echo.SAY, Echo.of("hold"));
        CompletableFuture<Echo> two = client.call(Echo.SAY, Echo.of("hold"));
        assertThat(reason(client.call(Echo.SAY, Echo.of("third")))).isEqualTo(Reason.OVERLOADED);
        assertThat(reason(one)).isEqualTo(Reason.TIMEOUT);
        assertThat(reason(two)).isEqualTo(Reason.TIMEOUT);
        Awaitility.await().until(() -> echo.held.size() == 2);
        echo.held.forEach(answer -> answer.complete(Echo.of("too late")));
        assertThat(say(client, "still here")).isEqualTo("still here");
    }

    @Test
    void aServerReadsNoFurtherWhileTooManyCallsAreInWork() {
        ThriftServer server = echo.server(ThriftServerConfig.defaults().withCallsMax(1));
        ThriftClient client = echo.client(server.address(), ThriftClientConfig.defaults());
        CompletableFuture<Echo> first = client.call(Echo.SAY, Echo.of("hold"));
        Awaitility.await().until(() -> !echo.held.isEmpty());
        CompletableFuture<Echo> second = client.call(Echo.SAY, Echo.of("hold"));
        // The connection of another client shows that the loop has gone round.
        assertThat(say(echo.client(server.address(), ThriftClientConfig.defaults()), "other"))
                .isEqualTo("other");
        assertThat(echo.held).hasSize(1);
        echo.held.remove().complete(Echo.of("first"));
        assertThat(ThriftCaller.await(first).text()).isEqualTo("first");
        Awaitility.await().until(() -> !echo.held.isEmpty());
        echo.held.remove().complete(Echo.of("second"));
        assertThat(ThriftCaller.await(second).text()).isEqualTo("second");
    }

    @Test
    void aConnectionAboveTheLimitIsClosedAtOnce() {
        ThriftServer server = echo.server(ThriftServerConfig.defaults().withConnectionsMax(1));
        assertThat(say(echo.client(server.address(), ThriftClientConfig.defaults()), "in"))
                .isEqualTo("in");
        ThriftClient second = echo.client(server.address(), ThriftClientConfig.defaults());
        assertThat(reason(second.call(Echo.SAY, Echo.of("out")))).isEqualTo(Reason.CLOSED);
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void callsEndWithTheirConnectionAndTheNextMakesANewOne() {
        ThriftServer server = echo.server(ThriftServerConfig.defaults().withDrain(Duration.ZERO));
        ThriftClient client = echo.client(server.address(), ThriftClientConfig.defaults());
        CompletableFuture<Echo> call = client.call(Echo.SAY, Echo.of("hold"));
        Awaitility.await().until(() -> !echo.held.isEmpty());
        server.close();
        assertThat(reason(call)).isEqualTo(Reason.CLOSED);
        ThriftCallException refused =
                catchThrowableOfType(ThriftCallException.class, () -> say(client, "nobody there"));
        assertThat(refused.isUnsent()).isTrue();

        ThriftServer again = echo.keep(
                ThriftServer.bind(echo.loops, server.address(), echo.services(), ThriftServerConfig.defaults()));
        assertThat(say(client, "back")).isEqualTo("back");
        client.close();
        Awaitility.await().until(() -> again.connections() == 0);
        assertThat(reason(client.call(Echo.SAY, Echo.of("x")))).isEqualTo(Reason.NOT_CONNECTED);
    }

    @Test
    void strangersAreHungUpOn() throws IOException {
        ThriftServer server = echo.server(
                ThriftServerConfig.defaults().withLimits(ThriftLimits.defaults().withMessageBytes(1000)));
        for (String stranger :
                List.of("GET / HTTP/1.1\r\n\r\n", "\0\0\0\0", "\0\0\3\u00ff", "\0\0\0\4\u0082\u0011\0\0")) {
            try (Socket socket =
                    new Socket(server.address().getAddress(), server.address().getPort())) {
                socket.getOutputStream().write(stranger.getBytes(StandardCharsets.ISO_8859_1));
                socket.shutdownOutput();
                assertThat(socket.getInputStream().read()).isEqualTo(-1);
            }
        }
        assertThat(say(echo.client(server.address(), ThriftClientConfig.defaults()), "fine"))
                .isEqualTo("fine");
    }

    @Test
    void anAnswerThatIsNoMessageEndsTheConnection() throws Exception {
        try (ServerSocket liar = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CountDownLatch done = new CountDownLatch(1);
            Thread thread = new Thread(() -> lie(liar, done), "liar");
            thread.start();
            ThriftClient client = echo.client(
                    new InetSocketAddress(liar.getInetAddress(), liar.getLocalPort()), ThriftClientConfig.defaults());
            ThriftCallException failure = catchThrowableOfType(ThriftCallException.class, () -> say(client, "truth?"));
            assertThat(failure.reason()).isEqualTo(Reason.CLOSED);
            assertThat(failure).hasRootCauseMessage("frame length: 1195725856 (expected: 1 to 67108864)");
            done.countDown();
            thread.join();
        }
    }

    private static void lie(ServerSocket liar, CountDownLatch done) {
        try (Socket socket = liar.accept()) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            in.skipNBytes(in.readInt());
            socket.getOutputStream().write("GET / HTTP".getBytes(StandardCharsets.US_ASCII));
            done.await();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void awaitUnwrapsAndKeepsTheInterrupt() {
        CompletableFuture<Echo> never = new CompletableFuture<>();
        Thread.currentThread().interrupt();
        assertThat(reason(never)).isEqualTo(Reason.INTERRUPTED);
        assertThat(Thread.interrupted()).isTrue();
        assertThatThrownBy(() -> ThriftCaller.await(CompletableFuture.failedFuture(new IOException("x"))))
                .isInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("x");
    }
}
