package io.millrace.queue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Knows the calls that are inside, so that closing takes no memory away under one of them.
 *
 * <p>Every thread counts its own calls in a line of its own, with ordinary stores: an atomic addition would make each put wait
 * until its stores have left the core, twice. What is missing is the fence between a caller's "I am inside" and its look at
 * {@code closed}; the closing side makes up for it by waiting {@link #GRACE_NANOS} between its "closed" and its look at the
 * callers, which is many times longer than a store stays in a core's buffer. An asymmetric fence, as in D. Dice, H. Huang
 * and M. Yang, "Asymmetric Dekker synchronization" (2001).
 */
final class OperationGate {

    private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long NAP_NANOS = 100_000;

    private final ThreadLocal<Caller> current = ThreadLocal.withInitial(this::register);
    private final List<Caller> callers = new ArrayList<>(); // guarded by this
    private int pruneAt = 64;
    private volatile boolean closed;

    /** One thread's calls. */
    static final class Caller {

        private static final VarHandle INSIDE = insideHandle();

        private final WeakReference<Thread> thread = new WeakReference<>(Thread.currentThread());

        @SuppressWarnings("unused") // through the handle
        private int inside;

        private void add(int calls) {
            INSIDE.setRelease(this, (int) INSIDE.getOpaque(this) + calls);
        }

        private boolean isInside() {
            return (int) INSIDE.getAcquire(this) != 0;
        }

        private boolean isGone() {
            Thread owner = thread.get();
            return owner == null || !owner.isAlive();
        }

        private static VarHandle insideHandle() {
            try {
                return MethodHandles.lookup().findVarHandle(Caller.class, "inside", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }

    /** Enters; what it gives is for {@link #leave} on the same thread. */
    Caller enter() {
        Caller caller = current.get();
        caller.add(1);
        if (closed) {
            caller.add(-1);
            throw closed();
        }
        return caller;
    }

    void leave(Caller caller) {
        caller.add(-1);
    }

    boolean isClosed() {
        return closed;
    }

    /** Lets nobody in any more and waits for those inside; false if some are there after the limit. */
    boolean close(Duration limit) {
        closed = true;
        long begun = System.nanoTime();
        long grace = hasOtherCallers() ? GRACE_NANOS : 0;
        while (System.nanoTime() - begun < grace || anybodyInside()) {
            if (System.nanoTime() - begun > limit.toNanos()) {
                return false;
            }
            LockSupport.parkNanos(NAP_NANOS);
        }
        return true;
    }

    static QueueException closed() {
        return new QueueException(QueueException.Reason.CLOSED, "the engine is closed");
    }

    /** Whether another thread may be on its way in. One that has not registered yet will see that this is closed: it takes the same lock. */
    private synchronized boolean hasOtherCallers() {
        Thread self = Thread.currentThread();
        return callers.stream().anyMatch(caller -> caller.thread.get() != self && !caller.isGone());
    }

    private synchronized boolean anybodyInside() {
        return callers.stream().anyMatch(caller -> caller.isInside() && !caller.isGone());
    }

    private synchronized Caller register() {
        if (callers.size() >= pruneAt) {
            callers.removeIf(Caller::isGone);
            pruneAt = Math.max(64, 2 * callers.size());
        }
        Caller caller = new Caller();
        callers.add(caller);
        return caller;
    }
}
