package io.millrace.queue.run;

import static io.millrace.queue.run.RunDescriptor.BLOCK_BYTES;
import static io.millrace.queue.run.RunDescriptor.BLOCK_SHIFT;

import io.millrace.buffer.Crc32c;
import io.millrace.memory.Page;
import io.millrace.queue.QueueException;
import io.millrace.queue.QueueException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Streams queues, in ascending id, into a new run.
 *
 * <p><b>Shape.</b> {@link #beginQueue}, then its messages in ascending offset without a gap, one by one ({@link #message}) or as bytes that are
 * framed already ({@link #framed}). A queue without messages does not become part of the run.
 *
 * <p><b>Durability.</b> The bytes go to {@code FILE.tmp}; {@link #finish} gives it its name once it is whole. So a file with a run's name was finished, unless the
 * machine lost its power before it was forced; with {@link RunStorage#sync} it is on the device, name included, when {@code finish} returns.
 *
 * <p><b>Threads.</b> One; a second one writes behind it. <b>Errors.</b> {@link QueueException} of IO or DISK_FULL, CLOSED if the thread was interrupted; after any of
 * them only {@link #close} is of use, which removes what was written, or logs that it could not.
 */
public final class RunWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RunWriter.class);

    private static final int OUTPUT_PAGES = 2;

    private final Path file;
    private final Path temporary;
    private final RunOrigin origin;
    private final RunStorage storage;
    private final RunIndexBuilder index;
    private final List<Page> pages = new ArrayList<>();
    private final FileChannel channel;
    private final RunOutput output;
    private final StartTracker tracker;

    private Page page;
    /** Of the page's first byte in the data; a multiple of the block. */
    private long pageStart;

    private int fill;
    private long lastStart;

    private int queueId = -1;
    private long firstOffset;
    private long queueStart;
    private long queues;
    private long messages;
    private boolean finished;

    private RunWriter(Path file, RunOrigin origin, RunStorage storage) {
        this.file = file;
        this.origin = origin;
        this.storage = storage;
        temporary = file.resolveSibling(file.getFileName() + ".tmp");
        index = new RunIndexBuilder(storage.arena(), storage.patience());
        tracker = new StartTracker(storage.writeBytes());
        boolean created = false;
        try {
            for (int i = 0; i < OUTPUT_PAGES; i++) {
                pages.add(storage.arena().acquire(storage.writeBytes(), storage.patience()));
            }
            channel = storage.files()
                    .openDirect(
                            temporary,
                            Set.of(
                                    StandardOpenOption.CREATE,
                                    StandardOpenOption.TRUNCATE_EXISTING,
                                    StandardOpenOption.WRITE));
            output = new RunOutput(channel, "millrace-run-" + origin.runId(), pages.toArray(Page[]::new));
            page = output.take();
            created = true;
        } catch (IOException e) {
            throw Disk.failure("run not created", temporary, e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        } finally {
            if (!created) {
                pages.forEach(Page::release);
            }
        }
    }

    /**
     * Begins a run.
     *
     * @param file the name of the finished run
     * @throws QueueException IO or DISK_FULL
     */
    public static RunWriter create(Path file, RunOrigin origin, RunStorage storage) {
        return new RunWriter(file, origin, storage);
    }

    /** Begins a queue. Its id is above those before. */
    public void beginQueue(int id, long itsFirstOffset) {
        endQueue();
        if (id <= queueId || itsFirstOffset < 0) {
            throw new IllegalArgumentException("queue or offset out of order: queue=" + id + ", offset="
                    + itsFirstOffset + " (expected: queue > " + queueId + ", offset >= 0), file=" + file);
        }
        queueId = id;
        firstOffset = itsFirstOffset;
        queueStart = dataBytes();
        tracker.startQueue();
    }

    private void endQueue() {
        long end = dataBytes();
        if (!tracker.isBetweenMessages(fill)) {
            throw new IllegalStateException("queue ends within a message: queue=" + queueId + ", file=" + file);
        }
        long count = tracker.messages();
        if (queueId >= 0 && end > queueStart) {
            if (count > RunDescriptor.QUEUE_MESSAGES_MAX) {
                throw new IllegalStateException("queue is too long for one run: queue=" + queueId + ", messages="
                        + count + " (expected: <= " + RunDescriptor.QUEUE_MESSAGES_MAX + "), file=" + file);
            }
            index.addQueue(queueId, firstOffset, count, queueStart, end);
            messages += count;
            queues++;
            queueStart = end;
            tracker.startQueue();
        }
    }

    /** Appends a message of the queue. Borrows. */
    public void message(ByteBuffer from, int at, int length) {
        length(length + 1);
        framed(from, at, length);
    }

    /** Appends a mark in the place of a message that is lost. */
    public void lost() {
        length(0);
    }

    private void length(int value) {
        if (page.capacity() - fill < Frames.LENGTH_BYTES_MAX) {
            flush();
        }
        commit(Frames.putLength(page.buffer(), fill, value) - fill);
    }

    /** Appends bytes of messages that have their lengths before them; they may end within a message if more follow. Borrows. */
    public void framed(ByteBuffer from, int at, int length) {
        int next = at;
        int end = at + length;
        while (next < end) {
            if (fill == page.capacity()) {
                flush();
            }
            int step = Math.min(end - next, page.capacity() - fill);
            page.buffer().put(fill, from, next, step);
            commit(step);
            next += step;
        }
    }

    private void commit(int bytes) {
        tracker.advance(page.buffer(), fill, fill + bytes);
        fill += bytes;
    }

    /** Bytes of messages so far. */
    public long dataBytes() {
        return pageStart + fill;
    }

    /** Hands the whole blocks of the page to the writer and goes on in another, with what is left of the last. */
    private void flush() {
        int blocks = fill >>> BLOCK_SHIFT;
        int whole = blocks << BLOCK_SHIFT;
        int rest = fill - whole;
        addBlocks(blocks);
        try {
            Page before = page;
            output.write(whole, RunDescriptor.blockPosition(pageStart >>> BLOCK_SHIFT));
            page = output.take();
            page.buffer().put(0, before.buffer(), whole, rest);
        } catch (IOException e) {
            throw Disk.failure("run not written", temporary, e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        tracker.shift(blocks);
        pageStart += whole;
        fill = rest;
    }

    private void addBlocks(int blocks) {
        long first = pageStart >>> BLOCK_SHIFT;
        for (int i = 0; i < blocks; i++) {
            long block = first + i;
            int start = tracker.start(i);
            int sum = RunDescriptor.blockCrc(page.buffer(), i << BLOCK_SHIFT, origin.runId(), block);
            if (start >= 0) {
                lastStart = block;
                index.addBlock(sum, tracker.ordinal(i), start);
            } else {
                index.addBlock(sum, 0, RunDescriptor.NO_START | (int) (block - lastStart));
            }
        }
    }

    /** Ends the last queue, writes the index and gives the open run. The writer is closed then. */
    public Run finish() {
        endQueue();
        long dataBytes = dataBytes();
        int padding = -fill & BLOCK_BYTES - 1;
        page.zero(fill, padding);
        fill += padding;
        flush();
        Page built = index.build(dataBytes);
        boolean given = false;
        try {
            RunFooter footer = footer(dataBytes, built);
            output.drain();
            writeIndex(built, footer);
            Run run = publish(built, footer);
            given = true;
            finished = true;
            close();
            return run;
        } catch (IOException e) {
            throw Disk.failure("run not written", temporary, e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        } finally {
            if (!given) {
                built.release();
            }
        }
    }

    private RunFooter footer(long dataBytes, Page built) {
        return new RunFooter(
                origin,
                messages,
                queues,
                dataBytes,
                index.firstGroup(),
                index.groupCount(),
                index.rowBytes(),
                built.capacity(),
                Crc32c.update(0, built.buffer(), 0, built.capacity()));
    }

    private void writeIndex(Page built, RunFooter footer) throws IOException {
        for (int copy = 0; copy < 2; copy++) {
            long position = RunDescriptor.indexPosition(footer.dataBytes(), footer.indexBytes(), copy);
            Disk.write(channel, built.buffer().duplicate(), position);
        }
        footer.encode(page.buffer(), 0);
        long last = RunDescriptor.footerPosition(footer.dataBytes(), footer.indexBytes());
        Disk.write(channel, page.buffer().duplicate().limit(BLOCK_BYTES), last);
        Disk.write(channel, page.buffer().duplicate().limit(BLOCK_BYTES), 0);
        if (storage.sync()) {
            channel.force(true);
        }
        channel.close();
    }

    /** Gives the file its name. If that fails half-way the name goes again: the next start must not find a run that was never given. */
    private Run publish(Page built, RunFooter footer) throws IOException {
        storage.files().move(temporary, file);
        boolean given = false;
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (storage.sync() && folder != null) {
                storage.files().forceDirectory(folder);
            }
            Run run = Run.written(file, footer, new RunIndex(built, footer), storage);
            given = true;
            return run;
        } finally {
            if (!given) {
                storage.files().move(file, temporary); // which close removes
            }
        }
    }

    private QueueException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new QueueException(Reason.CLOSED, "interrupted while writing a run: file=" + temporary, cause);
    }

    /** Gives the memory back and, unless the run was finished, removes what was written. A second close does nothing. */
    @Override
    public void close() {
        if (pages.isEmpty()) {
            return;
        }
        output.close();
        pages.forEach(Page::release);
        pages.clear();
        index.close();
        try {
            channel.close();
            if (!finished && storage.files().exists(temporary)) {
                storage.files().delete(temporary);
            }
        } catch (IOException e) {
            LOG.warn("unfinished run not removed, its space stays taken until the next start file={}", temporary, e);
        }
    }
}
