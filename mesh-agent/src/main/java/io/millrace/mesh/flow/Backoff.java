package io.millrace.mesh.flow;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before the next attempt to connect: doubling, capped, with full jitter in the upper half so that many agents
 * do not come back in step.
 *
 * <p><b>Threads</b>: one owner.
 */
public final class Backoff {
    private final long firstMillis;
    private final long mostMillis;
    private final RandomGenerator random;
    private int attempts;

    /** Starts at {@code first} and never waits longer than {@code most}. */
    public Backoff(Duration first, Duration most, RandomGenerator random) {
        this.firstMillis = first.toMillis();
        this.mostMillis = most.toMillis();
        this.random = random;
    }

    /** Milliseconds to wait before the attempt that follows this call. */
    public long nextMillis() {
        long ceiling = Math.min(mostMillis, firstMillis << Math.min(attempts, 20));
        attempts++;
        return ceiling / 2 + random.nextLong(ceiling / 2 + 1);
    }

    /** Says that an attempt succeeded. */
    public void reset() {
        attempts = 0;
    }

    /** Attempts since the last success. */
    public int attempts() {
        return attempts;
    }
}
