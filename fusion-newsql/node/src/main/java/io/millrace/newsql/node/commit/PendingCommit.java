package io.millrace.newsql.node.commit;

import io.millrace.newsql.node.StoreBatch;
import io.millrace.newsql.node.StoreException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A commit on its way. <b>Threads.</b> Fields are the writer's; the log's thread completes it behind a force that the writer asked for. */
final class PendingCommit {

    /** A commit's own cost in memory beside its arrays, and what a write costs: for the bound of the queue, so roughly. */
    private static final int OVERHEAD = 128;

    private static final int OVERHEAD_OF_A_WRITE = 64;

    final StoreBatch batch;
    final long bytes;
    final long begunNanos = System.nanoTime();
    final CompletableFuture<Long> done = new CompletableFuture<>();
    private long position;
    private @Nullable StoreException refusal;

    PendingCommit(StoreBatch batch) {
        this.batch = batch;
        this.bytes = bytesOf(batch);
    }

    private static long bytesOf(StoreBatch batch) {
        byte[] event = batch.event();
        long bytes = OVERHEAD + (event == null ? 0 : event.length);
        for (StoreBatch.Write write : batch.writes()) {
            byte[] value = write.value();
            bytes += OVERHEAD_OF_A_WRITE + write.key().length + (value == null ? 0 : value.length);
        }
        for (StoreBatch.Requirement required : batch.requirements()) {
            byte[] value = required.value();
            bytes += OVERHEAD_OF_A_WRITE + required.key().length + (value == null ? 0 : value.length);
        }
        return bytes;
    }

    void taken(long at) {
        position = at;
    }

    void refused(StoreException why) {
        refusal = why;
    }

    boolean isRefused() {
        return refusal != null;
    }

    /** What was decided becomes known. */
    void complete() {
        if (refusal == null) {
            done.complete(position);
        } else {
            done.completeExceptionally(refusal);
        }
    }

    void fail(StoreException why) {
        done.completeExceptionally(why);
    }
}
