package io.millrace.tiered.replica;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import io.millrace.tiered.cold.ColdStore;
import io.millrace.tiered.cold.SegmentIdentity;
import io.millrace.tiered.log.LocalLogs;
import io.millrace.tiered.rate.WaitingClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.Uuid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes round all partitions again and again: one segment of each is copied before the next of any.
 *
 * <p><b>Threads.</b> {@link #run} has one; {@link #wake} and {@link #close} are for anybody.
 */
final class ReplicaRounds implements Runnable {

    private static final Logger LOGGER = LoggerFactory.getLogger(ReplicaRounds.class);

    /** However often it is woken. */
    private static final long BREATH_MILLIS = 50;

    private final BrokerMetadata metadata;
    private final ColdStore store;
    private final SegmentCopier copier;
    private final LocalLogs logs;
    private final RetiredCopies retired;
    private final Duration interval;
    private final Duration grace;
    private final WaitingClock clock;
    private final Map<TopicIdPartition, PartitionRound> partitions = new HashMap<>();
    private final Semaphore wake = new Semaphore(0);
    private volatile boolean closed;

    ReplicaRounds(
            BrokerMetadata metadata,
            ColdStore store,
            SegmentCopier copier,
            LocalLogs logs,
            RetiredCopies retired,
            Duration interval,
            Duration grace,
            WaitingClock clock) {
        this.metadata = metadata;
        this.store = store;
        this.copier = copier;
        this.logs = logs;
        this.retired = retired;
        this.interval = interval;
        this.grace = grace;
        this.clock = clock;
    }

    @Override
    public void run() {
        try {
            while (!closed) {
                if (!safeRound()) {
                    wake.tryAcquire(interval.toNanos(), TimeUnit.NANOSECONDS);
                    TimeUnit.MILLISECONDS.sleep(BREATH_MILLIS);
                    wake.drainPermits();
                }
            }
        } catch (InterruptedException asked) {
            LOGGER.debug("rounds end");
        }
    }

    /** One failure must not end the copies of this broker for good. */
    private boolean safeRound() throws InterruptedException {
        try {
            return round();
        } catch (TieredException e) {
            if (e.reason() == Reason.INTERRUPTED || e.reason() == Reason.CLOSED) {
                throw new InterruptedException();
            }
            LOGGER.warn("round failed, the next one comes: reason={}", e.getMessage(), e);
        } catch (RuntimeException e) {
            LOGGER.error("round failed, the next one comes", e);
        }
        return false;
    }

    /** Looks at every partition once; answers whether there may be more to copy. */
    boolean round() throws TieredException {
        store.retryDirectories();
        Set<TopicIdPartition> assigned = metadata.partitions();
        partitions.keySet().retainAll(assigned);
        Map<String, Set<Uuid>> here = store.segments();
        boolean more = false;
        for (TopicIdPartition partition : assigned) {
            Set<Uuid> segments = here.remove(SegmentIdentity.folder(partition.topicId(), partition.partition()));
            PartitionRound round =
                    partitions.computeIfAbsent(partition, name -> new PartitionRound(name, store, copier, logs, grace));
            more |= !closed && round.run(metadata, segments == null ? Set.of() : segments, clock.nanos());
        }
        retired.run(here, clock.nanos());
        return more;
    }

    /** There is something to do. */
    void wake() {
        wake.release();
    }

    /** The round that runs is the last. */
    void close() {
        closed = true;
        wake.release();
    }
}
