package io.millrace.mesh.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.mesh.flow.ProviderEvents;
import io.millrace.testkit.LeakCheck;
import io.millrace.thrift.MessageHeader;
import io.millrace.thrift.MessageKind;
import io.millrace.thrift.ThriftLimits;
import io.millrace.thrift.ThriftMessage;
import io.millrace.transport.EventLoops;
import io.millrace.transport.FrameException;
import io.millrace.transport.TransportConfig;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Against a server that the test plays, frame by frame. */
@ExtendWith(LeakCheck.class)
@SuppressWarnings("NullAway.Init") // every test begins with open, which sets the provider
@Tag("once")
class ThriftProviderTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final ThriftRequest SAY = new ThriftRequest("say", false, ThriftEncoding.BINARY);
    private static final ThriftRequest WHISPER = new ThriftRequest("whisper", true, ThriftEncoding.BINARY);
    private static final ThriftRequest PING = new ThriftRequest("ping", false, ThriftEncoding.BINARY);

    private final EventLoops loops = EventLoops.open(TransportConfig.defaults().withThreads(1));
    private final EventLoop loop = loops.loops().get(0);
    private final Told told = new Told();
    private ServerSocket server;
    private ThriftProvider provider;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        server.setSoTimeout(20_000);
    }

    @AfterEach
    void close() throws IOException {
        onLoop(provider::close);
        loops.close();
        server.close();
    }

    @Test
    void itIsUpWhenAConnectionStaysOpen() throws IOException {
        open(1, 1, LONG, null);
        try (Peer peer = accept()) {
            await().atMost(PATIENCE).until(() -> told.events.equals(List.of("up")));
            onLoop(() -> assertThat(provider.isUp()).isTrue());
            assertThat(peer.socket.isConnected()).isTrue();
        }
    }

    @Test
    void aConnectionThatIsClosedAtOnceIsNoSignOfLife() throws IOException {
        Duration settle = Duration.ofSeconds(3);
        open(new ProviderLimits(1 << 20, 1, 1, LONG, LONG, settle, null));
        accept().close();
        try (Peer again = accept()) {
            assertThat(again.socket.isConnected()).isTrue();
            assertThat(told.events).isEmpty();
            await().atMost(PATIENCE).until(() -> told.events.equals(List.of("up")));
        }
    }

    @Test
    void aConfiguredHeartbeatMustBeAnswered() throws IOException {
        Duration brief = Duration.ofMillis(50);
        open(new ProviderLimits(1 << 20, 1, 1, brief, LONG, brief, PING));
        try (Peer peer = accept()) {
            MessageHeader first = peer.read();
            assertThat(first.method()).isEqualTo("ping");
            assertThat(told.events).isEmpty();
            peer.answer(first.answer(MessageKind.EXCEPTION));
            // No other is answered.
            await().atMost(PATIENCE).until(() -> told.events.size() == 2);
            assertThat(told.events.get(0)).isEqualTo("up");
            assertThat(told.events.get(1)).startsWith("down").contains("3 heartbeats");
        }
        try (Peer again = accept()) {
            again.answer(again.read().answer(MessageKind.REPLY));
            await().atMost(PATIENCE).until(() -> told.events.size() >= 3);
            assertThat(told.events.get(2)).isEqualTo("up");
        }
    }

    @Test
    void withoutOneAnotherConnectionIsMadeAfterASilence() throws IOException {
        open(1, 1, Duration.ofMillis(50), null);
        try (Peer first = accept();
                Peer second = accept()) {
            assertThat(first.isEnded()).isTrue(); // only when the second one was seen to live
            assertThat(second.socket.isConnected()).isTrue();
            server.close();
            await().atMost(PATIENCE).until(() -> told.events.size() == 2);
            assertThat(told.events.get(1)).startsWith("down");
        }
    }

    @Test
    void eachCallHasAConnectionOfItsOwnAndTheyAreUsedAgain() throws IOException {
        open(2, 1, LONG, null);
        try (Peer pulse = up()) {
            Call first = call(SAY);
            try (Peer one = accept()) {
                MessageHeader firstHeader = one.read();
                Call second = call(SAY);
                try (Peer two = accept()) {
                    two.answer(two.read().answer(MessageKind.REPLY));
                    await().atMost(PATIENCE).until(() -> second.ends.equals(List.of("REPLY:0102")));
                    Call third = call(SAY);
                    two.answer(two.read().answer(MessageKind.EXCEPTION));
                    await().atMost(PATIENCE).until(() -> third.ends.equals(List.of("EXCEPTION:0102")));
                    onLoop(() -> {
                        assertThat(provider.openCalls()).isEqualTo(1);
                        assertThat(provider.connections()).isEqualTo(3);
                    });
                }
                one.answer(firstHeader.answer(MessageKind.REPLY));
                await().atMost(PATIENCE).until(() -> first.ends.equals(List.of("REPLY:0102")));
                assertThat(pulse.socket.isConnected()).isTrue();
            }
        }
    }

    @Test
    void answersOutOfOrderFindTheirCalls() throws IOException {
        open(2, 2, LONG, null);
        try (Peer pulse = up()) {
            Call first = call(SAY);
            Call second = call(SAY);
            try (Peer peer = accept()) {
                MessageHeader one = peer.read();
                MessageHeader two = peer.read();
                onLoop(() -> assertThat(provider.hasRoom()).isFalse());
                peer.answer(two.answer(MessageKind.REPLY));
                await().atMost(PATIENCE).until(() -> second.ends.size() == 1);
                assertThat(first.ends).isEmpty();
                peer.answer(two.answer(MessageKind.REPLY)); // once more: nobody waits
                peer.answer(one.answer(MessageKind.EXCEPTION));
                await().atMost(PATIENCE).until(() -> first.ends.equals(List.of("EXCEPTION:0102")));
                assertThat(second.ends).containsExactly("REPLY:0102");
                onLoop(() -> assertThat(provider.openCalls()).isZero());
                assertThat(pulse.socket.isConnected()).isTrue();
            }
        }
    }

    @Test
    void aLostConnectionLosesItsOwnCallsOnly() throws IOException {
        open(2, 1, LONG, null);
        try (Peer pulse = up()) {
            Call lost = call(SAY);
            Peer one = accept();
            one.read();
            Call kept = call(SAY);
            try (Peer two = accept()) {
                one.close();
                await().atMost(PATIENCE).until(() -> lost.ends.size() == 1);
                assertThat(lost.ends.get(0)).startsWith("lost").contains("closed the connection");
                two.answer(two.read().answer(MessageKind.REPLY));
                await().atMost(PATIENCE).until(() -> kept.ends.equals(List.of("REPLY:0102")));
                assertThat(told.events).containsExactly("up");
                assertThat(pulse.socket.isConnected()).isTrue();
            }
        }
    }

    @Test
    void anAnswerThatIsNoneEndsItsConnection() throws IOException {
        open(1, 1, LONG, null);
        try (Peer pulse = up()) {
            Call call = call(SAY);
            try (Peer peer = accept()) {
                peer.read();
                peer.out.writeInt(5);
                peer.out.write(new byte[] {'h', 'e', 'l', 'l', 'o'});
                await().atMost(PATIENCE).until(() -> call.ends.size() == 1);
                assertThat(call.ends.get(0)).startsWith("lost").contains("malformed");
                assertThat(peer.isEnded()).isTrue();
                assertThat(told.events).containsExactly("up", "malformed message header");
                assertThat(pulse.socket.isConnected()).isTrue();
            }
        }
    }

    @Test
    void aOneWayCallIsSentAndTakesNoPlace() throws IOException {
        open(1, 1, LONG, null);
        try (Peer pulse = up()) {
            Call whispered = call(WHISPER);
            try (Peer peer = accept()) {
                MessageHeader header = peer.read();
                assertThat(header.method()).isEqualTo("whisper");
                assertThat(header.kind()).isEqualTo(MessageKind.ONEWAY);
                await().atMost(PATIENCE).until(() -> whispered.ends.equals(List.of("sent")));
                Call said = call(SAY);
                peer.answer(peer.read().answer(MessageKind.REPLY));
                await().atMost(PATIENCE).until(() -> said.ends.equals(List.of("REPLY:0102")));
                assertThat(pulse.socket.isConnected()).isTrue();
            }
        }
    }

    @Test
    void aCallThatIsForgottenGivesItsConnectionUp() throws IOException {
        open(1, 1, LONG, null);
        try (Peer pulse = up()) {
            Call call = call(SAY);
            try (Peer peer = accept()) {
                peer.read();
                onLoop(() -> {
                    assertThat(provider.hasRoom()).isFalse();
                    provider.forget(call);
                    assertThat(provider.openCalls()).isZero();
                    assertThat(provider.hasRoom()).isTrue();
                });
                assertThat(peer.isEnded()).isTrue();
                assertThat(call.ends).isEmpty();
                assertThat(pulse.socket.isConnected()).isTrue();
            }
        }
    }

    @Test
    void whenNoConnectionCanBeMadeTheProviderHasNotSeenTheCall() throws IOException {
        open(1, 1, LONG, null);
        try (Peer pulse = up()) {
            server.close();
            Call call = call(SAY);
            await().atMost(PATIENCE).until(() -> call.ends.size() == 1);
            assertThat(call.ends.get(0)).startsWith("not sent").contains("cannot connect");
            assertThat(pulse.socket.isConnected()).isTrue();
        }
    }

    // ---- the two ends ----

    private void open(int capacity, int pipelining, Duration heartbeat, @Nullable ThriftRequest pulse) {
        open(ProviderLimits.of(capacity, pipelining, heartbeat, pulse));
    }

    private void open(ProviderLimits limits) {
        InetSocketAddress address = (InetSocketAddress) server.getLocalSocketAddress();
        provider = new ThriftProvider(loops, loop, address, limits, told);
        onLoop(provider::open);
    }

    private Peer accept() throws IOException {
        return new Peer(server.accept());
    }

    /** The connection that tells that the server lives. */
    private Peer up() throws IOException {
        Peer pulse = accept();
        await().atMost(PATIENCE).until(() -> told.events.equals(List.of("up")));
        return pulse;
    }

    private Call call(ThriftRequest request) {
        Call call = new Call();
        onLoop(() -> {
            ByteBuf arguments = Unpooled.wrappedBuffer(new byte[] {9, 0, 9});
            provider.send(call, request, arguments, 1, 1);
        });
        return call;
    }

    private void onLoop(Runnable task) {
        try {
            loop.submit(task).get(20, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** The server's end of a connection. */
    private static final class Peer implements AutoCloseable {
        private final Socket socket;
        private final DataInputStream in;
        private final DataOutputStream out;

        Peer(Socket socket) throws IOException {
            this.socket = socket;
            socket.setSoTimeout(20_000);
            in = new DataInputStream(socket.getInputStream());
            out = new DataOutputStream(socket.getOutputStream());
        }

        /** The next call, whose arguments must be an empty struct. */
        MessageHeader read() throws IOException {
            byte[] message = in.readNBytes(in.readInt());
            ThriftMessage read = ThriftMessage.read(message, 0, message.length, ThriftLimits.defaults());
            assertThat(read.bodyOffset()).isEqualTo(message.length - 1);
            assertThat(message[message.length - 1]).isZero();
            return read.header();
        }

        /** Answers with two bytes for a struct. */
        void answer(MessageHeader header) throws IOException {
            ByteBuf framed = Unpooled.buffer();
            ThriftEnvelope.write(
                    framed, ThriftEncoding.BINARY.form(), header, Unpooled.wrappedBuffer(new byte[] {1, 2}), 0, 2);
            out.write(ByteBufUtil.getBytes(framed));
        }

        boolean isEnded() throws IOException {
            return in.read() < 0;
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private static final class Call implements OpenCall {
        private final List<String> ends = new CopyOnWriteArrayList<>();

        @Override
        public void onAnswer(MessageKind kind, ByteBuf in, int index, int length) {
            ends.add(kind + ":" + ByteBufUtil.hexDump(in, index, length));
        }

        @Override
        public void onSent() {
            ends.add("sent");
        }

        @Override
        public void onNotSent(String why) {
            ends.add("not sent " + why);
        }

        @Override
        public void onConnectionLost(String why) {
            ends.add("lost " + why);
        }
    }

    private static final class Told implements ProviderEvents {
        private final List<String> events = new CopyOnWriteArrayList<>();

        @Override
        public void onUp() {
            events.add("up");
        }

        @Override
        public void onDown(String why) {
            events.add("down " + why);
        }

        @Override
        public void onMalformed(FrameException why) {
            events.add("malformed " + why.what());
        }
    }
}
