package io.millrace.queue.run;

import static io.millrace.queue.run.RunDescriptor.BLOCK_BYTES;

import io.millrace.memory.Page;
import io.millrace.queue.QueueException;
import io.millrace.queue.QueueException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An open sorted run: immutable, its index in memory, its messages on disk.
 *
 * <p><b>Ownership.</b> Given with one reference; {@link #tryRetain} adds, {@link #release} takes away. At none it is closed, its memory goes back to the arena, and a
 * {@linkplain #condemn condemned} one is removed from the disk. All methods but {@code tryRetain} want a reference held.
 *
 * <p><b>Threads.</b> Safe. <b>Errors.</b> {@link QueueException}: CORRUPT names file, queue, offset and position; other queues, and other blocks of this one, stay
 * readable. An interrupt does not disturb a read.
 */
public final class Run {
    /** What an index may take at most; runs that would have a larger one cannot become one. */
    public static final int INDEX_BYTES_MAX = RunDescriptor.INDEX_BYTES_MAX;

    private static final Logger LOG = LoggerFactory.getLogger(Run.class);

    private final RunFile file;
    private final RunFooter footer;
    private final RunIndex index;
    private final AtomicInteger references = new AtomicInteger(1);
    private volatile boolean condemned;

    private Run(RunFile file, RunFooter footer, RunIndex index) {
        this.file = file;
        this.footer = footer;
        this.index = index;
    }

    /** Takes the index unless it throws. */
    static Run written(Path path, RunFooter footer, RunIndex index, RunStorage storage) {
        return new Run(RunFile.open(storage.files(), path), footer, index);
    }

    /**
     * Opens a finished run and reads its index.
     *
     * @throws QueueException CORRUPT if the file is no run, was cut, or both copies of its index are damaged; UNSUPPORTED_VERSION; IO
     */
    public static Run open(Path path, RunStorage storage) {
        RunFile file = RunFile.open(storage.files(), path);
        boolean opened = false;
        try {
            RunLoader loader = new RunLoader(file, storage);
            RunFooter footer = loader.footer();
            Page page = loader.index(footer);
            opened = true;
            return new Run(file, footer, new RunIndex(page, footer));
        } finally {
            if (!opened) {
                file.close();
            }
        }
    }

    /** Where it comes from. */
    public RunOrigin origin() {
        return footer.origin();
    }

    /** Its file. */
    public Path path() {
        return file.path();
    }

    /** Messages in it, lost ones included. */
    public long messages() {
        return footer.messages();
    }

    /** Queues with messages in it. */
    public long queues() {
        return footer.queues();
    }

    /** Bytes of its messages with their lengths before them. */
    public long dataBytes() {
        return footer.dataBytes();
    }

    /** Bytes of its file. */
    public long fileBytes() {
        return footer.fileBytes();
    }

    /** Bytes of memory that it keeps while it is open. */
    public int indexBytes() {
        return index.page().capacity();
    }

    /**
     * Finds a queue, without I/O and without allocation.
     *
     * @return false if it has no messages here; {@code into} is unchanged then
     */
    public boolean locate(int queueId, RunExtent into) {
        return index.locate(queueId, into);
    }

    /** The smallest id, not below {@code from}, of a queue that is here; -1 if there is none. */
    public int ceilingQueue(int from) {
        return index.ceilingQueue(from);
    }

    /**
     * Reads messages of a queue from an offset on, as far as they stand in this run.
     *
     * <p>It reads the blocks that hold them and no others: one or two for a few small messages, unless the reader goes through the run in its order, then it reads
     * ahead. If a block in the middle is damaged, the messages before it are given and the next read fails.
     *
     * @param maxMessages at least 1
     * @param maxBytes of messages; the first is given even if it alone is more
     * @param reader of the calling thread
     * @return messages given, lost ones included; 0 if the offset does not stand here
     * @throws QueueException CORRUPT if the message at {@code offset} cannot be read; IO
     */
    public int read(int queueId, long offset, int maxMessages, int maxBytes, RunReader reader, MessageSink sink) {
        if (maxMessages < 1 || maxBytes < 0 || offset < 0) {
            throw new IllegalArgumentException("read asks for nothing: offset=" + offset + ", maxMessages="
                    + maxMessages + ", maxBytes=" + maxBytes + ", queue=" + queueId);
        }
        return reader.read(this, queueId, offset, maxMessages, maxBytes, sink);
    }

    RunIndex index() {
        return index;
    }

    long blocks() {
        return footer.blocks();
    }

    RunFooter footer() {
        return footer;
    }

    /** Reads blocks into a buffer, unchecked. */
    void readBlocks(ByteBuffer into, int at, long block, int count) {
        into.limit(at + count * BLOCK_BYTES).position(at);
        file.read(into, RunDescriptor.blockPosition(block));
    }

    /** Whether a block's bytes are those that were written. */
    boolean isSound(ByteBuffer bytes, int at, long block) {
        return RunDescriptor.blockCrc(bytes, at, footer.origin().runId(), block) == index.crc(block);
    }

    QueueException damaged(long block, int queueId, long offset) {
        return new QueueException(
                Reason.CORRUPT,
                "message not readable, its block is damaged: queue=" + queueId + ", offset=" + offset + ", position="
                        + RunDescriptor.blockPosition(block) + ", file=" + path()
                        + "; './millrace queue repair' marks what is lost");
    }

    /** Adds a reference unless the last one is gone. */
    public boolean tryRetain() {
        for (int count = references.get(); count > 0; count = references.get()) {
            if (references.compareAndSet(count, count + 1)) {
                return true;
            }
        }
        return false;
    }

    /** Has the file removed when the last reference is gone. The caller's own is not given up by this. */
    public void condemn() {
        condemned = true;
    }

    /** Gives up a reference. The last one closes the run; what fails then is logged, since there is nobody left to tell. */
    public void release() {
        int left = references.decrementAndGet();
        if (left < 0) {
            references.incrementAndGet();
            throw new IllegalStateException("run was released more often than retained: file=" + path());
        }
        if (left == 0) {
            index.close();
            file.close();
            if (condemned) {
                remove();
            }
        }
    }

    private void remove() {
        try {
            file.delete();
        } catch (IOException e) {
            LOG.warn("run not removed, its space stays taken until the next start file={}", path(), e);
        }
    }

    @Override
    public String toString() {
        return "Run[" + path().getFileName() + ", level=" + origin().level() + ", messages=" + messages() + ", queues="
                + queues() + ", bytes=" + dataBytes() + ']';
    }
}
