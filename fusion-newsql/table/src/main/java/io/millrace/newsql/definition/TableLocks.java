package io.millrace.newsql.definition;

import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Locks on whole tables: transactions share them until they end, a change of the definition has it alone, LOCK TABLES keeps writers or all others out. Who waits is served
 * in the order of coming; a wait ends by its timeout, which is all that ends one of a circle, or when its statement is cancelled.
 *
 * <pre>
 *               READ  WRITE  LOCK_READ  ALONE
 *  READ          +      +        +        -
 *  WRITE         +      +        -        -
 *  LOCK_READ     +      -        +        -
 *  ALONE         -      -        -        -
 * </pre>
 *
 * <b>Threads.</b> Safe; a lock may be let go by another thread than the one that took it.
 */
public final class TableLocks {

    /** What a table is locked for. */
    public enum Mode {
        /** Statements that read. */
        READ,
        /** Statements that write. */
        WRITE,
        /** LOCK TABLES … READ. */
        LOCK_READ,
        /** LOCK TABLES … WRITE, and changes of the definition. */
        ALONE;

        private boolean goesWith(Mode other) {
            return this != ALONE
                    && other != ALONE
                    && !(this == WRITE && other == LOCK_READ)
                    && !(this == LOCK_READ && other == WRITE);
        }
    }

    private static final Mode[] MODES = Mode.values();
    private static final BooleanSupplier NEVER = () -> false;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Map<Long, Gate> gates = new ConcurrentHashMap<>();

    /** Gives what {@link #release} takes. @throws io.millrace.newsql.mysql.SqlException 1205, 1317 */
    public long take(long table, Mode mode, long timeoutSeconds) {
        return take(table, mode, timeoutSeconds, NEVER);
    }

    /** @param cancelled asked ten times a second while it waits */
    public long take(long table, Mode mode, long timeoutSeconds, BooleanSupplier cancelled) {
        return take(table, mode, timeoutSeconds, cancelled, false);
    }

    /** @param again whether the same session holds another lock on the table: it then does not wait behind those that wait for it */
    public long take(long table, Mode mode, long timeoutSeconds, BooleanSupplier cancelled, boolean again) {
        Gate gate = gates.computeIfAbsent(table, id -> new Gate());
        gate.take(mode, TimeUnit.SECONDS.toNanos(timeoutSeconds), cancelled, again);
        return mode.ordinal();
    }

    /** Takes a lock that need not be waited for. @return false if it is not free, or others wait for it */
    public boolean tryTake(long table, Mode mode) {
        return gates.computeIfAbsent(table, id -> new Gate()).tryTake(mode);
    }

    public void release(long table, long stamp) {
        Gate gate = gates.get(table);
        if (gate != null) {
            gate.release(MODES[(int) stamp]);
        }
    }

    /** As {@link #take} for a statement that may write. */
    public long share(long table, long timeoutSeconds) {
        return take(table, Mode.WRITE, timeoutSeconds);
    }

    /** As {@link #release}. */
    public void releaseShared(long table, long stamp) {
        release(table, stamp);
    }

    private static final class Gate {
        private final int[] held = new int[MODES.length];
        private final Deque<Object> line = new ArrayDeque<>();

        synchronized void take(Mode mode, long timeoutNanos, BooleanSupplier cancelled, boolean again) {
            if (!again && !line.isEmpty() || !mayEnter(mode)) {
                Object ticket = new Object();
                line.addLast(ticket);
                try {
                    await(mode, timeoutNanos, cancelled, again ? null : ticket);
                } finally {
                    line.remove(ticket);
                    notifyAll();
                }
            }
            held[mode.ordinal()]++;
        }

        synchronized boolean tryTake(Mode mode) {
            boolean taken = line.isEmpty() && mayEnter(mode);
            held[mode.ordinal()] += taken ? 1 : 0;
            return taken;
        }

        /** @param ticket that must be first in line; null for who goes past it */
        private void await(Mode mode, long timeoutNanos, BooleanSupplier cancelled, @Nullable Object ticket) {
            long end = System.nanoTime() + timeoutNanos;
            while (ticket != null && line.peekFirst() != ticket || !mayEnter(mode)) {
                long left = end - System.nanoTime();
                if (left <= 0) {
                    throw SqlErrors.lockTimeout();
                }
                if (cancelled.getAsBoolean()) {
                    throw SqlErrors.interrupted();
                }
                try {
                    TimeUnit.NANOSECONDS.timedWait(this, Math.min(left, LOOK_NANOS));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw SqlErrors.interrupted();
                }
            }
        }

        private boolean mayEnter(Mode mode) {
            for (Mode other : MODES) {
                if (held[other.ordinal()] > 0 && !mode.goesWith(other)) {
                    return false;
                }
            }
            return true;
        }

        synchronized void release(Mode mode) {
            held[mode.ordinal()]--;
            notifyAll();
        }
    }
}
