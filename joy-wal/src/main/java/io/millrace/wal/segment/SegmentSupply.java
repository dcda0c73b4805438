package io.millrace.wal.segment;

import io.millrace.memory.MemoryException;
import io.millrace.memory.Page;
import io.millrace.memory.ThreadEnd;
import io.millrace.wal.WalException;
import io.millrace.wal.WalException.Reason;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Has the next segments ready before they are needed: a thread makes them ahead, so that a roll is the change of a pointer.
 *
 * <p><b>Threads.</b> Safe. <b>Errors.</b> A failure to make a segment is kept and told to those who wait for one; the thread tries again by itself, so the log
 * comes back when space or memory does.
 */
public final class SegmentSupply implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SegmentSupply.class);

    /** Between attempts while the disk is full or memory is short; whoever needs a segment hastens the next. */
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final SegmentMaker maker;
    private final int prepared;
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Segment> ready = new ArrayDeque<>(); // this and what follows: guarded by lock
    private long nextNumber;
    private @Nullable Exception trouble;
    private long attempts;
    private boolean making;
    private boolean hurried;
    private boolean closed;

    /** A supply whose first segment has this number; {@link #start} sets it to work. */
    public SegmentSupply(
            SegmentDirectory directory,
            SegmentGeometry geometry,
            PageSource pages,
            SupplySettings settings,
            long firstNumber) {
        this.maker = new SegmentMaker(directory, geometry, pages, settings);
        this.prepared = settings.prepared();
        this.nextNumber = firstNumber;
        this.thread = new Thread(this::run, "millrace-wal-supply");
        this.thread.setDaemon(true);
    }

    /** Starts the thread. */
    public void start() {
        thread.start();
    }

    /** Makes the first segment in the caller's thread, for a log that has none; before {@link #start}. */
    public Segment makeFirst() throws IOException {
        return maker.make(nextNumber++);
    }

    /** Takes the page: the file of a retired segment is used again, or deleted, by and by. Oldest first. */
    public void recycle(Segment segment, @Nullable Page page) {
        maker.recycle(segment, page);
        if (maker.hasExcess()) {
            lock.lock();
            try {
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * Gives the next segment, in order of number.
     *
     * @throws WalException if there is none within the patience: with the reason that the last attempt gave
     */
    public Segment take(Duration patience) {
        long left = patience.toNanos();
        try {
            if (!lock.tryLock(left, TimeUnit.NANOSECONDS)) {
                throw noneInTime(patience);
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        try {
            // An attempt under way may have begun before space came back; the one after it has not.
            long fresh = attempts + (making ? 2 : 1);
            while (ready.isEmpty()) {
                if (closed) {
                    throw new WalException(Reason.CLOSED, "log is closed");
                }
                if (left <= 0 || (isDiskFull(trouble) && attempts >= fresh)) {
                    throw noneInTime(patience);
                }
                hurried = true;
                changed.signalAll();
                left = changed.awaitNanos(left);
            }
            Segment next = ready.removeFirst();
            changed.signalAll();
            return next;
        } catch (InterruptedException e) {
            throw interrupted(e);
        } finally {
            lock.unlock();
        }
    }

    /** Gives the next segment, or null if none is ready. */
    public @Nullable Segment poll() {
        lock.lock();
        try {
            Segment next = ready.pollFirst();
            changed.signalAll();
            return next;
        } finally {
            lock.unlock();
        }
    }

    /** Takes back a segment that was taken last and not used. */
    public void giveBack(Segment segment) {
        lock.lock();
        try {
            ready.addFirst(segment);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private WalException noneInTime(Duration patience) {
        Exception why = trouble;
        if (isDiskFull(why)) {
            return new WalException(
                    Reason.DISK_FULL,
                    "no space for the next segment (nothing was appended; free space and retry)",
                    why);
        }
        if (why instanceof IOException) {
            return new WalException(Reason.IO, "next segment cannot be made: " + why.getMessage(), why);
        }
        return new WalException(
                Reason.BACKPRESSURE,
                "no segment ready: waited=" + patience + " (nothing was appended; retry later)",
                why);
    }

    private static WalException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new WalException(Reason.INTERRUPTED, "interrupted while waiting for a segment", e);
    }

    private static boolean isDiskFull(@Nullable Exception failure) {
        return failure instanceof IOException && SegmentSupply.saysFull((IOException) failure);
    }

    /** Whether a failure says that the disk, or the user's share of it, is full: the JDK has no type for it. */
    public static boolean saysFull(IOException failure) {
        String message = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
        return message.contains("no space left")
                || message.contains("quota exceeded")
                || message.contains("not enough space");
    }

    // ---- the thread ----

    private void run() {
        for (long number = awaitNeed(); number >= 0; number = awaitNeed()) {
            work(number);
        }
    }

    /** Does one piece of work if there is any, without waiting, in place of the thread; returns whether there was. */
    public boolean step() {
        lock.lock();
        try {
            if (!hasWork()) {
                return false;
            }
        } finally {
            lock.unlock();
        }
        work(nextNumber);
        return true;
    }

    /** Under the lock. */
    private boolean hasWork() {
        return ready.size() < prepared || maker.hasExcess();
    }

    private void work(long number) {
        Segment made = null;
        Exception failure = null;
        try {
            if (maker.hasExcess()) {
                maker.deleteExcess();
            } else {
                made = maker.make(number);
            }
        } catch (IOException | MemoryException e) {
            failure = e;
        } catch (RuntimeException e) {
            LOG.error("segment not made: number={}", number, e);
            failure = e;
        }
        done(made, failure);
    }

    /** Waits until there is work, and a retry is due if the last attempt failed; -1 when closed. */
    private long awaitNeed() {
        lock.lock();
        try {
            long pause = trouble == null ? 0 : RETRY_NANOS;
            while (!closed && (!hasWork() || (pause > 0 && !hurried))) {
                if (!hasWork()) {
                    changed.await();
                } else {
                    pause = changed.awaitNanos(pause);
                }
            }
            making = !closed;
            hurried = false;
            return closed ? -1 : nextNumber;
        } catch (InterruptedException e) {
            closed = true;
            return -1;
        } finally {
            lock.unlock();
        }
    }

    private void done(@Nullable Segment made, @Nullable Exception failure) {
        lock.lock();
        try {
            if (failure != null && trouble == null) {
                // Without memory appenders wait for whoever holds it, as they should; without a disk somebody has to
                // act.
                Level level = failure instanceof MemoryException ? Level.DEBUG : Level.WARN;
                LOG.atLevel(level)
                        .log("segment not made, trying again: number={}, cause={}", nextNumber, failure.toString());
            }
            making = false;
            attempts++;
            trouble = failure;
            if (made != null) {
                nextNumber++;
                ready.addLast(made);
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Closes a supply that was never started. */
    public void closeUnstarted() throws IOException {
        maker.abandon();
    }

    /** Lets go of memory and files of a supply that was never started, and leaves everything on disk as it is; for tests of what a dead process leaves. */
    public void abandon() throws IOException {
        for (Segment segment : ready) {
            segment.evict();
            segment.file().close();
        }
        ready.clear();
        maker.abandon();
    }

    /** Ends the thread. The segments that were ready are deleted; a second close does nothing. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        ThreadEnd.await(thread);
        List<Segment> unused;
        lock.lock();
        try {
            unused = new ArrayList<>(ready);
            ready.clear();
        } finally {
            lock.unlock();
        }
        for (Segment segment : unused) {
            maker.recycle(segment, segment.retire());
        }
        maker.close();
    }
}
