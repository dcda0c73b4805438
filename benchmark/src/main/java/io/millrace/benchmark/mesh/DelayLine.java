package io.millrace.benchmark.mesh;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Answers that wait for their time on one event loop, without a thread and without an object for each.
 *
 * <p>All delays of a stub are alike, so the answers fall due in the order in which they came: a ring of primitives does
 * what a timer wheel would do with a single slot. One timer stands for the whole ring; it fires on a grid of
 * {@value #TICK_NANOS} ns, never before an answer is due. When the delay is lowered at run time, answers that wait keep
 * their time and later ones wait behind them. Used on its loop only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the timer is never cancelled
final class DelayLine {
    static final long TICK_NANOS = 250_000;
    private static final int CAPACITY = 1 << 16;
    private static final int MASK = CAPACITY - 1;

    private final EventLoop loop;
    private final Runnable tick = this::tick;
    private final @Nullable StubConnection[] connections = new StubConnection[CAPACITY];
    private final long[] ids = new long[CAPACITY];
    private final long[] dues = new long[CAPACITY];
    private final int[] hashes = new int[CAPACITY];
    private final int[] tags = new int[CAPACITY];
    private final List<StubConnection> dirty = new ArrayList<>();
    private int head;
    private int count;

    DelayLine(EventLoop loop) {
        this.loop = loop;
    }

    /** Answers after {@code delayNanos}; false where {@value #CAPACITY} answers wait already. */
    boolean add(StubConnection connection, long id, int hash, int tag, long delayNanos) {
        if (count == CAPACITY) {
            return false;
        }
        int slot = (head + count) & MASK;
        connections[slot] = connection;
        ids[slot] = id;
        hashes[slot] = hash;
        tags[slot] = tag;
        dues[slot] = System.nanoTime() + delayNanos;
        if (count++ == 0) {
            schedule(System.nanoTime());
        }
        return true;
    }

    private void tick() {
        long now = System.nanoTime();
        while (count > 0 && dues[head] - now <= 0) {
            complete(head);
            head = (head + 1) & MASK;
            count--;
        }
        for (StubConnection connection : dirty) {
            connection.flushAnswers();
        }
        dirty.clear();
        if (count > 0) {
            schedule(now);
        }
    }

    private void complete(int slot) {
        StubConnection connection = connections[slot];
        connections[slot] = null;
        if (connection == null) {
            throw new AssertionError("empty slot in the delay line: slot=" + slot);
        }
        connection.completeAnswer(ids[slot], hashes[slot], tags[slot]);
        if (!connection.isDirty) {
            connection.isDirty = true;
            dirty.add(connection);
        }
    }

    private void schedule(long now) {
        long wait = Math.max(TICK_NANOS, dues[head] - now);
        loop.schedule(tick, wait, TimeUnit.NANOSECONDS);
    }
}
