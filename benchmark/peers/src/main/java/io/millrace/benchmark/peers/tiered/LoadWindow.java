package io.millrace.benchmark.peers.tiered;

import java.util.concurrent.TimeUnit;

/**
 * When a phase is measured, as of {@link System#nanoTime}: what was due within it counts, whenever it was done.
 *
 * <p>It is opened once, when all clients have got something: a broker that is late with its first answer is not measured by its silence. Nothing is due any more from its end on. Threads:
 * one opens, any may ask.
 */
final class LoadWindow {
    private final long lengthNanos;
    private long startNanos;
    private volatile boolean isOpened;

    LoadWindow(double seconds) {
        this.lengthNanos = (long) (seconds * TimeUnit.SECONDS.toNanos(1));
    }

    void open(long nanos) {
        startNanos = nanos;
        isOpened = true;
    }

    /** Exclusive; only of one that has been opened. */
    long endNanos() {
        assert isOpened;
        return startNanos + lengthNanos;
    }

    boolean contains(long nanos) {
        return isOpened && nanos - startNanos >= 0 && nanos - endNanos() < 0;
    }

    boolean isOver(long nanos) {
        return isOpened && nanos - endNanos() >= 0;
    }

    /** Whether it has been over for longer than that. */
    boolean isOver(long nanos, long graceNanos) {
        return isOpened && nanos - endNanos() > graceNanos;
    }
}
