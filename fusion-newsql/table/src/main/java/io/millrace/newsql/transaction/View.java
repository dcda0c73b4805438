package io.millrace.newsql.transaction;

import io.millrace.newsql.storage.Area;
import io.millrace.newsql.storage.EntryCursor;
import io.millrace.newsql.storage.StorageSnapshot;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a statement sees: a snapshot, taken when something is first looked for in it, with its transaction's own writes. For one thread. */
public final class View implements AutoCloseable {

    private final Transaction transaction;
    private @Nullable StorageSnapshot snapshot;
    private boolean closed;

    /** @param snapshot null to take one of its own */
    View(@Nullable StorageSnapshot snapshot, Transaction transaction) {
        this.snapshot = snapshot;
        this.transaction = transaction;
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
            seen = transaction.newSnapshot();
            snapshot = seen;
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
