package io.millrace.newsql.storage;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What the server asks of a storage: rows and index entries by key and by range, and the atomic commit of a transaction's changes with its claims and its event.
 *
 * <p><b>Shape.</b> Keys are those of {@code io.millrace.newsql.row}: the first four bytes are the number of the table or index, which is all that a storage has to
 * know of them to place them. <b>Threads.</b> Safe. <b>Ownership.</b> Arrays given are not changed afterwards by either side.
 * <b>Errors.</b> {@link io.millrace.newsql.mysql.SqlException} with what a client should do.
 */
public interface Storage {

    /** Everything as it is now. Gives: to be closed. */
    StorageSnapshot snapshot();

    /** The newest value of a key; null if there is none. */
    byte @Nullable [] newest(Area area, byte[] key);

    /**
     * Commits all changes, or none.
     *
     * @return completes when they are on the device; fails with {@code SqlException} 1213 if a value that a change stands on is not the newest any more, and 1205 if it is too busy
     *     and has done nothing
     */
    CompletionStage<?> commit(ChangeSet changes);

    /** Waits until what a snapshot shows is on the device: a client may be told of it then. */
    void awaitDurable(StorageSnapshot seen);

    /** As {@link #awaitDurable}, for who must not wait: completes in a thread of the storage, or is complete already; fails with {@code SqlException}. */
    CompletionStage<?> whenDurable(StorageSnapshot seen);
}
