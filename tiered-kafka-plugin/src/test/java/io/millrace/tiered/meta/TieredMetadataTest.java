package io.millrace.tiered.meta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.tiered.replica.BrokerCopies;
import io.millrace.tiered.replica.BrokerMetadata;
import io.millrace.tiered.replica.Brokers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.server.log.remote.storage.RemoteLogMetadataManager;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadataUpdate;
import org.apache.kafka.server.log.remote.storage.RemotePartitionDeleteMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteResourceNotFoundException;
import org.apache.kafka.server.log.remote.storage.RemoteStorageException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TieredMetadataTest {

    private static final int BROKER = 987_654;

    private final TopicIdPartition orders = new TopicIdPartition(Uuid.randomUuid(), new TopicPartition("orders", 0));
    private final TopicIdPartition bills = new TopicIdPartition(Uuid.randomUuid(), new TopicPartition("bills", 0));
    private long now = Long.MAX_VALUE - 1000;
    private final List<String> calls = new ArrayList<>();
    private final Remembering kafkas = new Remembering();
    private final Copies copies = new Copies();
    private final TieredMetadata metadata = new TieredMetadata(kafkas, () -> calls.add("ready"), () -> now);

    @BeforeEach
    void meet() {
        Brokers.open(BROKER, copies);
        metadata.configure(properties());
    }

    @AfterEach
    void part() {
        Brokers.close(BROKER, copies);
    }

    @Test
    void aFollowerHearsHowFarItsOwnCopiesReach() throws Exception {
        metadata.onPartitionLeadershipChanges(Set.of(bills), Set.of(orders));
        kafkas.highest = Optional.of(99L);
        copies.held = OptionalLong.of(49);
        assertThat(metadata.highestOffsetForEpoch(orders, 3)).hasValue(49L);
        copies.held = OptionalLong.of(120);
        assertThat(metadata.highestOffsetForEpoch(orders, 3)).hasValue(99L);
        copies.held = OptionalLong.empty();
        assertThat(metadata.highestOffsetForEpoch(orders, 3)).isEmpty();
        kafkas.highest = Optional.empty();
        copies.held = OptionalLong.of(49);
        assertThat(metadata.highestOffsetForEpoch(orders, 3)).isEmpty();
    }

    @Test
    void aLeaderHearsTheTruth() throws Exception {
        metadata.onPartitionLeadershipChanges(Set.of(bills), Set.of(orders));
        kafkas.highest = Optional.of(99L);
        assertThat(metadata.highestOffsetForEpoch(bills, 3)).hasValue(99L);
        metadata.onPartitionLeadershipChanges(Set.of(orders), Set.of(bills));
        assertThat(metadata.highestOffsetForEpoch(orders, 3)).hasValue(99L);
        assertThat(metadata.highestOffsetForEpoch(bills, 3)).isEmpty();
        metadata.onStopPartitions(Set.of(orders));
        assertThat(metadata.highestOffsetForEpoch(orders, 3)).isEmpty();
        assertThat(copies.metadata.partitions()).containsExactly(bills);
    }

    @Test
    void aNewLeaderIsReadyWhenItHoldsWhatItHasOrAfterSomeTime() {
        copies.holds = false;
        metadata.onPartitionLeadershipChanges(Set.of(), Set.of(orders));
        assertThat(metadata.isReady(orders)).as("a follower").isTrue();
        metadata.onPartitionLeadershipChanges(Set.of(orders), Set.of());
        assertThat(metadata.isReady(orders)).isFalse();
        assertThat(copies.metadata.isReady(orders)).as("for its own copies").isTrue();
        copies.holds = true;
        assertThat(metadata.isReady(orders)).isTrue();
        copies.holds = false;
        now += TieredMetadata.CATCH_UP_NANOS - 1;
        metadata.onPartitionLeadershipChanges(Set.of(orders), Set.of());
        assertThat(metadata.isReady(orders)).as("leads still").isFalse();
        now += 1;
        assertThat(metadata.isReady(orders)).isTrue();
    }

    @Test
    void whereOneCopyIsEnoughEverybodyHearsTheTruth() throws Exception {
        copies.own = false;
        metadata.onPartitionLeadershipChanges(Set.of(), Set.of(orders));
        kafkas.highest = Optional.of(99L);
        assertThat(metadata.highestOffsetForEpoch(orders, 3)).hasValue(99L);
    }

    @Test
    void passesOnWhatItIsTold() throws Exception {
        metadata.onPartitionLeadershipChanges(Set.of(bills), Set.of(orders));
        metadata.onStopPartitions(Set.of(bills));
        metadata.onBrokerReady();
        assertThat(metadata.isReady(orders)).isTrue();
        assertThat(metadata.remoteLogSize(orders, 1)).isEqualTo(4711);
        metadata.close();
        assertThat(calls)
                .containsExactly("configure", "changes", "stop", "ready", "copies ready", "copies leave", "close");
    }

    @Test
    void aPartitionOfWhichNothingIsKnownHasNoSegments() throws Exception {
        kafkas.listing = new RemoteResourceNotFoundException("nothing yet");
        assertThat(copies.metadata.segments(orders)).isEmpty();
    }

    @Test
    void clientsAreMadeAsKafkasOwn() {
        assertThat(copies.metadata.clientProperties())
                .containsEntry("bootstrap.servers", "here:1")
                .containsEntry("security.protocol", "SSL")
                .containsEntry("request.timeout.ms", "7")
                .containsEntry("client.id", "millrace-tiered-" + BROKER)
                .hasSize(4);
    }

    @Test
    void withoutItsStorageItRefuses() {
        Brokers.close(BROKER, copies);
        TieredMetadata lonely = new TieredMetadata(new Remembering(), () -> {}, () -> now);
        assertThatThrownBy(() -> lonely.configure(properties()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("TieredStorage");
    }

    @Test
    void aBrokerHasOneStorageInAProcess() {
        assertThatThrownBy(() -> Brokers.open(BROKER, new Copies()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("" + BROKER);
        Brokers.close(BROKER, new Copies());
        assertThat(Brokers.find(BROKER)).contains(copies);
    }

    private static Map<String, Object> properties() {
        Map<String, Object> properties = new HashMap<>();
        properties.put("broker.id", BROKER);
        properties.put("remote.log.metadata.common.client.bootstrap.servers", "here:1");
        properties.put("remote.log.metadata.common.client.security.protocol", "SSL");
        properties.put("remote.log.metadata.admin.request.timeout.ms", "7");
        properties.put("remote.log.metadata.consumer.fetch.max.bytes", "1");
        return properties;
    }

    /** The other half, as the test wants it. */
    private final class Copies implements BrokerCopies {

        private boolean own = true;
        private boolean holds = true;
        private OptionalLong held = OptionalLong.empty();
        private BrokerMetadata metadata;

        @Override
        public boolean areOwn() {
            return own;
        }

        @Override
        public OptionalLong heldEnd(TopicIdPartition partition, int epoch, List<RemoteLogSegmentMetadata> segments) {
            return held;
        }

        @Override
        public boolean holdsWhatIsLocal(TopicIdPartition partition, List<RemoteLogSegmentMetadata> segments) {
            return holds;
        }

        @Override
        public void join(BrokerMetadata joined) {
            metadata = joined;
        }

        @Override
        public void ready() {
            calls.add("copies ready");
        }

        @Override
        public void leave(BrokerMetadata left) {
            assertThat(left).isSameAs(metadata);
            calls.add("copies leave");
        }
    }

    /** Answers what it is told to. */
    private final class Remembering implements RemoteLogMetadataManager {

        private Optional<Long> highest = Optional.empty();
        private RemoteStorageException listing;

        @Override
        public void configure(Map<String, ?> properties) {
            calls.add("configure");
        }

        @Override
        public CompletableFuture<Void> addRemoteLogSegmentMetadata(RemoteLogSegmentMetadata segment) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<Void> updateRemoteLogSegmentMetadata(RemoteLogSegmentMetadataUpdate update) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public Optional<RemoteLogSegmentMetadata> remoteLogSegmentMetadata(
                TopicIdPartition partition, int epoch, long offset) {
            return Optional.empty();
        }

        @Override
        public Optional<Long> highestOffsetForEpoch(TopicIdPartition partition, int epoch) {
            return highest;
        }

        @Override
        public CompletableFuture<Void> putRemotePartitionDeleteMetadata(RemotePartitionDeleteMetadata delete) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public Iterator<RemoteLogSegmentMetadata> listRemoteLogSegments(TopicIdPartition partition)
                throws RemoteStorageException {
            if (listing != null) {
                throw listing;
            }
            return List.<RemoteLogSegmentMetadata>of().iterator();
        }

        @Override
        public Iterator<RemoteLogSegmentMetadata> listRemoteLogSegments(TopicIdPartition partition, int epoch) {
            return List.<RemoteLogSegmentMetadata>of().iterator();
        }

        @Override
        public void onPartitionLeadershipChanges(Set<TopicIdPartition> leaders, Set<TopicIdPartition> followers) {
            calls.add("changes");
        }

        @Override
        public void onStopPartitions(Set<TopicIdPartition> partitions) {
            calls.add("stop");
        }

        @Override
        public long remoteLogSize(TopicIdPartition partition, int epoch) {
            return 4711;
        }

        @Override
        public boolean isReady(TopicIdPartition partition) {
            return true;
        }

        @Override
        public void close() {
            calls.add("close");
        }
    }
}
