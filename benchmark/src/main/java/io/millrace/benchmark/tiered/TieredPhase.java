package io.millrace.benchmark.tiered;

import java.util.Arrays;
import java.util.List;

/** The cases of the scenario: who reads and writes while it is measured. All of a round are phases of one broker's life, but for those that have one {@linkplain #isAlone alone}. */
public enum TieredPhase {
    /** Those alone that keep up: a producer, a consumer at the tail, one that comes every few seconds. */
    REALTIME_LAG0("realtime-lag0", true, Lag.NONE),

    /** And four consumers that read what is on the slow disk alone. */
    REALTIME_LAG4("realtime-lag4", true, Lag.OLD),

    /** And four that read what has left the page cache, but not yet the fast disk. */
    REALTIME_LAG4_SSD("realtime-lag4-ssd", true, Lag.RECENT),

    /** Only the four, on what is on the slow disk. */
    LAG_ONLY("lag-only", false, Lag.OLD),

    /** Those that keep up, with more to write, so that copies have to keep up too. */
    COPY("copy", true, Lag.NONE),

    /** The same writers, with logs on a fast device that holds nothing else: how evenly it is written to. */
    FLUSH("flush", true, Lag.NONE);

    /** What the lagging consumers read. */
    public enum Lag {
        NONE,
        OLD,
        RECENT
    }

    private final String label;
    private final boolean realtime;
    private final Lag lag;

    TieredPhase(String label, boolean realtime, Lag lag) {
        this.label = label;
        this.realtime = realtime;
        this.lag = lag;
    }

    public boolean hasRealtime() {
        return realtime;
    }

    public Lag lag() {
        return lag;
    }

    /** Whether a broker lives for it alone, without anybody who lags. */
    public boolean isAlone() {
        return this == FLUSH;
    }

    /** Whether more is written than in other cases. */
    public boolean writesMore() {
        return this == COPY || this == FLUSH;
    }

    /** Without tiers nothing is copied; the smoother stands for nothing but even writes. */
    public boolean concerns(TieredArm arm) {
        return switch (arm) {
            case OURS -> true;
            case NO_SMOOTHER -> this == FLUSH;
            case PLAIN -> this != COPY;
            case NAIVE -> this != FLUSH;
        };
    }

    static TieredPhase named(String name) {
        return Arrays.stream(values())
                .filter(each -> each.label.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "no such case: " + name + " (expected: one of " + List.of(values()) + ")"));
    }

    /** The name in results. */
    @Override
    public String toString() {
        return label;
    }
}
