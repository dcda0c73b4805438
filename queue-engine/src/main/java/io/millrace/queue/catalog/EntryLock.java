package io.millrace.queue.catalog;

import static io.millrace.queue.catalog.EntryDescriptor.LOCK_OFFSET;
import static io.millrace.queue.catalog.EntryDescriptor.VERSION_OFFSET;

import io.millrace.memory.Page;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * The lock in a queue's line: one writer a queue, as many queues at a time as there are threads.
 *
 * <p>It is held for the time of one copy, so who finds it taken spins, then yields, then naps. Readers do not take it: they
 * read {@code version} before and after, and start over if it is odd or has changed. Taking the lock is a full
 * fence, giving it back is a release store.
 */
public final class EntryLock {

    private static final int SPINS = 100;
    private static final int YIELDS = 100;
    private static final long NAP_NANOS = 50_000;

    private EntryLock() {}

    /** Takes the lock of the line that begins at {@code at}. */
    public static void lock(Page page, int at) {
        if (!page.compareAndSetInt(at + LOCK_OFFSET, 0, 1)) {
            lockContended(page, at);
        }
    }

    /** Gives it back; what was written before is seen by who takes it next. */
    public static void unlock(Page page, int at) {
        page.setIntRelease(at + LOCK_OFFSET, 0);
    }

    /** Begins a change that readers must see whole, made of release stores. The caller holds the lock. */
    public static void beginChange(Page page, int at) {
        page.setIntRelease(at + VERSION_OFFSET, page.getIntAcquire(at + VERSION_OFFSET) + 1);
    }

    /** Ends it. */
    public static void endChange(Page page, int at) {
        page.setIntRelease(at + VERSION_OFFSET, page.getIntAcquire(at + VERSION_OFFSET) + 1);
    }

    /** The version before a read; waits while a change is on. */
    public static int version(Page page, int at) {
        int version = page.getIntAcquire(at + VERSION_OFFSET);
        for (int tries = 0; (version & 1) != 0; tries++) {
            backOff(tries);
            version = page.getIntAcquire(at + VERSION_OFFSET);
        }
        return version;
    }

    /** Whether what was read since {@link #version} is of one piece. */
    public static boolean isUnchanged(Page page, int at, int version) {
        VarHandle.loadLoadFence();
        return page.getIntAcquire(at + VERSION_OFFSET) == version;
    }

    private static void lockContended(Page page, int at) {
        for (int tries = 0; !page.compareAndSetInt(at + LOCK_OFFSET, 0, 1); tries++) {
            backOff(tries);
        }
    }

    private static void backOff(int tries) {
        if (tries < SPINS) {
            Thread.onSpinWait();
        } else if (tries < SPINS + YIELDS) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(NAP_NANOS);
        }
    }
}
