package io.millrace.newsql.transaction;

import io.millrace.newsql.storage.Area;
import io.millrace.newsql.storage.ChangeSet;
import io.millrace.newsql.storage.StorageSnapshot;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One transaction.
 *
 * <p><b>Reads.</b> Plain reads see a snapshot and the transaction's own writes. Statements that write or lock see what is committed now: they find rows in a snapshot of
 * their own, lock each, and read it again, so that nothing committed is overwritten unseen by the statement. (This is what MySQL does under REPEATABLE READ. A value that
 * was read plainly and is written back may be outdated: FOR UPDATE closes that, as in MySQL. There are no locks on gaps.)
 *
 * <p><b>Commit.</b> Rows, entries and event in one step of the storage, checked once more against the values that they stand on. Locks are let go when it is on the device.
 *
 * <p><b>Threads.</b> One, but for {@link #cancel}.
 */
public final class Transaction {

    private static final int SMALL_LOCKS = 256;
    private static final int SMALL_BYTES = 1 << 16;

    private final Transactions owner;
    private final long id;
    private final Isolation isolation;
    private final long lockTimeoutNanos;
    private final LockHolder holder = new LockHolder();
    /** Locks, and whether they are shared. */
    private final Map<RowLocks.Key, Boolean> held = new LinkedHashMap<>();

    private final Overlay rows = new Overlay();
    private final Overlay entries = new Overlay();
    private final Map<String, Savepoint> savepoints = new LinkedHashMap<>();
    private @Nullable StorageSnapshot snapshot;
    private @Nullable View statement;
    private @Nullable Area committedArea;
    private byte @Nullable [] committedKey;
    private byte @Nullable [] committedValue;
    private boolean waits = true;
    private boolean ended;

    /** A place to which the transaction's writes can be undone. */
    public record Savepoint(int rowMark, int entryMark) {}

    Transaction(Transactions owner, long id, Isolation isolation, long lockTimeoutNanos) {
        this.owner = owner;
        this.id = id;
        this.isolation = isolation;
        this.lockTimeoutNanos = lockTimeoutNanos;
    }

    // ---- reads ----

    /** What a plain read sees: what was committed when the transaction first read something, or what is committed now if it is READ COMMITTED. */
    public View consistentView() {
        return isolation == Isolation.READ_COMMITTED ? currentView() : View.consistent(this);
    }

    /** Takes the snapshot that plain reads see, unless it has one. */
    public StorageSnapshot fixSnapshot() {
        StorageSnapshot seen = snapshot;
        if (seen == null) {
            seen = owner.storage().snapshot();
            snapshot = seen;
        }
        return seen;
    }

    /** What is committed now, for statements that lock; the same until {@link #endStatement}. */
    public View currentView() {
        View view = statement;
        if (view == null) {
            view = View.current(this);
            statement = view;
        }
        return view;
    }

    /** What is committed at this moment, for who has just locked something and must not miss what its last holder did. Gives: to be closed. */
    public View newestView() {
        return View.of(owner.storage().snapshot(), this);
    }

    StorageSnapshot newSnapshot() {
        return owner.storage().snapshot();
    }

    public Isolation isolation() {
        return isolation;
    }

    /** Lets go of the statement's own snapshot. */
    public void endStatement() {
        View view = statement;
        if (view != null) {
            statement = null;
            view.close();
        }
    }

    /** Whether its snapshot is older than a position of the storage. */
    public boolean isOlderThan(long position) {
        return snapshot != null && snapshot.position() < position;
    }

    /** Waits until everything that the view shows is on the device. */
    public void awaitDurable(View view) {
        owner.storage().awaitDurable(view.snapshot());
    }

    /** Completes when everything that the view shows is on the device, at once if it is; fails with {@code SqlException}. */
    public CompletionStage<?> whenDurable(View view) {
        return owner.storage().whenDurable(view.snapshot());
    }

    // ---- locks and writes ----

    /** Whether its statements wait for locks, or end with {@link WouldWait}. */
    public void waits(boolean value) {
        waits = value;
    }

    /** Locks a key until the end, for nobody else. @return false if it is locked and is to be skipped */
    public boolean lock(Area area, byte[] key, LockWait wait) {
        return lock(new RowLocks.Key(area, key), false, wait);
    }

    /** Locks a key until the end against changes; others may do the same. @return false if it is locked for a change and is to be skipped */
    public boolean lockShared(Area area, byte[] key, LockWait wait) {
        return lock(new RowLocks.Key(area, key), true, wait);
    }

    private boolean lock(RowLocks.Key key, boolean shared, LockWait wait) {
        Boolean known = held.get(key);
        if (known != null && (shared || !known)) {
            return true;
        }
        RowLocks.Patience patience =
                switch (wait) {
                    case WAIT -> waits ? RowLocks.Patience.WAIT : RowLocks.Patience.SKIP;
                    case NOWAIT -> RowLocks.Patience.NOWAIT;
                    case SKIP_LOCKED -> RowLocks.Patience.SKIP;
                };
        boolean locked = owner.locks().acquire(key, holder, shared, patience, lockTimeoutNanos);
        if (locked) {
            held.put(key, shared);
        } else if (wait == LockWait.WAIT) {
            throw new WouldWait();
        }
        return locked;
    }

    /** The newest value of a key that is locked. */
    public byte @Nullable [] newest(Area area, byte[] key) {
        assert held.containsKey(new RowLocks.Key(area, key)) : "read without a lock";
        Overlay.Write write = overlay(area).find(key);
        return write != null ? write.after() : committed(area, key);
    }

    /** A locked key's value stays what it is: who reads it and then writes it asks once. */
    private byte @Nullable [] committed(Area area, byte[] key) {
        if (area != committedArea || !Arrays.equals(key, committedKey)) {
            committedValue = owner.storage().newest(area, key);
            committedArea = area;
            committedKey = key;
        }
        return committedValue;
    }

    /**
     * Writes a key that is locked for nobody else; null removes it. Takes both arrays.
     *
     * @param schemaVersion of the table, or {@link ChangeSet#UNTOLD}
     */
    public void write(Area area, long tableOrIndex, int schemaVersion, byte[] key, byte @Nullable [] value) {
        assert Boolean.FALSE.equals(held.get(new RowLocks.Key(area, key))) : "written without a lock of its own";
        Overlay overlay = overlay(area);
        Overlay.Write old = overlay.find(key);
        byte[] before = old != null && !old.follows() ? old.before() : committed(area, key);
        overlay.put(key, new Overlay.Write(tableOrIndex, schemaVersion, before, value, false));
        checkSize();
    }

    /**
     * Writes an entry that is one row's alone, which is locked for nobody else and written as well: the entry needs no lock, and is not read. Takes both arrays.
     *
     * @param value null to remove it
     */
    public void writeEntryOfRow(long index, int schemaVersion, byte[] key, byte @Nullable [] value) {
        Overlay.Write old = entries.find(key);
        boolean follows = old == null || old.follows();
        byte[] before = old == null ? null : old.before();
        entries.put(key, new Overlay.Write(index, schemaVersion, before, value, follows));
        checkSize();
    }

    private void checkSize() {
        if (rows.bytes() + entries.bytes() > owner.bytesMax()) {
            throw SqlErrors.of(
                    1197,
                    "HY000",
                    "Transaction too large: its writes hold more than " + owner.bytesMax()
                            + " bytes of memory; commit in smaller portions");
        }
    }

    Overlay overlay(Area area) {
        return area == Area.ROWS ? rows : entries;
    }

    /** Whether its end is the work of moments: few locks to let go, little to write. */
    public boolean isSmall() {
        return held.size() <= SMALL_LOCKS && rows.bytes() + entries.bytes() <= SMALL_BYTES;
    }

    public boolean hasWrites() {
        return !rows.writes().isEmpty() || !entries.writes().isEmpty();
    }

    // ---- savepoints ----

    /** Where a statement begins: {@link #undoTo} undoes it. */
    public Savepoint mark() {
        return new Savepoint(rows.mark(), entries.mark());
    }

    public void undoTo(Savepoint mark) {
        rows.undoTo(mark.rowMark());
        entries.undoTo(mark.entryMark());
    }

    /** Sets a savepoint; one of the same name is forgotten. */
    public void savepoint(String name) {
        savepoints.remove(name.toLowerCase(Locale.ROOT));
        savepoints.put(name.toLowerCase(Locale.ROOT), mark());
    }

    /** Undoes what came after a savepoint, and forgets those that were set later. Locks stay. */
    public void rollbackTo(String name) {
        undoTo(savepoint1305(name));
        forgetBehind(name, false);
    }

    public void release(String name) {
        savepoint1305(name);
        forgetBehind(name, true);
    }

    private Savepoint savepoint1305(String name) {
        Savepoint found = savepoints.get(name.toLowerCase(Locale.ROOT));
        if (found == null) {
            throw SqlErrors.of(1305, "42000", "SAVEPOINT " + name + " does not exist");
        }
        return found;
    }

    private void forgetBehind(String name, boolean itself) {
        List<String> names = new ArrayList<>(savepoints.keySet());
        int from = names.indexOf(name.toLowerCase(Locale.ROOT)) + (itself ? 0 : 1);
        names.subList(from, names.size()).forEach(savepoints::remove);
    }

    // ---- the end ----

    /** Commits and waits for the device; while the storage has too much to do it waits its turn, as long as for a lock, before 1205. After an error nothing was committed, unless the storage says that it does not know. */
    public void commit() {
        try {
            ChangeSet changes = changes();
            if (!changes.isEmpty()) {
                owner.commitLine().commit(changes, lockTimeoutNanos, holder);
            }
        } finally {
            end();
        }
    }

    /**
     * As {@link #commit}, without waiting here.
     *
     * @param elsewhere where to wait if the storage has too much to do
     * @return completes when it is on the device and the locks are let go, or fails as {@link #commit} does
     */
    public CompletionStage<?> commitLater(Executor elsewhere) {
        ChangeSet changes = changes();
        if (changes.isEmpty()) {
            end();
            return CompletableFuture.completedFuture(null);
        }
        closeSnapshots();
        try {
            return owner.commitLine()
                    .commitLater(changes, lockTimeoutNanos, holder, elsewhere)
                    .whenComplete((done, failure) -> end());
        } catch (RuntimeException | Error e) {
            end();
            throw e;
        }
    }

    private ChangeSet changes() {
        return new ChangeSet(id, System.currentTimeMillis() * 1000, changes(rows), changes(entries));
    }

    public void rollback() {
        end();
    }

    private static List<ChangeSet.Change> changes(Overlay overlay) {
        List<ChangeSet.Change> changes = new ArrayList<>(overlay.writes().size());
        overlay.writes().forEach((key, write) -> {
            if (!write.isNothing()) {
                changes.add(new ChangeSet.Change(
                        write.owner(), write.schemaVersion(), key, write.before(), write.after(), write.follows()));
            }
        });
        return changes;
    }

    private void end() {
        if (ended) {
            return;
        }
        ended = true;
        closeSnapshots();
        held.keySet().forEach(key -> owner.locks().release(key, holder));
        held.clear();
        owner.ended();
    }

    private void closeSnapshots() {
        endStatement();
        StorageSnapshot seen = snapshot;
        if (seen != null) {
            snapshot = null;
            seen.close();
        }
    }

    /** Ends a wait for a lock with 1317. From any thread. */
    public void cancel() {
        holder.cancel();
    }

    /** A new statement is not cancelled yet. */
    public void forgetCancel() {
        holder.forgetCancel();
    }

    public boolean isCancelled() {
        return holder.isCancelled();
    }
}
