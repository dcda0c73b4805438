package io.millrace.wal.append;

import io.millrace.memory.ThreadEnd;
import io.millrace.wal.WalException;
import io.millrace.wal.WalException.Reason;
import io.millrace.wal.segment.GroupChain;
import io.millrace.wal.segment.Segment;
import io.millrace.wal.segment.SegmentDirectory;
import io.millrace.wal.segment.SegmentSealer;
import io.millrace.wal.segment.SegmentSupply;
import io.millrace.wal.segment.SegmentTable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread behind the appenders: seals what they have published, writes it, forces it, and tells who waits.
 *
 * <pre>
 *   seal:   walk published records, turn each slot passed into a seal
 *   write:  sealed groups to the file, where pages are ours; a mapping needs none
 *   force:  when somebody waits, or always at SYNC unless told otherwise; everything sealed before is durable then
 *   nap:    when there was nothing to do; longer each time, so that an idle log costs nothing and appenders keep their cache lines
 * </pre>
 *
 * <p><b>Errors.</b> A full disk fails the groups that wait, and is tried again. Any other failed write or force ends the log: nothing that was not durable by then is
 * ever said to be.
 */
public final class Committer {

    private static final Logger LOG = LoggerFactory.getLogger(Committer.class);

    /** Long enough for appenders to get ahead by what a cache holds, short enough that groups are sealed while they are in it. */
    private static final long NAP_NANOS_MIN = TimeUnit.MICROSECONDS.toNanos(200);

    /** The most that a record waits for the writer at PAGE, or for its seal at OS, on a log that was idle. */
    private static final long NAP_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(20);

    /** An unfinished group is sealed after this. */
    private static final long LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Steps without work before the log counts as being at rest. */
    private static final int IDLE_STEPS = 8;

    private final SegmentTable table;
    private final LogTail tail;
    private final SegmentDirectory directory;
    private final SegmentEvents events;
    private final GroupChain chain;
    private final SegmentWriter writer;
    private final DeviceForce device;
    private final LongConsumer forced;
    private final boolean always;
    private final Company company = new Company();
    /** Who holds it takes the steps: {@link #thread}, or one that waits for the device and would rather force than sleep. */
    private final ReentrantLock driver = new ReentrantLock();

    private final Thread thread;

    private SegmentSealer sealer;
    private @Nullable SyncGroup inFlight;
    private long target;
    private long openSince;
    private long noted;
    private int idleSteps;
    private boolean gathers;

    private volatile SyncGroup current = new SyncGroup();
    private volatile long durable;
    private volatile boolean stopping;

    /** Whether the thread found another at its work, or is about to look: somebody may have woken it for something since. */
    private volatile boolean missed;

    private volatile @Nullable WalException failure;

