package io.millrace.newsql.node.commit;

import io.millrace.newsql.node.StoreBatch;
import io.millrace.newsql.node.StoreDecision;
import io.millrace.newsql.node.StoreException;
import io.millrace.newsql.node.StoreView;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A commit on its way. <b>Threads.</b> Fields are the writer's; the log's thread completes it behind a force that the writer asked for. */
final class PendingCommit {

    /** A commit's own cost in memory beside its arrays, and what a write costs: for the bound of the queue, so roughly. */
    private static final int OVERHEAD = 128;

    private static final int OVERHEAD_OF_A_WRITE = 64;

    private final @Nullable StoreDecision decision;
    private final boolean own;
    private StoreBatch batch;
    final long bytes;
    final long begunNanos = System.nanoTime();
    final CompletableFuture<Long> done = new CompletableFuture<>();
    private long position;
    private @Nullable RuntimeException refusal;

    private PendingCommit(StoreBatch batch, @Nullable StoreDecision decision, boolean own, long bytes) {
        this.batch = batch;
        this.decision = decision;
        this.own = own;
        this.bytes = bytes;
    }

    static PendingCommit of(StoreBatch batch) {
        BatchLimits.check(batch);
        long bytes = bytesOf(batch);
        BatchLimits.checkBytes(bytes);
        return new PendingCommit(batch, null, false, bytes);
    }

    /** @param bytes what the decision keeps in memory while it waits, roughly */
    static PendingCommit of(StoreDecision decision, long bytes) {
        return new PendingCommit(new StoreBatch(), decision, false, OVERHEAD + bytes);
    }

    /** One that the store makes for itself: it may write what no caller may. */
    static PendingCommit ofOwn(StoreDecision decision) {
        return new PendingCommit(new StoreBatch(), decision, true, OVERHEAD);
    }

    /** What is to be written, decided now if it was not before. */
    StoreBatch batch(StoreView newest) {
        if (decision != null) {
            batch = decision.decide(newest);
            if (!own) {
                BatchLimits.check(batch);
                BatchLimits.checkBytes(bytesOf(batch));
            }
        }
        return batch;
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

    void refused(RuntimeException why) {
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
