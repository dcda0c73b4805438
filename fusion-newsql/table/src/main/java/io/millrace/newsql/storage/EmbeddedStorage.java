package io.millrace.newsql.storage;

import io.millrace.newsql.change.EventWriter;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.OrderedStore;
import io.millrace.newsql.node.StoreBatch;
import io.millrace.newsql.node.StoreCursor;
import io.millrace.newsql.node.StoreException;
import io.millrace.newsql.node.StoreSnapshot;
import io.millrace.newsql.type.SqlErrors;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The storage in this process: rows, entries, claims and event of a commit are one batch of the ordered store. */
public final class EmbeddedStorage implements Storage {

    private final OrderedStore store;

    public EmbeddedStorage(OrderedStore store) {
        this.store = store;
    }

    @Override
    public StorageSnapshot snapshot() {
        return new Snapshot(store.snapshot());
    }

    @Override
    public byte @Nullable [] newest(Area area, byte[] key) {
        return store.get(space(area), key);
    }

    @Override
    public CompletionStage<?> commit(ChangeSet changes) {
        StoreBatch batch = new StoreBatch();
        changes.rows().forEach(change -> add(batch, KeySpace.ROWS, change));
        changes.entries().forEach(change -> add(batch, KeySpace.INDEXES, change));
        EventWriter event = event(changes);
        if (!event.isEmpty()) {
            batch.event(event.toBytes());
        }
        return store.commit(batch).exceptionally(failure -> {
            throw translate(failure);
        });
    }

    private static EventWriter event(ChangeSet changes) {
        EventWriter event = EventWriter.ofRows(changes.transaction(), changes.micros());
        for (ChangeSet.Change row : changes.rows()) {
            if (row.schemaVersion() != ChangeSet.UNTOLD) {
                event.row(row.owner(), row.schemaVersion(), row.key(), row.before(), row.after());
            }
        }
        return event;
    }

    private static void add(StoreBatch batch, KeySpace space, ChangeSet.Change change) {
        if (!change.follows()) {
            batch.require(space, change.key(), change.before());
        }
        byte[] after = change.after();
        if (after == null) {
            batch.delete(space, change.key());
        } else {
            batch.put(space, change.key(), after);
        }
    }

    @Override
    public void awaitDurable(StorageSnapshot seen) {
        try {
            store.whenDurable(seen.position()).toCompletableFuture().join();
        } catch (CompletionException e) {
            throw translate(e);
        }
    }

    @Override
    public CompletionStage<?> whenDurable(StorageSnapshot seen) {
        CompletableFuture<?> durable = store.whenDurable(seen.position()).toCompletableFuture();
        return durable.isDone() && !durable.isCompletedExceptionally()
                ? durable
                : durable.exceptionally(failure -> {
                    throw translate(failure);
                });
    }

    private static KeySpace space(Area area) {
        return area == Area.ROWS ? KeySpace.ROWS : KeySpace.INDEXES;
    }

    private static SqlException translate(Throwable failure) {
        Throwable cause = failure instanceof CompletionException wrapped && wrapped.getCause() != null
                ? wrapped.getCause()
                : failure;
        if (cause instanceof StoreException store) {
            return switch (store.reason()) {
                case CONFLICT -> SqlErrors.deadlock();
                case BUSY -> SqlErrors.lockTimeout();
                case DISK_FULL -> new SqlException(
                        1021, "HY000", "Disk full; nothing was written: " + store.getMessage(), store);
                default -> new SqlException(1030, "HY000", "Got error from the storage: " + store.getMessage(), store);
            };
        }
        return new SqlException(1030, "HY000", "Got error from the storage: " + cause.getMessage(), cause);
    }

    private record Snapshot(StoreSnapshot held) implements StorageSnapshot {

        @Override
        public byte @Nullable [] get(Area area, byte[] key) {
            return held.get(space(area), key);
        }

        @Override
        public List<byte @Nullable []> getAll(Area area, List<byte[]> keys) {
            return held.getAll(space(area), keys);
        }

        @Override
        public EntryCursor scan(Area area, byte[] from, byte @Nullable [] to, boolean backwards) {
            return new Cursor(held.scan(space(area), from, to, backwards));
        }

        @Override
        public long position() {
            return held.position();
        }

        @Override
        public void close() {
            held.close();
        }
    }

    private record Cursor(StoreCursor held) implements EntryCursor {

        @Override
        public boolean next() {
            return held.next();
        }

        @Override
        public byte[] key() {
            return held.key();
        }

        @Override
        public byte[] value() {
            return held.value();
        }

        @Override
        public void close() {
            held.close();
        }
    }
}
