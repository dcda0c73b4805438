package io.millrace.mesh.flow;

import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * A bounded queue of calls in the order of their deadlines: who has least time left goes first.
 *
 * <p><b>Threads</b>: one event loop. <b>Cost</b>: O(log n) a call, paid only when there is no room to run it at once.
 *
 * <p>A call that was answered or expired while it waited is not searched for: it says so itself through
 * {@link Waiting#isWaiting()} and is dropped when its turn comes, or when the room is full.
 *
 * @param <T> what waits
 */
public final class WaitingRoom<T extends WaitingRoom.Waiting> {
    private final int limit;
    private final PriorityQueue<T> queue =
            new PriorityQueue<>((a, b) -> Long.compare(a.deadlineNanos() - b.deadlineNanos(), 0));

    /** @param limit calls that may wait at a time, 0 for none */
    public WaitingRoom(int limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("negative queue limit: " + limit);
        }
        this.limit = limit;
    }

    /** Lets {@code call} wait; false if the room is full. */
    public boolean offer(T call) {
        if (queue.size() >= limit) {
            queue.removeIf(waiting -> !waiting.isWaiting());
            if (queue.size() >= limit) {
                return false;
            }
        }
        return queue.add(call);
    }

    /** Takes out the call whose deadline is nearest, or returns null when nobody waits. */
    public @Nullable T poll() {
        T call = queue.poll();
        while (call != null && !call.isWaiting()) {
            call = queue.poll();
        }
        return call;
    }

    /** Takes out a call whose deadline has passed, or returns null when there is none. */
    public @Nullable T pollExpired(long nowNanos) {
        T call = queue.peek();
        return call != null && (call.deadlineNanos() - nowNanos <= 0 || !call.isWaiting()) ? queue.poll() : null;
    }

    /** Calls in the room, including those that have ended and are not yet dropped. */
    public int size() {
        return queue.size();
    }

    /** Whether nobody waits. */
    public boolean isEmpty() {
        return queue.isEmpty();
    }

    /** One who waits. */
    public interface Waiting {
        /** The moment after which an answer is worthless, of {@link Deadlines#now()}; constant while waiting. */
        long deadlineNanos();

        /** False once the call has ended some other way. */
        boolean isWaiting();
    }
}
