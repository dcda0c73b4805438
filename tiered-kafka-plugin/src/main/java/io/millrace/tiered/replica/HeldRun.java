package io.millrace.tiered.replica;

import io.millrace.tiered.log.LeaderEpochs;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentState;

/**
 * How far the cold copies of this broker reach without a gap, judged by the leader epochs of its own log: what is below may leave the fast disk.
 *
 * <pre>
 *   own log         |0 0 0 0 0 0 0|1 1 1 1|3 3 3 3 3 3 3 3 …
 *   segments        [ a  held ][ b  held  ][ d held ][ e missing ][ f held ]
 *   another leader's       [ c  epoch 2, no matter      ]
 *   the run         ────────────────────────────────►
 * </pre>
 *
 * <p>The run begins with the first file of the log, or with the first segment where that begins later: leaders copy in order, so nothing that is not copied yet is before it.
 */
final class HeldRun {

    private final LeaderEpochs lineage;
    private final List<Span> held = new ArrayList<>();
    private long copiedFrom = Long.MAX_VALUE;

    /** Offsets, both inclusive. */
    private record Span(long first, long last) {}

    private HeldRun(LeaderEpochs lineage) {
        this.lineage = lineage;
    }

    /**
     * The last offset of the run that belongs to an epoch.
     *
     * @param lineage the leader epochs of this broker's log
     * @param firstOffset of this broker's log
     * @param segments all that is known of the partition
     * @param isHeld whether a verified copy of a segment is here
     * @return inclusive; empty if the run ends before the epoch begins, or the epoch is not one of this log
     */
    static OptionalLong end(
            LeaderEpochs lineage,
            long firstOffset,
            Iterable<RemoteLogSegmentMetadata> segments,
            Predicate<Uuid> isHeld,
            int epoch) {
        OptionalLong start = lineage.start(epoch);
        long end = end(lineage, firstOffset, segments, isHeld);
        return start.isPresent() && end >= start.getAsLong()
                ? OptionalLong.of(Math.min(end, lineage.end(epoch) - 1))
                : OptionalLong.empty();
    }

    /** The same in whatever epoch: the last offset of the run, one below the first offset where there is no run. */
    static long end(
            LeaderEpochs lineage,
            long firstOffset,
            Iterable<RemoteLogSegmentMetadata> segments,
            Predicate<Uuid> isHeld) {
        HeldRun run = new HeldRun(lineage);
        for (RemoteLogSegmentMetadata segment : segments) {
            if (segment.state() == RemoteLogSegmentState.COPY_SEGMENT_FINISHED) {
                run.add(segment, isHeld.test(segment.remoteLogSegmentId().id()));
            }
        }
        return run.end(firstOffset);
    }

    /** Only the offsets count which the same leaders wrote here. */
    private void add(RemoteLogSegmentMetadata segment, boolean isHeld) {
        NavigableMap<Integer, Long> epochs = segment.segmentLeaderEpochs();
        epochs.forEach((epoch, start) -> {
            Map.Entry<Integer, Long> next = epochs.higherEntry(epoch);
            long last = next == null ? segment.endOffset() : next.getValue() - 1;
            OptionalLong here = lineage.start(epoch);
            if (here.isEmpty()) {
                return;
            }
            Span span = new Span(Math.max(start, here.getAsLong()), Math.min(last, lineage.end(epoch) - 1));
            if (span.first() <= span.last()) {
                copiedFrom = Math.min(copiedFrom, span.first());
                if (isHeld) {
                    held.add(span);
                }
            }
        });
    }

    private long end(long firstOffset) {
        held.sort(Comparator.comparingLong(Span::first));
        long end = Math.max(firstOffset, copiedFrom == Long.MAX_VALUE ? firstOffset : copiedFrom) - 1;
        for (Span span : held) {
            if (span.first() > end + 1) {
                break;
            }
            end = Math.max(end, span.last());
        }
        return end;
    }
}
