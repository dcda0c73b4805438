package io.millrace.mesh.balance;

import io.millrace.registry.Endpoint;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the agent knows of one endpoint: calls in flight, the limit, and whether it is ejected.
 *
 * <p><b>Limit</b>: the provider agent owns it. Every reply brings its number of calls in flight and its limit; calls of other
 * consumer agents show as the difference to our own and count for a short while, since an endpoint that gets no calls brings no
 * news either.
 *
 * <p><b>Threads</b>: thread-safe; {@link #begin} and {@link #end} on every call, everything else now and then.
 */
public final class EndpointState {
    /** How long the calls of others count after a reply told of them. */
    private static final long OTHERS_FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    /** A fresh endpoint starts with this share of its weight. */
    private static final double SLOW_START_LEAST = 0.1;

    private final AtomicInteger inFlight = new AtomicInteger();
    private final Ejection ejection;
    private final long slowStartFromNanos;
    private final long slowStartNanos;
    private volatile Endpoint endpoint;
    private volatile int limit;
    private volatile int others;
    private volatile long othersAtNanos;

    /**
     * An endpoint that has just become known.
     *
     * @param slowStartNanos time over which its weight grows to the full, 0 for at once
     */
    public EndpointState(Endpoint endpoint, long nowNanos, long slowStartNanos, Ejection ejection) {
        this.endpoint = endpoint;
        this.limit = endpoint.capacity();
        this.slowStartFromNanos = nowNanos;
        this.slowStartNanos = slowStartNanos;
        this.ejection = ejection;
    }

    /** As it is registered now. */
    public Endpoint endpoint() {
        return endpoint;
    }

    /** Takes over a changed registration of the same address: new weight, new capacity. */
    public void update(Endpoint changed) {
        endpoint = changed;
        limit = changed.capacity();
    }

    /** Whether it may be given a call now: weight above 0, below its limit, not ejected. */
    public boolean isAvailable(long nowNanos) {
        return endpoint.weight() > 0 && inFlight.get() + othersAt(nowNanos) < limit && !ejection.isEjected(nowNanos);
    }

    private int othersAt(long nowNanos) {
        int count = others;
        return count > 0 && nowNanos - othersAtNanos < OTHERS_FRESH_NANOS ? count : 0;
    }

    /** The weight that it counts with now, in hundredths so that a slow start has steps even at weight 1. */
    public int weightAt(long nowNanos) {
        int weight = endpoint.weight() * 100;
        long age = nowNanos - slowStartFromNanos;
        if (age >= slowStartNanos) {
            return weight;
        }
        return Math.max(1, (int) (weight * Math.max(SLOW_START_LEAST, (double) age / slowStartNanos)));
    }

    /** A call was sent to it. */
    public void begin() {
        inFlight.incrementAndGet();
    }

    /** A call that was sent to it has ended, one way or another. */
    public void end() {
        inFlight.decrementAndGet();
    }

    /** Calls of this agent that it has and has not answered. */
    public int inFlight() {
        return inFlight.get();
    }

    /** Calls that its provider agent allows. */
    public int limit() {
        return limit;
    }

    /** Takes in what a reply said of the provider agent: all calls in its provider, and how many it allows. */
    public void observe(int providerInFlight, int providerLimit, long nowNanos) {
        // Writes only what changed: every loop reads these on every call.
        if (providerLimit > 0 && providerLimit != limit) {
            limit = providerLimit;
        }
        int ofOthers = Math.max(0, providerInFlight - inFlight.get());
        if (ofOthers != others) {
            others = ofOthers;
        }
        if (ofOthers > 0) {
            othersAtNanos = nowNanos;
        }
    }

    /** Its standing with the outlier detection. */
    public Ejection ejection() {
        return ejection;
    }
}
