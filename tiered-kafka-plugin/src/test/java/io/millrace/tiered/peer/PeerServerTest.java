package io.millrace.tiered.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.millrace.testkit.Seeds;
import io.millrace.tiered.SampleSegment;
import io.millrace.tiered.TieredConfig;
import io.millrace.tiered.TieredCounters;
import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import io.millrace.tiered.cold.ColdStore;
import io.millrace.tiered.cold.CopyRates;
import io.millrace.tiered.cold.IndexKind;
import io.millrace.tiered.cold.SegmentSummary;
import io.millrace.tiered.disk.AlignedBuffers;
import io.millrace.tiered.disk.ColdFiles;
import io.millrace.tiered.rate.TokenBucket;
import io.millrace.tiered.rate.WaitingClock;
import io.millrace.tiered.read.SegmentReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.server.log.remote.storage.RemoteStorageManager.IndexType;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeerServerTest {

    private static final int CHUNK = 64 << 10;
    private static final InetSocketAddress ANY_PORT = InetSocketAddress.createUnresolved("127.0.0.1", 0);

    @TempDir
    private Path folder = Path.of("");

    private final Random random = Seeds.random("PeerServerTest");
    private final PeerSecret secret = PeerSecret.of("k".repeat(40), "test");
    private final PeerClient client = new PeerClient(secret, null, Clock.systemUTC());
    private final TieredCounters counters = new TieredCounters();
    private Path cold;
    private SampleSegment segment;
    private SegmentSummary summary;
    private ColdStore store;
    private SegmentReader reader;
    private PeerServer server;
    private PeerAddress address;

    @BeforeEach
    void open() throws IOException {
        cold = Files.createDirectory(folder.resolve("cold"));
        AlignedBuffers buffers = new AlignedBuffers(32L * CHUNK, Duration.ofSeconds(30));
        store = ColdStore.open(
                new TieredConfig(List.of(cold), List.of(), false, CHUNK, 2, 32L * CHUNK, Duration.ofMinutes(1), null),
                ColdFiles.local(),
                buffers,
                CopyRates.of(new TokenBucket(() -> TokenBucket.UNLIMITED, WaitingClock.system())),
                counters,
                WaitingClock.system());
        reader = new SegmentReader(buffers, 4L * CHUNK, counters);
        segment = SampleSegment.create(ColdFiles.local(), folder, random, 3 * CHUNK + 999);
        summary = store.copy(segment.request());
        server = PeerServer.start(
                ANY_PORT,
                secret,
                null,
                new ServedSegments(store, reader, identity -> SegmentState.held(summary), new Reports()));
        address = address(server.address().getPort());
    }

    /** Says what it was asked for. */
    private static final class Reports implements BrokerReports {

        @Override
        public Optional<List<String>> states(Uuid topicId, int partition) {
            return Optional.of(List.of("name\tpartition", topicId + "\t" + partition));
        }

        @Override
        public Optional<List<String>> explain(Uuid topicId, int partition) throws IOException {
            throw new IOException("log cannot be read now");
        }

        @Override
        public Optional<List<String>> simulate(long bytes) {
            return Optional.of(List.of("bytes\t" + bytes));
        }
    }

    @Test
    void reportsAreLines() throws IOException {
        Uuid topic = Uuid.randomUuid();
        assertThat(client.lines(address, "/v1/states/" + topic + "-12"))
                .containsExactly("name\tpartition", topic + "\t12");
        assertThat(client.lines(address, "/v1/simulate/1000000000")).containsExactly("bytes\t1000000000");
        assertThat(client.lines(address, "/v1/space")).as("this one has none").isEmpty();
        assertThat(client.lines(address, "/v1/simulate/-1")).as("no such path").isEmpty();
        assertThatThrownBy(() -> client.lines(address, "/v1/explain/" + topic + "-0"))
                .isInstanceOf(TieredException.class)
                .hasMessageContaining("503")
                .hasMessageContaining("log cannot be read now");
    }

    @AfterEach
    void close() {
        server.close();
        store.close();
        reader.close();
    }

    @Test
    void givesEveryRangeAndIndex() throws Exception {
        PeerSegments peers = peers(address);
        int length = segment.log().length;
        for (int i = 0; i < 30; i++) {
            int from = random.nextInt(length);
            int to = from + random.nextInt(length - from + 1);
            try (InputStream range = peers.open(segment.identity(), summary, from, to)) {
                assertThat(range.readAllBytes()).isEqualTo(Arrays.copyOfRange(segment.log(), from, to));
            }
        }
        for (IndexType type : IndexType.values()) {
            assertThat(peers.index(segment.identity(), summary, IndexKind.of(type)))
                    .isEqualTo(segment.indexes().get(type));
        }
        assertThat(client.state(address, segment.identity()).isHeld(summary)).isTrue();
        assertThat(counters.peerFetches.sum()).isEqualTo(30);
    }

    @Test
    void asksTheNextBrokerWhereOneCannotHelp() throws Exception {
        PeerAddress dead;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            dead = address(closed.getLocalPort());
        }
        try (InputStream range = peers(dead, address).open(segment.identity(), summary, 0, 100)) {
            assertThat(range.readAllBytes()).isEqualTo(Arrays.copyOf(segment.log(), 100));
        }
        assertReason(Reason.BUSY, () -> peers(dead).open(segment.identity(), summary, 0, 100));
    }

    @Test
    void saysWhenNobodyHasIt() throws Exception {
        SampleSegment unknown = SampleSegment.create(ColdFiles.local(), folder, random, 100);
        assertReason(Reason.NOT_FOUND, () -> peers(address).open(unknown.identity(), summary, 0, 100));
        assertReason(Reason.NOT_FOUND, () -> peers().open(segment.identity(), summary, 0, 100));
    }

    @Test
    void aCopyWithAnotherDigestIsNoneAtAll() throws Exception {
        byte[] other = summary.toBytes();
        other[other.length - 1] ^= 1;
        assertReason(Reason.NOT_FOUND, () -> peers(address).open(segment.identity(), SegmentSummary.of(other), 0, 100));
    }

    @Test
    void aDamagedChunkIsNotSent() throws Exception {
        Path data = onlyFile(".data");
        byte[] bytes = Files.readAllBytes(data);
        bytes[CHUNK + 5] ^= 1;
        Files.write(data, bytes);
        try (InputStream range = peers(address).open(segment.identity(), summary, 0, bytes.length)) {
            assertThat(range.readNBytes(CHUNK)).isEqualTo(Arrays.copyOf(segment.log(), CHUNK));
            assertReason(Reason.NOT_FOUND, range::read);
        }
        assertThat(store.isVerified(segment.identity().id()))
                .as("known to be damaged")
                .isFalse();
    }

    @Test
    void bytesThatChangeOnTheirWayAreNotGiven() throws Exception {
        HttpServer liar = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        byte[] manifest = store.find(segment.identity()).manifest().toBytes();
        byte[] chunk = Arrays.copyOf(segment.log(), CHUNK);
        chunk[17] ^= 1;
        liar.createContext("/", exchange -> {
            try (exchange) {
                boolean data = exchange.getRequestURI().getPath().endsWith("data");
                byte[] body = data ? chunk : manifest;
                RequestSignature asked =
                        RequestSignature.parse(exchange.getRequestHeaders().getFirst(RequestSignature.HEADER));
                int status = data ? 206 : 200;
                exchange.getResponseHeaders()
                        .set(
                                RequestSignature.ANSWER_HEADER,
                                RequestSignature.answer(secret, asked.once(), status, body));
                exchange.sendResponseHeaders(status, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        liar.start();
        try (InputStream range =
                peers(address(liar.getAddress().getPort())).open(segment.identity(), summary, 0, CHUNK)) {
            assertReason(Reason.DAMAGED, range::read);
        } finally {
            liar.stop(0);
        }
    }

    @Test
    void whoDoesNotKnowTheSecretGetsNothingAndGivesNothing() throws Exception {
        PeerClient stranger = new PeerClient(PeerSecret.of("x".repeat(40), "test"), null, Clock.systemUTC());
        assertThatThrownBy(() -> stranger.state(address, segment.identity()))
                .isInstanceOf(TieredException.class)
                .hasMessageContaining("401");
        assertThat(status("/v1/anything", "")).isEqualTo(401);
        HttpServer impostor = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        impostor.createContext("/", exchange -> {
            try (exchange) {
                byte[] body = SegmentState.GONE.toString().getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        impostor.start();
        try {
            assertThatThrownBy(() -> client.state(address(impostor.getAddress().getPort()), segment.identity()))
                    .isInstanceOf(TieredException.class)
                    .hasMessageContaining("not signed");
        } finally {
            impostor.stop(0);
        }
    }

    @Test
    void aRequestThatIsSentAgainIsRefused() throws Exception {
        String path = PeerPath.of(segment.identity(), PeerPath.What.STATE).toString();
        String signature = RequestSignature.of(secret, "GET", path, "", System.currentTimeMillis(), "0".repeat(32))
                .toString();
        assertThat(status(path, signature)).isEqualTo(200);
        assertThat(status(path, signature)).isEqualTo(401);
        String late = RequestSignature.of(secret, "GET", path, "", 1_000_000, "1".repeat(32))
                .toString();
        assertThat(status(path, late)).isEqualTo(401);
    }

    @Test
    void refusesRangesThatAreNone() throws Exception {
        int length = segment.log().length;
        for (String range : new String[] {"", "bytes=5-4", "bytes=" + length + "-" + length, "bytes=0-99999999"}) {
            String path = PeerPath.of(segment.identity(), PeerPath.What.DATA).toString();
            String once = String.format("%032x", random.nextInt(Integer.MAX_VALUE));
            String signature = RequestSignature.of(secret, "GET", path, range, System.currentTimeMillis(), once)
                    .toString();
            assertThat(status(path, signature, range)).as(range).isEqualTo(416);
        }
    }

    private PeerSegments peers(PeerAddress... addresses) {
        return new PeerSegments(
                client,
                new PeerDirectory() {
                    @Override
                    public List<PeerAddress> of(Uuid topicId, int partition) {
                        return List.of(addresses);
                    }

                    @Override
                    public Optional<List<Integer>> replicas(Uuid topicId, int partition) {
                        return Optional.empty();
                    }
                },
                counters);
    }

    private static PeerAddress address(int port) {
        return new PeerAddress(7, "127.0.0.1", port);
    }

    private int status(String path, String signature) throws Exception {
        return status(path, signature, "");
    }

    private int status(String path, String signature, String range) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://" + address.authority() + path));
        if (!signature.isEmpty()) {
            request.header(RequestSignature.HEADER, signature);
        }
        if (!range.isEmpty()) {
            request.header("Range", range);
        }
        HttpResponse<Void> answer = HttpClient.newHttpClient().send(request.build(), BodyHandlers.discarding());
        return answer.statusCode();
    }

    private Path onlyFile(String ending) throws IOException {
        try (var files = Files.walk(cold)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static void assertReason(Reason reason, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(TieredException.class)
                .extracting(e -> ((TieredException) e).reason())
                .isEqualTo(reason);
    }
}
