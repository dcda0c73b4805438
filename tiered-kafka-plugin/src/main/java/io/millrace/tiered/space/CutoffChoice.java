package io.millrace.tiered.space;

import io.millrace.tiered.log.LocalSegment;
import io.millrace.tiered.space.EvictionPlan.HeldBack;
import io.millrace.tiered.space.EvictionPlan.Taken;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * Finds the oldest cutoff at which enough leaves the fast disks.
 *
 * <p>Kafka takes segments off the front of each log while their largest timestamp is below the cutoff. So a segment goes when the cutoff is above the largest timestamp of it and of all
 * before it: its reach. Sorted by reach, the segments of all partitions go in this order, whatever the cutoff; the choice is where to stop. It stops before the first segment of any partition
 * that must stay.
 *
 * <pre>
 *   orders-0     [ 10 ][ 20 ][ 30 ][ 40 | active ]
 *   orders-1        [ 15 ][ 12 ][ 35  not held ][ active ]        reaches: 15, 15, 35
 *   cutoffs            16   21   31  ╳                            36 would reach what is not held
 * </pre>
 */
final class CutoffChoice {

    /** Beyond, nobody reads the names. */
    private static final int HELD_BACK_MAX = 100;

    private final Limits limits;
    private final List<Step> steps = new ArrayList<>();
    private final List<HeldBack> holds = new ArrayList<>();
    private final List<HeldBack> idle = new ArrayList<>();

    /**
     * Between what a cutoff may be.
     *
     * @param lowest the cutoff that the broker's {@code log.retention.ms} allows; what is below becomes it
     * @param highest now: an age is not negative
     * @param margin by which it stays away from what must not be reached: it goes on while it stands
     * @param idleBefore partitions without records since then may have their active segment rolled; {@link Long#MIN_VALUE} for none
     */
    record Limits(long lowest, long highest, long margin, long idleBefore) {}

    private record Step(long reach, Taken taken) {}

    private CutoffChoice(Limits limits) {
        this.limits = limits;
    }

    /**
     * Chooses.
     *
     * @param isEnough whether so many bytes in each directory are what is wanted
     */
    static EvictionPlan choose(List<LocalPartition> partitions, Limits limits, Predicate<Map<Path, Long>> isEnough) {
        CutoffChoice choice = new CutoffChoice(limits);
        partitions.stream().filter(LocalPartition::isGated).forEach(choice::add);
        choice.steps.sort(Comparator.comparingLong(Step::reach));
        choice.holds.sort(Comparator.comparingLong(HeldBack::timestamp));
        return choice.plan(isEnough);
    }

    /** Adds the segments that may go, up to the one that must stay. */
    private void add(LocalPartition partition) {
        long reach = Long.MIN_VALUE;
        for (LocalSegment segment : partition.segments()) {
            reach = Math.max(reach, segment.timestampMax());
            if (partition.isHeld(segment)) {
                steps.add(new Step(reach, taken(partition, segment)));
                continue;
            }
            if (segment.isActive() && segment.bytes() == 0) {
                // Kafka leaves an empty one alone.
                return;
            }
            HeldBack hold = new HeldBack(partition.name(), reach, segment.firstOffset(), segment.isActive());
            boolean mayRoll = segment.isActive() && partition.isIdle(limits.idleBefore());
            (mayRoll ? idle : holds).add(hold);
            return;
        }
    }

    private static Taken taken(LocalPartition partition, LocalSegment segment) {
        return new Taken(
                partition.name(),
                partition.directory(),
                segment.firstOffset(),
                segment.lastOffset(),
                segment.bytes(),
                segment.timestampMax());
    }

    private EvictionPlan plan(Predicate<Map<Path, Long>> isEnough) {
        long highest = holds.isEmpty()
                ? limits.highest()
                : Math.min(limits.highest(), holds.get(0).timestamp() - limits.margin());
        Map<Path, Long> freed = new HashMap<>();
        int count = 0;
        long cutoff = limits.lowest();
        boolean enough = isEnough.test(freed);
        while (count < steps.size() && !enough) {
            long next = Math.max(limits.lowest(), steps.get(count).reach() + 1);
            if (next > highest) {
                break;
            }
            cutoff = next;
            while (count < steps.size() && steps.get(count).reach() < cutoff) {
                Taken taken = steps.get(count).taken();
                freed.merge(taken.directory(), taken.bytes(), Long::sum);
                count++;
            }
            enough = isEnough.test(freed);
        }
        List<Taken> taken = steps.subList(0, count).stream().map(Step::taken).toList();
        OptionalLong chosen = count == 0 ? OptionalLong.empty() : OptionalLong.of(cutoff);
        List<HeldBack> heldBackBy = enough ? List.of() : heldBackBy(count, freed, isEnough);
        return new EvictionPlan(chosen, taken, freed, enough, heldBackBy, rolled(chosen));
    }

    /** Those who would have to give way for a cutoff that is enough; where none is, those who keep held segments from going, and all that are not held. */
    private List<HeldBack> heldBackBy(int from, Map<Path, Long> freedSoFar, Predicate<Map<Path, Long>> isEnough) {
        Map<Path, Long> freed = new HashMap<>(freedSoFar);
        long wanted = Long.MIN_VALUE;
        boolean enough = false;
        for (int i = from; i < steps.size() && !enough; i++) {
            Step step = steps.get(i);
            freed.merge(step.taken().directory(), step.taken().bytes(), Long::sum);
            wanted = step.reach() + 1;
            enough = isEnough.test(freed);
        }
        long needed = wanted;
        boolean allCount = !enough;
        return holds.stream()
                .filter(hold -> hold.timestamp() - limits.margin() < needed || (allCount && !hold.isActive()))
                .limit(HELD_BACK_MAX)
                .toList();
    }

    private List<String> rolled(OptionalLong cutoff) {
        return idle.stream()
                .filter(hold -> cutoff.isPresent() && hold.timestamp() < cutoff.getAsLong() + limits.margin())
                .map(HeldBack::partition)
                .toList();
    }
}
