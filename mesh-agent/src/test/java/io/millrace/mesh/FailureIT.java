package io.millrace.mesh;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.mesh.RawHttp.Answer;
import io.millrace.registry.Endpoint;
import io.millrace.registry.ServiceKey;
import io.millrace.registry.ServiceRegistries;
import io.millrace.testkit.ChildProcess;
import io.millrace.testkit.DubboProvider;
import io.millrace.testkit.FreePorts;
import io.millrace.testkit.JavaProcess;
import io.millrace.testkit.LeakCheck;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Providers and agents that die, freeze, leave and talk nonsense; what calls get, and that all comes back by itself. */
class FailureIT {
    @RegisterExtension
    static final LeakCheck LEAKS = LeakCheck.perClass();

    private static final ServiceKey KEY = new ServiceKey(null, RawHttp.SERVICE, null);
    // ---- the provider ----

    @Test
    void aKilledProviderFailsItsCallsAtOnceAndComesBack() throws Exception {
        try (DubboProvider provider = DubboProvider.of(DubboProvider.Version.V26)
                        .delay(Duration.ofSeconds(30))
                        .start();
                FakeProvider other = FakeProvider.start();
                TestMesh mesh = TestMesh.inMemory();
                TestMesh others = TestMesh.inMemory()) {
            MeshAgent fronting = mesh.provider(provider.port());
            MeshAgent agent = mesh.consumer();
            others.provider(other.port());
            MeshAgent unaffected = others.consumer();
            try (RawHttp http = RawHttp.to(agent.address());
                    Load load = Load.start(unaffected.address(), 8)) {
                assertThat(http.call("echo", "there").body()).isEqualTo("there");
                http.send(RawHttp.post(RawHttp.form("hash", "never answered")));
                await().atMost(TestMesh.LIMIT)
                        .until(() -> "1".equals(fronting.health().details().get("inflight")));
                provider.kill();
                Answer answer = http.read();
                assertThat(answer.status()).as(answer.body()).isEqualTo(502);
                await().atMost(TestMesh.LIMIT)
                        .until(() -> http.call("echo", "gone").status() == 503);
                assertThat(fronting.health().ready()).isFalse();
                provider.start();
                await().atMost(TestMesh.LIMIT)
                        .until(() -> http.call("echo", "back").body().equals("back"));
                TestMesh.awaitReady(fronting);
                assertThat(load.stop().failures()).isEqualTo("none");
            }
        }
    }

    @Test
    void aKilledProviderIsReplacedByTheOthers() throws Exception {
        try (DubboProvider provider = DubboProvider.of(DubboProvider.Version.V33)
                        .delay(Duration.ofMillis(5))
                        .start();
                FakeProvider other = FakeProvider.start().delay(5);
                TestMesh mesh = TestMesh.inMemory()) {
            MeshAgent fronting = mesh.provider(provider.port());
            mesh.provider(other.port());
            MeshAgent agent = mesh.consumer();
            try (Load load = Load.start(agent.address(), 16)) {
                load.awaitMore(300);
                provider.kill();
                load.awaitMore(1000);
                provider.start();
                TestMesh.awaitReady(fronting);
                load.awaitMore(300);
                load.stop();
                assertThat(load.wrong()).isZero();
                assertThat(load.broken()).isZero();
                assertThat(load.errors().keySet())
                        .as("only what the provider had when it died: %s", load.failures())
                        .isSubsetOf(502);
                long lost = load.errors().values().stream()
                        .mapToLong(each -> each.get())
                        .sum();
                assertThat(lost).isLessThanOrEqualTo(16);
            }
        }
    }

