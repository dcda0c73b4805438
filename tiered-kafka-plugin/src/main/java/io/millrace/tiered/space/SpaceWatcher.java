package io.millrace.tiered.space;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import io.millrace.tiered.rate.WaitingClock;
import io.millrace.tiered.space.BrokerSettings.Values;
import io.millrace.tiered.space.CutoffChoice.Limits;
import io.millrace.tiered.space.EvictionPlan.HeldBack;
import io.millrace.tiered.space.EvictionPlan.Taken;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the fast disks again and again, and above the high mark lets the oldest segments of all topics go.
 *
 * <p><b>Threads.</b> {@link #safeRound} has one, which ends with an interrupt and takes the cutoff back then; the others are for anybody.
 */
final class SpaceWatcher {

    private static final Logger LOGGER = LoggerFactory.getLogger(SpaceWatcher.class);

    /** A partition without records for that long is idle: its active segment may be rolled where nothing else helps. */
    private static final long IDLE_MILLIS = Duration.ofHours(1).toMillis();

    private static final long MILLIS_PER_SECOND = 1000;

    private final SpaceSurvey survey;
    private final BrokerSettings settings;
    private final Evictions evictions;
    private final Clock clock;
    private final WaitingClock waiting;
    private final WriteRate rate = new WriteRate();
    private final SpaceWarnings warnings;
    private final LongAdder segments = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private volatile SpaceStatus status = SpaceStatus.NONE;

    SpaceWatcher(SpaceSurvey survey, Path noteDirectory, WaitingClock waiting) {
        this.survey = survey;
        this.settings = survey.settings();
        this.evictions = new Evictions(settings, survey.looks(), new CutoffNote(noteDirectory), waiting);
        this.clock = survey.clock();
        this.waiting = waiting;
        this.warnings = new SpaceWarnings(waiting::nanos);
    }

    /** One failure must not end the watch for good. */
    void safeRound() throws InterruptedException {
        try {
            round();
        } catch (TieredException e) {
            if (e.reason() == Reason.INTERRUPTED) {
                throw new InterruptedException();
            }
            warnings.failed(e);
        } catch (IOException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            warnings.failed(e);
        } catch (RuntimeException e) {
            LOGGER.error("space watcher failed, it tries again", e);
        }
    }

    /** Looks once, and evicts if it must. */
    void round() throws IOException, InterruptedException {
        Values values = settings.broker();
        if (evictions.hasLeftOver()) {
            evictions.takeBackLeftOver(values);
            values = settings.broker();
        }
        warnings.settings(values, survey.directories());
        Survey seen = survey.look(values);
        rate.add(seen);
        seen.notGated().forEach(warnings::notGated);
        EvictionPlan plan = seen.wanted().isEmpty() ? null : plan(seen);
        status = new SpaceStatus(seen, plan, heldBackBy(seen, plan), bytesPerSecond(seen), headroom(seen));
        if (plan != null) {
            follow(seen, plan);
        }
    }

    /** Those who keep a disk above its high mark. */
    private static List<HeldBack> heldBackBy(Survey seen, @Nullable EvictionPlan plan) {
        return plan != null && seen.isAboveHigh(plan.freed()) ? plan.heldBackBy() : List.of();
    }

    private void follow(Survey seen, EvictionPlan plan) throws IOException, InterruptedException {
        if (seen.isAboveHigh(plan.freed())) {
            warnings.heldBack(plan.heldBackBy());
            survey.looks().wake();
        }
        OptionalLong foreign = seen.settings().dynamicCutoff();
        if (foreign.isPresent()) {
            warnings.foreignCutoff(foreign.getAsLong());
        } else if (plan.cutoff().isPresent()) {
            evict(seen, plan);
        }
    }

    /** Without rolling an active segment that has data, unless a disk stays above its high mark otherwise. */
    private EvictionPlan plan(Survey seen) {
        Map<Path, Long> wanted = seen.wanted();
        Predicate<Map<Path, Long>> isEnough = freed -> wanted.entrySet().stream()
                .allMatch(entry -> freed.getOrDefault(entry.getKey(), 0L) >= entry.getValue());
        EvictionPlan plan = CutoffChoice.choose(seen.partitions(), limits(seen, Long.MIN_VALUE), isEnough);
        if (plan.isEnough() || !seen.isAboveHigh(plan.freed())) {
            return plan;
        }
        EvictionPlan rolling =
                CutoffChoice.choose(seen.partitions(), limits(seen, seen.millis() - IDLE_MILLIS), isEnough);
        return rolling.freedBytes() > plan.freedBytes() ? rolling : plan;
    }

    /** Limits for now; partitions without records since a moment may be rolled. */
    static Limits limits(Survey seen, long idleBefore) {
        long retention = seen.settings().retentionMillis();
        return new Limits(
                retention < 0 ? Long.MIN_VALUE : seen.millis() - retention,
                seen.millis(),
                Evictions.marginMillis(seen.settings()),
                idleBefore);
    }

    private void evict(Survey seen, EvictionPlan plan) throws IOException, InterruptedException {
        if (!plan.rolled().isEmpty()) {
            warnings.rolled(plan.rolled());
        }
        long start = waiting.nanos();
        long retention = seen.settings().retentionMillis();
        long age = Math.max(1, clock.millis() - plan.cutoff().orElseThrow());
        age = retention < 0 ? age : Math.min(age, retention);
        List<Taken> gone = evictions.run(age, plan.taken(), seen.settings());
        long freed = gone.stream().mapToLong(Taken::bytes).sum();
        segments.add(gone.size());
        bytes.add(freed);
        if (gone.isEmpty()) {
            warnings.withoutEffect(age, plan.taken().get(0));
            return;
        }
        LOGGER.info(
                "oldest segments have left the fast disks: older.than={}ms segments={} of={} bytes={} took={}ms",
                age,
                gone.size(),
                plan.taken().size(),
                freed,
                TimeUnit.NANOSECONDS.toMillis(waiting.nanos() - start));
    }

    private long bytesPerSecond(Survey seen) {
        return seen.directories().stream()
                .mapToLong(use -> rate.bytesPerSecond(use.path()))
                .sum();
    }

    /** What is written until an eviction takes effect must fit beside what is there at the high mark. */
    private long headroom(Survey seen) {
        long millis = seen.settings().checkMillis() + seen.settings().deleteDelayMillis() + seen.copyMillis();
        long least = Long.MAX_VALUE;
        for (DirectoryUse use : seen.directories()) {
            long perSecond = rate.bytesPerSecond(use.path());
            long left = use.headroomBytes() - (long) ((double) perSecond * millis / MILLIS_PER_SECOND);
            if (left < 0) {
                warnings.headroom(use, perSecond, millis);
            }
            least = Math.min(least, left);
        }
        return least == Long.MAX_VALUE ? 0 : least;
    }

    /** What the last look has seen. */
    SpaceStatus status() {
        return status;
    }

    /** The cutoff that is set now, as an age in milliseconds; -1 if none is. */
    long cutoffMillis() {
        return evictions.standingMillis();
    }

    /** Segments that have left. */
    long segmentsEvicted() {
        return segments.sum();
    }

    /** Bytes of data in them. */
    long bytesEvicted() {
        return bytes.sum();
    }
}
