package io.millrace.mesh.link;

import static io.millrace.mesh.link.LinkDescriptor.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.mesh.MethodKey;
import io.millrace.mesh.link.LinkClient.State;
import io.millrace.mesh.link.LinkFixture.Answer;
import io.millrace.mesh.link.LinkFixture.Received;
import io.millrace.testkit.LeakCheck;
import io.millrace.testkit.Seeds;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("once")
@ExtendWith(LeakCheck.class)
class LinkTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final LinkLimits IMPATIENT =
            new LinkLimits(1 << 20, 16, Duration.ofMillis(50), Duration.ofSeconds(10));

    private final LinkFixture fixture = new LinkFixture();
    private final CallTarget target = new CallTarget(LinkFixture.METHOD, 0);

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void aCallIsAnsweredWithAllThatItSaid() {
        LinkClient client = ready(fixture.serve(LinkFixture.LIMITS));
        Answer answer = fixture.call(client, target, "h\u00e9llo", Map.of("traceparent", "t"));
        awaitEnd(answer);

        assertThat(answer.text).isEqualTo("h\u00e9llo");
        assertThat(answer.status).isEqualTo(20);
        assertThat(answer.inFlight).isEqualTo(3);
        assertThat(answer.limit).isEqualTo(7);
        Received call = fixture.calls.received.get(0);
        assertThat(call.target()).isEqualTo(LinkFixture.METHOD);
        assertThat(call.protocol()).isEqualTo(1);
        assertThat(call.serialization()).isEqualTo(2);
        assertThat(call.budgetMicros()).isEqualTo(3_000_000);
        assertThat(call.attachments()).isEqualTo(Map.of("traceparent", "t"));
    }

    /** Around the length from which on it is not copied. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1024, 1025, 200_000})
    void aPayloadIsSentFromWhereItLies(int length) {
        LinkClient client = ready(fixture.serve(LinkFixture.LIMITS));
        ByteBuf lying = Unpooled.copiedBuffer("left" + "x".repeat(length) + "right", StandardCharsets.US_ASCII);
        long before = fixture.clientTraffic.bytesOut();
        Answer answer = new Answer();
        fixture.onLoop(() -> {
            client.begin(answer, target, 2, 0, 3_000_000, Map.of(), 0);
            answer.id = client.end(lying, 4, length);
        });
        awaitEnd(answer);

        assertThat(answer.text).isEqualTo("x".repeat(length));
        assertThat(fixture.calls.received.get(0).protocol()).isEqualTo(2);
        assertThat(fixture.clientTraffic.bytesOut() - before)
                .isEqualTo(HEADER_LENGTH + 2 + target.encodedFull().length + length);
        await().atMost(PATIENCE).until(() -> lying.refCnt() == 1);
        lying.release();
    }

    @Test
    void aTargetIsNamedOnceAndNumberedFromThenOn() {
        LinkClient client = ready(fixture.serve(LinkFixture.LIMITS));
        long before = fixture.clientTraffic.bytesOut();
        awaitEnd(fixture.call(client, target, "x"));
        long first = fixture.clientTraffic.bytesOut() - before;
        awaitEnd(fixture.call(client, target, "x"));
        long second = fixture.clientTraffic.bytesOut() - before - first;

        assertThat(second).isEqualTo(HEADER_LENGTH + 3);
        assertThat(first).isEqualTo(second + target.encodedFull().length);
        assertThat(fixture.calls.resolved).hasSize(1);
    }

    @Test
    void aTargetBeyondTheNumbersIsNamedEveryTime() {
        LinkClient client = ready(fixture.serve(LinkFixture.LIMITS));
        CallTarget unnumbered = new CallTarget(LinkFixture.METHOD, CallTarget.MAX_NUMBERED);
        CallTarget last = new CallTarget(LinkFixture.METHOD, CallTarget.MAX_NUMBERED - 1);
        for (int i = 0; i < 2; i++) {
            awaitEnd(fixture.call(client, unnumbered, "x"));
            awaitEnd(fixture.call(client, last, "x"));
        }
        assertThat(fixture.calls.resolved).hasSize(3);
    }

    @Test
    void repliesComeInAnyOrder() {
        fixture.calls.echo = false;
        LinkClient client = ready(fixture.serve(LinkFixture.LIMITS));
        List<Answer> answers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            answers.add(fixture.call(client, target, "call " + i));
        }
        await().atMost(PATIENCE).until(() -> fixture.calls.received.size() == 10);
        List<Received> shuffled = new ArrayList<>(fixture.calls.received);
        Collections.shuffle(shuffled, Seeds.random("LinkTest order"));
        shuffled.forEach(this::reply);

        for (int i = 0; i < 10; i++) {
            awaitEnd(answers.get(i));
            assertThat(answers.get(i).text).isEqualTo("call " + i);
        }
    }

    @Test
    void aCallGivenUpIsAnsweredToNobody() {
        fixture.calls.echo = false;
        LinkClient client = ready(fixture.serve(LinkFixture.LIMITS));
        Answer givenUp = fixture.call(client, target, "a");
        fixture.onLoop(() -> client.forget(givenUp.id));
        Answer other = fixture.call(client, target, "b");
        await().atMost(PATIENCE).until(() -> fixture.calls.received.size() == 2);
        fixture.calls.received.forEach(this::reply);
        awaitEnd(other);
        assertThat(givenUp.ends).hasValue(0);
    }

    @Test
    void theWindowOfTheProviderAgentHolds() {
        fixture.calls.echo = false;
        LinkLimits narrow = new LinkLimits(1 << 20, 2, Duration.ofSeconds(30), Duration.ofSeconds(10));
        LinkClient client = ready(fixture.serve(narrow));
        fixture.call(client, target, "a");
        assertThat(hasRoom(client)).isTrue();
        Answer second = fixture.call(client, target, "b");
        assertThat(hasRoom(client)).isFalse();
        await().atMost(PATIENCE).until(() -> fixture.calls.received.size() == 2);
        reply(fixture.calls.received.get(1));
        awaitEnd(second);
        assertThat(hasRoom(client)).isTrue();
    }

    @Test
    void callsBeyondTheWindowAreBusy() throws IOException {
        fixture.calls.echo = false;
        LinkServer server = fixture.serve(LinkFixture.LIMITS);
        try (RawPeer peer = RawPeer.connect(server.address())) {
            peer.send(RawPeer.hello(KIND_HELLO, 1000));
            assertThat(peer.frame()[KIND_OFFSET]).isEqualTo(KIND_HELLO_ACK);
            for (int i = 1; i <= LinkFixture.LIMITS.window() + 1; i++) {
                peer.send(RawPeer.call(i, 0, "x"));
            }
            byte[] refusal = peer.frame();
            assertThat(refusal[STATUS_OFFSET]).isEqualTo((byte) LinkStatus.BUSY);
            assertThat(Unpooled.wrappedBuffer(refusal).getLong(REQUEST_ID_OFFSET))
                    .isEqualTo(17);
        }
    }

    @Test
    void goAwayNamesTheCallsThatWereNotTaken() throws IOException {
        try (ServerSocket server = RawPeer.listen()) {
            LinkClient client = fixture.connect(addressOf(server), LinkFixture.LIMITS);
            try (RawPeer peer = RawPeer.accept(server)) {
                peer.frame();
                peer.send(RawPeer.hello(KIND_HELLO_ACK, 16));
                awaitState(client, State.READY);
                Answer taken = fixture.call(client, target, "taken");
                Answer left = fixture.call(client, target, "left");
                peer.send(RawPeer.frame(KIND_GOAWAY, 0, taken.id, 0, new byte[0], new byte[0]));
                awaitEnd(left);

                assertThat(left.taken).isFalse();
                assertThat(taken.isEnded()).isFalse();
                assertThat(fixture.stateOf(client)).isEqualTo(State.LEAVING);
                assertThat(hasRoom(client)).isFalse();
                peer.send(RawPeer.frame(KIND_REPLY, 0, taken.id, 0, new byte[0], new byte[] {'!'}));
                awaitEnd(taken);
                assertThat(taken.text).isEqualTo("!");
            }
        }
    }

    @Test
    void aSessionThatLeavesAnswersWhatItTookAndNoMore() {
        fixture.calls.echo = false;
        LinkClient client = ready(fixture.serve(LinkFixture.LIMITS));
        Answer taken = fixture.call(client, target, "taken");
        await().atMost(PATIENCE).until(() -> fixture.calls.received.size() == 1);
        LinkSession<MethodKey> session = fixture.calls.sessions.get(0);
        onLoopOf(session, session::goAway);
        awaitState(client, State.LEAVING);
        reply(fixture.calls.received.get(0));
        awaitEnd(taken);
        assertThat(taken.status).isEqualTo(20);
    }

    @Test
    void aGoAwayBeforeTheHelloAckKeepsTheLinkFromBeingUsed() {
        fixture.calls.goAwayOnOpen = true;
        LinkServer server = fixture.serve(LinkFixture.LIMITS);
        LinkClient client = fixture.connect(server.address(), LinkFixture.LIMITS);
        awaitState(client, State.LEAVING);
        await().atMost(PATIENCE).until(() -> fixture.serverTraffic.bytesIn() == 0 && !hasRoom(client));
        assertThat(fixture.events.states).doesNotContain(State.READY);
    }

    @Test
    void openCallsOfALostConnectionMayHaveBeenExecuted() throws IOException {
        try (ServerSocket server = RawPeer.listen()) {
            LinkClient client = fixture.connect(addressOf(server), LinkFixture.LIMITS);
            Answer answer;
            try (RawPeer peer = RawPeer.accept(server)) {
                peer.frame();
                peer.send(RawPeer.hello(KIND_HELLO_ACK, 16));
                awaitState(client, State.READY);
                answer = fixture.call(client, target, "x");
                peer.frame();
            }
            awaitEnd(answer);
            assertThat(answer.taken).isTrue();
            assertThat(answer.ends).hasValue(1);
        }
    }

    @Test
    void theLinkComesBackWithItsServer() {
        LinkServer server = fixture.serve(LinkFixture.LIMITS);
        LinkClient client = ready(server);
        awaitEnd(fixture.call(client, target, "a"));
        server.close();
        closeSessions();
        await().atMost(PATIENCE).until(() -> fixture.stateOf(client) != State.READY);

        fixture.serve(LinkFixture.LIMITS, server.address().getPort(), null);
        awaitState(client, State.READY);
        Answer again = fixture.call(client, target, "b");
        awaitEnd(again);
        assertThat(again.text).as("the target was named anew").isEqualTo("b");
    }

    @Test
    void aSilentLinkIsPingedAndThenClosedByTheServer() throws IOException {
        LinkServer server = fixture.serve(IMPATIENT);
        try (RawPeer peer = RawPeer.connect(server.address())) {
            assertThat(peer.frame()[KIND_OFFSET]).isEqualTo(KIND_PING);
            assertThat(peer.isClosedByOther()).isTrue();
        }
        await().atMost(PATIENCE).until(() -> fixture.calls.closed.get() == 1);
        assertThat(fixture.calls.malformed).isEmpty();
    }

    @Test
    void aSilentLinkIsPingedAndThenGivenUpByTheClient() throws IOException {
        try (ServerSocket server = RawPeer.listen()) {
            LinkClient client = fixture.connect(addressOf(server), IMPATIENT);
            try (RawPeer peer = RawPeer.accept(server)) {
                peer.frame();
                peer.send(RawPeer.hello(KIND_HELLO_ACK, 16));
                assertThat(peer.frame()[KIND_OFFSET]).isEqualTo(KIND_PING);
                assertThat(peer.isClosedByOther()).isTrue();
            }
            await().atMost(PATIENCE).until(() -> client.lastFailure().contains("nothing heard"));
        }
    }

    @Test
    void pingsAreAnsweredAndKeepALinkAlive() {
        LinkLimits brisk = new LinkLimits(1 << 20, 16, Duration.ofMillis(500), Duration.ofSeconds(10));
        LinkClient client = fixture.connect(fixture.serve(brisk).address(), brisk);
        awaitState(client, State.READY);
        long start = System.nanoTime();
        await().atMost(PATIENCE)
                .until(() -> System.nanoTime() - start > Duration.ofSeconds(3).toNanos());
        Answer answer = fixture.call(client, target, "still here");
        awaitEnd(answer);
        assertThat(answer.text).isEqualTo("still here");
        assertThat(fixture.events.states).containsExactly(State.READY);
    }

    @Test
    void noHelloInTimeIsGivenUp() throws IOException {
        try (ServerSocket server = RawPeer.listen()) {
            LinkLimits hasty = new LinkLimits(1 << 20, 16, Duration.ofSeconds(30), Duration.ofMillis(200));
            LinkClient client = fixture.connect(addressOf(server), hasty);
            try (RawPeer peer = RawPeer.accept(server)) {
                assertThat(peer.isClosedByOther()).isTrue();
            }
            await().atMost(PATIENCE).until(() -> client.lastFailure().contains("no HELLO"));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {MAGIC_OFFSET, VERSION_OFFSET, BODY_LENGTH_OFFSET, METADATA_LENGTH_OFFSET, HEADER_LENGTH + 1})
    void aMalformedCallClosesItsLinkAndIsReportedOnce(int offset) throws IOException {
        LinkServer server = fixture.serve(LinkFixture.LIMITS);
        LinkClient other = ready(server);
        try (RawPeer peer = RawPeer.connect(server.address())) {
            byte[] bad = RawPeer.call(1, 0, "x");
            bad[offset] = (byte) 0x7E;
            peer.send(bad);
            peer.send(RawPeer.call(2, 0, "y"));
            assertThat(peer.isClosedByOther()).isTrue();
        }
        await().atMost(PATIENCE).until(() -> fixture.calls.malformed.size() == 1);
        Answer answer = fixture.call(other, target, "undisturbed");
        awaitEnd(answer);
        assertThat(answer.text).isEqualTo("undisturbed");
        assertThat(fixture.calls.malformed).hasSize(1);
        assertThat(fixture.calls.faults).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET / HTTP/1.1\r\nhost: a\r\n\r\n", "xx", "\u0016\u0003\u0001\u0002\u0000"})
    void textOnTheLinkPortIsToldByItsFirstBytes(String text) throws IOException {
        LinkServer server = fixture.serve(LinkFixture.LIMITS);
        try (RawPeer peer = RawPeer.connect(server.address())) {
            peer.send(text.getBytes(StandardCharsets.ISO_8859_1));
            assertThat(peer.isClosedByOther()).isTrue();
        }
        await().atMost(PATIENCE).until(() -> fixture.calls.malformed.equals(List.of("magic")));
    }

    @Test
    void framesInTheWrongDirectionAreMalformed() throws IOException {
        LinkServer server = fixture.serve(LinkFixture.LIMITS);
        for (byte[] frame : List.of(
                RawPeer.frame(KIND_REPLY, 0, 1, 0, new byte[0], new byte[0]), RawPeer.hello(KIND_HELLO_ACK, 4))) {
            try (RawPeer peer = RawPeer.connect(server.address())) {
                peer.send(frame);
                assertThat(peer.isClosedByOther()).isTrue();
            }
        }
        await().atMost(PATIENCE).until(() -> fixture.calls.malformed.equals(List.of("direction", "direction")));
    }

    @Test
    void anUndefinedTargetAndABadHelloAreMalformed() throws IOException {
        LinkServer server = fixture.serve(LinkFixture.LIMITS);
        for (byte[] frame : List.of(
                RawPeer.frame(KIND_CALL, 0, 1, 1, new byte[] {2, 0}, new byte[0]),
                RawPeer.frame(KIND_CALL, 0, 1, 1, new byte[] {0, 0}, new byte[0]),
                RawPeer.hello(KIND_HELLO, 0),
                RawPeer.frame(KIND_HELLO, 0, 0, 0, new byte[0], new byte[7]))) {
            try (RawPeer peer = RawPeer.connect(server.address())) {
                peer.send(frame);
                assertThat(peer.isClosedByOther()).isTrue();
            }
        }
        await().atMost(PATIENCE)
                .until(() ->
                        fixture.calls.malformed.equals(List.of("target id", "target id", "window", "hello length")));
    }

    @Test
    void aMalformedAnswerClosesTheLinkAndIsReportedOnce() throws IOException {
        try (ServerSocket server = RawPeer.listen()) {
            LinkClient client = fixture.connect(addressOf(server), LinkFixture.LIMITS);
            try (RawPeer peer = RawPeer.accept(server)) {
                peer.frame();
                peer.send(RawPeer.hello(KIND_HELLO_ACK, 16));
                awaitState(client, State.READY);
                Answer answer = fixture.call(client, target, "x");
                byte[] oversize = RawPeer.frame(KIND_REPLY, 0, answer.id, 0, new byte[0], new byte[0]);
                oversize[BODY_LENGTH_OFFSET] = 0x7F;
                peer.send(oversize);
                assertThat(peer.isClosedByOther()).isTrue();
                awaitEnd(answer);
                assertThat(answer.taken).isTrue();
            }
            assertThat(fixture.events.malformed).containsExactly("body length");
        }
    }

    @Test
    void aSecondHelloAckIsMalformed() throws IOException {
        try (ServerSocket server = RawPeer.listen()) {
            fixture.connect(addressOf(server), LinkFixture.LIMITS);
            try (RawPeer peer = RawPeer.accept(server)) {
                peer.frame();
                peer.send(RawPeer.hello(KIND_HELLO_ACK, 16));
                peer.send(RawPeer.hello(KIND_HELLO_ACK, 16));
                assertThat(peer.isClosedByOther()).isTrue();
            }
            await().atMost(PATIENCE).until(() -> fixture.events.malformed.equals(List.of("hello")));
        }
    }

    @Test
    void unknownKindsAndFlagsAreSkipped() throws IOException {
        LinkServer server = fixture.serve(LinkFixture.LIMITS);
        try (RawPeer peer = RawPeer.connect(server.address())) {
            peer.send(RawPeer.frame(99, 0xFF, 1, 2, new byte[3], new byte[100]));
            peer.send(RawPeer.frame(KIND_PONG, 0, 0, 0, new byte[0], new byte[0]));
            byte[] call = RawPeer.call(5, 0, "x");
            call[FLAGS_OFFSET] |= (byte) 0xF0;
            peer.send(call);
            byte[] reply = peer.frame();
            assertThat(reply[KIND_OFFSET]).isEqualTo(KIND_REPLY);
            assertThat(reply[reply.length - 1]).isEqualTo((byte) 'x');
        }
        assertThat(fixture.calls.malformed).isEmpty();
    }

    @Test
    void framesSplitAtEveryByteAreTheSameCalls() throws IOException {
        LinkServer server = fixture.serve(LinkFixture.LIMITS);
        byte[] first = RawPeer.call(1, 0, "first");
        byte[] second = RawPeer.call(2, 1, "second");
        byte[] both = Unpooled.wrappedBuffer(first, second).copy().array();
        for (int at = 1; at < both.length; at++) {
            try (RawPeer peer = RawPeer.connect(server.address())) {
                peer.send(Arrays.copyOf(both, at));
                peer.send(Arrays.copyOfRange(both, at, both.length));
                assertThat(peer.frame()).endsWith("first".getBytes(StandardCharsets.US_ASCII));
                assertThat(peer.frame()).endsWith("second".getBytes(StandardCharsets.US_ASCII));
            }
        }
        assertThat(fixture.calls.malformed).isEmpty();
    }

    @Test
    void mutatedFramesNeverDisturbAnotherLink() throws IOException {
        Random random = Seeds.random("LinkTest mutations");
        LinkServer server = fixture.serve(LinkFixture.LIMITS);
        LinkClient other = ready(server);
        byte[] good = Unpooled.wrappedBuffer(
                        RawPeer.hello(KIND_HELLO, 16), RawPeer.call(1, 0, "first"), RawPeer.call(2, 1, "second"))
                .copy()
                .array();
        for (int round = 0; round < 300; round++) {
            byte[] bad = good.clone();
            for (int flips = random.nextInt(1, 5); flips > 0; flips--) {
                bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
            }
            try (RawPeer peer = RawPeer.connect(server.address())) {
                peer.send(bad);
            } catch (IOException closedByTheServer) {
                // as it should be
            }
            if (round % 20 == 0) {
                Answer answer = fixture.call(other, target, "round " + round);
                awaitEnd(answer);
                assertThat(answer.text).isEqualTo("round " + round);
            }
        }
        await().atMost(PATIENCE).until(() -> fixture.calls.closed.get() == 300);
        assertThat(fixture.calls.faults).isEmpty();
        assertThat(fixture.stateOf(other)).isEqualTo(State.READY);
    }

    @Test
    void tlsWithClientCertificatesCarriesCallsAndRefusesStrangers() throws Exception {
        X509Bundle authority = new CertificateBuilder()
                .subject("CN=authority")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        X509Bundle agent = new CertificateBuilder()
                .subject("CN=localhost")
                .addSanDnsName("localhost")
                .addSanIpAddress("127.0.0.1")
                .buildIssuedBy(authority);
        SslContext forServer = SslContextBuilder.forServer(agent.toKeyManagerFactory())
                .sslProvider(SslProvider.JDK)
                .trustManager(authority.getCertificate())
                .clientAuth(ClientAuth.REQUIRE)
                .build();
        SslContext known = SslContextBuilder.forClient()
                .sslProvider(SslProvider.JDK)
                .keyManager(agent.toKeyManagerFactory())
                .trustManager(authority.getCertificate())
                .build();
        SslContext stranger = SslContextBuilder.forClient()
                .sslProvider(SslProvider.JDK)
                .trustManager(authority.getCertificate())
                .build();
        LinkServer server = fixture.serve(LinkFixture.LIMITS, 0, forServer);

        LinkClient client = fixture.connect(server.address(), LinkFixture.LIMITS, known);
        LinkClient refused = fixture.connect(server.address(), LinkFixture.LIMITS, stranger);
        try (RawPeer plain = RawPeer.connect(server.address())) {
            plain.send(RawPeer.hello(KIND_HELLO, 16));
            assertThat(plain.isClosedByOther()).isTrue();
        }
        awaitState(client, State.READY);
        Answer answer = fixture.call(client, target, "secret");
        awaitEnd(answer);
        assertThat(answer.text).isEqualTo("secret");
        awaitState(refused, State.BACKING_OFF);
        assertThat(fixture.calls.faults)
                .as("a failed handshake is no fault of ours")
                .isEmpty();
    }

    @Test
    void aLinkClosedByItsOwnerWhileItConnectsLeavesNoConnection() {
        LinkServer server = fixture.serve(LinkFixture.LIMITS);
        LinkClient client = new LinkClient(
                fixture.loops,
                fixture.clientLoop,
                server.address(),
                LinkFixture.LIMITS,
                null,
                fixture.clientTraffic,
                fixture.events);
        fixture.onLoop(() -> {
            client.open();
            client.close();
        });
        await().atMost(PATIENCE).until(() -> fixture.calls.closed.get() == fixture.calls.sessions.size());
        await().atMost(PATIENCE).until(() -> fixture.serverTraffic.open() == 0);
        assertThat(fixture.stateOf(client)).isEqualTo(State.CLOSED);
        assertThat(fixture.clientTraffic.open()).isZero();
    }

    private LinkClient ready(LinkServer server) {
        LinkClient client = fixture.connect(server.address(), LinkFixture.LIMITS);
        awaitState(client, State.READY);
        return client;
    }

    private void closeSessions() {
        fixture.calls.sessions.forEach(session -> onLoopOf(session, session::close));
    }

    private void reply(Received call) {
        byte[] payload = call.payload().getBytes(StandardCharsets.UTF_8);
        onLoopOf(call.session(), () -> call.session()
                .reply(call.id(), 20, 2, 0, 5, Unpooled.wrappedBuffer(payload), 0, payload.length));
    }

    private void onLoopOf(LinkSession<MethodKey> session, Runnable task) {
        fixture.calls.loopOf(session).execute(task);
    }

    private boolean hasRoom(LinkClient client) {
        boolean[] room = new boolean[1];
        fixture.onLoop(() -> room[0] = client.hasRoom());
        return room[0];
    }

    private void awaitState(LinkClient client, State state) {
        await().atMost(PATIENCE).until(() -> fixture.stateOf(client) == state);
    }

    private static void awaitEnd(Answer answer) {
        await().atMost(PATIENCE).until(answer::isEnded);
    }

    private static InetSocketAddress addressOf(ServerSocket server) {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }
}
