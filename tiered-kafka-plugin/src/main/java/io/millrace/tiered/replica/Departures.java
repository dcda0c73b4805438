package io.millrace.tiered.replica;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which copies of one partition may go: those whose segments were gone, or being deleted, at two looks and for a grace period.
 *
 * <p>A list that is empty says nothing, and nor does one that ends earlier than an older one did: metadata may have been lost, and copies are not to follow it. Both clear all doubts but
 * those of segments that Kafka has expired, by this broker's own log.
 *
 * <p><b>Threads.</b> One.
 */
final class Departures {

    private static final Logger LOGGER = LoggerFactory.getLogger(Departures.class);

    private static final int LOOKS_MIN = 2;

    private final String partition;
    private final long graceNanos;
    private final Map<Uuid, Doubt> doubts = new HashMap<>();
    private long endMax = -1;
    private boolean wentBack;

    private record Doubt(int looks, long since) {}

    Departures(String partition, Duration grace) {
        this.partition = partition;
        this.graceNanos = grace.toNanos();
    }

    /** Nothing is known for sure. */
    void forget() {
        doubts.clear();
    }

    /**
     * Looks once; returns the copies to be deleted. They stay in doubt until they are here no more.
     *
     * @param expired those of the copies that are below what Kafka keeps, by this broker's own log; asked only where the list says nothing
     */
    Set<Uuid> look(Set<Uuid> here, List<RemoteLogSegmentMetadata> listed, UnaryOperator<Set<Uuid>> expired, long now) {
        if (listed.isEmpty() || endsEarlier(listed)) {
            return look(expired.apply(here), now);
        }
        Set<Uuid> missing = new HashSet<>(here);
        for (RemoteLogSegmentMetadata segment : listed) {
            if (isThere(segment.state())) {
                missing.remove(segment.remoteLogSegmentId().id());
            }
        }
        return look(missing, now);
    }

    /** Looks once at what is missing for sure. */
    Set<Uuid> look(Set<Uuid> missing, long now) {
        doubts.keySet().retainAll(missing);
        Set<Uuid> gone = new HashSet<>();
        for (Uuid segment : missing) {
            Doubt doubt = doubts.merge(
                    segment, new Doubt(1, now), (before, first) -> new Doubt(before.looks() + 1, before.since()));
            if (doubt.looks() >= LOOKS_MIN && now - doubt.since() >= graceNanos) {
                gone.add(segment);
            }
        }
        return gone;
    }

    private boolean endsEarlier(List<RemoteLogSegmentMetadata> listed) {
        long end = -1;
        for (RemoteLogSegmentMetadata segment : listed) {
            if (segment.state() != RemoteLogSegmentState.COPY_SEGMENT_STARTED) {
                end = Math.max(end, segment.endOffset());
            }
        }
        boolean earlier = end < endMax;
        if (earlier && !wentBack) {
            LOGGER.warn(
                    "end of what is copied went back, no cold copy is deleted until it is where it was: partition={} end={} was={}",
                    partition,
                    end,
                    endMax);
        }
        wentBack = earlier;
        endMax = Math.max(endMax, end);
        return earlier;
    }

    private static boolean isThere(RemoteLogSegmentState state) {
        return state == RemoteLogSegmentState.COPY_SEGMENT_STARTED
                || state == RemoteLogSegmentState.COPY_SEGMENT_FINISHED;
    }
}
