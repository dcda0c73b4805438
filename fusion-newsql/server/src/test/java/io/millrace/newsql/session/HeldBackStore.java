package io.millrace.newsql.session;

import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.OrderedStore;
import io.millrace.newsql.node.StoreBatch;
import io.millrace.newsql.node.StoreDecision;
import io.millrace.newsql.node.StoreSnapshot;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A store that says when a test lets it that it is durable. */
final class HeldBackStore implements OrderedStore {

    private final OrderedStore store;
    private volatile @Nullable CompletableFuture<Void> held;

    HeldBackStore(OrderedStore store) {
        this.store = store;
    }

    /** Until the result is completed nothing is durable. */
    CompletableFuture<Void> hold() {
        CompletableFuture<Void> made = new CompletableFuture<>();
        held = made;
        return made;
    }

    @Override
    public byte @Nullable [] get(KeySpace space, byte[] key) {
        return store.get(space, key);
    }

    @Override
    public int read(KeySpace space, ByteBuffer key, ByteBuffer value) {
        return store.read(space, key, value);
    }

    @Override
    public StoreSnapshot snapshot() {
        return store.snapshot();
    }

    @Override
    public CompletionStage<Long> commit(StoreBatch batch) {
        return behindHeld(store.commit(batch));
    }

    @Override
    public CompletionStage<Long> commit(StoreDecision decision, long bytes) {
        return behindHeld(store.commit(decision, bytes));
    }

    private CompletionStage<Long> behindHeld(CompletionStage<Long> committed) {
        CompletableFuture<Void> until = held;
        return until == null ? committed : committed.thenCombine(until, (position, durable) -> position);
    }

    @Override
    public long position() {
        return store.position();
    }

    @Override
    public CompletionStage<Void> whenDurable(long position) {
        CompletableFuture<Void> until = held;
        return until == null ? store.whenDurable(position) : until;
    }

    @Override
    public void close() {
        store.close();
    }
}
