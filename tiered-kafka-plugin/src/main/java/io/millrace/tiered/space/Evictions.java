package io.millrace.tiered.space;

import io.millrace.tiered.rate.WaitingClock;
import io.millrace.tiered.space.BrokerSettings.Values;
import io.millrace.tiered.space.EvictionPlan.Taken;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets a cutoff, waits until Kafka has followed it, and takes it back.
 *
 * <p><b>Threads.</b> One. <b>Durability.</b> A note says which value is ours before it is set: what a crash leaves is removed by {@link #takeBackLeftOver}. <b>Errors.</b> {@link
 * IOException} if Kafka does not do as it is told; the cutoff is taken back with the next call then.
 */
final class Evictions {

    private static final Logger LOGGER = LoggerFactory.getLogger(Evictions.class);

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Kafka looks once within an interval, and a second time if it was looking when the cutoff came. */
    private static final int CHECKS = 2;

    /** For Kafka's answers, and for renaming files. */
    private static final long GRACE_MILLIS = 2_000;

    /** For taking it back. */
    private static final long RESTORE_MILLIS = 5_000;

    private final BrokerSettings settings;
    private final PartitionLooks looks;
    private final CutoffNote note;
    private final WaitingClock clock;
    private volatile long standing = -1;

    Evictions(BrokerSettings settings, PartitionLooks looks, CutoffNote note, WaitingClock clock) {
        this.settings = settings;
        this.looks = looks;
        this.note = note;
        this.clock = clock;
    }

    /** Milliseconds for which a cutoff may stand at most, and by which it goes on meanwhile. */
    static long marginMillis(Values values) {
        return waitMillis(values) + RESTORE_MILLIS;
    }

    private static long waitMillis(Values values) {
        return CHECKS * values.checkMillis() + GRACE_MILLIS;
    }

    /** The cutoff that is set now, as an age in milliseconds; -1 if none is. */
    long standingMillis() {
        return standing;
    }

    /** Removes what a crash, or a broker that did not answer, has left; an operator's own value stays. */
    void takeBackLeftOver(Values values) throws IOException {
        OptionalLong noted = note.read();
        if (noted.isEmpty()) {
            note.delete();
            return;
        }
        if (noted.equals(values.dynamicCutoff())) {
            settings.clearCutoff();
            LOGGER.info(
                    "cutoff of an eviction that did not end is removed: log.local.retention.ms={}", noted.getAsLong());
        }
        note.delete();
        standing = -1;
    }

    /** Whether a cutoff of ours may still be set. */
    boolean hasLeftOver() throws IOException {
        return note.read().isPresent();
    }

    /**
     * Lets go what is older than an age.
     *
     * @return the segments that went
     */
    List<Taken> run(long ageMillis, List<Taken> taken, Values values) throws IOException, InterruptedException {
        note.write(ageMillis);
        standing = ageMillis;
        try {
            settings.setCutoff(ageMillis);
            awaitGone(taken, waitMillis(values));
        } finally {
            takeBack();
        }
        return taken.stream().filter(this::isGone).toList();
    }

    private void awaitGone(List<Taken> taken, long millis) throws InterruptedException {
        long start = clock.nanos();
        while (clock.nanos() - start < TimeUnit.MILLISECONDS.toNanos(millis)
                && !taken.stream().allMatch(this::isGone)) {
            clock.sleep(POLL_NANOS);
        }
    }

    private boolean isGone(Taken segment) {
        return !looks.isLocal(segment.directory(), segment.partition(), segment.firstOffset());
    }

    /** Also where the thread is asked to end: the value would stay for the broker's next life. */
    private void takeBack() {
        boolean interrupted = Thread.interrupted();
        try {
            settings.clearCutoff();
            note.delete();
            standing = -1;
        } catch (IOException e) {
            LOGGER.error(
                    "cutoff cannot be removed yet, it is tried again; remove the broker's dynamic log.local.retention.ms by hand if this stays: value={} reason={}",
                    standing,
                    e.getMessage());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
