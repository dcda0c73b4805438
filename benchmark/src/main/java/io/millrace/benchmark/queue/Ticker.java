package io.millrace.benchmark.queue;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;

/** Says every two seconds how far the threads of a phase are. */
final class Ticker implements AutoCloseable {
    private static final int EVERY_MILLIS = 2000;

    /** Longs between two threads' counts: two cache lines. */
    private static final int STRIDE = 16;

    private final AtomicLongArray counts;
    private final Consumer<String> watcher;
    private final String phase;
    private final long total;
    private final Thread thread = new Thread(this::tick, "ticker");
    private long before;

    Ticker(Consumer<String> watcher, String phase, int threads, long total) {
        this.watcher = watcher;
        this.phase = phase;
        this.total = total;
        counts = new AtomicLongArray((threads + 1) * STRIDE);
        thread.setDaemon(true);
        thread.start();
    }

    /** A thread has done that much; call it now and then, not for each message. */
    void done(int worker, long count) {
        counts.lazySet((worker + 1) * STRIDE, count);
    }

    private void tick() {
        try {
            while (true) {
                Thread.sleep(EVERY_MILLIS);
                long sum = sum();
                watcher.accept(String.format(
                        Locale.ROOT,
                        "%s: %,d of %,d, %,.0f/s",
                        phase,
                        sum,
                        total,
                        (sum - before) * 1000.0 / EVERY_MILLIS));
                before = sum;
            }
        } catch (InterruptedException e) {
            return; // closed
        }
    }

    private long sum() {
        long sum = 0;
        for (int at = STRIDE; at < counts.length(); at += STRIDE) {
            sum += counts.get(at);
        }
        return sum;
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
