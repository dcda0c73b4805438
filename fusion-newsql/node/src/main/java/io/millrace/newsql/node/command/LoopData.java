package io.millrace.newsql.node.command;

import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.OrderedStore;
import io.millrace.newsql.node.StoreCursor;
import io.millrace.newsql.node.StoreSnapshot;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Reads on an event loop: single values from the store as it is, ranges from a snapshot that lasts until the end of the connection's turn. */
public final class LoopData implements Data {

    private final OrderedStore store;
    private @Nullable StoreSnapshot snapshot;

    public LoopData(OrderedStore store) {
        this.store = store;
    }

    @Override
    public byte @Nullable [] get(KeySpace space, byte[] key) {
        StoreSnapshot frozen = snapshot;
        return frozen == null ? store.get(space, key) : frozen.get(space, key);
    }

    @Override
    public int read(KeySpace space, ByteBuffer key, ByteBuffer value) {
        StoreSnapshot frozen = snapshot;
        return frozen == null ? store.read(space, key, value) : frozen.read(space, key, value);
    }

    @Override
    public StoreCursor scan(KeySpace space, byte @Nullable [] from, byte @Nullable [] to, boolean backwards) {
        return frozen().scan(space, from, to, backwards);
    }

    @Override
    public void freeze() {
        frozen();
    }

    private StoreSnapshot frozen() {
        StoreSnapshot frozen = snapshot;
        if (frozen == null) {
            frozen = store.snapshot();
            snapshot = frozen;
        }
        return frozen;
    }

    @Override
    public void put(KeySpace space, byte[] key, byte[] value) {
        throw new IllegalStateException("a command that reads writes");
    }

    @Override
    public void delete(KeySpace space, byte[] key) {
        throw new IllegalStateException("a command that reads writes");
    }

    /** The turn is over: lets go of the snapshot. */
    public void thaw() {
        StoreSnapshot frozen = snapshot;
        if (frozen != null) {
            snapshot = null;
            frozen.close();
        }
    }
}
