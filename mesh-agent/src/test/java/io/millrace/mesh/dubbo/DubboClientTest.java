package io.millrace.mesh.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.mesh.MethodKey;
import io.millrace.mesh.flow.ProviderEvents;
import io.millrace.registry.ServiceKey;
import io.millrace.testkit.LeakCheck;
import io.millrace.transport.EventLoops;
import io.millrace.transport.FrameException;
import io.millrace.transport.TransportConfig;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LeakCheck.class)
@SuppressWarnings("NullAway.Init") // every test begins with open or up, which set the rest
@Tag("once")
class DubboClientTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final DubboLimits LIMITS = new DubboLimits(1 << 20, Duration.ofSeconds(30), Duration.ofSeconds(20));
    private static final RequestTemplate TEMPLATE = new RequestTemplate(
            new MethodKey(ServiceKey.of("a.Echo"), "echo", "Ljava/lang/String;"), Serialization.HESSIAN2);

    private final EventLoops loops = EventLoops.open(TransportConfig.defaults().withThreads(1));
    private final EventLoop loop = loops.loops().get(0);
    private final Told told = new Told();
    private ServerSocket server;
    private DubboClient client;
    private Socket socket;
    private DataInputStream in;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        server.setSoTimeout(20_000);
    }

    @AfterEach
    void close() throws IOException {
        onLoop(client::close);
        loops.close();
        server.close();
    }

    @Test
    void itIsUpWhenTheProviderHasAnsweredAHeartbeat() throws IOException {
        open(LIMITS);
        byte[] heartbeat = frame();
        assertThat(Arrays.copyOf(heartbeat, 4)).isEqualTo(new byte[] {(byte) 0xDA, (byte) 0xBB, (byte) 0xE2, 0});
        assertThat(heartbeat[16]).isEqualTo((byte) 'N');
        assertThat(client.isUp()).isFalse();

        answerHeartbeat(heartbeat);
        await().atMost(PATIENCE).until(() -> told.events.equals(List.of("up")));
        assertThat(client.isUp()).isTrue();
    }

    @Test
    void aHeartbeatOfTheProviderIsAnsweredInItsOwnSerialization() throws IOException {
        open(LIMITS);
        frame();
        send(0xE2, 0, 77, new byte[] {'N'});
        assertThat(frame()).isEqualTo(message(0x22, 20, 77, new byte[] {'N'}));
        send(0xE6, 0, 78, "null\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(frame()).isEqualTo(message(0x26, 20, 78, "null\n".getBytes(StandardCharsets.US_ASCII)));
    }

    @Test
    void aCallIsAnsweredByItsId() throws IOException {
        up(LIMITS);
        Call first = call("a");
        Call second = call("b");
        long firstId = idOf(frame());
        long secondId = idOf(frame());
        send(2, 20, secondId, new byte[] {1});
        send(2, 70, firstId, new byte[] {2, 3});
        send(2, 20, firstId, new byte[] {9}); // once more: nobody waits
        send(2, 20, 12345, new byte[] {9});
        await().atMost(PATIENCE).until(() -> first.ends.size() == 1 && second.ends.size() == 1);
        assertThat(first.ends).containsExactly("70:0203");
        assertThat(second.ends).containsExactly("20:01");
        onLoop(() -> assertThat(client.openCalls()).isZero());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readonlyStopsNewCallsAndWriteableLetsThemGoOn(boolean fastjson) throws IOException {
        up(LIMITS);
        Call open = call("a");
        long id = idOf(frame());
        byte[] readonly = fastjson ? "\"R\"\n".getBytes(StandardCharsets.US_ASCII) : new byte[] {1, 'R'};
        byte[] writeable = fastjson ? "\"W\"\n".getBytes(StandardCharsets.US_ASCII) : new byte[] {1, 'W'};
        int flag = fastjson ? 0xA6 : 0xA2;
        send(flag, 0, 1, readonly);
        await().atMost(PATIENCE).until(() -> told.events.size() == 2);
        assertThat(client.isUp()).isFalse();
        assertThat(client.lastFailure()).contains("READONLY");
        send(2, 20, id, new byte[] {1});
        await().atMost(PATIENCE).until(() -> open.ends.equals(List.of("20:01")));

        send(flag, 0, 2, writeable);
        await().atMost(PATIENCE).until(() -> told.events.equals(List.of("up", "down", "up")));
    }

    @Test
    void threeSilencesEndTheConnectionAndAnotherIsMade() throws IOException {
        up(new DubboLimits(1 << 20, Duration.ofMillis(500), Duration.ofSeconds(20)));
        Call open = call("a");
        await().atMost(PATIENCE).until(() -> open.ends.size() == 1);
        assertThat(open.ends.get(0)).startsWith("lost").contains("heartbeats unanswered");
        assertThat(told.events).startsWith("up", "down");

        accept();
        answerHeartbeat(frame());
        await().atMost(PATIENCE).until(() -> told.events.size() >= 3);
        assertThat(told.events).startsWith("up", "down", "up");
    }

    @Test
    void itConnectsAgainAfterTheProviderClosed() throws IOException {
        up(LIMITS);
        Call open = call("a");
        frame();
        socket.close();
        await().atMost(PATIENCE).until(() -> open.ends.size() == 1);
        assertThat(open.ends.get(0)).startsWith("lost");
        accept();
        answerHeartbeat(frame());
        await().atMost(PATIENCE).until(() -> told.events.equals(List.of("up", "down", "up")));
    }

    @Test
    void aProviderThatAnswersNoHeartbeatIsGivenUp() throws IOException {
        open(new DubboLimits(1 << 20, Duration.ofSeconds(30), Duration.ofMillis(200)));
        frame();
        accept(); // the next attempt
        assertThat(client.lastFailure()).contains("answered no heartbeat");
        assertThat(told.events).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00bb00000000000000000000",
                "dabb0214000000000000000100100001",
                "dabb02140000000000000001ffffffff"
            })
    void aMalformedAnswerClosesTheConnectionAndIsReportedOnce(String hex) throws IOException {
        up(LIMITS);
        Call open = call("a");
        frame();
        socket.getOutputStream().write(ByteBufUtil.decodeHexDump(hex));
        await().atMost(PATIENCE).until(() -> open.ends.size() == 1 && told.malformed.size() == 1);
        assertThat(open.ends.get(0)).startsWith("lost").contains("malformed");
        accept();
        assertThat(told.malformed).hasSize(1);
    }

    @Test
    void aRequestOfTheProviderIsMalformed() throws IOException {
        up(LIMITS);
        send(0xC2, 0, 1, new byte[] {1});
        await().atMost(PATIENCE).until(() -> told.malformed.equals(List.of("direction")));
    }

    @Test
    void aResponseSplitAtEveryByteIsTheSameResponse() throws IOException {
        up(LIMITS);
        int length = message(2, 20, 0, new byte[] {1, 2, 3}).length;
        for (int at = 1; at < length; at++) {
            Call call = call("x");
            byte[] response = message(2, 20, idOf(frame()), new byte[] {1, 2, 3});
            socket.getOutputStream().write(response, 0, at);
            socket.getOutputStream().flush();
            socket.getOutputStream().write(response, at, length - at);
            await().atMost(PATIENCE).until(() -> call.ends.equals(List.of("20:010203")));
        }
        assertThat(told.malformed).isEmpty();
    }

    @Test
    void aCallGivenUpIsForgotten() throws IOException {
        up(LIMITS);
        Call call = call("a");
        long id = idOf(frame());
        onLoop(() -> client.forget(id));
        Call next = call("b");
        long nextId = idOf(frame());
        send(2, 20, id, new byte[] {1});
        send(2, 20, nextId, new byte[] {2});
        await().atMost(PATIENCE).until(() -> next.ends.equals(List.of("20:02")));
        assertThat(call.ends).isEmpty();
    }

    private void open(DubboLimits limits) throws IOException {
        InetSocketAddress address = InetSocketAddress.createUnresolved("127.0.0.1", server.getLocalPort());
        client = new DubboClient(loops, loop, address, limits, 10, told);
        onLoop(client::open);
        accept();
    }

    private void up(DubboLimits limits) throws IOException {
        open(limits);
        answerHeartbeat(frame());
        await().atMost(PATIENCE).until(() -> told.events.contains("up"));
    }

    private void accept() throws IOException {
        socket = server.accept();
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(20_000);
        in = new DataInputStream(socket.getInputStream());
    }

    private Call call(String text) {
        Call call = new Call();
        ByteBuf arguments = Unpooled.buffer();
        HessianWriter.writeString(arguments, text);
        onLoop(() -> client.send(call, TEMPLATE, arguments, 0, arguments.readableBytes(), Map.of()));
        return call;
    }

    private void onLoop(Runnable task) {
        CompletableFuture.runAsync(task, loop).orTimeout(20, TimeUnit.SECONDS).join();
    }

    private byte[] frame() throws IOException {
        byte[] header = new byte[16];
        in.readFully(header);
        byte[] body = new byte[Unpooled.wrappedBuffer(header).getInt(12)];
        in.readFully(body);
        return ByteBufUtil.getBytes(Unpooled.wrappedBuffer(header, body));
    }

    private void answerHeartbeat(byte[] heartbeat) throws IOException {
        send(0x22, 20, idOf(heartbeat), new byte[] {'N'});
    }

    private void send(int flag, int status, long id, byte[] body) throws IOException {
        socket.getOutputStream().write(message(flag, status, id, body));
        socket.getOutputStream().flush();
    }

    private static byte[] message(int flag, int status, long id, byte[] body) {
        ByteBuf out = Unpooled.buffer();
        out.writeShort(0xDABB).writeByte(flag).writeByte(status).writeLong(id);
        out.writeInt(body.length).writeBytes(body);
        return ByteBufUtil.getBytes(out);
    }

    private static long idOf(byte[] frame) {
        return Unpooled.wrappedBuffer(frame).getLong(4);
    }

    private static final class Call implements DubboCall {
        final List<String> ends = new CopyOnWriteArrayList<>();

        @Override
        public void onResponse(int status, int serialization, ByteBuf in, int index, int length) {
            ends.add(status + ":" + ByteBufUtil.hexDump(in, index, length));
        }

        @Override
        public void onConnectionLost(String why) {
            ends.add("lost: " + why);
        }
    }

    private static final class Told implements ProviderEvents {
        final List<String> events = new CopyOnWriteArrayList<>();
        final List<String> malformed = new CopyOnWriteArrayList<>();

        @Override
        public void onUp() {
            events.add("up");
        }

        @Override
        public void onDown(String why) {
            events.add("down");
        }

        @Override
        public void onMalformed(FrameException why) {
            malformed.add(why.what());
        }
    }
}
