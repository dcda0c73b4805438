package io.millrace.newsql.node.command;

import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.StoreBatch;
import io.millrace.newsql.node.StoreCursor;
import io.millrace.newsql.node.StoreView;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the commands of a turn find in the store's writer, and what they have written so far. <b>Threads.</b> The writer's, for one turn. */
public final class TurnData implements Data {

    private final StoreView newest;
    private final Map<KeySpace, NavigableMap<byte[], Optional<byte[]>>> written = new EnumMap<>(KeySpace.class);

    public TurnData(StoreView newest) {
        this.newest = newest;
    }

    @Override
    public byte @Nullable [] get(KeySpace space, byte[] key) {
        Optional<byte[]> own = of(space).get(key);
        return own == null ? newest.get(space, key) : own.orElse(null);
    }

    @Override
    public StoreCursor scan(KeySpace space, byte @Nullable [] from, byte @Nullable [] to, boolean backwards) {
        StoreCursor stored = newest.scan(space, from, to, backwards);
        NavigableMap<byte[], Optional<byte[]>> own = of(space);
        if (from != null && to != null && Arrays.compareUnsigned(from, to) > 0) {
            return stored;
        }
        if (from != null) {
            own = own.tailMap(from, true);
        }
        if (to != null) {
            own = own.headMap(to, false);
        }
        if (own.isEmpty()) {
            return stored;
        }
        // A copy: whoever walks may write.
        return new MergedCursor(stored, new TreeMap<>(own), backwards);
    }

    @Override
    public void freeze() {}

    @Override
    public void put(KeySpace space, byte[] key, byte[] value) {
        of(space).put(key, Optional.of(value));
    }

    @Override
    public void delete(KeySpace space, byte[] key) {
        of(space).put(key, Optional.empty());
    }

    private NavigableMap<byte[], Optional<byte[]>> of(KeySpace space) {
        return written.computeIfAbsent(space, none -> new TreeMap<>(Arrays::compareUnsigned));
    }

    /** Everything written, each key once. */
    public StoreBatch toBatch() {
        StoreBatch batch = new StoreBatch();
        written.forEach((space, entries) -> entries.forEach((key, value) -> {
            if (value.isPresent()) {
                batch.put(space, key, value.get());
            } else {
                batch.delete(space, key);
            }
        }));
        return batch;
    }
}