    @Test
    void aFrozenProviderIsGivenUpAndTakenBack() throws Exception {
        try (DubboProvider provider = DubboProvider.of(DubboProvider.Version.V26)
                        .delay(Duration.ZERO)
                        .start();
                TestMesh mesh = TestMesh.inMemory()) {
            // The deadline is shorter than three heartbeats: the calls find out before the agent does.
            MeshAgent fronting = mesh.provider(
                    provider.port(), service -> service, config -> config.withHeartbeat(Duration.ofSeconds(1)));
            MeshAgent agent = mesh.consumer(config -> config.withDeadline(Duration.ofMillis(700)));
            TestMesh.awaitAnswer(agent);
            try (RawHttp http = RawHttp.to(agent.address())) {
                provider.freeze();
                Answer late = http.call("hash", "hello");
                assertThat(late.status()).as(late.body()).isEqualTo(504);
                assertThat(late.body())
                        .as("of the agent that found out first")
                        .containsAnyOf("700 ms", "before the deadline");
                await().atMost(TestMesh.LIMIT).until(() -> !fronting.health().ready());
                await().atMost(TestMesh.LIMIT).untilAsserted(() -> {
                    Answer withdrawn = http.call("hash", "hello");
                    assertThat(withdrawn.status()).as(withdrawn.body()).isEqualTo(503);
                    assertThat(withdrawn.body()).contains("no live endpoint");
                });
            } finally {
                provider.thaw();
            }
            TestMesh.awaitReady(fronting);
            TestMesh.awaitAnswer(agent);
        }
    }

    @Test
    void anIdleConnectionStaysUsable() throws Exception {
        idle(Duration.ofSeconds(1), Duration.ofMillis(500), Duration.ofSeconds(5));
    }

    /** The provider's own default: a minute, closed after three. */
    @Test
    @Tag("long")
    void anIdleConnectionStaysUsableFor200Seconds() throws Exception {
        idle(Duration.ofMinutes(1), Duration.ofSeconds(3), Duration.ofSeconds(200));
    }

    private static void idle(Duration ofProvider, Duration ofAgent, Duration idle) throws Exception {
        try (DubboProvider provider = DubboProvider.of(DubboProvider.Version.V33)
                        .delay(Duration.ZERO)
                        .heartbeat(ofProvider)
                        .start();
                TestMesh mesh = TestMesh.inMemory()) {
            MeshAgent fronting =
                    mesh.provider(provider.port(), service -> service, config -> config.withHeartbeat(ofAgent));
            MeshAgent agent = mesh.consumer();
            TestMesh.awaitAnswer(agent);
            double retriesBefore = mesh.sum(MeshMeters.RETRIES, "reason", "unavailable");
            try (RawHttp http = RawHttp.to(agent.address())) {
                await().pollInterval(Duration.ofMillis(50))
                        .during(idle)
                        .atMost(idle.plus(TestMesh.LIMIT))
                        .until(() -> fronting.health().ready());
                Answer first = http.call("hash", "hello");
                assertThat(first.body()).isEqualTo("99162322");
            }
            assertThat(mesh.sum(MeshMeters.RETRIES, "reason", "unavailable")).isEqualTo(retriesBefore);
        }
    }

