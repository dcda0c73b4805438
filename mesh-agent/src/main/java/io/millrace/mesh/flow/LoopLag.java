package io.millrace.mesh.flow;

import io.millrace.mesh.MeshMeters;
import io.millrace.mesh.MeterBook;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Measures how late an event loop runs what is due: the first number that rises when a loop is blocked or overloaded.
 *
 * <p><b>Threads</b>: made and closed anywhere; measures on the loop.
 */
public final class LoopLag implements AutoCloseable {
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Future<?> probe;
    private long dueNanos = System.nanoTime() + PERIOD_NANOS;
    private volatile long lagNanos;

    /** Probes {@code loop} once a second and shows the lag of the last probe as a meter. */
    public LoopLag(EventLoop loop, String name, MeterBook book) {
        probe = loop.scheduleAtFixedRate(this::measure, PERIOD_NANOS, PERIOD_NANOS, TimeUnit.NANOSECONDS);
        book.gauge(MeshMeters.LOOP_LAG, () -> lagNanos / 1e9, name);
    }

    private void measure() {
        long now = System.nanoTime();
        lagNanos = Math.max(0, now - dueNanos);
        dueNanos = now + PERIOD_NANOS;
    }

    @Override
    public void close() {
        probe.cancel(false);
    }
}
