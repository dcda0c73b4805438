package io.millrace.tiered.read;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.cold.ColdSegment;
import io.millrace.tiered.cold.Manifest;
import io.millrace.tiered.disk.AlignedBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The reads that a stream has asked for: at most one ahead of the chunk that it needs.
 *
 * <p><b>Threads.</b> Guarded by the lock of its stream.
 */
final class ReadAhead {

    private final ColdSegment segment;
    private final Manifest manifest;
    private final SharedFile file;
    private final long end;
    private final ReadMeans means;
    private @Nullable ChunkRead ahead;

    /** Borrows the file, of which each read takes a count. */
    ReadAhead(ColdSegment segment, SharedFile file, long end, ReadMeans means) {
        this.segment = segment;
        this.manifest = segment.manifest();
        this.file = file;
        this.end = end;
        this.means = means;
    }

    /** Takes over a read that another stream gave up, if there is one of this chunk and nothing is on its way. */
    void adopt(ChunkKey key) {
        if (ahead == null) {
            ahead = means.kept().adopt(key);
        }
    }

    /** Gives the read of this chunk, if it is on its way; one of another chunk is given up. */
    @Nullable
    ChunkRead take(int index) {
        dropUnless(index);
        ChunkRead taken = ahead;
        ahead = null;
        return taken;
    }

    /** Gives up a read of another chunk than this. */
    void dropUnless(int index) {
        if (ahead != null && ahead.index() != index) {
            drop();
        }
    }

    /** Gives up what is on its way. */
    void drop() {
        cancel(ahead);
        ahead = null;
    }

    /** Asks for a chunk, if the range reaches it and memory is at hand. */
    void askFor(int index) {
        if (ahead != null
                || (long) index * manifest.chunkBytes() >= end
                || means.kept().holds(new ChunkKey(manifest.identity().id(), index))) {
            return;
        }
        AlignedBuffer buffer = means.buffers().tryAcquire(manifest.chunkBytes());
        if (buffer == null) {
            return;
        }
        try {
            ahead = ask(index, buffer);
        } catch (TieredException notNow) {
            // The disk has enough to do. If the chunk is needed it will be asked for again, and that failure is told.
            ahead = null;
        }
    }

    /** Asks for a chunk. Takes the buffer, also if it fails. */
    ChunkRead ask(int index, AlignedBuffer buffer) throws TieredException {
        ChunkRead read = new ChunkRead(manifest, index, file.retain(), buffer, means);
        boolean asked = false;
        try {
            segment.reads().submit(read);
            asked = true;
            return read;
        } finally {
            if (!asked) {
                read.dropped();
            }
        }
    }

    /** Nobody waits for this read any more. */
    void cancel(@Nullable ChunkRead read) {
        if (read != null) {
            segment.reads().remove(read);
            read.cancel();
        }
    }
}
