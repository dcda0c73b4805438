package io.millrace.registry.etcd;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Pauses between attempts: doubling up to a bound, each shortened by up to a half at random. */
final class Backoff {

    /** Long enough not to hammer, short enough that a restart of etcd is hardly noticed. */
    private static final Duration FIRST = Duration.ofMillis(100);

    private final Duration max;
    private final RandomGenerator random;
    private Duration next = FIRST;

    Backoff(Duration max, RandomGenerator random) {
        this.max = max;
        this.random = random;
    }

    /** The pause before the next attempt. */
    Duration next() {
        Duration full = next;
        Duration doubled = full.multipliedBy(2);
        next = doubled.compareTo(max) < 0 ? doubled : max;
        long nanos = full.toNanos();
        return Duration.ofNanos(nanos / 2 + random.nextLong(nanos / 2 + 1));
    }

    /** An attempt succeeded. */
    void reset() {
        next = FIRST;
    }
}