    /**
     * @param tail where the appenders are; the log's last segment is the one to go on with
     * @param chain the chain up to that segment's last seal
     * @param durable position below which everything is on the device
     * @param mapped whether pages are their files
     * @param forced told how many nanoseconds each force took
     * @param always whether to force without being asked
     */
    public Committer(
            SegmentTable table,
            LogTail tail,
            SegmentDirectory directory,
            SegmentEvents events,
            GroupChain chain,
            long durable,
            boolean mapped,
            LongConsumer forced,
            boolean always) {
        this.table = table;
        this.tail = tail;
        this.directory = directory;
        this.events = events;
        this.chain = chain;
        this.durable = durable;
        this.writer = new SegmentWriter(mapped);
        this.forced = forced;
        this.always = always;
        this.sealer = new SegmentSealer(table.last(), chain);
        this.noted = durable;
        this.device = new DeviceForce(table, directory, durable);
        this.thread = new Thread(this::run, "millrace-wal-committer");
        this.thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    // ---- for those who wait ----

    /** Position below which everything is on the device. */
    public long durable() {
        return durable;
    }

    /** Completed once the record at the position is on the device; the same for all that wait for one force. */
    public CompletionStage<Void> whenDurable(long position) {
        if (durable > position) {
            return CompletableFuture.completedFuture(null);
        }
        SyncGroup group = join();
        return group.stage();
    }

    /** Waits until the record at the position is on the device. */
    public void awaitDurable(long position) {
        if (durable > position) {
            return;
        }
        join().await();
    }

    /** As {@link #awaitDurable}; this thread takes the committer's steps meanwhile, unless another does, so that none has to be woken for them. */
    public void forceHere(long position) {
        if (durable > position) {
            return;
        }
        SyncGroup group = current;
        boolean first = group.want();
        WalException why = failure;
        if (why != null) {
            group.fail(why);
        } else if (driver.tryLock()) {
            drive(group);
        } else if (first) {
            wake();
        }
        group.await();
    }

    private void drive(SyncGroup group) {
        try {
            while (!group.isDone() && !stopping && failure == null) {
                if (!step()) {
                    Thread.yield();
                }
            }
        } finally {
            driver.unlock();
        }
        if (missed) {
            wake();
        }
    }

    /** The group that will be forced next: it covers every record published before this call. */
    private SyncGroup join() {
        SyncGroup group = current;
        WalException why = failure;
        if (why != null) {
            group.fail(why);
        } else if (group.want()) {
            wake();
        }
        return group;
    }

    /** Ends the nap. */
    public void wake() {
        LockSupport.unpark(thread);
    }

    /** Bytes written to files so far; forces of mappings are not among them. */
    public long writtenBytes() {
        return writer.writtenBytes();
    }

    /** Why nothing more becomes durable, or null. */
    public @Nullable WalException failure() {
        return failure;
    }

    // ---- the thread ----

    private void run() {
        long nap = NAP_NANOS_MIN;
        while (!stopping && failure == null) {
            boolean busy = false;
            boolean rests = true;
            missed = true;
            if (driver.tryLock()) {
                missed = false;
                try {
                    busy = step();
                    rests = inFlight == null && !gathers;
                } finally {
                    driver.unlock();
                }
            }
            nap = busy ? NAP_NANOS_MIN : Math.min(2 * nap, NAP_NANOS_MAX);
            if (rests) {
                LockSupport.parkNanos(this, nap);
            } else {
                Thread.yield(); // for those between claim and publish whom others wait for, or who are on their way
                // to the same force
            }
        }
    }

    /** Does what there is to do, without waiting, as the thread does again and again; returns whether there was something. */
    public boolean step() {
        try {
            boolean busy = turn();
            idleSteps = busy ? 0 : idleSteps + 1;
            return busy;
        } catch (IOException e) {
            trouble(e);
        } catch (RuntimeException | Error e) {
            LOG.error("log ended: directory={}", directory.path(), e);
            fail(new WalException(Reason.FAILED, "log ended by a failure of its own: " + e, e));
        }
        return false;
    }

    private boolean turn() throws IOException {
        if (inFlight == null && (current.isWanted() || always && durable < tail.position())) {
            gathers = company.isAwaited(current, System.nanoTime());
            if (!gathers) {
                begin();
            }
        }
        boolean moved = seal();
        if (inFlight != null) {
            if (sealedPosition() >= target) {
                force();
            }
            return true;
        }
        linger(moved);
        if (idleSteps >= IDLE_STEPS) {
            noteDurable();
        }
        return moved;
    }

    private void begin() {
        inFlight = current;
        current = new SyncGroup();
        target = closeGroup(false);
    }

    /** Sees to it that everything claimed so far is sealed soon; returns the position where that seal ends. */
    private long closeGroup(boolean evenEmpty) {
        Segment last = table.last();
        boolean nothingOpen =
                !evenEmpty && sealer.segment() == last && !sealer.hasOpenGroup() && last.sealed() == last.tail();
        int end = nothingOpen ? last.sealed() : tail.claimSlot(last);
        return last.base() + end;
    }

    private void linger(boolean moved) {
        if (!sealer.hasOpenGroup()) {
            openSince = 0;
            return;
        }
        long now = System.nanoTime();
        if (openSince == 0 || moved) {
            openSince = now;
        } else if (now - openSince > LINGER_NANOS) {
            closeGroup(false);
            openSince = 0;
        }
    }

    /**
     * Writes an empty group that knows of everything forced so far: so that damage to the last records of a log at rest is told from a tail that was never forced.
     */
    private void noteDurable() {
        if (noted < durable && durable == sealedPosition()) {
            noted = closeGroup(true);
        }
    }

    /** Seals and writes as far as records are published, across segments. */
    private boolean seal() throws IOException {
        boolean moved = false;
        while (true) {
            moved |= sealer.advance(table.startBase(), durable);
            Segment segment = sealer.segment();
            writer.write(segment, inFlight != null || !moved);
            if (!segment.isComplete()) {
                return moved;
            }
            if (!segment.isLeft()) {
                events.sealed(segment);
                segment.leave();
                segment.file().close();
                events.left(segment);
            }
            Segment next = table.find(segment.number() + 1);
            if (next == null) {
                return moved;
            }
            sealer = new SegmentSealer(next, chain);
        }
    }

    private long sealedPosition() {
        Segment segment = sealer.segment();
        return segment.base() + segment.sealed();
    }

    private void force() throws IOException {
        if (mustTellStart()) {
            target = closeGroup(true);
            return;
        }
        forceNow();
    }

    /** Segments that were truncated away were never forced: the device must learn that they are gone before what follows counts as being there. */
    private boolean mustTellStart() {
        return device.oldest() < table.startNumber() && chain.start() < table.startBase();
    }

    private void forceNow() throws IOException {
        long begun = System.nanoTime();
        long position = sealedPosition();
        try {
            device.forceUpTo(sealer.segment());
        } catch (IOException e) {
            throw new ForceException(e);
        }
        durable = position;
        long now = System.nanoTime();
        forced.accept(now - begun);
        SyncGroup group = inFlight;
        inFlight = null;
        if (group != null) {
            company.forced(group, current, now - begun, now);
            group.complete();
        }
    }

    // ---- bad days ----

    private void trouble(IOException e) {
        if (!(e instanceof ForceException) && SegmentSupply.saysFull(e)) {
            SyncGroup group = inFlight;
            inFlight = null;
            if (group != null) {
                group.fail(new WalException(
                        Reason.DISK_FULL,
                        "not durable: no space left (records stay in memory; free space and retry)",
                        e));
            }
            return;
        }
        LOG.error("log ended by a failed write: directory={}", directory.path(), e);
        fail(new WalException(
                Reason.FAILED,
                "a write failed, and the log with it: durable=" + durable + " (close and reopen it): " + e.getMessage(),
                e));
    }

    /** A force that failed: nobody knows what it lost, so even a full disk makes it final. */
    private static final class ForceException extends IOException {
        private static final long serialVersionUID = 1L;

        ForceException(IOException cause) {
            super("force failed: " + cause.getMessage(), cause);
        }
    }

    private void fail(WalException why) {
        failure = why;
        tail.end(why);
        SyncGroup group = inFlight;
        if (group != null) {
            group.fail(why);
        }
        current.fail(why);
    }

    // ---- the end ----

    /**
     * Ends the thread, then seals, writes and forces what is published.
     *
     * @return whether everything that was claimed was published in time: then nobody writes into the log's memory any more
     */
    public boolean close(Duration patience) throws IOException {
        stopping = true;
        wake();
        ThreadEnd.await(thread);
        driver.lock();
        try {
            return end(patience);
        } finally {
            driver.unlock();
        }
    }

    private boolean end(Duration patience) throws IOException {
        WalException closed = new WalException(Reason.CLOSED, "log is closed");
        if (failure != null) {
            writer.stop();
            return settle(patience);
        }
        try {
            boolean settled = settle(patience);
            if (settled) {
                noteAtTheEnd();
                forceNow();
                noteAtTheEnd();
            }
            return settled;
        } finally {
            fail(closed);
        }
    }

    /** Walks until everything claimed is published: before that, somebody still writes into the log's memory. */
    private boolean settle(Duration patience) throws IOException {
        if (inFlight == null) {
            inFlight = current;
        }
        long end = tail.position();
        long deadline = System.nanoTime() + patience.toNanos();
        do {
            seal();
            if (sealedPosition() >= end) {
                return true;
            }
            LockSupport.parkNanos(this, NAP_NANOS_MIN);
        } while (System.nanoTime() < deadline);
        return false;
    }

    /** As {@link #noteDurable}, and {@link #mustTellStart}, when nobody claims any more. */
    private void noteAtTheEnd() throws IOException {
        boolean tells = noted < durable || mustTellStart();
        if (tells && sealer.noteBehind(table.startBase(), durable)) {
            noted = durable;
            writer.write(sealer.segment(), true);
            device.forceUpTo(sealer.segment());
        }
    }
}
