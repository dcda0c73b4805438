package io.millrace.newsql.node;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A durable, ordered store of keys and values: what the node's commands and the SQL server in the same process both stand on.
 *
 * <p><b>Shape.</b> A key is 1 to {@link #KEY_BYTES_MAX} bytes in one {@link KeySpace}, a value 0 to {@link #VALUE_BYTES_MAX}; keys compare as unsigned bytes.
 *
 * <p><b>Durability.</b> A commit is acknowledged when it is on the device. It is visible to reads before that: whoever answers a client with what it read awaits
 * {@link #whenDurable} of the position that it saw, so that nobody is told of what a power cut could take back.
 *
 * <p><b>Ownership.</b> Arrays given are not kept and those returned belong to the caller, except that a batch belongs to the store once it was passed to
 * {@link #commit}. <b>Threads.</b> Safe. No method blocks for the device but {@link #close}; reads may wait for a block of a file.
 *
 * <p><b>Errors.</b> {@link StoreException} with a reason. After a failed sync of the log nothing is written any more.
 */
public interface OrderedStore extends AutoCloseable {

    int KEY_BYTES_MAX = 8 * 1024;
    int VALUE_BYTES_MAX = 64 * 1024 * 1024;

    /** The most bytes of a commit: its keys, values, requirements and event, and 64 a write. */
    long COMMIT_BYTES_MAX = 128L << 20;

    /** What {@link #read} says of a key that is not there. */
    int MISSING = -1;

    /** The newest value, or null if there is none. */
    byte @Nullable [] get(KeySpace space, byte[] key);

    /**
     * Reads the newest value into memory of the caller's, without making an array.
     *
     * @param key readable bytes of a direct buffer; its indexes stay
     * @param value direct; written from its position on, as far as it has room; its position stays, its limit moves behind what was written
     * @return length of the value, which may be more than there was room for, or {@link #MISSING}
     */
    int read(KeySpace space, ByteBuffer key, ByteBuffer value);

    /** The store as it is now; to be closed soon, since it keeps old values alive. */
    StoreSnapshot snapshot();

    /**
     * Takes the batch: checks its requirements against the newest values and applies it whole, or not at all. Batches are applied in the order in which
     * they are taken, one at a time. A commit that fails for a requirement fails when what it saw is on the device.
     *
     * <p>Completions run in a thread of the store: what hangs on them must be short and must not wait for the store. {@code BUSY} comes at once, before anything was
     * done: a caller may wait and try again. After {@code FAILED} the outcome is unknown until the store was opened again.
     *
     * @throws IllegalArgumentException if a key, value or the commit is too large, or a key is in {@link KeySpace#META}
     * @return completes with the commit's position when it is on the device; fails with {@link StoreException}, {@code CONFLICT} if a requirement did not
     *     hold, in which case nothing was written, {@code BUSY} if too many wait already, {@code DISK_FULL}, {@code FAILED} or {@code CLOSED}
     */
    CompletionStage<Long> commit(StoreBatch batch);

    /**
     * As {@link #commit(StoreBatch)}, of a batch that is decided when its turn has come.
     *
     * @param bytes what the decision keeps in memory while it waits, roughly: it counts against the bound of what waits
     * @return fails also with what the decision threw
     */
    CompletionStage<Long> commit(StoreDecision decision, long bytes);

    /** Position of the newest commit that reads see, or are just about to; 0 if there never was one. Positions grow, and outlive a restart. */
    long position();

    /** Completes when everything up to the position is on the device; at once if it is. */
    CompletionStage<Void> whenDurable(long position);

    /** Waits until what was taken is on the device, and lets go of the directory. Snapshots and cursors that are open fail with {@code CLOSED} from here on. */
    @Override
    void close();
}
