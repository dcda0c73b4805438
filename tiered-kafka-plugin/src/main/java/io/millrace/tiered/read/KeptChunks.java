package io.millrace.tiered.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * The chunks at which streams were closed, for the streams that begin there next; the one used longest ago goes first.
 *
 * <p>A reader's place is its segment and chunk, not the exact byte: Kafka begins the next fetch at the start of the batch that the last one cut off, found over an index that is coarser
 * still.
 *
 * <p><b>Ownership.</b> Owns one count of each chunk in it; {@link #find} gives one. <b>Threads.</b> Safe.
 */
final class KeptChunks {

    private final Map<ChunkKey, Chunk> chunks = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<ChunkKey, ChunkRead> coming = new HashMap<>();
    private final long bytesMax;
    private long bytes;
    private boolean closed;

    KeptChunks(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** Gives the chunk, or null. */
    synchronized @Nullable Chunk find(ChunkKey key) {
        Chunk found = chunks.get(key);
        return found == null ? null : found.retain();
    }

    /** Whether the chunk is here, or comes soon. */
    synchronized boolean holds(ChunkKey key) {
        return chunks.containsKey(key) || coming.containsKey(key);
    }

    /** A read that its stream gave up while it ran; {@link #arrived} ends it. */
    synchronized void coming(ChunkKey key, ChunkRead read) {
        coming.put(key, read);
    }

    synchronized void arrived(ChunkKey key, ChunkRead read) {
        coming.remove(key, read);
    }

    /** Gives a read that was given up and runs still, or null. Without this a slow disk would read a consumer's next chunk twice. */
    @Nullable
    ChunkRead adopt(ChunkKey key) {
        ChunkRead read;
        synchronized (this) {
            read = coming.remove(key);
        }
        return read != null && read.resume() ? read : null;
    }

    /** Takes the chunk. */
    synchronized void keep(Chunk chunk) {
        // If it is here already, to look at it makes it the youngest.
        if (closed || chunks.get(chunk.key()) != null) {
            chunk.release();
            return;
        }
        chunks.put(chunk.key(), chunk);
        bytes += chunk.memoryBytes();
        while (bytes > bytesMax) {
            dropOldest();
        }
    }

    /** Lets the oldest go, for somebody who needs memory; answers whether there was one. */
    synchronized boolean dropOldest() {
        Iterator<Chunk> oldest = chunks.values().iterator();
        if (!oldest.hasNext()) {
            return false;
        }
        Chunk chunk = oldest.next();
        oldest.remove();
        bytes -= chunk.memoryBytes();
        chunk.release();
        return true;
    }

    /** Lets the chunks of a segment go. */
    synchronized void forget(Uuid segment) {
        List<ChunkKey> keys = new ArrayList<>(chunks.keySet());
        for (ChunkKey key : keys) {
            if (key.segment().equals(segment)) {
                Chunk chunk = chunks.remove(key);
                bytes -= chunk == null ? 0 : chunk.memoryBytes();
                release(chunk);
            }
        }
    }

    /** Lets all go, and keeps none from now on. */
    synchronized void close() {
        closed = true;
        while (dropOldest()) {
            // One after the other.
        }
    }

    private static void release(@Nullable Chunk chunk) {
        if (chunk != null) {
            chunk.release();
        }
    }
}
