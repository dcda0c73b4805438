package io.millrace.tiered.read;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import io.millrace.tiered.cold.Manifest;
import io.millrace.tiered.disk.AlignedBuffer;
import io.millrace.tiered.disk.AlignedBuffers;
import io.millrace.tiered.disk.DiskReads;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One chunk on its way from the disk.
 *
 * <pre>
 *   ASKED ──► RUNNING ──► DONE        a chunk or a failure is there
 *     │          │
 *     ▼          ▼
 *  CANCELLED  ABANDONED ──► CANCELLED   what arrives is kept for the next fetch
 * </pre>
 *
 * <p><b>Ownership.</b> Takes buffer and a count of the file. {@link #await} gives the chunk, once. <b>Threads.</b> Run by a thread of the disk, awaited by one reader, cancelled by anybody.
 */
final class ChunkRead implements DiskReads.Task {

    private enum State {
        ASKED,
        RUNNING,
        ABANDONED,
        DONE,
        CANCELLED
    }

    private final Manifest manifest;
    private final ChunkKey key;
    private final SharedFile file;
    private final AlignedBuffer buffer;
    private final ReadMeans means;
    private State state = State.ASKED;
    private boolean waited;
    private @Nullable Chunk chunk;
    private @Nullable IOException failure;

    ChunkRead(Manifest manifest, int index, SharedFile file, AlignedBuffer buffer, ReadMeans means) {
        this.manifest = manifest;
        this.key = new ChunkKey(manifest.identity().id(), index);
        this.file = file;
        this.buffer = buffer;
        this.means = means;
    }

    int index() {
        return key.index();
    }

    @Override
    public void run() {
        if (!move(State.ASKED, State.RUNNING)) {
            return;
        }
        try {
            read();
            finish(new Chunk(key, buffer, manifest.chunkLength(key.index())), null);
        } catch (IOException | RuntimeException | Error e) {
            buffer.close();
            finish(null, e instanceof TieredException known ? known : failed(e));
        } finally {
            file.release();
        }
    }

    private void read() throws IOException {
        int length = manifest.chunkLength(key.index());
        ByteBuffer memory = buffer.bytes().limit((int) AlignedBuffers.aligned(length));
        long position = (long) key.index() * manifest.chunkBytes();
        int read = file.file().read(memory, position);
        if (read < length) {
            throw damaged("file ends at " + (position + read));
        }
        CRC32C crc = new CRC32C();
        crc.update(memory.position(0).limit(length));
        if ((int) crc.getValue() != manifest.chunkCrc(key.index())) {
            throw damaged("crc32c is " + Long.toHexString(crc.getValue()) + " (expected: "
                    + Integer.toHexString(manifest.chunkCrc(key.index())) + ")");
        }
        means.counters().chunksRead.increment();
    }

    private synchronized void finish(@Nullable Chunk read, @Nullable IOException why) {
        if (state == State.RUNNING) {
            state = State.DONE;
            chunk = read;
            failure = why;
            notifyAll();
            return;
        }
        state = State.CANCELLED;
        means.kept().arrived(key, this);
        if (read != null) {
            means.kept().keep(read);
        }
    }

    /** Waits for the chunk, which is the caller's then. */
    synchronized Chunk await() throws IOException, InterruptedException {
        waited = true;
        try {
            while (state == State.ASKED || state == State.RUNNING) {
                wait();
            }
        } finally {
            waited = false;
        }
        Chunk read = chunk;
        chunk = null;
        if (read == null) {
            throw failure != null ? failure : new TieredException(Reason.CLOSED, "stream is closed");
        }
        return read;
    }

    /** Nobody awaits it any more. What has been read, or is being read, is kept for the next fetch. */
    void cancel() {
        if (move(State.ASKED, State.CANCELLED)) {
            giveBack();
        } else {
            abandon();
        }
    }

    private synchronized void abandon() {
        if (move(State.RUNNING, State.ABANDONED)) {
            // With somebody in await it has an owner still, who must not be mixed up with the one who takes it over.
            if (!waited) {
                means.kept().coming(key, this);
            }
            return;
        }
        Chunk read = chunk;
        chunk = null;
        if (read != null) {
            means.kept().keep(read);
        }
    }

    /** Somebody else awaits it; answers whether it runs still. */
    boolean resume() {
        return move(State.ABANDONED, State.RUNNING);
    }

    @Override
    public void dropped() {
        if (move(State.ASKED, State.CANCELLED)) {
            giveBack();
        }
    }

    private void giveBack() {
        buffer.close();
        file.release();
    }

    private synchronized boolean move(State from, State to) {
        if (state != from) {
            return false;
        }
        state = to;
        notifyAll();
        return true;
    }

    private TieredException damaged(String seen) {
        means.counters().damaged.increment();
        return new TieredException(
                Reason.DAMAGED,
                "chunk is damaged: " + seen + ", chunk=" + key.index() + " file="
                        + file.file().path() + ", " + manifest.identity());
    }

    private TieredException failed(Throwable e) {
        return new TieredException(
                Reason.DISK,
                "chunk cannot be read: " + e + ", chunk=" + key.index() + " file="
                        + file.file().path() + ", " + manifest.identity(),
                e);
    }
}
