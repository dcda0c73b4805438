package io.millrace.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.millrace.registry.ServiceKey;
import io.millrace.testkit.LeakCheck;
import io.millrace.thrift.ThriftProtocol;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients and servers of Apache's library with both agents between them. */
class ThriftIT {
    @RegisterExtension
    static final LeakCheck LEAKS = LeakCheck.perClass();

    private static MeshAgent front(TestMesh mesh, EchoServer server) {
        return mesh.provider(server.port(), service -> ProvidedService.ofThrift("Echo"), config -> config);
    }

    private static MeshAgent patientConsumer(TestMesh mesh) {
        return mesh.consumer();
    }

    private static TApplicationException refusal(ThrowingCallable call) {
        return catchThrowableOfType(TApplicationException.class, call);
    }

    // ---- calls ----

    @ParameterizedTest
    @CsvSource({"BINARY, false", "BINARY, true", "BINARY_OLD, false", "COMPACT, false", "COMPACT, true"})
    void carriesEveryKindOfCall(ThriftProtocol protocol, boolean multiplexed) throws Exception {
        EchoService service = new EchoService();
        try (EchoServer server = EchoServer.start(service, protocol, multiplexed);
                TestMesh mesh = TestMesh.inMemory()) {
            String encoding = protocol == ThriftProtocol.COMPACT ? "compact" : "binary";
            ServiceKey key = new ServiceKey("blue", "Echo", "1.0");
            mesh.provider(
                    server.port(),
                    any -> ProvidedService.ofThrift("Echo")
                            .withKey(key)
                            .withSerialization(encoding)
                            .withMultiplexed(multiplexed),
                    config -> config);
            MeshAgent agent = mesh.consumer(
                    config -> config.withThrift(ThriftIngress.defaults().withService("Echo", "blue", "1.0")));
            try (EchoClient client = EchoClient.to(agent.address(), protocol)) {
                for (String text : List.of("hello", "", "grüße, 世界 🌍", "x".repeat(1 << 20))) {
                    assertThat(client.call("echo", text)).isEqualTo(text);
                    assertThat(client.call("", "echo", text)).isEqualTo(text);
                }
                assertThat(client.call("large", "3000000")).hasSize(3_000_000);
                assertThat(catchThrowableOfType(EchoClient.Refused.class, () -> client.call("fail", "out of luck")))
                        .hasMessage("out of luck");
                client.oneway("whisper", "psst");
                await().atMost(TestMesh.LIMIT).until(() -> service.whispered().contains("psst"));
                TApplicationException unknown = refusal(() -> client.call("shout", "x"));
                assertThat(unknown.getType()).isEqualTo(TApplicationException.UNKNOWN_METHOD);
                assertThat(unknown).hasMessageContaining("not in Echo");
                assertThat(client.call("echo", "after all that")).isEqualTo("after all that");
            }
        }
    }