    @Test
    void anExhaustedPoolIsRetriedOnceElsewhere() throws Exception {
        try (DubboProvider small = DubboProvider.of(DubboProvider.Version.V33)
                        .threads(2)
                        .delay(Duration.ofMillis(100))
                        .start();
                FakeProvider large = FakeProvider.start();
                TestMesh mesh = TestMesh.inMemory()) {
            mesh.provider(small.port(), service -> service.withCapacity(50), config -> config);
            MeshAgent agent = mesh.consumer();
            try (Load load = Load.start(agent.address(), 40, 80)) {
                load.await();
                assertThat(load.errors()).containsOnlyKeys(503);
                assertThat(load.failures()).contains("\"dubboStatus\":100");
                assertThat(load.wrong() + load.broken()).isZero();
            }
            mesh.provider(large.port());
            await().atMost(TestMesh.LIMIT).until(() -> {
                TestMesh.awaitAnswer(agent);
                return large.received() > 0;
            });
            double retriesBefore = mesh.sum(MeshMeters.RETRIES, "reason", "pool-exhausted");
            // Few enough for the retry budget.
            try (Load load = Load.start(agent.address(), 8, 100)) {
                load.await();
                assertThat(load.failures()).isEqualTo("none");
            }
            assertThat(mesh.sum(MeshMeters.RETRIES, "reason", "pool-exhausted")).isGreaterThan(retriesBefore);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\n\r\nhello",
                "\u00da\u00bb\u0002\u0014\0\0\0\0\0\0\0\1\u007f\u00ff\u00ff\u00ff"
            })
    void aProviderThatTalksNonsenseLosesOnlyItsConnection(String nonsense) throws Exception {
        byte[] bytes = nonsense.getBytes(ISO_8859_1);
        BlockingQueue<FakeProvider.Call> held = new LinkedBlockingQueue<>();
        try (FakeProvider mad = FakeProvider.start().behave(held::add);
                FakeProvider sane = FakeProvider.start();
                TestMesh mesh = TestMesh.inMemory()) {
            MeshAgent fronting = mesh.provider(mad.port());
            MeshAgent agent = mesh.consumer();
            try (RawHttp http = RawHttp.to(agent.address())) {
                http.send(RawHttp.post(RawHttp.form("hash", "hello")));
                assertThat(held.poll(60, TimeUnit.SECONDS)).isNotNull();
                mesh.provider(sane.port());
                mad.behave(FakeProvider.Call::hash);
                mad.sendToAll(bytes);
                Answer lost = http.read();
                assertThat(lost.status()).as(lost.body()).isEqualTo(502);
                assertThat(lost.body()).contains("malformed answer from provider");
                assertThat(mesh.malformed("dubbo")).isEqualTo(1);
                TestMesh.awaitReady(fronting);
                int before = mad.received();
                await().atMost(TestMesh.LIMIT).until(() -> {
                    assertThat(http.call("hash", "hello").body()).isEqualTo("99162322");
                    return mad.received() > before;
                });
            }
        }
    }

    @Test
    void aResultThatCannotBeReadIsThatCallsError() throws Exception {
        List<byte[]> bodies = new ArrayList<>();
        for (int length = 0; length < 12; length++) {
            bodies.add(ByteBuffer.allocate(length).array());
        }
        bodies.add(new byte[] {(byte) 0x91});
        bodies.add(new byte[] {(byte) 0x91, 'I', 0, 0});
        bodies.add(new byte[] {(byte) 0x91, 'S', 0x7f, 0x7f, 'x'});
        bodies.add(new byte[] {(byte) 0x91, 'B', 0x7f, 0x7f, 'x'});
        bodies.add(new byte[] {(byte) 0x91, 'C', 1, 'a', (byte) 0xd4, 0x7f, 0x7f, 0x7f});
        bodies.add(new byte[] {(byte) 0x91, 'V', 4, '[', 'i', 'n', 't', 'I', 0x7f, 0x7f, 0x7f, 0x7f});
        bodies.add(new byte[] {(byte) 0x91, 'Q', 'I', 0x7f, 0x7f, 0x7f, 0x7f});
        bodies.add(new byte[] {(byte) 0x91, 'H', 1, 'a'});
        bodies.add("x".repeat(100).getBytes(US_ASCII));
        try (FakeProvider mad = FakeProvider.start();
                TestMesh mesh = TestMesh.inMemory()) {
            mesh.provider(mad.port());
            MeshAgent agent = mesh.consumer();
            mad.behave(call -> {
                if (call.argument().startsWith("bad")) {
                    call.body(bodies.get(Integer.parseInt(call.argument().substring(3))));
                } else {
                    call.hash();
                }
            });
            try (RawHttp http = RawHttp.to(agent.address());
                    Load load = Load.start(agent.address(), 8)) {
                for (int i = 0; i < bodies.size(); i++) {
                    Answer answer = http.call("hash", "bad" + i);
                    assertThat(answer.status())
                            .as("body %d: %s", i, answer.body())
                            .isEqualTo(502);
                }
                load.awaitMore(50);
                assertThat(load.stop().failures()).isEqualTo("none");
            }
        }
    }

    // ---- the provider agent ----

