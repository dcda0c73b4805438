package io.millrace.queue.run;

import io.millrace.memory.Page;
import io.millrace.memory.ThreadEnd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Writes pages behind the back of the thread that fills them, so that sorting and writing overlap.
 *
 * <p><b>Threads.</b> One caller; one writer, started by the first page and gone after {@link #close}. A page belongs to the caller from {@link #take} to {@link #write},
 * then to the writer until it comes back. <b>Errors.</b> A failed write is thrown by the next call, whichever it is; nothing is written after it.
 */
final class RunOutput implements AutoCloseable {
    private final FileChannel file;
    private final String name;
    private final BlockingQueue<Job> free = new LinkedBlockingQueue<>();
    private final BlockingQueue<Job> full = new LinkedBlockingQueue<>();
    private final int pages;
    private @Nullable Job current;
    private @Nullable Thread writer;
    private volatile @Nullable Throwable failure;

    /** A page on its way; the last of all has none to write and ends the writer. */
    private static final class Job {
        private final @Nullable Page page;
        private final ByteBuffer view;
        private int bytes;
        private long position;

        private Job(@Nullable Page page) {
            this.page = page;
            view = page == null ? ByteBuffer.allocate(0) : page.buffer().duplicate();
        }
    }

    /** Lends the pages for as long as it is open. */
    RunOutput(FileChannel file, String name, Page... pages) {
        this.file = file;
        this.name = name;
        this.pages = pages.length;
        for (Page page : pages) {
            free.add(new Job(page));
        }
    }

    /** A page to fill; waits for one to come back. */
    Page take() throws IOException, InterruptedException {
        Job job = free.take();
        current = job;
        check();
        return pageOf(job);
    }

    /** Writes the first {@code bytes} of the page taken last; it belongs to the writer now. */
    void write(int bytes, long position) throws IOException {
        check();
        Job job = current;
        if (job == null) {
            throw new IllegalStateException("no page was taken");
        }
        current = null;
        job.bytes = bytes;
        job.position = position;
        if (writer == null) {
            writer = new Thread(this::run, name);
            writer.setDaemon(true);
            writer.start();
        }
        full.add(job);
    }

    /** Waits until everything is written. */
    void drain() throws IOException, InterruptedException {
        for (int i = current == null ? 0 : 1; i < pages; i++) {
            pageOf(free.take());
        }
        check();
    }

    private static Page pageOf(Job job) {
        if (job.page == null) {
            throw new IllegalStateException("no page");
        }
        return job.page;
    }

    private void check() throws IOException {
        Throwable thrown = failure;
        if (thrown instanceof IOException) {
            throw new IOException(thrown.getMessage(), thrown);
        }
        if (thrown != null) {
            throw new IllegalStateException("writer of a run failed", thrown);
        }
    }

    private void run() {
        try {
            for (Job job = full.take(); job.page != null; job = full.take()) {
                if (failure == null) {
                    transfer(job);
                }
                free.add(job);
            }
        } catch (InterruptedException e) {
            failure = e; // nobody interrupts this thread but the end of the process
        }
    }

    private void transfer(Job job) {
        try {
            job.view.limit(job.bytes).position(0);
            Disk.write(file, job.view, job.position);
        } catch (Throwable e) {
            failure = e;
        }
    }

    /** Ends the writer, after what was given to it. Waits for that even if interrupted: the pages are lent. */
    @Override
    public void close() {
        Thread thread = writer;
        if (thread == null) {
            return;
        }
        full.add(new Job(null));
        ThreadEnd.await(thread);
        writer = null;
    }
}
