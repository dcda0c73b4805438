package io.millrace.launcher.tool;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Says now and then how far a long look at files is: nothing in the first two seconds, then a line every two. */
final class Ticker {

    private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final double MEBI = 1 << 20;

    private final PrintWriter err;
    private final LongSupplier nanoTime;
    private long nextNanos;

    Ticker(PrintWriter err, LongSupplier nanoTime) {
        this.err = err;
        this.nanoTime = nanoTime;
        this.nextNanos = nanoTime.getAsLong() + EVERY_NANOS;
    }

    /** So many bytes of so many are done. */
    void advanced(long done, long total) {
        if (nanoTime.getAsLong() - nextNanos >= 0) {
            nextNanos = nanoTime.getAsLong() + EVERY_NANOS;
            err.println(String.format(
                    Locale.ROOT,
                    "  %,.0f of %,.0f MiB (%.0f %%)",
                    done / MEBI,
                    total / MEBI,
                    total == 0 ? 100.0 : 100.0 * done / total));
            err.flush();
        }
    }
}