    @Test
    void garbageOnTheLinkPortClosesThatConnectionOnly() throws Exception {
        try (FakeProvider provider = FakeProvider.start().delay(1);
                TestMesh mesh = TestMesh.inMemory()) {
            MeshAgent fronting = mesh.provider(provider.port());
            MeshAgent agent = mesh.consumer();
            TestMesh.awaitAnswer(agent);
            List<byte[]> garbage = List.of(
                    "GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(US_ASCII),
                    frame(0xDABB, 1, 3, 0, 0),
                    frame(0x4D52, 9, 3, 0, 0),
                    frame(0x4D52, 1, 3, 0, Integer.MAX_VALUE),
                    frame(0x4D52, 1, 3, 0, -1),
                    frame(0x4D52, 1, 3, 100, 10),
                    frame(0x4D52, 1, 3, 0, 0),
                    frame(0x4D52, 1, 4, 0, 0),
                    frame(0x4D52, 1, 1, 0, 0));
            try (Load load = Load.start(agent.address(), 8)) {
                for (byte[] each : garbage) {
                    assertClosed(fronting, each);
                }
                load.awaitMore(50);
                assertThat(load.stop().failures()).isEqualTo("none");
            }
            assertThat(mesh.malformed("link")).isEqualTo(garbage.size());
        }
    }

    private static byte[] frame(int magic, int version, int kind, int metadataLength, int bodyLength) {
        return ByteBuffer.allocate(28)
                .putShort((short) magic)
                .put((byte) version)
                .put((byte) kind)
                .putInt(0)
                .putLong(1)
                .putInt(1_000_000)
                .putInt(metadataLength)
                .putInt(bodyLength)
                .array();
    }

