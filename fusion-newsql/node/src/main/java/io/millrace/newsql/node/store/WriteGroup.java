package io.millrace.newsql.node.store;

import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.StoreBatch;
import io.millrace.newsql.node.StoreBatch.Write;
import io.millrace.newsql.node.StoreException;
import io.millrace.newsql.node.StoreException.Reason;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * Writes of several commits that become visible together, and their newest values for the commits behind them. <b>Threads.</b> The writer's. <b>Ownership.</b> Holds native
 * memory until closed.
 */
public final class WriteGroup implements AutoCloseable {

    private final Tables tables;
    private final WriteBatch writes = new WriteBatch();
    private final Map<Place, Optional<byte[]>> newest = new HashMap<>();
    private long bytes;
    private boolean empty = true;

    WriteGroup(Tables tables) {
        this.tables = tables;
    }

    /** A key, compared by its bytes. */
    private record Place(KeySpace space, byte[] key) {

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Place place && space == place.space && Arrays.equals(key, place.key);
        }

        @Override
        public int hashCode() {
            return 31 * space.number() + Arrays.hashCode(key);
        }
    }

    /** The value that a commit behind those of the group would see. */
    public byte @Nullable [] newest(KeySpace space, byte[] key) {
        Optional<byte[]> written = newest.isEmpty() ? null : newest.get(new Place(space, key));
        return written == null ? tables.get(space, key) : written.orElse(null);
    }

    /** Adds a commit's writes. Borrows their arrays until {@link #clear()}. */
    public void add(StoreBatch batch) {
        empty = false;
        try {
            for (Write write : batch.writes()) {
                byte[] value = write.value();
                if (value == null) {
                    writes.delete(tables.family(write.space()), write.key());
                } else {
                    writes.put(tables.family(write.space()), write.key(), value);
                }
                newest.put(new Place(write.space(), write.key()), Optional.ofNullable(value));
                bytes += write.key().length + (value == null ? 0 : value.length);
            }
        } catch (RocksDBException e) {
            throw RocksFailure.of(e, tables.directory());
        }
    }

    /** Whether nothing was added. A commit of an event alone counts as something: its position is to be kept. */
    public boolean isEmpty() {
        return empty;
    }

    /** Bytes of keys and values added. */
    public long bytes() {
        return bytes;
    }

    /** Takes out of a cache what the group changes. */
    void dropFrom(ValueCache values) {
        for (Place place : newest.keySet()) {
            values.drop(place.space(), place.key());
        }
    }

    /** Makes it empty. */
    public void clear() {
        writes.clear();
        newest.clear();
        bytes = 0;
        empty = true;
    }

    WriteBatch finish(byte[] formatKey, int format, long position) throws RocksDBException {
        byte[] where = ByteBuffer.allocate(Long.BYTES).putLong(position).array();
        writes.put(tables.family(KeySpace.META), formatKey, new byte[] {(byte) format});
        writes.put(tables.family(KeySpace.META), Tables.POSITION_KEY, where);
        if (position <= 0) {
            throw new StoreException(Reason.FAILED, "position of a commit: " + position + " (expected: > 0)");
        }
        return writes;
    }

    @Override
    public void close() {
        writes.close();
    }
}