    @Test
    void pipelinedCallsAreAnsweredInTheirOrder() throws Exception {
        EchoService service = new EchoService();
        try (EchoServer server = EchoServer.start(service);
                TestMesh mesh = TestMesh.inMemory()) {
            front(mesh, server);
            MeshAgent agent = patientConsumer(mesh);
            // More than a connection may have open, so that some wait as frames, and the first is the last to end.
            int calls = 4 * ThriftIngress.defaults().maxOpenCalls();
            try (EchoClient client = EchoClient.to(agent.address())) {
                List<Integer> ids = new ArrayList<>();
                ids.add(client.send("slow", "0"));
                for (int i = 1; i < calls; i++) {
                    ids.add(client.send("echo", Integer.toString(i)));
                }
                await().atMost(TestMesh.LIMIT).until(() -> service.mostOpen() > 0);
                service.release(1);
                assertThat(client.receive("slow", ids.get(0))).isEqualTo("0");
                for (int i = 1; i < calls; i++) {
                    assertThat(client.receive("echo", ids.get(i))).isEqualTo(Integer.toString(i));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void theProviderHasNoMoreCallsThanItsCapacity(int pipelining) throws Exception {
        EchoService service = new EchoService();
        try (EchoServer server = EchoServer.start(service);
                TestMesh mesh = TestMesh.inMemory()) {
            mesh.provider(
                    server.port(),
                    any -> ProvidedService.ofThrift("Echo").withCapacity(3),
                    config -> config.withThrift(new ThriftEgress(pipelining, null)));
            MeshAgent agent = patientConsumer(mesh);
            int clients = 10;
            ExecutorService threads = Executors.newFixedThreadPool(clients);
            try {
                List<Future<String>> answers = new ArrayList<>();
                for (int i = 0; i < clients; i++) {
                    String text = "n" + i;
                    answers.add(threads.submit(() -> {
                        try (EchoClient client = EchoClient.to(agent.address())) {
                            return client.call("slow", text);
                        }
                    }));
                }
                // A server of Apache's works on the calls of one connection one by one.
                int atOnce = pipelining == 1 ? 3 : 1;
                await().atMost(TestMesh.LIMIT).until(() -> service.open() == atOnce);
                service.release(clients);
                for (int i = 0; i < clients; i++) {
                    assertThat(answers.get(i).get()).isEqualTo("n" + i);
                }
                assertThat(service.mostOpen()).isEqualTo(atOnce);
            } finally {
                threads.shutdownNow();
            }
        }
    }

    // ---- errors ----

    @Test
    void whatCannotBeCalledIsSaidInWords() throws Exception {
        try (EchoServer server = EchoServer.start(new EchoService());
                FakeProvider dubbo = FakeProvider.start();
                TestMesh mesh = TestMesh.inMemory()) {
            front(mesh, server);
            mesh.provider(dubbo.port());
            MeshAgent agent = patientConsumer(mesh);
            try (EchoClient client = EchoClient.to(agent.address());
                    EchoClient compact = EchoClient.to(agent.address(), ThriftProtocol.COMPACT);
                    RawHttp http = RawHttp.to(agent.address())) {
                TApplicationException nobody = refusal(() -> client.call("Nobody", "echo", "x"));
                assertThat(nobody.getType()).isEqualTo(TApplicationException.UNKNOWN_METHOD);
                assertThat(nobody).hasMessageContaining("no such service").hasMessageContaining("Nobody");

                TApplicationException nameless = refusal(() -> client.call("", "echo", "x"));
                assertThat(nameless.getType()).isEqualTo(TApplicationException.UNKNOWN_METHOD);
                assertThat(nameless).hasMessageContaining("Service:method");

                TApplicationException noThrift = refusal(() -> client.call(RawHttp.SERVICE, "hash", "x"));
                assertThat(noThrift.getType()).isEqualTo(TApplicationException.INVALID_PROTOCOL);
                assertThat(noThrift).hasMessageContaining("speaks dubbo");

                TApplicationException encoding = refusal(() -> compact.call("echo", "x"));
                assertThat(encoding.getType()).isEqualTo(TApplicationException.INVALID_PROTOCOL);
                assertThat(encoding).hasMessageContaining("binary").hasMessageContaining("compact");

                RawHttp.Answer form = http.send(RawHttp.post(
                                "interface=Echo&method=echo&parameterTypesString=Ljava/lang/String;&parameter=x"))
                        .read();
                assertThat(form.status()).as(form.body()).isEqualTo(400);
                assertThat(form.body()).contains("Echo speaks thrift");
                assertThat(http.call("hash", "hello").body()).isEqualTo("99162322");
                assertThat(client.call("echo", "still here")).isEqualTo("still here");
            }
        }
    }

    @Test
    void wrongBytesEndTheirConnectionOnly() throws Exception {
        try (EchoServer server = EchoServer.start(new EchoService());
                TestMesh mesh = TestMesh.inMemory()) {
            front(mesh, server);
            MeshAgent agent = patientConsumer(mesh);
            List<byte[]> wrong = List.of(
                    new byte[] {0, 0, 0, 0},
                    new byte[] {0, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF},
                    frame("hello, is this a message?".getBytes(StandardCharsets.US_ASCII)),
                    frame(new byte[] {(byte) 0x80, 1, 0, 1, 0x7F, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF}),
                    frame(new byte[] {(byte) 0x80, 1, 0, 2, 0, 0, 0, 1, 'm', 0, 0, 0, 1, 0}));
            try (EchoClient bystander = EchoClient.to(agent.address())) {
                for (byte[] each : wrong) {
                    try (Socket socket = new Socket("127.0.0.1", agent.address().getPort())) {
                        socket.setSoTimeout((int) TestMesh.LIMIT.toMillis());
                        socket.getOutputStream().write(each);
                        assertProtocolError(socket);
                    }
                    assertThat(bystander.call("echo", "unmoved")).isEqualTo("unmoved");
                }
            }
            assertThat(mesh.malformed("thrift")).isEqualTo(wrong.size());
        }
    }

    private static byte[] frame(byte[] message) {
        return ByteBuffer.allocate(4 + message.length)
                .putInt(message.length)
                .put(message)
                .array();
    }

    /** An exception in the strict binary protocol without a name, then the end. */
    private static void assertProtocolError(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] answer = in.readNBytes(in.readInt());
        ByteBuffer bytes = ByteBuffer.wrap(answer);
        assertThat(bytes.getInt()).isEqualTo(0x80010003);
        assertThat(bytes.getInt()).isZero();
        assertThat(bytes.getInt()).isZero();
        // The struct ends with field 2, an i32: the kind.
        assertThat(bytes.getInt(answer.length - 5)).isEqualTo(TApplicationException.PROTOCOL_ERROR);
        assertThat(in.read()).isEqualTo(-1);
    }

    @Test
    void aFrameThatDoesNotEndIsGivenUp() throws Exception {
        HttpLimits impatient = new HttpLimits(2048, 8192, 20, 1 << 20, 16, 50, Duration.ofMillis(100), TestMesh.LIMIT);
        try (TestMesh mesh = TestMesh.inMemory()) {
            MeshAgent agent = mesh.consumer(config -> config.withHttp(impatient));
            try (Socket half = new Socket("127.0.0.1", agent.address().getPort())) {
                half.setSoTimeout((int) TestMesh.LIMIT.toMillis());
                half.getOutputStream().write(new byte[] {0, 0, 0, 50, (byte) 0x80, 1, 0});
                assertProtocolError(half);
            }
        }
    }

    @Test
    void aClientThatDoesNotReadHarmsNobody() throws Exception {
        int answers = 100;
        try (EchoServer server = EchoServer.start(new EchoService());
                TestMesh mesh = TestMesh.inMemory()) {
            front(mesh, server);
            MeshAgent agent = patientConsumer(mesh);
            try (EchoClient slow = EchoClient.to(agent.address());
                    EchoClient bystander = EchoClient.to(agent.address())) {
                List<Integer> ids = new ArrayList<>();
                for (int i = 0; i < answers; i++) {
                    ids.add(slow.send("large", "200000"));
                }
                for (int i = 0; i < 100; i++) {
                    assertThat(bystander.call("echo", "while " + i)).isEqualTo("while " + i);
                }
                for (int id : ids) {
                    assertThat(slow.receive("large", id)).hasSize(200_000);
                }
            }
        }
    }

    @Test
    void aCallThatTakesTooLongEndsAtItsDeadline() throws Exception {
        EchoService service = new EchoService();
        try (EchoServer server = EchoServer.start(service);
                TestMesh mesh = TestMesh.inMemory()) {
            front(mesh, server);
            MeshAgent agent = mesh.consumer(config -> config.withDeadline(Duration.ofMillis(300)));
            try (EchoClient client = EchoClient.to(agent.address())) {
                TApplicationException late = refusal(() -> client.call("slow", "x"));
                assertThat(late.getType()).isEqualTo(TApplicationException.INTERNAL_ERROR);
                assertThat(late.getMessage()).containsAnyOf("300 ms", "before the deadline");
                service.release(1);
                await().atMost(TestMesh.LIMIT).ignoreExceptions().until(() -> client.call("echo", "next")
                        .equals("next"));
            }
        }
    }

    // ---- bad days ----

    @Test
    void aKilledProviderFailsItsCallsAtOnceAndComesBack() throws Exception {
        EchoService service = new EchoService();
        try (EchoServer server = EchoServer.start(service);
                TestMesh mesh = TestMesh.inMemory()) {
            MeshAgent fronting = front(mesh, server);
            MeshAgent agent = patientConsumer(mesh);
            try (EchoClient client = EchoClient.to(agent.address())) {
                int id = client.send("slow", "never answered");
                await().atMost(TestMesh.LIMIT).until(() -> service.open() == 1);
                server.kill();
                service.release(1);
                TApplicationException lost = refusal(() -> client.receive("slow", id));
                assertThat(lost.getType()).isEqualTo(TApplicationException.INTERNAL_ERROR);
                await().atMost(TestMesh.LIMIT).until(() -> !fronting.health().ready());
                await().atMost(TestMesh.LIMIT)
                        .untilAsserted(() -> assertThat(refusal(() -> client.call("echo", "gone")))
                                .hasMessageContaining("no live endpoint"));
                server.start();
                TestMesh.awaitReady(fronting);
                await().atMost(TestMesh.LIMIT).ignoreExceptions().until(() -> client.call("echo", "back")
                        .equals("back"));
            }
        }
    }

    @Test
    void aProviderThatIsGoneIsReplacedByAnother() throws Exception {
        EchoService first = new EchoService();
        EchoService second = new EchoService();
        try (EchoServer dying = EchoServer.start(first);
                EchoServer staying = EchoServer.start(second);
                TestMesh mesh = TestMesh.inMemory()) {
            MeshAgent fronting = front(mesh, dying);
            front(mesh, staying);
            MeshAgent agent = patientConsumer(mesh);
            try (EchoClient client = EchoClient.to(agent.address())) {
                for (int i = 0; i < 20 || first.mostOpen() == 0 || second.mostOpen() == 0; i++) {
                    assertThat(client.call("echo", "both " + i)).isEqualTo("both " + i);
                }
                dying.kill();
                await().atMost(TestMesh.LIMIT).until(() -> !fronting.health().ready());
                // Its agent may still be asked: it says that nothing was executed, and the call goes elsewhere.
                for (int i = 0; i < 50; i++) {
                    assertThat(client.call("echo", "one " + i)).isEqualTo("one " + i);
                }
            }
        }
    }

    @Test
    void aFrozenProviderIsGivenUpByItsHeartbeatAndTakenBack() throws Exception {
        EchoService service = new EchoService();
        try (EchoServer server = EchoServer.start(service);
                TestMesh mesh = TestMesh.inMemory()) {
            // The service has no such method: its refusal is a sign of life.
            MeshAgent fronting = mesh.provider(
                    server.port(),
                    any -> ProvidedService.ofThrift("Echo"),
                    config -> config.withHeartbeat(Duration.ofMillis(200)).withThrift(new ThriftEgress(1, "ping")));
            MeshAgent agent = patientConsumer(mesh);
            try (EchoClient client = EchoClient.to(agent.address())) {
                await().atMost(TestMesh.LIMIT).ignoreExceptions().until(() -> client.call("echo", "there")
                        .equals("there"));
                service.freeze(true);
                await().atMost(TestMesh.LIMIT).until(() -> !fronting.health().ready());
                service.freeze(false);
                TestMesh.awaitReady(fronting);
                await().atMost(TestMesh.LIMIT).ignoreExceptions().until(() -> client.call("echo", "back")
                        .equals("back"));
            }
        }
    }

    @Test
    void anAgentThatDrainsAnswersWhatItHas() throws Exception {
        EchoService service = new EchoService();
        try (EchoServer server = EchoServer.start(service);
                TestMesh mesh = TestMesh.inMemory()) {
            front(mesh, server);
            MeshAgent agent = patientConsumer(mesh);
            try (EchoClient client = EchoClient.to(agent.address())) {
                int id = client.send("slow", "last");
                await().atMost(TestMesh.LIMIT).until(() -> service.open() == 1);
                var drained = agent.drain(TestMesh.LIMIT).toCompletableFuture();
                service.release(1);
                assertThat(client.receive("slow", id)).isEqualTo("last");
                assertThat(catchThrowable(() -> client.call("echo", "too late")))
                        .isInstanceOf(TException.class)
                        .isNotInstanceOf(TApplicationException.class);
                client.close();
                await().atMost(TestMesh.LIMIT).until(drained::isDone);
            }
        }
    }
}
