package io.millrace.tiered.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import io.millrace.tiered.log.LeaderEpochs;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata.CustomMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("once")
class HeldRunTest {

    private static final TopicIdPartition PARTITION =
            new TopicIdPartition(Uuid.randomUuid(), new TopicPartition("orders", 0));
    private static final LeaderEpochs LINEAGE = LeaderEpochs.of(Map.of(0, 0L, 1, 40L, 3, 70L));

    private final List<RemoteLogSegmentMetadata> segments = new ArrayList<>();
    private final Set<Uuid> held = new HashSet<>();

    @Test
    void endsBeforeTheFirstSegmentThatIsMissing() {
        copied(0, 29, Map.of(0, 0L), true);
        copied(30, 49, Map.of(0, 30L, 1, 40L), true);
        copied(50, 79, Map.of(1, 50L, 3, 70L), false);
        copied(80, 99, Map.of(3, 80L), true);
        assertThat(end(0, 3)).isEmpty();
        assertThat(end(0, 1)).hasValue(49);
        assertThat(end(0, 0)).hasValue(39);
        assertThat(end(80, 3)).hasValue(99);
    }

    @Test
    void nothingIsHeldOfAnEpochThatAnEarlierGapCutsOff() {
        copied(0, 39, Map.of(0, 0L), false);
        copied(40, 69, Map.of(1, 40L), true);
        assertThat(end(0, 1)).isEmpty();
        assertThat(end(0, 0)).isEmpty();
    }

    @Test
    void segmentsOfAnotherLeadersLogDoNotCount() {
        copied(0, 39, Map.of(0, 0L), true);
        copied(40, 60, Map.of(2, 40L), false);
        copied(40, 69, Map.of(1, 40L), true);
        assertThat(end(0, 1)).hasValue(69);
        // Written by epoch 2 where this log has epoch 1: held or not, it fills no gap here.
        copied(70, 90, Map.of(2, 70L), true);
        assertThat(end(0, 3)).isEmpty();
    }

    @Test
    void anUncleanElectionLeavesOverlappingSegments() {
        copied(0, 55, Map.of(0, 0L, 1, 40L), true);
        copied(45, 75, Map.of(1, 45L, 3, 70L), true);
        assertThat(end(0, 3)).hasValue(75);
    }

    @Test
    void whatIsBeingCopiedOrDeletedDoesNotCount() {
        copied(0, 39, Map.of(0, 0L), true);
        RemoteLogSegmentMetadata started = SampleMetadata.segment(PARTITION, 40, 69, 1, new TreeMap<>(Map.of(1, 40L)));
        segments.add(started);
        held.add(started.remoteLogSegmentId().id());
        assertThat(end(0, 1)).isEmpty();
        assertThat(end(0, 0)).hasValue(39);
    }

    @Test
    void beginsWithTheFirstSegmentWhereTheLogHasOlderFiles() {
        copied(20, 39, Map.of(0, 20L), true);
        assertThat(end(10, 0)).hasValue(39);
    }

    @Test
    void agreesWithAModelThatLooksAtEveryOffset() {
        Random random = Seeds.random("HeldRunTest");
        for (int round = 0; round < 3000; round++) {
            segments.clear();
            held.clear();
            LeaderEpochs lineage = LeaderEpochs.of(epochs(random, 0, 50));
            for (int i = random.nextInt(12); i > 0; i--) {
                long first = random.nextInt(50);
                copied(first, first + random.nextInt(20), epochs(random, first, first + 10), random.nextInt(4) > 0);
            }
            long first = random.nextInt(30);
            for (int epoch = 0; epoch < 8; epoch++) {
                assertThat(HeldRun.end(lineage, first, segments, held::contains, epoch))
                        .as("lineage=%s first=%s epoch=%s segments=%s", lineage, first, epoch, segments)
                        .isEqualTo(model(lineage, first, epoch));
            }
        }
    }

    private OptionalLong model(LeaderEpochs lineage, long firstOffset, int epoch) {
        long from = 0;
        while (from < 100 && !isCopied(lineage, from, false)) {
            from++;
        }
        long end = Math.max(firstOffset, from == 100 ? firstOffset : from);
        while (isCopied(lineage, end, true)) {
            end++;
        }
        long last = Math.min(end - 1, lineage.end(epoch) - 1);
        return lineage.start(epoch).isPresent() && last >= lineage.start(epoch).getAsLong()
                ? OptionalLong.of(last)
                : OptionalLong.empty();
    }

    private boolean isCopied(LeaderEpochs lineage, long offset, boolean here) {
        Integer own = epochOf(lineage.starts(), offset);
        return segments.stream()
                .filter(segment -> segment.startOffset() <= offset && offset <= segment.endOffset())
                .filter(segment ->
                        !here || held.contains(segment.remoteLogSegmentId().id()))
                .anyMatch(segment -> own != null && own.equals(epochOf(segment.segmentLeaderEpochs(), offset)));
    }

    private static Integer epochOf(NavigableMap<Integer, Long> epochs, long offset) {
        Integer found = null;
        for (Map.Entry<Integer, Long> entry : epochs.entrySet()) {
            found = entry.getValue() <= offset ? entry.getKey() : found;
        }
        return found;
    }

    private static Map<Integer, Long> epochs(Random random, long from, long to) {
        Map<Integer, Long> epochs = new TreeMap<>();
        long start = from;
        for (int epoch = random.nextInt(3); epoch < 8 && start <= to; epoch += 1 + random.nextInt(3)) {
            epochs.put(epoch, start);
            start += 1 + random.nextInt(25);
        }
        return epochs;
    }

    private void copied(long first, long last, Map<Integer, Long> epochs, boolean here) {
        TreeMap<Integer, Long> within = new TreeMap<>(epochs);
        within.values().removeIf(start -> start > last);
        RemoteLogSegmentMetadata started = SampleMetadata.segment(PARTITION, first, last, 1, within);
        segments.add(new RemoteLogSegmentMetadata(
                started.remoteLogSegmentId(),
                first,
                last,
                1,
                1,
                1,
                1,
                Optional.of(new CustomMetadata(new byte[1])),
                RemoteLogSegmentState.COPY_SEGMENT_FINISHED,
                within));
        if (here) {
            held.add(started.remoteLogSegmentId().id());
        }
    }

    private OptionalLong end(long firstOffset, int epoch) {
        return HeldRun.end(LINEAGE, firstOffset, segments, held::contains, epoch);
    }
}
