package io.millrace.tiered.read;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import io.millrace.tiered.cold.ColdSegment;
import io.millrace.tiered.cold.Manifest;
import io.millrace.tiered.disk.AlignedBuffer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A range of a segment's data.
 *
 * <p>While a chunk is given the next one is on its way, if there is memory for it at once. To wait for memory while holding some is forbidden to a stream: it lets its chunk go first,
 * so that streams never wait for each other in a circle.
 *
 * <p><b>Threads.</b> One reads; any thread may close, which ends a read that waits.
 */
final class SegmentStream extends InputStream {

    private final Manifest manifest;
    private final SharedFile file;
    private final ReadAhead reads;
    private final ReadMeans means;
    private final long end;
    private long position;
    private @Nullable Chunk current;
    private @Nullable ChunkRead awaited;
    private final long openedAt = System.nanoTime();
    private boolean hasGiven;
    private boolean closed;

    /** Takes the file. */
    SegmentStream(ColdSegment segment, SharedFile file, long from, long to, ReadMeans means) {
        this.manifest = segment.manifest();
        this.file = file;
        this.reads = new ReadAhead(segment, file, to, means);
        this.means = means;
        this.position = from;
        this.end = to;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, to.length);
        if (length == 0) {
            return 0;
        }
        while (true) {
            synchronized (this) {
                checkOpen();
                if (position >= end) {
                    return -1;
                }
                if (hasCurrent()) {
                    return give(to, offset, length);
                }
            }
            fetchCurrent();
        }
    }

    @Override
    public synchronized long skip(long bytes) throws IOException {
        checkOpen();
        long skipped = Math.max(0, Math.min(bytes, end - position));
        position += skipped;
        return skipped;
    }

    @Override
    public synchronized int available() throws IOException {
        checkOpen();
        return hasCurrent() ? (int) Math.min(end - position, manifest.chunkLength(index()) - indexInChunk()) : 0;
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        keep(current);
        current = null;
        reads.cancel(awaited);
        reads.drop();
        file.release();
    }

    private int give(byte[] to, int offset, int length) {
        Chunk chunk = Objects.requireNonNull(current);
        int index = indexInChunk();
        int given = (int) Math.min(Math.min(length, chunk.length() - index), end - position);
        chunk.get(index, to, offset, given);
        position += given;
        if (!hasGiven) {
            hasGiven = true;
            means.counters().firstByte(System.nanoTime() - openedAt);
        }
        means.counters().bytesFetched.add(given);
        return given;
    }

    private void fetchCurrent() throws IOException {
        try {
            ChunkRead read = nextRead();
            if (read != null) {
                arrived(read.await());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            means.counters().interrupted.increment();
            close();
            throw new ClosedByInterruptException();
        }
    }

    /** The read to wait for; null if the chunk was found in memory. */
    private @Nullable ChunkRead nextRead() throws IOException, InterruptedException {
        int wanted;
        synchronized (this) {
            checkOpen();
            wanted = index();
            letGo();
            ChunkKey key = new ChunkKey(manifest.identity().id(), wanted);
            reads.adopt(key);
            current = means.kept().find(key);
            if (current != null) {
                means.counters().chunksKept.increment();
                reads.dropUnless(wanted + 1);
                reads.askFor(wanted + 1);
                return null;
            }
            awaited = reads.take(wanted);
            if (awaited != null) {
                return awaited;
            }
        }
        AlignedBuffer buffer = means.buffers().acquire(manifest.chunkBytes());
        synchronized (this) {
            if (closed) {
                buffer.close();
            }
            checkOpen();
            awaited = reads.ask(wanted, buffer);
            return awaited;
        }
    }

    private synchronized void arrived(Chunk chunk) throws IOException {
        awaited = null;
        if (closed) {
            means.kept().keep(chunk);
        }
        checkOpen();
        current = chunk;
        reads.askFor(index() + 1);
    }

    /** The chunk that was passed is not kept: what is kept is for places where streams ended. */
    private void letGo() {
        if (current != null) {
            current.release();
            current = null;
        }
    }

    private void keep(@Nullable Chunk chunk) {
        if (chunk != null) {
            means.kept().keep(chunk);
        }
    }

    private boolean hasCurrent() {
        Chunk chunk = current;
        return chunk != null && chunk.key().index() == index();
    }

    private int index() {
        return (int) (position / manifest.chunkBytes());
    }

    private int indexInChunk() {
        return (int) (position % manifest.chunkBytes());
    }

    private void checkOpen() throws IOException {
        if (closed) {
            throw new TieredException(Reason.CLOSED, "stream is closed: " + manifest.identity());
        }
    }
}
