package io.millrace.tiered.replica;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import io.millrace.tiered.cold.ColdStore;
import io.millrace.tiered.cold.DataSource;
import io.millrace.tiered.cold.SegmentIdentity;
import io.millrace.tiered.cold.SegmentRange;
import io.millrace.tiered.cold.SegmentSummary;
import io.millrace.tiered.log.LeaderEpochs;
import io.millrace.tiered.log.LocalLog;
import io.millrace.tiered.log.LocalLogs;
import io.millrace.tiered.log.LogCut;
import io.millrace.tiered.peer.PeerSegments;
import java.io.IOException;
import java.util.Optional;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies what another broker has copied before: indexes from there, data from this broker's log; all of it from there if the log has other bytes, or has them no longer. <b>Threads.</b> Safe.
 */
final class SegmentCopier {

    private static final Logger LOGGER = LoggerFactory.getLogger(SegmentCopier.class);

    private final ColdStore store;
    private final LocalLogs logs;
    private final PeerSegments peers;

    SegmentCopier(ColdStore store, LocalLogs logs, PeerSegments peers) {
        this.store = store;
        this.logs = logs;
        this.peers = peers;
    }

    /** Copies a segment, or fails and leaves what there was. */
    void copy(RemoteLogSegmentMetadata metadata, SegmentSummary expected) throws TieredException {
        SegmentIdentity identity = SegmentIdentity.of(metadata);
        SegmentRange range = SegmentRange.of(metadata);
        Optional<DataSource> own = ownData(metadata, range);
        if (own.isPresent()) {
            try {
                store.copy(peers.request(identity, range, expected, own));
                return;
            } catch (TieredException e) {
                if (e.reason() != Reason.SOURCE) {
                    throw e;
                }
                LOGGER.info("own log does not give a segment, a peer is asked: reason={}", e.getMessage());
            }
        }
        store.copy(peers.request(identity, range, expected, Optional.empty()));
    }

    private Optional<DataSource> ownData(RemoteLogSegmentMetadata metadata, SegmentRange range) {
        try {
            Optional<LocalLog> log = logs.find(metadata.topicIdPartition());
            return log.isEmpty()
                    ? Optional.empty()
                    : Optional.of(LogCut.of(log.get(), range, LeaderEpochs.of(metadata.segmentLeaderEpochs())));
        } catch (IOException e) {
            LOGGER.debug("own log does not have a segment: segment={}", metadata.remoteLogSegmentId(), e);
            return Optional.empty();
        }
    }
}
