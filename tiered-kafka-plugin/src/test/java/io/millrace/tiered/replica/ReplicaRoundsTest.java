package io.millrace.tiered.replica;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testkit.Seeds;
import io.millrace.tiered.TieredException;
import io.millrace.tiered.cold.IndexKind;
import io.millrace.tiered.cold.SegmentIdentity;
import io.millrace.tiered.cold.SegmentSummary;
import io.millrace.tiered.log.LocalSegment;
import io.millrace.tiered.log.SampleLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("once")
class ReplicaRoundsTest {

    private static final Map<Integer, Integer> EPOCHS_AT = Map.of(0, 0, 1, 12, 4, 33);

    @TempDir
    private Path folder = Path.of("");

    private final Random random = Seeds.random("ReplicaRoundsTest");
    private final TopicIdPartition partition = new TopicIdPartition(Uuid.randomUuid(), new TopicPartition("orders", 1));
    private final SampleLog log = SampleLog.create(partition, random, 50, EPOCHS_AT);
    private final List<RemoteLogSegmentMetadata> copied = new ArrayList<>();
    private SampleBroker leader;
    private SampleBroker follower;
    private SampleBroker third;

    @BeforeEach
    void open() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "s".repeat(40), UTF_8);
        leader = new SampleBroker(1, folder.resolve("leader"), secret);
        follower = new SampleBroker(2, folder.resolve("follower"), secret);
        third = new SampleBroker(3, folder.resolve("third"), secret);
        follower.others.add(leader);
        follower.metadata.assign(partition);
    }

    @AfterEach
    void close() {
        leader.close();
        follower.close();
        third.close();
    }

    @Test
    void aFollowerCopiesFromItsOwnLogAndHoldsTheLeadersBytes() throws Exception {
        log.write(follower.logs, List.of(0, 7, 8, 30));
        copy(0, 10);
        copy(10, 25);
        copy(25, 45);
        follower.follow();
        assertHeld(follower);
        assertThat(follower.counters.replicasCopied.sum()).isEqualTo(3);
        // Manifest and indexes, and not a byte of the data.
        assertThat(leader.counters.fetches.sum()).isZero();
        assertThat(follower.replica.heldEnd(partition, 4, copied)).hasValue(log.firstOffset(45) - 1);
        assertThat(follower.replica.heldEnd(partition, 0, copied)).hasValue(log.firstOffset(12) - 1);
    }

    @Test
    void aLookTellsHowMuchOfWhatIsLocalIsHeldHere() throws Exception {
        log.write(follower.logs, List.of(0, 7, 8, 30));
        copy(0, 10);
        copy(10, 25);
        PartitionLook before =
                follower.replica.look(follower.metadata, partition).orElseThrow();
        assertThat(before.directory()).isEqualTo(follower.logs);
        assertThat(before.local()).extracting(LocalSegment::isActive).containsExactly(false, false, false, true);
        assertThat(before.copiedEnd()).isEqualTo(log.firstOffset(25) - 1);
        assertThat(before.heldEnd()).as("nothing").isEqualTo(log.firstOffset(0) - 1);
        assertThat(follower.replica.missingSegments()).isEqualTo(2);
        follower.follow();
        PartitionLook after =
                follower.replica.look(follower.metadata, partition).orElseThrow();
        assertThat(after.heldEnd()).isEqualTo(after.copiedEnd()).isEqualTo(log.firstOffset(25) - 1);
        assertThat(follower.replica.missingSegments()).isZero();
        follower.metadata.ready(false);
        PartitionLook unknown =
                follower.replica.look(follower.metadata, partition).orElseThrow();
        assertThat(unknown.isReady()).isFalse();
        assertThat(unknown.copied()).isEmpty();
        assertThat(unknown.heldEnd()).as("nothing counts").isEqualTo(log.firstOffset(0) - 1);
    }

    @Test
    void indexesAreThoseOfTheLeader() throws Exception {
        log.write(follower.logs, List.of(0));
        copy(0, 20);
        follower.follow();
        SegmentIdentity identity = SegmentIdentity.of(copied.get(0));
        for (IndexKind kind : leader.store.find(identity).manifest().indexKinds()) {
            assertThat(follower.store.index(identity, kind)).isEqualTo(leader.store.index(identity, kind));
        }
    }

    @Test
    void whatTheOwnLogDoesNotHaveComesFromAPeer() throws Exception {
        log.write(follower.logs, List.of(20));
        copy(0, 15);
        copy(15, 30);
        copy(30, 40);
        follower.follow();
        assertHeld(follower);
        assertThat(leader.counters.fetches.sum()).isPositive();
    }

    @Test
    void aLogThatAnotherLeaderWroteIsNotCopied() throws Exception {
        SampleLog diverged = log.truncated(20).append(random, 30, Map.of(2, 20));
        diverged.write(follower.logs, List.of(0));
        copy(0, 20);
        copy(20, 40);
        follower.follow();
        assertHeld(follower);
        assertThat(follower.replica.heldEnd(partition, 2, copied)).isEmpty();
        assertThat(follower.replica.heldEnd(partition, 1, copied)).hasValue(log.firstOffset(20) - 1);
    }

    @Test
    void aDamagedOwnLogIsNotCopied() throws Exception {
        Path own = log.write(follower.logs, List.of(0)).resolve("00000000000000000000.log");
        flip(own, log.bytes(0, 10).length + 100);
        copy(0, 10);
        copy(10, 30);
        follower.follow();
        assertHeld(follower);
        assertThat(leader.counters.fetches.sum()).isPositive();
    }

    @Test
    void nothingIsHeldUntilSomebodyHasTheIndexes() throws Exception {
        log.write(follower.logs, List.of(0));
        copy(0, 10);
        follower.others.clear();
        follower.follow();
        assertThat(follower.files()).isEmpty();
        assertThat(follower.replica.heldEnd(partition, 0, copied)).isEmpty();
        follower.others.add(leader);
        follower.follow();
        assertThat(follower.files()).as("not tried again at once").isEmpty();
        follower.clock.advance(Duration.ofSeconds(2));
        follower.follow();
        assertHeld(follower);
    }

    @Test
    void aPeerThatLiesIsNeverBelieved() throws Exception {
        follower.others.add(third);
        copy(0, 20);
        RemoteLogSegmentMetadata segment = copied.get(0);
        // Data that is not what the manifest says, on a broker that does not know yet.
        flip(leader.file(segment, ".data"), 5000);
        follower.follow();
        assertThat(follower.files()).isEmpty();
        assertThatThrownBy(() -> follower.peers
                        .open(SegmentIdentity.of(segment), summary(segment), 0, 10_000)
                        .readAllBytes())
                .isInstanceOf(TieredException.class);
        // A manifest of another copy.
        Files.deleteIfExists(leader.file(segment, ".manifest"));
        Files.deleteIfExists(leader.file(segment, ".data"));
        assertThatThrownBy(() -> follower.peers.open(SegmentIdentity.of(segment), summary(segment), 0, 100))
                .isInstanceOf(TieredException.class);
        follower.clock.advance(Duration.ofMinutes(5));
        follower.follow();
        assertThat(follower.files()).isEmpty();
    }

    @Test
    void aDamagedCopyIsCopiedAgain() throws Exception {
        log.write(follower.logs, List.of(0));
        copy(0, 40);
        follower.follow();
        RemoteLogSegmentMetadata segment = copied.get(0);
        flip(follower.file(segment, ".data"), 4711);
        assertThatThrownBy(() -> follower.holds(segment, log.bytes(0, 40))).isInstanceOf(TieredException.class);
        follower.store.damaged(segment.remoteLogSegmentId().id());
        assertThat(follower.replica.heldEnd(partition, 4, copied)).isEmpty();
        follower.follow();
        assertHeld(follower);
    }

    @Test
    void aCopyThatCannotBeMendedKeepsWhatIsGoodOfIt() throws Exception {
        log.write(follower.logs, List.of(0));
        copy(0, 40);
        follower.follow();
        List<String> files = follower.files();
        follower.store.damaged(copied.get(0).remoteLogSegmentId().id());
        follower.others.clear();
        follower.follow();
        assertThat(follower.files()).isEqualTo(files);
    }

    @Test
    void copiesThatAreThereAtStartAreComparedFirst() throws Exception {
        log.write(follower.logs, List.of(0));
        copy(0, 25);
        follower.follow();
        follower.close();
        follower = new SampleBroker(2, folder.resolve("follower"), folder.resolve("secret"));
        follower.metadata.assign(partition);
        copied.forEach(follower.metadata::put);
        assertThat(follower.replica.heldEnd(partition, 0, copied)).isEmpty();
        follower.follow();
        assertHeld(follower);
        assertThat(follower.counters.replicasCopied.sum()).isZero();
    }

    @Test
    void aSegmentThatIsGoneForEverybodyGoesHere() throws Exception {
        log.write(follower.logs, List.of(0));
        copy(0, 10);
        copy(10, 20);
        follower.follow();
        follower.metadata.state(copied.get(0), RemoteLogSegmentState.DELETE_SEGMENT_STARTED);
        follower.follow();
        follower.follow();
        assertThat(follower.files()).hasSize(4);
        follower.clock.advance(SampleBroker.GRACE);
        follower.follow();
        assertThat(follower.files())
                .hasSize(2)
                .allMatch(name ->
                        name.startsWith(copied.get(1).remoteLogSegmentId().id().toString()));
    }

    @Test
    void nothingGoesWhileMetadataIsNotReadyOrGone() throws Exception {
        log.write(follower.logs, List.of(0));
        copy(0, 10);
        copy(10, 20);
        follower.follow();
        for (int i = 0; i < 4; i++) {
            follower.metadata.ready(i % 2 == 0);
            follower.metadata.clear();
            follower.clock.advance(SampleBroker.GRACE);
            follower.follow();
        }
        assertThat(follower.files()).hasSize(4);
    }

    @Test
    void withoutAListOnlyWhatKafkaHasExpiredGoes() throws Exception {
        log.write(follower.logs, List.of(0));
        copy(0, 10);
        copy(10, 20);
        follower.follow();
        follower.metadata.clear();
        String others = "orders 11 999999\norders-1 1 999999\n";
        String own = "orders 1 " + log.firstOffset(10) + "\n";
        Files.writeString(follower.logs.resolve("log-start-offset-checkpoint"), "0\n3\n" + others + own);
        follower.follow();
        assertThat(follower.files()).as("one look").hasSize(4);
        follower.clock.advance(SampleBroker.GRACE);
        follower.follow();
        assertThat(follower.files()).hasSize(2);
        assertRetiredStays();
        assertThat(follower.store.isVerified(copied.get(1).remoteLogSegmentId().id()))
                .isTrue();
    }

    @Test
    void aDamagedNoteOfWhatIsExpiredDeletesNothing() throws Exception {
        log.write(follower.logs, List.of(0));
        copy(0, 10);
        follower.follow();
        follower.metadata.clear();
        Files.writeString(follower.logs.resolve("log-start-offset-checkpoint"), "0\n1\norders 1 many\n");
        assertRetiredStays();
        assertThat(follower.files()).hasSize(2);
    }

    @Test
    void aRetiredCopyStaysUntilAllReplicasHoldItVerified() throws Exception {
        log.write(follower.logs, List.of(0));
        copy(0, 10);
        copy(10, 20);
        follower.follow();
        follower.metadata.unassign(partition);
        follower.replicas = Optional.of(List.of(1, 3));
        follower.others.add(third);
        third.others.add(leader);
        third.metadata.assign(partition);
        assertRetiredStays();
        // The new replica has one of them, and knows that the other is gone.
        third.metadata.put(copied.get(1));
        third.follow();
        assertThat(third.files()).hasSize(2);
        follower.follow();
        follower.clock.advance(SampleBroker.GRACE);
        follower.follow();
        assertThat(follower.files()).isEmpty();
    }

    @Test
    void aRetiredCopyStaysWhileAReplicaCannotBeAsked() throws Exception {
        log.write(follower.logs, List.of(0));
        copy(0, 10);
        follower.follow();
        follower.metadata.unassign(partition);
        follower.replicas = Optional.of(List.of(1, 3));
        assertRetiredStays();
        follower.others.add(third);
        third.server.close();
        assertRetiredStays();
    }

    @Test
    void copiesOfATopicThatIsNoMoreGo() throws Exception {
        log.write(follower.logs, List.of(0));
        copy(0, 10);
        follower.follow();
        follower.metadata.unassign(partition);
        follower.replicas = Optional.of(List.of(1, 2, 3));
        assertRetiredStays();
        follower.replicas = Optional.empty();
        follower.follow();
        assertThat(follower.files()).hasSize(2);
        follower.clock.advance(SampleBroker.GRACE);
        follower.follow();
        assertThat(follower.files()).isEmpty();
    }

    @Test
    void aDiskThatIsFullCopiesLater() throws Exception {
        log.write(follower.logs, List.of(0));
        copy(0, 20);
        follower.files.room(follower.cold, 100);
        follower.follow();
        assertThat(follower.files()).isEmpty();
        follower.files.room(follower.cold, 1L << 30);
        follower.clock.advance(Duration.ofSeconds(2));
        follower.follow();
        assertHeld(follower);
    }

    @Test
    void anInterruptEndsACopyAndLeavesNothing() throws Exception {
        log.write(follower.logs, List.of(0));
        copy(0, 20);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> follower.follow())
                .isInstanceOf(TieredException.class)
                .extracting(e -> ((TieredException) e).reason())
                .isEqualTo(TieredException.Reason.INTERRUPTED);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(follower.files()).isEmpty();
        follower.follow();
        assertHeld(follower);
    }

    private void assertRetiredStays() throws Exception {
        int files = follower.files().size();
        for (int i = 0; i < 3; i++) {
            follower.follow();
            follower.clock.advance(SampleBroker.GRACE);
        }
        assertThat(follower.files()).hasSize(files);
    }

    private void copy(int from, int to) throws IOException {
        RemoteLogSegmentMetadata segment = leader.lead(log, from, to, random);
        copied.add(segment);
        follower.metadata.put(segment);
    }

    private void assertHeld(SampleBroker broker) throws IOException {
        for (RemoteLogSegmentMetadata segment : copied) {
            int from = batch(segment.startOffset());
            int to = batch(segment.endOffset() + 1);
            assertThat(broker.holds(segment, log.bytes(from, to))).isTrue();
        }
    }

    private int batch(long offset) {
        int batch = 0;
        while (log.firstOffset(batch) != offset) {
            batch++;
        }
        return batch;
    }

    private static SegmentSummary summary(RemoteLogSegmentMetadata segment) {
        return SegmentSummary.of(segment.customMetadata().orElseThrow().value());
    }

    private static void flip(Path file, int at) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[at] ^= 4;
        Files.write(file, bytes);
    }
}
