package io.millrace.newsql.node.commit;

import io.millrace.newsql.node.StoreException;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What is to be done while the writer stands still between two groups. <b>Threads.</b> Safe; the writer runs it. */
final class StandingWork {

    private final Queue<Work<?>> queue = new ConcurrentLinkedQueue<>();
    private volatile @Nullable StoreException ended;

    private record Work<T>(Supplier<T> task, CompletableFuture<T> done) {

        void run() {
            try {
                done.complete(task.get());
            } catch (RuntimeException e) {
                done.completeExceptionally(e);
            } catch (Error e) {
                done.completeExceptionally(e);
                throw e;
            }
        }
    }

    /** Adds it; it completes, or fails with what the task threw, in the writer. */
    <T> CompletableFuture<T> add(Supplier<T> task) {
        Work<T> work = new Work<>(task, new CompletableFuture<>());
        queue.add(work);
        StoreException why = ended;
        if (why != null) {
            work.done().completeExceptionally(why); // nobody may run it any more
        }
        return work.done();
    }

    void runAll() {
        for (Work<?> work = queue.poll(); work != null; work = queue.poll()) {
            work.run();
        }
    }

    /** Fails what is there and what comes. */
    void end(StoreException why) {
        ended = why;
        for (Work<?> work = queue.poll(); work != null; work = queue.poll()) {
            work.done().completeExceptionally(why);
        }
    }
}