    private static void assertClosed(MeshAgent fronting, byte[] sent) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), fronting.address().getPort())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(sent);
            try {
                assertThat(socket.getInputStream().read()).isNegative();
            } catch (SocketException e) {
                assertThat(e).hasMessageContaining("reset");
            }
        }
    }

    @Test
    void aProviderAgentDrainsUnderLoadWithoutAFailedCall() throws Exception {
        try (FakeProvider provider = FakeProvider.start().delay(5);
                TestMesh mesh = TestMesh.inMemory()) {
            mesh.provider(provider.port());
            MeshAgent agent = mesh.consumer();
            try (Load load = Load.start(agent.address(), 32)) {
                for (int round = 0; round < 5; round++) {
                    MeshAgent passing = mesh.provider(provider.port());
                    load.awaitMore(300);
                    passing.close();
                    load.awaitMore(100);
                    assertThat(load.failures()).as("round %d", round).isEqualTo("none");
                }
                assertThat(load.stop().failures()).isEqualTo("none");
            }
        }
    }

    /** Without a registry that could say so, GOAWAY alone moves the calls. */
    @Test
    void anAgentOfAFixedListDrainsWithoutAFailedCall() throws Exception {
        int port = FreePorts.one();
        try (FakeProvider provider = FakeProvider.start().delay(5);
                TestMesh agents = TestMesh.inMemory()) {
            MeshAgent staying = agents.provider(provider.port());
            MeshAgent leaving = agents.provider(
                    provider.port(),
                    service -> service,
                    config -> config.withListen(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
            try (TestMesh mesh = TestMesh.over(ServiceRegistries.fixed(Map.of(
                    KEY,
                    List.of(Endpoint.of("127.0.0.1", staying.address().getPort()), Endpoint.of("127.0.0.1", port)))))) {
                MeshAgent agent = mesh.consumer();
                try (Load load = Load.start(agent.address(), 32)) {
                    load.awaitMore(300);
                    leaving.close();
                    load.awaitMore(300);
                    assertThat(load.stop().failures()).isEqualTo("none");
                }
            }
        }
    }

    @Test
    void aKilledProviderAgentLosesOnlyWhatItHad() throws Exception {
        int port = FreePorts.one();
        int connections = 16;
        try (FakeProvider provider = FakeProvider.start().delay(5);
                TestMesh agents = TestMesh.inMemory()) {
            MeshAgent staying = agents.provider(provider.port());
            try (TestMesh mesh = TestMesh.over(ServiceRegistries.fixed(Map.of(
                    KEY,
                    List.of(Endpoint.of("127.0.0.1", staying.address().getPort()), Endpoint.of("127.0.0.1", port)))))) {
                MeshAgent agent = mesh.consumer();
                ChildProcess process = startProviderAgent(provider.port(), port);
                try (Load load = Load.start(agent.address(), connections)) {
                    awaitCallsOf(agent, port, mesh);
                    process.kill();
                    load.awaitMore(500);
                    process = startProviderAgent(provider.port(), port);
                    awaitCallsOf(agent, port, mesh);
                    load.awaitMore(300);
                    // And an orderly end of the process, as an operator or a container gives it.
                    long lost = load.errors().values().stream()
                            .mapToLong(each -> each.get())
                            .sum();
                    process.terminate(TestMesh.LIMIT);
                    load.awaitMore(300);
                    load.stop();
                    assertThat(load.wrong() + load.broken()).isZero();
                    assertThat(load.errors().keySet()).as(load.failures()).isSubsetOf(502);
                    assertThat(load.errors().values().stream()
                                    .mapToLong(each -> each.get())
                                    .sum())
                            .as("SIGTERM lost nothing: %s", load.failures())
                            .isEqualTo(lost)
                            .isLessThanOrEqualTo(connections);
                } finally {
                    process.close();
                }
            }
        }
    }

    private static ChildProcess startProviderAgent(int providerPort, int port) {
        return JavaProcess.of(ProviderAgentProcess.class)
                .arguments(Integer.toString(providerPort), Integer.toString(port))
                .process()
                .name("provider agent")
                .startAndAwait(line -> line.equals("READY"), TestMesh.LIMIT)
                .process();
    }

    private static void awaitCallsOf(MeshAgent agent, int port, TestMesh mesh) {
        String endpoint = "127.0.0.1:" + port;
        double before = mesh.sum(MeshMeters.ENDPOINT_CALLS, "endpoint", endpoint);
        await().atMost(TestMesh.LIMIT).until(() -> {
            TestMesh.awaitAnswer(agent);
            return mesh.sum(MeshMeters.ENDPOINT_CALLS, "endpoint", endpoint) > before + 50;
        });
    }

    // ---- the consumer agent ----

    @Test
    void aConsumerAgentAnswersWhatItHasBeforeItEnds() throws Exception {
        BlockingQueue<FakeProvider.Call> held = new LinkedBlockingQueue<>();
        try (FakeProvider provider = FakeProvider.start();
                TestMesh mesh = TestMesh.inMemory()) {
            mesh.provider(provider.port());
            MeshAgent agent = mesh.consumer();
            TestMesh.awaitAnswer(agent);
            provider.behave(held::add);
            try (RawHttp one = RawHttp.to(agent.address());
                    RawHttp pipelined = RawHttp.to(agent.address());
                    RawHttp idle = RawHttp.to(agent.address())) {
                one.send(RawHttp.post(RawHttp.form("hash", "one")));
                pipelined.send(RawHttp.post(RawHttp.form("hash", "two")) + RawHttp.post(RawHttp.form("hash", "three")));
                await().atMost(TestMesh.LIMIT).until(() -> held.size() == 3);
                var drained = agent.drain(TestMesh.LIMIT).toCompletableFuture();
                assertThat(idle.isEnded()).isTrue();
                assertThat(agent.health().ready()).isFalse();
                assertThat(drained).isNotDone();
                held.forEach(FakeProvider.Call::hash);
                Answer last = one.read();
                assertThat(last.body()).isEqualTo(Integer.toString("one".hashCode()));
                assertThat(last.closes()).isTrue();
                assertThat(one.isEnded()).isTrue();
                assertThat(pipelined.read().body()).isEqualTo(Integer.toString("two".hashCode()));
                assertThat(pipelined.read().body()).isEqualTo(Integer.toString("three".hashCode()));
                assertThat(pipelined.isEnded()).isTrue();
            }
            agent.drain(TestMesh.LIMIT).toCompletableFuture().get(60, TimeUnit.SECONDS);
            agent.close();
        }
    }
}
