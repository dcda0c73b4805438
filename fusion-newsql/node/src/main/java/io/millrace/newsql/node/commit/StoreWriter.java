package io.millrace.newsql.node.commit;

import io.micrometer.core.instrument.Timer;
import io.millrace.memory.ThreadEnd;
import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.OrderedStore;
import io.millrace.newsql.node.StoreBatch;
import io.millrace.newsql.node.StoreDecision;
import io.millrace.newsql.node.StoreException;
import io.millrace.newsql.node.StoreException.Reason;
import io.millrace.newsql.node.log.CommitLog;
import io.millrace.newsql.node.store.Tables;
import io.millrace.newsql.node.store.WriteGroup;
import io.millrace.wal.WalException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that writes. Everything that changes a store goes through it, one commit after the other, so that checks need no locks.
 *
 * <pre>
 *            a failed force, damaged data                 close()
 *  WRITING ───────────────────────────────► FAILED    WRITING ──────► CLOSED
 *     │ ▲
 *     │ └─ room on the disk
 *     └──► (full: commits end with DISK_FULL one by one; nothing else changes)
 * </pre>
 *
 * <p>Memtables go to files only here: the log is awaited first, so that files never hold what a power cut can take from the log. <b>Threads.</b> {@link #commit},
 * {@link #position} and {@link #whenDurable} are safe.
 */
public final class StoreWriter {

    private static final Logger LOG = LoggerFactory.getLogger(StoreWriter.class);

    /** A group ends here: what comes behind it goes with the next force, which begins when this one ends. */
    private static final int GROUP_COMMITS_MAX = 4096;

    private static final long GROUP_BYTES_MAX = 4 << 20;

    /** How long the writer sleeps when there is nothing to do. */
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Between looks at a disk that is full, and at a flush that is under way. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long FLUSH_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final CommitLog log;
    private final Tables tables;
    private final WriterSettings settings;
    private final CommitQueue queue;
    private final WriteGroup group;
    private final WriterView view;
    private final MemtableTurn turn;
    private final WriterMeters meters;
    private final StandingWork standing = new StandingWork();
    private final List<PendingCommit> taken = new ArrayList<>();
    private final Thread thread;

    private long bytesWritten;
    private volatile long position;
    private volatile boolean stopping;

    /** @param position of the last commit that the tables hold; all of them are on the device */
    public StoreWriter(CommitLog log, Tables tables, WriterSettings settings, long position) {
        this.log = log;
        this.tables = tables;
        this.settings = settings;
        this.queue = new CommitQueue(settings.queuedCommits(), settings.queuedBytes());
        this.group = tables.newGroup();
        this.view = new WriterView(tables, group, this::applyGroup);
        this.turn = new MemtableTurn(log, tables, settings);
        this.meters = new WriterMeters(settings.meters(), this, log, tables);
        this.position = position;
        this.thread = new Thread(this::run, "millrace-store-writer");
        this.thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    // ---- for callers ----

    /** As {@link OrderedStore#commit(StoreBatch)}. */
    public CompletionStage<Long> commit(StoreBatch batch) {
        return offer(PendingCommit.of(batch));
    }

    /** As {@link OrderedStore#commit(StoreDecision, long)}. */
    public CompletionStage<Long> commit(StoreDecision decision, long bytes) {
        return offer(PendingCommit.of(decision, bytes));
    }

    /** A commit of the store's own, which may write what no caller may. */
    public CompletionStage<Long> commitOwn(StoreDecision decision) {
        return offer(PendingCommit.ofOwn(decision));
    }

    private CompletionStage<Long> offer(PendingCommit pending) {
        queue.offer(pending);
        return pending.done;
    }

    /** As {@link OrderedStore#position}. */
    public long position() {
        return position;
    }

    /** What ended writing, or null while commits are taken; a full disk ends nothing. */
    public @Nullable String failure() {
        StoreException why = queue.ended();
        return why != null && why.reason() != Reason.CLOSED ? why.getMessage() : log.failure();
    }

    /** Whether a commit would be taken now, but for the bound of those that wait. */
    public boolean isWritable() {
        return !queue.isEnded() && log.failure() == null && !turn.isFull();
    }

    // ---- for backups ----

    /** Puts what is in memory now into files, while commits go on. Gives up waiting for a slow disk: it serves only to make {@link #checkpoint} short. */
    public void flushBefore() {
        long flushing = standing(() -> position > 0 && turn.beginUnlessFull(position) ? position : 0);
        long deadline = System.nanoTime() + FLUSH_PATIENCE_NANOS;
        while (tables.flushedPosition() < flushing && !queue.isEnded() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
    }

    /** Makes the state between two groups a folder's, which must not be there and is on the tables' file system. Commits wait meanwhile. */
    public StoreCheckpoint checkpoint(Path folder) {
        long deadline = System.nanoTime() + FLUSH_PATIENCE_NANOS;
        while (true) {
            try {
                return standing(() -> turn.checkpoint(folder, position));
            } catch (StoreException e) {
                if (e.reason() != Reason.BUSY || System.nanoTime() - deadline >= 0) {
                    throw e;
                }
            }
            // As much as may be is being put into files: there will be room for the rest.
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
    }

    private <T> T standing(Supplier<T> task) {
        CompletableFuture<T> done = standing.add(task);
        wake();
        try {
            return done.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof StoreException why ? why : e;
        }
    }

    /** If there is no room for it in the queue, the writer is awake. */
    private void wake() {
        queue.offer(PendingCommit.of(new StoreBatch()));
    }

    /** Bytes of the log behind the farthest of its followers; 0 if there are none. */
    long bytesBehind() {
        return turn.bytesBehind();
    }

    int queued() {
        return queue.size();
    }

    // ---- the thread ----

    private void run() {
        try {
            while (!stopping || queue.size() > 0) {
                queue.take(taken, GROUP_COMMITS_MAX, GROUP_BYTES_MAX, turn.isUnderWay() ? LOOK_NANOS : IDLE_NANOS);
                if (!taken.isEmpty()) {
                    writeGroup();
                }
                standing.runAll();
                turn.look();
            }
            end(new StoreException(Reason.CLOSED, "the store is closed"));
        } catch (InterruptedException e) {
            end(new StoreException(Reason.CLOSED, "the store's writer was interrupted"));
        } catch (RuntimeException | Error e) {
            LOG.error("store ended: position={}", position, e);
            end(ended(e));
        }
    }

    private static StoreException ended(Throwable cause) {
        Reason reason =
                cause instanceof StoreException e && e.reason() == Reason.CORRUPT ? Reason.CORRUPT : Reason.FAILED;
        return new StoreException(
                reason, "the store takes no commits any more; restart it: " + cause.getMessage(), cause);
    }

    private void end(StoreException why) {
        queue.end(why);
        taken.forEach(commit -> commit.fail(why));
        taken.clear();
        queue.failAll(why);
        standing.end(why);
    }

    private void writeGroup() {
        for (PendingCommit commit : taken) {
            take(commit);
        }
        List<PendingCommit> decided = List.copyOf(taken);
        // Those refused for what they saw wait for that, too.
        if (position == 0 || queue.size() > 0) {
            // Asked for before applying: the device and we work at the same time.
            CompletionStage<Void> durable = whenDurable();
            applyGroup();
            completeBehind(durable, decided);
        } else {
            // Nothing else to do: no other thread has to be woken. Who comes meanwhile is the next group.
            applyGroup();
            completeBehind(log.forceHere(position), decided);
        }
        taken.clear();
        turn.afterGroup(position, bytesWritten);
        bytesWritten = 0;
    }

    /** Makes visible what was appended so far. */
    private void applyGroup() {
        if (group.isEmpty()) {
            return;
        }
        apply(position);
        bytesWritten += group.bytes();
        group.clear();
    }

    private CompletionStage<Void> whenDurable() {
        return position == 0 ? CompletableFuture.completedFuture(null) : log.whenDurable(position);
    }

    /** Checks and appends a commit, or refuses it. */
    private void take(PendingCommit commit) {
        StoreBatch batch;
        try {
            turn.checkRoom();
            batch = commit.batch(view);
            check(batch);
        } catch (RuntimeException e) {
            commit.refused(e); // also for a damaged block that only it wanted to read
            return;
        }
        if (batch.writes().isEmpty() && batch.event() == null) {
            commit.taken(position);
            return;
        }
        try {
            long at = log.append(batch);
            position = at; // before anybody can see it
            commit.taken(at);
            group.add(batch);
        } catch (StoreException e) {
            if (e.reason() != Reason.DISK_FULL && e.reason() != Reason.BUSY) {
                throw e;
            }
            commit.refused(e);
        }
    }

    private void check(StoreBatch batch) {
        for (StoreBatch.Requirement required : batch.requirements()) {
            byte[] found = group.newest(required.space(), required.key());
            if (!Arrays.equals(found, required.value())) {
                throw new StoreException(Reason.CONFLICT, conflict(required, found));
            }
        }
    }

    private static String conflict(StoreBatch.Requirement required, byte @Nullable [] found) {
        KeySpace space = required.space();
        return "requirement does not hold: space=" + space + ", key of " + required.key().length + " bytes, "
                + (found == null ? "no value" : "another value") + " (expected: "
                + (required.value() == null ? "none" : "the one required") + ")";
    }

    /** The log has it already: while the disk has no room for the tables, all wait. */
    private void apply(long last) {
        boolean told = false;
        while (true) {
            try {
                tables.apply(group, last);
                return;
            } catch (StoreException e) {
                if (e.reason() != Reason.DISK_FULL || stopping) {
                    throw e;
                }
                if (!told) {
                    LOG.warn("no room for the store's files; commits wait: position={}, {}", last, e.getMessage());
                    told = true;
                }
                LockSupport.parkNanos(this, LOOK_NANOS);
            }
        }
    }

    private void completeBehind(CompletionStage<Void> durable, List<PendingCommit> decided) {
        meters.group(decided.size());
        durable.whenComplete((done, failure) -> {
            if (failure == null) {
                complete(decided);
            } else {
                fail(decided, failure);
            }
        });
    }

    private void complete(List<PendingCommit> decided) {
        Timer timer = meters.commitTimer();
        long now = System.nanoTime();
        for (PendingCommit commit : decided) {
            if (commit.isRefused()) {
                meters.refused();
            } else {
                timer.record(now - commit.begunNanos, TimeUnit.NANOSECONDS);
            }
            commit.complete();
        }
    }

    private void fail(List<PendingCommit> decided, Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        String seen = cause instanceof WalException e ? log.failure(e).getMessage() : String.valueOf(cause);
        StoreException why = new StoreException(
                Reason.FAILED,
                "not known to be on the device; what came of the commit a restart will tell: " + seen,
                cause);
        queue.end(why);
        decided.forEach(commit -> commit.fail(why));
    }

    // ---- the end ----

    /** Writes what was taken in, then ends; {@link #close} behind it frees the rest. */
    public void close() {
        stopping = true;
        wake();
        queue.end(new StoreException(Reason.CLOSED, "the store is closed"));
        ThreadEnd.await(thread);
        meters.close();
        group.close();
    }
}
