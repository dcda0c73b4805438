package io.millrace.wal.page;

import io.millrace.wal.WalException;
import io.millrace.wal.WalException.Reason;
import io.millrace.wal.segment.Segment;
import java.util.HashMap;
import java.util.Map;

/**
 * What readers hold, and its bound: what they hold cannot be let go of for those who append.
 *
 * <p>A segment that several hold counts once. One that is being appended to is in memory anyway: it can always be held. <b>Threads.</b> Safe.
 */
final class PinnedBytes {

    private final long max;
    private final Map<Segment, Integer> holders = new HashMap<>(); // this and what follows: guarded by this
    private long pinned;

    PinnedBytes(long max) {
        this.max = max;
    }

    /** Takes note of one more holder. */
    synchronized void hold(Segment segment) {
        Integer before = holders.get(segment);
        if (before == null) {
            if (segment.isLeft() && pinned + segment.bytes() > max) {
                throw new WalException(
                        Reason.MEMORY,
                        "too much is pinned: pinned=" + pinned + ", wanted=" + segment.bytes() + " (expected: sum <= "
                                + max + "); close readers and pins, or raise pinnedBytesMax");
            }
            pinned += segment.bytes();
        }
        holders.merge(segment, 1, Integer::sum);
    }

    /** One holder less. */
    synchronized void letGo(Segment segment) {
        Integer left = holders.computeIfPresent(segment, (held, count) -> count == 1 ? null : count - 1);
        if (left == null) {
            pinned -= segment.bytes();
        }
    }

    /** Bytes of the segments that somebody holds. */
    synchronized long pinned() {
        return pinned;
    }
}
