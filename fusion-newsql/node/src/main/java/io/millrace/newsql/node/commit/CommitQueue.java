package io.millrace.newsql.node.commit;

import io.millrace.newsql.node.StoreException;
import io.millrace.newsql.node.StoreException.Reason;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Commits that wait for the writer: bounded in number and bytes; at the bound a commit is refused with {@code BUSY}. <b>Threads.</b> Safe; one takes. */
final class CommitQueue {

    private final BlockingQueue<PendingCommit> queue;
    private final AtomicLong bytes = new AtomicLong();
    private final long bytesMax;
    private volatile @Nullable StoreException ended;

    CommitQueue(int commitsMax, long bytesMax) {
        this.queue = new ArrayBlockingQueue<>(commitsMax);
        this.bytesMax = bytesMax;
    }

    /** Adds the commit or fails it. */
    void offer(PendingCommit commit) {
        StoreException why = ended;
        if (why != null) {
            commit.fail(why);
            return;
        }
        long before = bytes.getAndAdd(commit.bytes);
        // One commit that is larger than the bound passes when it is alone.
        if (before > 0 && before + commit.bytes > bytesMax || !queue.offer(commit)) {
            bytes.addAndGet(-commit.bytes);
            commit.fail(new StoreException(
                    Reason.BUSY,
                    "too many commits wait: commits=" + queue.size() + ", bytes=" + before + " (limit: " + bytesMax
                            + "); try again later"));
            return;
        }
        why = ended;
        if (why != null && queue.remove(commit)) {
            commit.fail(why); // it came in while the queue ended: nobody takes from it any more
        }
    }

    /** Waits for commits and adds those that are there to the list, up to a number and, but for one, up to a count of bytes. */
    void take(List<PendingCommit> into, int commitsMax, long bytesMax, long waitNanos) throws InterruptedException {
        PendingCommit next = queue.poll(waitNanos, TimeUnit.NANOSECONDS);
        long taken = 0;
        while (next != null) {
            into.add(next);
            bytes.addAndGet(-next.bytes);
            taken += next.bytes;
            next = into.size() < commitsMax && taken < bytesMax ? queue.poll() : null;
        }
    }

    int size() {
        return queue.size();
    }

    /** Why no commit is let in any more, or null. */
    @Nullable
    StoreException ended() {
        return ended;
    }

    boolean isEnded() {
        return ended != null;
    }

    /** Lets no commit in any more. */
    void end(StoreException why) {
        ended = why;
    }

    /** Fails those that nobody will take. */
    void failAll(StoreException why) {
        for (PendingCommit left = queue.poll(); left != null; left = queue.poll()) {
            left.fail(why);
        }
    }
}
