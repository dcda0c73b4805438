package io.millrace.tiered.space;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import io.millrace.tiered.log.LocalSegment;
import io.millrace.tiered.space.CutoffChoice.Limits;
import io.millrace.tiered.space.EvictionPlan.HeldBack;
import io.millrace.tiered.space.EvictionPlan.Taken;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class CutoffChoiceTest {

    private static final Path SSD = Path.of("/ssd");
    private static final Path SECOND = Path.of("/second");
    private static final Limits NO_LIMITS = new Limits(Long.MIN_VALUE, Long.MAX_VALUE, 0, Long.MIN_VALUE);

    @Test
    void theOldestOfAllPartitionsGoFirst() {
        EvictionPlan plan = choose(List.of(partition("a", 99, 10, 20, 30, 40), partition("b", 99, 15, 25, 35)), 3);
        assertThat(plan.cutoff()).hasValue(21);
        assertThat(plan.taken()).extracting(Taken::partition).containsExactly("a", "b", "a");
        assertThat(plan.isEnough()).isTrue();
        assertThat(plan.heldBackBy()).isEmpty();
    }

    @Test
    void aPartitionWhoseCopiesLagHoldsTheCutoffBackByName() {
        EvictionPlan plan = choose(List.of(partition("a", 99, 10, 20, 30, 40), partition("b", 0, 5, 12, 50)), 3);
        assertThat(plan.cutoff()).as("below 12").hasValue(11);
        assertThat(plan.isEnough()).isFalse();
        assertThat(plan.heldBackBy()).containsExactly(new HeldBack("b", 12, 1, false));
    }

    @Test
    void whatMustNotBeReachedIsNotReachedWhileTheCutoffGoesOn() {
        Limits limits = new Limits(Long.MIN_VALUE, Long.MAX_VALUE, 3, Long.MIN_VALUE);
        List<LocalPartition> partitions = List.of(partition("a", 99, 10, 20, 99), partition("b", 0, 5, 23, 99));
        assertThat(CutoffChoice.choose(partitions, limits, freed -> false).cutoff())
                .as("20 is three below 23 no longer")
                .hasValue(11);
    }

    @Test
    void anOldActiveSegmentIsRolledOnlyWhereThatIsAllowed() {
        List<LocalPartition> partitions = List.of(partition("idle", 0, 5), partition("a", 99, 10, 20, 30));
        assertThat(choose(partitions, 1).cutoff()).isEmpty();
        assertThat(choose(partitions, 1).heldBackBy()).containsExactly(new HeldBack("idle", 5, 0, true));
        EvictionPlan rolling = CutoffChoice.choose(
                partitions, new Limits(Long.MIN_VALUE, Long.MAX_VALUE, 0, 8), freed -> sum(freed) >= 1);
        assertThat(rolling.cutoff()).hasValue(11);
        assertThat(rolling.rolled()).containsExactly("idle");
    }

    @Test
    void anEmptyActiveSegmentHoldsNothingBack() {
        LocalPartition empty = new LocalPartition("empty", SSD, List.of(segment(0, -1, 0, 1, true)), -1, true);
        assertThat(choose(List.of(empty, partition("a", 99, 10, 20)), 1).cutoff())
                .hasValue(11);
    }

    @Test
    void theCutoffIsNoOlderThanKafkaTakes() {
        Limits limits = new Limits(25, Long.MAX_VALUE, 0, Long.MIN_VALUE);
        EvictionPlan plan =
                CutoffChoice.choose(List.of(partition("a", 99, 10, 20, 30, 40)), limits, freed -> sum(freed) >= 1);
        assertThat(plan.cutoff()).hasValue(25);
        assertThat(plan.taken()).hasSize(2);
    }

    @Test
    void agreesWithAModelThatTriesEveryCutoff() {
        Random random = Seeds.random("CutoffChoiceTest");
        for (int round = 0; round < 3000; round++) {
            List<LocalPartition> partitions = new ArrayList<>();
            for (int i = random.nextInt(5); i >= 0; i--) {
                partitions.add(anyPartition(random, "p-" + i));
            }
            long margin = random.nextInt(4);
            Limits limits =
                    new Limits(random.nextInt(30) - 5, 20 + random.nextInt(30), margin, random.nextInt(30) - 10);
            long wanted = 1 + random.nextInt(12);
            Path of = random.nextBoolean() ? SSD : SECOND;
            Predicate<Map<Path, Long>> isEnough = freed -> freed.getOrDefault(of, 0L) >= wanted;
            EvictionPlan plan = CutoffChoice.choose(partitions, limits, isEnough);
            String what = "partitions=" + partitions + " limits=" + limits + " wanted=" + wanted + " of " + of;
            assertThat(plan.taken()).as(what).containsExactlyInAnyOrderElementsOf(model(partitions, limits, isEnough));
            assertThat(plan.isEnough()).as(what).isEqualTo(isEnough.test(freed(plan.taken())));
            assertThat(plan.freed()).as(what).isEqualTo(freed(plan.taken()));
            if (plan.cutoff().isPresent()) {
                assertThat(kafkaTakes(partitions, plan.cutoff().getAsLong()))
                        .as(what)
                        .containsExactlyInAnyOrderElementsOf(plan.taken());
            }
        }
    }

    /** What goes at the lowest cutoff that is enough, or at the highest that is allowed. */
    private static List<Taken> model(
            List<LocalPartition> partitions, Limits limits, Predicate<Map<Path, Long>> isEnough) {
        List<Taken> best = List.of();
        for (long cutoff = limits.lowest(); cutoff <= limits.highest(); cutoff++) {
            long end = cutoff + limits.margin();
            if (partitions.stream().anyMatch(partition -> reachesWhatMustStay(partition, end, limits.idleBefore()))) {
                break;
            }
            best = kafkaTakes(partitions, cutoff);
            if (isEnough.test(freed(best))) {
                break;
            }
        }
        return best;
    }

    private static boolean reachesWhatMustStay(LocalPartition partition, long cutoff, long idleBefore) {
        if (!partition.isGated()) {
            return false;
        }
        for (LocalSegment segment : partition.segments()) {
            if (segment.timestampMax() >= cutoff) {
                return false;
            }
            boolean mayRoll = segment.isActive()
                    && (segment.bytes() == 0
                            || (segment.timestampMax() < idleBefore && segment.modifiedAt() < idleBefore));
            if (mayRoll) {
                return false;
            }
            if (segment.isActive() || segment.lastOffset() > partition.heldEnd()) {
                return true;
            }
        }
        return false;
    }

    /** As Kafka does: off the front while older than the cutoff. */
    private static List<Taken> kafkaTakes(List<LocalPartition> partitions, long cutoff) {
        List<Taken> taken = new ArrayList<>();
        for (LocalPartition partition : partitions) {
            for (LocalSegment segment : partition.segments()) {
                if (!partition.isGated() || segment.isActive() || segment.timestampMax() >= cutoff) {
                    break;
                }
                taken.add(new Taken(
                        partition.name(),
                        partition.directory(),
                        segment.firstOffset(),
                        segment.lastOffset(),
                        segment.bytes(),
                        segment.timestampMax()));
            }
        }
        return taken;
    }

    private static Map<Path, Long> freed(List<Taken> taken) {
        Map<Path, Long> freed = new HashMap<>();
        taken.forEach(each -> freed.merge(each.directory(), each.bytes(), Long::sum));
        return freed;
    }

    /** Timestamps wander, as clocks of producers do. */
    private static LocalPartition anyPartition(Random random, String name) {
        List<LocalSegment> segments = new ArrayList<>();
        int count = random.nextInt(6);
        long time = random.nextInt(15);
        for (int i = 0; i < count; i++) {
            segments.add(segment(i, i, 1 + random.nextInt(3), time, false));
            time = Math.max(0, time + random.nextInt(12) - 3);
        }
        segments.add(segment(count, -1, random.nextInt(3), time, true));
        long heldEnd = random.nextInt(3) == 0 ? random.nextInt(count + 1) - 1 : count - 1;
        return new LocalPartition(name, random.nextBoolean() ? SSD : SECOND, segments, heldEnd, random.nextInt(6) > 0);
    }

    /** Segments of one message and one byte with these timestamps; the last one is active. */
    private static LocalPartition partition(String name, long heldEnd, long... timestamps) {
        List<LocalSegment> segments = new ArrayList<>();
        for (int i = 0; i < timestamps.length; i++) {
            boolean isActive = i == timestamps.length - 1;
            segments.add(segment(i, isActive ? -1 : i, 1, timestamps[i], isActive));
        }
        return new LocalPartition(name, SSD, segments, heldEnd, true);
    }

    private static LocalSegment segment(long first, long last, long bytes, long timestamp, boolean isActive) {
        return new LocalSegment(first, last, bytes, timestamp, timestamp, isActive);
    }

    private static EvictionPlan choose(List<LocalPartition> partitions, long bytes) {
        return CutoffChoice.choose(partitions, NO_LIMITS, freed -> sum(freed) >= bytes);
    }

    private static long sum(Map<Path, Long> freed) {
        return freed.values().stream().mapToLong(Long::longValue).sum();
    }
}
