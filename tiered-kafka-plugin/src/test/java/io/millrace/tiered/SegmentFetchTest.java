package io.millrace.tiered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testkit.Seeds;
import io.millrace.tiered.BrokerDuties.DutiesConfig;
import io.millrace.tiered.TieredException.Reason;
import io.millrace.tiered.cold.ColdStore;
import io.millrace.tiered.cold.CopyRates;
import io.millrace.tiered.cold.IndexKind;
import io.millrace.tiered.disk.AlignedBuffers;
import io.millrace.tiered.disk.ColdFiles;
import io.millrace.tiered.log.LocalLogs;
import io.millrace.tiered.meter.JmxMeters;
import io.millrace.tiered.peer.PeerAddress;
import io.millrace.tiered.peer.PeerClient;
import io.millrace.tiered.peer.PeerDirectory;
import io.millrace.tiered.peer.PeerSecret;
import io.millrace.tiered.peer.PeerSegments;
import io.millrace.tiered.peer.PeerServer;
import io.millrace.tiered.peer.ServedSegments;
import io.millrace.tiered.rate.TokenBucket;
import io.millrace.tiered.rate.WaitingClock;
import io.millrace.tiered.read.SegmentReader;
import io.millrace.tiered.replica.Replica;
import io.millrace.tiered.replica.ReplicaPeers;
import io.millrace.tiered.replica.SampleMetadata;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteStorageManager.IndexType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fetches on one broker of what only another one has undamaged. */
class SegmentFetchTest {

    private static final int CHUNK = 64 << 10;

    @TempDir
    private Path folder = Path.of("");

    private final Random random = Seeds.random("SegmentFetchTest");
    private final List<PeerAddress> addresses = new ArrayList<>();
    private final TieredCounters counters = new TieredCounters();
    private TieredParts here;
    private TieredParts there;
    private SampleSegment segment;
    private RemoteLogSegmentMetadata metadata;

    @BeforeEach
    void open() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "s".repeat(40));
        here = parts(1, secret);
        there = parts(2, secret);
        addresses.add(new PeerAddress(2, "127.0.0.1", there.server().address().getPort()));
        segment = SampleSegment.create(ColdFiles.local(), folder, random, 5 * CHUNK + 77);
        metadata = SampleMetadata.copied(segment.metadata(), there.store().copy(segment.request()));
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    @Test
    void whatIsNotHereComesFromAnotherBroker() throws Exception {
        for (int i = 0; i < 10; i++) {
            int from = random.nextInt(segment.log().length);
            int last = from + random.nextInt(2 * CHUNK);
            try (InputStream range = new SegmentFetch(here, metadata).open(from, last)) {
                assertThat(range.readAllBytes()).isEqualTo(expected(from, last));
            }
        }
        for (IndexType type : IndexType.values()) {
            assertThat(new SegmentFetch(here, metadata).index(IndexKind.of(type)))
                    .isEqualTo(segment.indexes().get(type));
        }
        assertThat(counters.peerFetches.sum()).isEqualTo(10);
    }

    @Test
    void aStreamThatMeetsDamageGoesOnElsewhere() throws Exception {
        here.store().copy(segment.request());
        Path data = dataFile();
        byte[] bytes = Files.readAllBytes(data);
        bytes[2 * CHUNK + 9] ^= 1;
        Files.write(data, bytes);
        try (InputStream range = new SegmentFetch(here, metadata).open(100, Integer.MAX_VALUE - 1)) {
            assertThat(range.readAllBytes()).isEqualTo(expected(100, segment.log().length));
        }
        assertThat(counters.peerFetches.sum()).isEqualTo(1);
        assertThat(here.store().isVerified(segment.identity().id()))
                .as("to be mended")
                .isFalse();
    }

    @Test
    void damageThatNobodyCanHelpWithNamesTheFile() throws Exception {
        here.store().copy(segment.request());
        Files.write(dataFile(), new byte[segment.log().length]);
        there.store().delete(segment.identity());
        try (InputStream range = new SegmentFetch(here, metadata).open(0, CHUNK)) {
            assertThatThrownBy(range::readAllBytes)
                    .isInstanceOf(TieredException.class)
                    .hasMessageContaining(dataFile().toString())
                    .hasMessageContaining(segment.identity().id().toString())
                    .extracting(e -> ((TieredException) e).reason())
                    .isEqualTo(Reason.DAMAGED);
        }
    }

    @Test
    void aBrokerThatCannotBeReachedMayHaveIt() throws Exception {
        there.server().close();
        assertThatThrownBy(() -> new SegmentFetch(here, metadata).open(0, CHUNK))
                .isInstanceOf(TieredException.class)
                .extracting(e -> ((TieredException) e).reason())
                .isEqualTo(Reason.BUSY);
        addresses.clear();
        assertThatThrownBy(() -> new SegmentFetch(here, metadata).open(0, CHUNK))
                .isInstanceOf(TieredException.class)
                .extracting(e -> ((TieredException) e).reason())
                .isEqualTo(Reason.NOT_FOUND);
    }

    private byte[] expected(int from, int last) {
        return Arrays.copyOfRange(segment.log(), from, Math.min(last + 1, segment.log().length));
    }

    private Path dataFile() throws IOException {
        try (var files = Files.walk(folder.resolve("cold-1"))) {
            return files.filter(file -> file.toString().endsWith(".data"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private TieredParts parts(int broker, Path secret) throws IOException {
        Path cold = Files.createDirectory(folder.resolve("cold-" + broker));
        AlignedBuffers buffers = new AlignedBuffers(32L * CHUNK, Duration.ofSeconds(30));
        ColdStore store = ColdStore.open(
                new TieredConfig(List.of(cold), List.of(), false, CHUNK, 2, 32L * CHUNK, Duration.ofMinutes(1), null),
                ColdFiles.local(),
                buffers,
                CopyRates.of(new TokenBucket(() -> TokenBucket.UNLIMITED, WaitingClock.system())),
                counters,
                WaitingClock.system());
        SegmentReader reader = new SegmentReader(buffers, 4L * CHUNK, counters);
        PeerSecret known = PeerSecret.read(secret);
        PeerClient client = new PeerClient(known, null, Clock.systemUTC());
        Replica replica = new Replica(
                broker,
                true,
                new ReplicaConfig(Duration.ofHours(1), Duration.ofHours(1)),
                store,
                new LocalLogs(List.of()),
                joined -> new ReplicaPeers(
                        addressed(), client, new PeerSegments(client, addressed(), counters), () -> {}),
                WaitingClock.system());
        replica.join(new SampleMetadata());
        PeerServer server = PeerServer.start(
                InetSocketAddress.createUnresolved("127.0.0.1", 0),
                known,
                null,
                new ServedSegments(store, reader, replica::state));
        BrokerDuties duties =
                new BrokerDuties(-1, replica, DutiesConfig.of(Map.of()), List.of(), WaitingClock.system());
        return new TieredParts(-1, store, reader, replica, duties, server, new JmxMeters());
    }

    private PeerDirectory addressed() {
        return new PeerDirectory() {
            @Override
            public List<PeerAddress> of(Uuid topicId, int partition) {
                return List.copyOf(addresses);
            }

            @Override
            public Optional<List<Integer>> replicas(Uuid topicId, int partition) {
                return Optional.empty();
            }
        };
    }
}
