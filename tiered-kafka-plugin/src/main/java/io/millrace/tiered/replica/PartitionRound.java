package io.millrace.tiered.replica;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import io.millrace.tiered.cold.ColdStore;
import io.millrace.tiered.cold.SegmentIdentity;
import io.millrace.tiered.cold.SegmentSummary;
import io.millrace.tiered.log.LocalLog;
import io.millrace.tiered.log.LocalLogs;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentState;
import org.apache.kafka.server.log.remote.storage.RemoteStorageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings this broker's copies of one partition to what is listed. <b>Threads.</b> One, that of the rounds. */
final class PartitionRound {

    private static final Logger LOGGER = LoggerFactory.getLogger(PartitionRound.class);

    private final TopicIdPartition partition;
    private final ColdStore store;
    private final SegmentCopier copier;
    private final LocalLogs logs;
    private final Departures departures;
    private final Attempts attempts = new Attempts();
    private boolean foreign;

    PartitionRound(
            TopicIdPartition partition, ColdStore store, SegmentCopier copier, LocalLogs logs, Duration deleteGrace) {
        this.partition = partition;
        this.store = store;
        this.copier = copier;
        this.logs = logs;
        this.departures = new Departures(partition.toString(), deleteGrace);
    }

    /**
     * Deletes what may go, and copies one segment that is missing.
     *
     * @param here the copies of the partition
     * @return whether a segment was copied, so that another look is worth while
     */
    boolean run(BrokerMetadata metadata, Set<Uuid> here, long now) throws TieredException {
        if (!metadata.isReady(partition)) {
            departures.forget();
            return false;
        }
        List<RemoteLogSegmentMetadata> listed;
        try {
            listed = metadata.segments(partition);
        } catch (RemoteStorageException notYet) {
            departures.forget();
            LOGGER.debug("segments are not known yet: partition={}", partition, notYet);
            return false;
        }
        delete(departures.look(here, listed, this::expired, now));
        return copyOne(listed, now);
    }

    /** Those of which Kafka keeps nothing, by what this broker has noted of its own log. */
    private Set<Uuid> expired(Set<Uuid> here) {
        try {
            Optional<LocalLog> log = here.isEmpty() ? Optional.empty() : logs.find(partition);
            OptionalLong start =
                    log.isEmpty() ? OptionalLong.empty() : log.get().startOffset();
            return start.isEmpty()
                    ? Set.of()
                    : here.stream()
                            .filter(segment -> endsBelow(segment, start.getAsLong()))
                            .collect(Collectors.toSet());
        } catch (IOException e) {
            LOGGER.debug("copies stay, what Kafka keeps is not known: partition={}", partition, e);
            return Set.of();
        }
    }

    private boolean endsBelow(Uuid segment, long offset) {
        try {
            return store.find(identity(segment)).manifest().range().lastOffset() < offset;
        } catch (TieredException e) {
            LOGGER.debug("copy stays, what it covers cannot be read: segment={}", segment, e);
            return false;
        }
    }

    private SegmentIdentity identity(Uuid segment) {
        return new SegmentIdentity(partition.topic(), partition.topicId(), partition.partition(), segment);
    }

    private void delete(Set<Uuid> gone) throws TieredException {
        for (Uuid segment : gone) {
            SegmentIdentity identity = identity(segment);
            try {
                if (store.delete(identity)) {
                    LOGGER.debug("cold copy deleted, its segment is gone: {}", identity);
                }
            } catch (TieredException e) {
                unlessInterrupted(e);
                LOGGER.debug("cold copy stays for now: {}", identity, e);
            }
        }
    }

    private boolean copyOne(List<RemoteLogSegmentMetadata> listed, long now) throws TieredException {
        Set<Uuid> wanted = new HashSet<>();
        boolean copied = false;
        for (RemoteLogSegmentMetadata segment : listed) {
            Uuid id = segment.remoteLogSegmentId().id();
            Optional<SegmentSummary> summary = segment.state() == RemoteLogSegmentState.COPY_SEGMENT_FINISHED
                    ? summary(segment)
                    : Optional.empty();
            if (summary.isPresent()) {
                wanted.add(id);
                copied = copied
                        || (attempts.isDue(id, now)
                                && isMissing(segment, summary.get())
                                && copy(segment, summary.get(), now));
            }
        }
        attempts.retain(wanted);
        return copied;
    }

    private boolean isMissing(RemoteLogSegmentMetadata segment, SegmentSummary summary) throws TieredException {
        try {
            return !store.verify(SegmentIdentity.of(segment), summary);
        } catch (TieredException e) {
            unlessInterrupted(e);
            // Damaged, or on a disk that does not answer: copied anew, to where there is a place.
            return e.reason() != Reason.BUSY;
        }
    }

    private boolean copy(RemoteLogSegmentMetadata segment, SegmentSummary summary, long now) throws TieredException {
        Uuid id = segment.remoteLogSegmentId().id();
        try {
            copier.copy(segment, summary);
            if (attempts.worked(id)) {
                LOGGER.info("segment is copied after all: {}", SegmentIdentity.of(segment));
            }
            return true;
        } catch (TieredException e) {
            unlessInterrupted(e);
            if (attempts.failed(id, now)) {
                LOGGER.warn("segment cannot be copied yet, it is tried again: reason={}", e.getMessage());
            }
            LOGGER.debug("segment cannot be copied yet", e);
            return false;
        }
    }

    /** Segments that another plugin has copied are left to it. */
    private Optional<SegmentSummary> summary(RemoteLogSegmentMetadata segment) {
        try {
            return segment.customMetadata().map(custom -> SegmentSummary.of(custom.value()));
        } catch (IllegalArgumentException e) {
            if (!foreign) {
                LOGGER.warn("segment was copied by something else: partition={} reason={}", partition, e.getMessage());
                foreign = true;
            }
            return Optional.empty();
        }
    }

    private static void unlessInterrupted(TieredException e) throws TieredException {
        if (e.reason() == Reason.INTERRUPTED || e.reason() == Reason.CLOSED) {
            throw e;
        }
    }
}
