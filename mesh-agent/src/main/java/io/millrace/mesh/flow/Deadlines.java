package io.millrace.mesh.flow;

import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The deadlines of one event loop: a hashed timing wheel whose entries are the waiting objects themselves.
 *
 * <p><b>Cost</b>: O(1) and no allocation to add and to remove; a tick visits the entries of one bucket. Nearly every call is
 * answered long before its deadline, so removing is the common end of an entry and firing the rare one.
 *
 * <p><b>Precision</b>: an entry fires at its deadline or up to one tick ({@value #TICK_MILLIS} ms) later, never earlier.
 *
 * <p><b>Threads</b>: the loop that it was made for, only. The wheel ticks while it holds entries and is silent otherwise.
 *
 * <p><b>Source</b>: Varghese and Lauck, "Hashed and Hierarchical Timing Wheels", SOSP 1987, scheme 6.
 */
public final class Deadlines {
    /** Short beside the shortest useful deadline, long beside the cost of a tick. */
    static final int TICK_MILLIS = 10;

    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS);
    /** 512 ticks of 10 ms: a deadline of the usual seconds is met within one round. */
    private static final int BUCKETS = 512;

    private final EventLoop loop;
    private final LongSupplier nanoClock;
    private final Entry[] buckets = new Entry[BUCKETS];
    private final long startNanos;
    private long ticksDone;
    private int size;
    private boolean ticking;

    /** A wheel for {@code loop} on the system's monotonic clock. */
    public Deadlines(EventLoop loop) {
        this(loop, System::nanoTime);
    }

    Deadlines(EventLoop loop, LongSupplier nanoClock) {
        this.loop = loop;
        this.nanoClock = nanoClock;
        this.startNanos = nanoClock.getAsLong();
    }

    /** The clock of the deadlines, in nanoseconds since an arbitrary moment; compare by subtraction. */
    public long now() {
        return nanoClock.getAsLong();
    }

    /** Arms {@code entry} to fire once when {@code deadlineNanos} (of {@link #now()}) has passed; an armed entry is moved. */
    public void add(Entry entry, long deadlineNanos) {
        remove(entry);
        // Before the tick is chosen: an idle wheel first catches up, else a past deadline would fall behind its hand.
        startTicking();
        entry.deadlineNanos = deadlineNanos;
        long tick = Math.max(ticksDone + 1, Math.floorDiv(deadlineNanos - startNanos + TICK_NANOS - 1, TICK_NANOS));
        entry.tick = tick;
        int bucket = (int) (tick & (BUCKETS - 1));
        Entry first = buckets[bucket];
        entry.bucket = bucket;
        entry.next = first;
        if (first != null) {
            first.previous = entry;
        }
        buckets[bucket] = entry;
        size++;
    }

    /** Disarms {@code entry}; does nothing when it is not armed. */
    public void remove(Entry entry) {
        int bucket = entry.bucket;
        if (bucket < 0) {
            return;
        }
        Entry previous = entry.previous;
        Entry next = entry.next;
        if (previous == null) {
            buckets[bucket] = next;
        } else {
            previous.next = next;
        }
        if (next != null) {
            next.previous = previous;
        }
        entry.bucket = Entry.UNARMED;
        entry.previous = null;
        entry.next = null;
        size--;
    }

    /** Entries that are armed. */
    public int size() {
        return size;
    }

    private void startTicking() {
        if (!ticking) {
            ticking = true;
            // An idle wheel has nothing to visit between its last tick and now.
            ticksDone = Math.max(ticksDone, elapsedTicks() - 1);
            loop.schedule(this::tick, TICK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void tick() {
        try {
            advance();
        } finally {
            // Whatever an entry throws, the deadlines of the others hold.
            if (size > 0) {
                loop.schedule(this::tick, TICK_MILLIS, TimeUnit.MILLISECONDS);
            } else {
                ticking = false;
            }
        }
    }

    /** Fires all that is due. */
    void advance() {
        long target = elapsedTicks();
        if (target - ticksDone > BUCKETS) {
            // The loop stood still for a whole round or more: each bucket once is enough, ticks are compared below.
            ticksDone = target - BUCKETS;
        }
        while (ticksDone < target) {
            ticksDone++;
            boolean fired = false;
            try {
                fireBucket((int) (ticksDone & (BUCKETS - 1)), target);
                fired = true;
            } finally {
                if (!fired) {
                    ticksDone--; // an entry has thrown: its neighbours are still due
                }
            }
        }
    }

    private void fireBucket(int bucket, long target) {
        // A fired entry may add and remove others, so look at the bucket anew after each.
        Entry entry = buckets[bucket];
        while (entry != null) {
            if (entry.tick <= target) {
                remove(entry);
                entry.onDeadline();
                entry = buckets[bucket];
            } else {
                entry = entry.next;
            }
        }
    }

    private long elapsedTicks() {
        return Math.floorDiv(nanoClock.getAsLong() - startNanos, TICK_NANOS);
    }

    /** Something with a deadline. Armed in at most one wheel at a time. */
    public abstract static class Entry {
        private static final int UNARMED = -1;

        private @Nullable Entry previous;
        private @Nullable Entry next;
        private int bucket = UNARMED;
        private long tick;
        private long deadlineNanos;

        /** Called on the wheel's loop, once, after the entry has been disarmed. */
        protected abstract void onDeadline();

        /** The deadline it was last armed with, of {@link Deadlines#now()}. */
        public final long deadlineNanos() {
            return deadlineNanos;
        }

        /** Whether it stands in a wheel. */
        public final boolean isArmed() {
            return bucket != UNARMED;
        }
    }
}
