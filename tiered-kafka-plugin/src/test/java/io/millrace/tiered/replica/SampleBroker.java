package io.millrace.tiered.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.tiered.BrokenFiles;
import io.millrace.tiered.ReplicaConfig;
import io.millrace.tiered.TieredConfig;
import io.millrace.tiered.TieredCounters;
import io.millrace.tiered.TieredException;
import io.millrace.tiered.cold.ColdStore;
import io.millrace.tiered.cold.CopyRates;
import io.millrace.tiered.cold.CopyRequest;
import io.millrace.tiered.cold.SegmentIdentity;
import io.millrace.tiered.cold.SegmentSummary;
import io.millrace.tiered.disk.AlignedBuffers;
import io.millrace.tiered.log.LocalLogs;
import io.millrace.tiered.log.SampleLog;
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
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.server.log.remote.storage.LogSegmentData;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;

/** One broker's half of the plugin: cold disks, logs, an endpoint for the others, and rounds that the test makes one by one. */
final class SampleBroker implements AutoCloseable, PeerDirectory {

    static final int CHUNK = 64 << 10;
    static final Duration GRACE = Duration.ofSeconds(60);

    final int id;
    final Path folder;
    final Path logs;
    final Path cold;
    final BrokenFiles files = new BrokenFiles();
    final SampleMetadata metadata = new SampleMetadata();
    final TieredCounters counters = new TieredCounters();
    final JumpingClock clock = new JumpingClock();
    final List<SampleBroker> others = new ArrayList<>();
    final ColdStore store;
    final SegmentReader reader;
    final Replica replica;
    final PeerServer server;
    final PeerSegments peers;
    final ReplicaRounds rounds;
    Optional<List<Integer>> replicas = Optional.of(List.of());

    SampleBroker(int id, Path folder, Path secret) throws IOException {
        this.id = id;
        this.folder = Files.createDirectories(folder);
        this.logs = Files.createDirectories(folder.resolve("logs"));
        this.cold = Files.createDirectories(folder.resolve("cold"));
        AlignedBuffers buffers = new AlignedBuffers(32L * CHUNK, Duration.ofSeconds(30));
        store = ColdStore.open(
                new TieredConfig(
                        List.of(cold), List.of(logs), false, CHUNK, 2, 32L * CHUNK, Duration.ofMinutes(1), null),
                files,
                buffers,
                CopyRates.of(new TokenBucket(() -> TokenBucket.UNLIMITED, WaitingClock.system())),
                counters,
                clock);
        reader = new SegmentReader(buffers, 4L * CHUNK, counters);
        ReplicaConfig config = new ReplicaConfig(Duration.ofMillis(100), GRACE);
        PeerSecret known = PeerSecret.read(secret);
        PeerClient client = new PeerClient(known, null, Clock.systemUTC());
        peers = new PeerSegments(client, this, counters);
        LocalLogs own = new LocalLogs(List.of(logs));
        replica = new Replica(
                id, true, config, store, own, joined -> new ReplicaPeers(this, client, peers, () -> {}), clock);
        replica.join(metadata);
        server = PeerServer.start(
                InetSocketAddress.createUnresolved("127.0.0.1", 0),
                known,
                null,
                new ServedSegments(store, reader, replica::state));
        rounds = new ReplicaRounds(
                metadata,
                store,
                new SegmentCopier(store, own, peers),
                own,
                new RetiredCopies(store, this, client, id, GRACE),
                config.checkInterval(),
                GRACE,
                clock);
    }

    /** Copies batches as Kafka has a leader do it; the end is exclusive. */
    RemoteLogSegmentMetadata lead(SampleLog log, int from, int to, Random random) throws IOException {
        byte[] data = log.bytes(from, to);
        RemoteLogSegmentMetadata segment = SampleMetadata.segment(
                log.partition(), log.firstOffset(from), log.firstOffset(to) - 1, data.length, log.epochs(from, to));
        Path source = Files.createDirectories(folder.resolve("leading"));
        LogSegmentData files = new LogSegmentData(
                Files.write(source.resolve("log"), data),
                Files.write(source.resolve("index"), bytes(random)),
                Files.write(source.resolve("timeindex"), bytes(random)),
                random.nextBoolean()
                        ? Optional.of(Files.write(source.resolve("txnindex"), bytes(random)))
                        : Optional.empty(),
                Files.write(source.resolve("snapshot"), bytes(random)),
                ByteBuffer.wrap(bytes(random)));
        SegmentSummary summary = store.copy(CopyRequest.of(segment, files));
        return SampleMetadata.copied(segment, summary);
    }

    /** Makes rounds until one copies nothing. */
    void follow() throws TieredException {
        int rounds = 0;
        while (this.rounds.round()) {
            assertThat(++rounds).isLessThan(1000);
        }
    }

    /** Whether a copy is here whose bytes are these. */
    boolean holds(RemoteLogSegmentMetadata segment, byte[] data) throws IOException {
        if (!store.isVerified(segment.remoteLogSegmentId().id())) {
            return false;
        }
        try (InputStream bytes = reader.open(store.find(SegmentIdentity.of(segment)), 0, data.length)) {
            assertThat(bytes.readAllBytes()).isEqualTo(data);
        }
        return true;
    }

    /** The file with the data of a segment, or with its manifest. */
    Path file(RemoteLogSegmentMetadata segment, String ending) {
        return cold.resolve(segment.topicIdPartition().topicId() + "-"
                        + segment.topicIdPartition().partition())
                .resolve(segment.remoteLogSegmentId().id() + ending);
    }

    /** Names of all files of segments. */
    List<String> files() throws IOException {
        try (Stream<Path> all = Files.walk(cold, 2)) {
            return all.filter(file -> cold.relativize(file).getNameCount() == 2)
                    .map(file -> file.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    @Override
    public List<PeerAddress> of(Uuid topicId, int partition) {
        return others.stream()
                .map(other -> new PeerAddress(
                        other.id, "127.0.0.1", other.server.address().getPort()))
                .toList();
    }

    @Override
    public Optional<List<Integer>> replicas(Uuid topicId, int partition) {
        return replicas;
    }

    @Override
    public void close() {
        replica.close();
        server.close();
        store.close();
        reader.close();
    }

    private static byte[] bytes(Random random) {
        byte[] bytes = new byte[random.nextInt(3000)];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Stands still until it is moved. */
    static final class JumpingClock implements WaitingClock {

        private final AtomicLong now =
                new AtomicLong(Long.MAX_VALUE - Duration.ofSeconds(30).toNanos());

        @Override
        public long nanos() {
            return now.get();
        }

        @Override
        public void sleep(long nanos) {
            now.addAndGet(nanos);
        }

        void advance(Duration time) {
            now.addAndGet(time.toNanos());
        }
    }
}
