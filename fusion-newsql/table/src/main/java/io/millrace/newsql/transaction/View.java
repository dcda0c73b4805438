package io.millrace.newsql.transaction;

import io.millrace.newsql.storage.Area;
import io.millrace.newsql.storage.EntryCursor;
import io.millrace.newsql.storage.StorageSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a statement sees: a snapshot, with its transaction's own writes. The snapshot is taken when something is first looked for: a statement that reads no table fixes nothing that
 * later ones see. For one thread.
 */
public final class View implements AutoCloseable {

    private final Transaction transaction;
    private final boolean consistent;
    private @Nullable StorageSnapshot snapshot;
    private @Nullable Consumer<View> beforeReading;
    private boolean closed;

    private View(Transaction transaction, boolean consistent, @Nullable StorageSnapshot snapshot) {
        this.transaction = transaction;
        this.consistent = consistent;
        this.snapshot = snapshot;
    }

    /** Of the transaction's snapshot, which is the transaction's to close. */
    static View consistent(Transaction transaction) {
        return new View(transaction, true, null);
    }

    /** Of a snapshot of its own. */
    static View current(Transaction transaction) {
        return new View(transaction, false, null);
    }

    /** Of a snapshot that it takes over. */
    static View of(StorageSnapshot snapshot, Transaction transaction) {
        return new View(transaction, false, snapshot);
    }

    /** Has something done once, before the first read that looks into the storage; at once if there was one. */
    public void beforeReading(Consumer<View> action) {
        if (snapshot == null) {
            beforeReading = action;
        } else {
            action.accept(this);
        }
    }

    public byte @Nullable [] get(Area area, byte[] key) {
        Overlay.Write write = transaction.overlay(area).find(key);
        return write != null ? write.after() : snapshot().get(area, key);
    }

    /** In the order of the keys; null for what is not there. */
    public List<byte @Nullable []> getAll(Area area, List<byte[]> keys) {
        if (transaction.overlay(area).writes().isEmpty()) {
            return snapshot().getAll(area, keys);
        }
        List<byte @Nullable []> found = new ArrayList<>(keys.size());
        for (byte[] key : keys) {
            found.add(get(area, key));
        }
        return found;
    }

    public EntryCursor scan(Area area, byte[] from, byte @Nullable [] to, boolean backwards) {
        return transaction.overlay(area).merge(snapshot().scan(area, from, to, backwards), from, to, backwards);
    }

    StorageSnapshot snapshot() {
        StorageSnapshot seen = snapshot;
        if (seen == null) {
            if (closed) {
                throw new IllegalStateException("view is closed");
            }
            seen = consistent ? transaction.fixSnapshot() : transaction.newSnapshot();
            snapshot = seen;
            Consumer<View> action = beforeReading;
            if (action != null) {
                beforeReading = null;
                action.accept(this);
            }
        }
        return seen;
    }

    /** Only for who was given it to close: {@link Transaction#newestView}. */
    @Override
    public void close() {
        closed = true;
        StorageSnapshot seen = snapshot;
        if (seen != null) {
            snapshot = null;
            seen.close();
        }
    }
}
