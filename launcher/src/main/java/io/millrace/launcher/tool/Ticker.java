package io.millrace.launcher.tool;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Says now and then how far long work is: nothing in the first two seconds, then a line every two. One thread. */
public final class Ticker {

    private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final double MEBI = 1 << 20;

    private final PrintWriter err;
    private final LongSupplier nanoTime;
    private long nextNanos;

    /** Lines go to {@code err}, which stays the caller's. */
    public Ticker(PrintWriter err, LongSupplier nanoTime) {
        this.err = err;
        this.nanoTime = nanoTime;
        this.nextNanos = nanoTime.getAsLong() + EVERY_NANOS;
    }

    /** So many bytes of so many are done. */
    public void advanced(long done, long total) {
        if (isDue()) {
            say(String.format(
                    Locale.ROOT,
                    "  %,.0f of %,.0f MiB (%.0f %%)",
                    done / MEBI,
                    total / MEBI,
                    total == 0 ? 100.0 : 100.0 * done / total));
        }
    }

    /** So many of these are done; nobody knows how many there are. */
    public void counted(long done, String what) {
        if (isDue()) {
            say(String.format(Locale.ROOT, "  %,d %s", done, what));
        }
    }

    private boolean isDue() {
        boolean due = nanoTime.getAsLong() - nextNanos >= 0;
        if (due) {
            nextNanos = nanoTime.getAsLong() + EVERY_NANOS;
        }
        return due;
    }

    private void say(String line) {
        err.println(line);
        err.flush();
    }
}
