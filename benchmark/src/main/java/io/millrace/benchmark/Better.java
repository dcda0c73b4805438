package io.millrace.benchmark;

import java.util.Locale;

/** Which way better lies for a metric. */
public enum Better {
    HIGHER,
    LOWER;

    /**
     * How many times better ours is: above 1 where ours wins, whichever way better lies. Two zeros are equal; NaN where
     * only the divisor is zero, because no number says it.
     */
    public double ratio(double ours, double peer) {
        double better = this == HIGHER ? ours : peer;
        double worse = this == HIGHER ? peer : ours;
        if (better == 0 && worse == 0) {
            return 1;
        }
        return worse == 0 ? Double.NaN : better / worse;
    }

    /** {@code higher} or {@code lower}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
