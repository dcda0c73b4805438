package io.millrace.queue.run;

import static io.millrace.queue.run.RunDescriptor.BLOCK_BYTES;
import static io.millrace.queue.run.RunDescriptor.BLOCK_SHIFT;

import io.millrace.memory.Page;
import io.millrace.queue.QueueException;
import io.millrace.queue.QueueException.Reason;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes once through a run's data, past the page cache, and checks every block on the way.
 *
 * <p><b>Shape.</b> Ranges of bytes are asked for in ascending order. <b>Ownership.</b> The run is borrowed for as long as this is open; takes one page of {@link
 * RunStorage#writeBytes}. <b>Threads.</b> One. <b>Errors.</b> {@link QueueException} CORRUPT naming run, queue and position; IO; CLOSED if the thread was interrupted.
 */
public final class RunScanner implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RunScanner.class);

    private final Run run;
    private final FileChannel channel;
    private final Page page;
    private long startByte;
    private long endByte;

    private RunScanner(Run run, FileChannel channel, Page page) {
        this.run = run;
        this.channel = channel;
        this.page = page;
    }

    /** Begins at the first byte. */
    public static RunScanner open(Run run, RunStorage storage) {
        Page page = storage.arena().acquire(storage.writeBytes(), storage.patience());
        boolean opened = false;
        try {
            FileChannel channel = storage.files().openDirect(run.path(), Set.of(StandardOpenOption.READ));
            opened = true;
            return new RunScanner(run, channel, page);
        } catch (IOException e) {
            throw Disk.failure("run not opened", run.path(), e);
        } finally {
            if (!opened) {
                page.release();
            }
        }
    }

    /** Appends bytes of messages of a queue, lengths included, to the queue that the writer is at. */
    public void copy(int queueId, long from, long to, RunWriter into) {
        for (long at = from; at < to; ) {
            reach(at, queueId);
            int step = (int) (Math.min(to, endByte) - at);
            into.framed(page.buffer(), (int) (at - startByte), step);
            at += step;
        }
    }

    /** Where the message of an offset begins, which the extent holds. */
    public long startOf(RunExtent extent, long offset) {
        long wanted = offset - extent.firstOffset();
        long block = run.index().floorBlock(extent, wanted);
        long at = block < 0 ? extent.startByte() : run.index().startByte(block);
        for (long ordinal = block < 0 ? 0 : run.index().ordinal(block); ordinal < wanted; ordinal++) {
            at = endOfMessage(at, extent);
        }
        return at;
    }

    private long endOfMessage(long begin, RunExtent extent) {
        int value = 0;
        for (int i = 0; i < Frames.LENGTH_BYTES_MAX; i++) {
            long at = begin + i;
            reach(at, extent.queueId());
            int part = page.buffer().get((int) (at - startByte));
            value |= (part & 0x7F) << 7 * i;
            long end = at + Math.max(1, value);
            if (part >= 0 && value >= 0 && end <= extent.endByte()) {
                return end;
            }
        }
        throw new QueueException(
                Reason.CORRUPT,
                "message has no length: queue=" + extent.queueId() + ", position=" + (begin + BLOCK_BYTES) + ", file="
                        + run.path());
    }

    private void reach(long at, int queueId) {
        if (at >= startByte && at < endByte) {
            return;
        }
        long first = at >>> BLOCK_SHIFT;
        int blocks = (int) Math.min(run.blocks() - first, page.capacity() >>> BLOCK_SHIFT);
        startByte = first << BLOCK_SHIFT;
        endByte = startByte;
        try {
            Disk.read(
                    channel,
                    page.buffer().duplicate().limit(blocks << BLOCK_SHIFT),
                    RunDescriptor.blockPosition(first));
        } catch (ClosedByInterruptException e) {
            throw new QueueException(Reason.CLOSED, "interrupted while reading a run: file=" + run.path(), e);
        } catch (EOFException e) {
            throw new QueueException(
                    Reason.CORRUPT, "run is cut: queue=" + queueId + ", " + e.getMessage() + ", file=" + run.path(), e);
        } catch (IOException e) {
            throw Disk.failure("run not read: queue=" + queueId, run.path(), e);
        }
        for (int i = 0; i < blocks && run.isSound(page.buffer(), i << BLOCK_SHIFT, first + i); i++) {
            endByte += BLOCK_BYTES;
        }
        if (endByte == startByte) {
            throw new QueueException(
                    Reason.CORRUPT,
                    "block of a run is damaged: queue=" + queueId + ", position=" + RunDescriptor.blockPosition(first)
                            + ", file=" + run.path() + "; './millrace queue repair' marks what is lost");
        }
    }

    /** Gives its memory back. */
    @Override
    public void close() {
        page.release();
        try {
            channel.close();
        } catch (IOException e) {
            LOG.warn("run not closed after a scan file={}", run.path(), e);
        }
    }
}
