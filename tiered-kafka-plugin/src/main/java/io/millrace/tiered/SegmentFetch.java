package io.millrace.tiered;

import io.millrace.tiered.TieredException.Reason;
import io.millrace.tiered.cold.ColdSegment;
import io.millrace.tiered.cold.IndexKind;
import io.millrace.tiered.cold.SegmentIdentity;
import io.millrace.tiered.cold.SegmentSummary;
import io.millrace.tiered.peer.FailoverStream;
import io.millrace.tiered.replica.ReplicaPeers;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteStorageException;

/** One fetch of a segment: from here, or where it is not here, or damaged, from another broker. <b>Threads.</b> One. */
final class SegmentFetch {

    private final TieredParts parts;
    private final RemoteLogSegmentMetadata metadata;
    private final SegmentIdentity identity;

    SegmentFetch(TieredParts parts, RemoteLogSegmentMetadata metadata) {
        this.parts = parts;
        this.metadata = metadata;
        this.identity = SegmentIdentity.of(metadata);
    }

    /** Opens the bytes from start to end, which is inclusive and may be behind the data. */
    InputStream open(int start, int end) throws RemoteStorageException, IOException {
        long behind = end + 1L;
        try {
            ColdSegment segment = parts.store().find(identity);
            long to = Math.min(length(start, segment.manifest().dataBytes()), behind);
            InputStream here = parts.reader().open(segment, start, to);
            return new FailoverStream(here, start, (position, failure) -> elsewhere(position, to, failure));
        } catch (TieredException e) {
            long to = Math.min(length(start, metadata.segmentSizeInBytes()), behind);
            return elsewhere(start, to, e);
        }
    }

    byte[] index(IndexKind kind) throws TieredException {
        try {
            return parts.store().index(identity, kind);
        } catch (TieredException e) {
            ReplicaPeers peers = peers(e);
            try {
                return peers.segments().index(identity, summary().orElseThrow(() -> e), kind);
            } catch (TieredException elsewhere) {
                throw both(e, elsewhere);
            }
        }
    }

    private int length(int start, int length) throws RemoteStorageException {
        if (start > length) {
            throw new RemoteStorageException(
                    "start position: " + start + " (expected: <= " + length + "), " + identity);
        }
        return length;
    }

    private InputStream elsewhere(long from, long to, TieredException failure) throws TieredException {
        ReplicaPeers peers = peers(failure);
        try {
            return peers.segments().open(identity, summary().orElseThrow(() -> failure), from, to);
        } catch (TieredException elsewhere) {
            throw both(failure, elsewhere);
        }
    }

    /** Those who may help with this failure; throws it if there are none. What is missing or damaged here is copied anew. */
    private ReplicaPeers peers(TieredException failure) throws TieredException {
        Reason reason = failure.reason();
        if (reason == Reason.DAMAGED) {
            parts.store().damaged(identity.id());
        }
        boolean helps = reason == Reason.DAMAGED || reason == Reason.DISK || isMissing(failure);
        if (!helps) {
            throw failure;
        }
        parts.replica().wake();
        return parts.replica().peers().orElseThrow(() -> failure);
    }

    /** Not: one that is here and has no such index. */
    private boolean isMissing(TieredException failure) {
        return failure.reason() == Reason.NOT_FOUND && !parts.store().isVerified(identity.id());
    }

    private Optional<SegmentSummary> summary() {
        try {
            return metadata.customMetadata().map(custom -> SegmentSummary.of(custom.value()));
        } catch (IllegalArgumentException foreign) {
            return Optional.empty();
        }
    }

    private static TieredException both(TieredException here, TieredException elsewhere) {
        if (here != elsewhere) {
            here.addSuppressed(elsewhere);
        }
        return here.reason() == Reason.NOT_FOUND && elsewhere.reason() != Reason.NOT_FOUND ? elsewhere : here;
    }
}
