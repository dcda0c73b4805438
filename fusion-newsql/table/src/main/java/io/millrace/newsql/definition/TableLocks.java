package io.millrace.newsql.definition;

import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Locks on whole tables: transactions share them until they end, a change of the definition has it alone, LOCK TABLES keeps writers or all others out. Who waits is served
 * in the order of coming; a wait ends by its timeout, or when its statement is cancelled.
 *
 * <p>No circle of waits lasts. Who holds locks already goes past those that only wait, so that it waits for holders alone; and who takes several for itself lets all of them go
 * when one does not come soon ({@link #takeAll}), so that no holder waits for long.
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
    private static final long FIRST_PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long LAST_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** From so many on, a gate goes with its last holder; one of a change of a definition always does, for the table's number may be no more. */
    private static final int GATES_KEPT = 10_000;

    private final Map<Long, Gate> gates = new ConcurrentHashMap<>();

    /** Gives what {@link #release} takes. @throws io.millrace.newsql.mysql.SqlException 1205, 1317 */
    public long take(long table, Mode mode, long timeoutSeconds) {
        return take(table, mode, timeoutSeconds, NEVER);
    }

    /** @param cancelled asked ten times a second while it waits */
    public long take(long table, Mode mode, long timeoutSeconds, BooleanSupplier cancelled) {
        return take(table, mode, timeoutSeconds, cancelled, false);
    }

    /** @param again whether the same session holds other locks: it then does not wait behind those that wait */
    public long take(long table, Mode mode, long timeoutSeconds, BooleanSupplier cancelled, boolean again) {
        if (!pass(table, gate -> gate.take(mode, TimeUnit.SECONDS.toNanos(timeoutSeconds), cancelled, again))) {
            throw SqlErrors.lockTimeout();
        }
        return mode.ordinal();
    }

    /** A lock that is wanted. */
    public record Wanted(long table, Mode mode) {

        private boolean isOf(Wanted other) {
            return Math.abs(table) == Math.abs(other.table());
        }
    }

    /**
     * Takes several locks, or none; each is let go by {@link #release(Wanted)}. Those of the first table, under its number and the negative one, are waited for with nothing else in
     * hand, any further one for moments only: then all are let go, those of the table that did not come are first, and moments are longer.
     *
     * @throws io.millrace.newsql.mysql.SqlException 1205, 1317
     */
    public void takeAll(List<Wanted> wanted, long timeoutSeconds, BooleanSupplier cancelled) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(timeoutSeconds);
        List<Wanted> order = new ArrayList<>(wanted);
        long patience = FIRST_PATIENCE_NANOS;
        for (Wanted missing = takeInOrder(order, end, patience, cancelled);
                missing != null;
                missing = takeInOrder(order, end, patience, cancelled)) {
            order.sort(Comparator.comparing(missing::isOf).reversed());
            // Two that stand in each other's way are not to let go at the same moment again.
            patience = Math.min(
                    LAST_PATIENCE_NANOS, patience + ThreadLocalRandom.current().nextLong(patience));
        }
    }

    /** Gives one that did not come, all others being let go; null if all came. */
    private @Nullable Wanted takeInOrder(List<Wanted> order, long end, long patience, BooleanSupplier cancelled) {
        int taken = 0;
        boolean all = false;
        try {
            for (Wanted each : order) {
                boolean first = order.get(0).isOf(each);
                long left = Math.max(0, end - System.nanoTime());
                long wait = first ? left : Math.min(left, patience);
                boolean came = pass(each.table(), gate -> gate.take(each.mode(), wait, cancelled, false));
                if (!came && (first || left == 0)) {
                    throw SqlErrors.lockTimeout();
                }
                if (!came) {
                    return each;
                }
                taken++;
            }
            all = true;
            return null;
        } finally {
            if (!all) {
                order.subList(0, taken).forEach(this::release);
            }
        }
    }

    public void release(Wanted taken) {
        release(taken.table(), taken.mode().ordinal());
    }

    /** Takes a lock that need not be waited for. @return false if it is not free, or others wait for it */
    public boolean tryTake(long table, Mode mode) {
        return pass(table, gate -> gate.tryTake(mode));
    }

    private boolean pass(long table, Predicate<Gate> way) {
        while (true) {
            Gate gate = gates.computeIfAbsent(table, id -> new Gate());
            synchronized (gate) {
                if (!gate.isClosed) {
                    return way.test(gate);
                }
            }
        }
    }

    public void release(long table, long stamp) {
        Gate gate = gates.get(table);
        if (gate == null) {
            throw new IllegalStateException("table is not locked: " + table);
        }
        Mode mode = MODES[(int) stamp];
        gate.release(mode);
        if (mode == Mode.ALONE || gates.size() > GATES_KEPT) {
            gates.computeIfPresent(table, (id, left) -> left.closeIfIdle() ? null : left);
        }
    }

    /** Numbers of tables that somebody holds, waits for, or has held. */
    int gates() {
        return gates.size();
    }

    private static final class Gate {
        private final int[] held = new int[MODES.length];
        private final Deque<Object> line = new ArrayDeque<>();
        private boolean isClosed;

        /** If nobody holds it or waits for it, nobody passes it any more. */
        synchronized boolean closeIfIdle() {
            isClosed = line.isEmpty() && Arrays.stream(held).allMatch(count -> count == 0);
            return isClosed;
        }

        /** @return false if it did not come in time */
        synchronized boolean take(Mode mode, long timeoutNanos, BooleanSupplier cancelled, boolean again) {
            if (!again && !line.isEmpty() || !mayEnter(mode)) {
                Object ticket = new Object();
                line.addLast(ticket);
                try {
                    if (!await(mode, timeoutNanos, cancelled, again ? null : ticket)) {
                        return false;
                    }
                } finally {
                    line.remove(ticket);
                    notifyAll();
                }
            }
            held[mode.ordinal()]++;
            return true;
        }

        synchronized boolean tryTake(Mode mode) {
            boolean taken = line.isEmpty() && mayEnter(mode);
            held[mode.ordinal()] += taken ? 1 : 0;
            return taken;
        }

        /** @param ticket that must be first in line; null for who goes past it */
        private boolean await(Mode mode, long timeoutNanos, BooleanSupplier cancelled, @Nullable Object ticket) {
            long end = System.nanoTime() + timeoutNanos;
            while (ticket != null && line.peekFirst() != ticket || !mayEnter(mode)) {
                long left = end - System.nanoTime();
                if (left <= 0) {
                    return false;
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
            return true;
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
