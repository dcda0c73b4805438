package io.millrace.queue;

import io.millrace.queue.epoch.Epoch;
import io.millrace.wal.LogSegment;
import io.millrace.wal.SegmentListener;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Takes the log's segments as epochs: a new one becomes visible to readers before a message can be in it, a full one goes to
 * the sort. Called by the log, one call at a time, in the order of the segments.
 */
final class EpochIntake implements SegmentListener {

    private record Open(Epoch epoch, long beganMillis) {}

    private final StoredState state;
    private final Clock clock;
    private final Deque<Open> open = new ArrayDeque<>();
    private @Nullable EpochTurnover turnover;

    EpochIntake(StoredState state, Clock clock) {
        this.state = state;
        this.clock = clock;
    }

    /** From now on segments count; before, they belong to the recovery. The last of the epochs is the one that is filled. */
    synchronized void begin(Iterable<Epoch> recovered, EpochTurnover sorting) {
        turnover = sorting;
        for (Epoch epoch : recovered) {
            sealOpen(sorting);
            open.add(new Open(epoch, clock.millis()));
        }
    }

    @Override
    public synchronized void activated(LogSegment segment) {
        if (turnover != null) {
            Epoch epoch = new Epoch(segment.pin());
            state.add(epoch);
            open.add(new Open(epoch, clock.millis()));
        }
    }

    @Override
    public synchronized void sealed(LogSegment segment) {
        EpochTurnover sorting = turnover;
        if (sorting != null) {
            sealOpen(sorting);
        }
    }

    private void sealOpen(EpochTurnover sorting) {
        Open full = open.poll();
        if (full != null) {
            sorting.add(full.epoch(), full.beganMillis());
        }
    }
}
