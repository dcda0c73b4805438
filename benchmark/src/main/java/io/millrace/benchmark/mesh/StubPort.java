package io.millrace.benchmark.mesh;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * What one port of the stub counts, and its limit of calls at once, as a provider's thread pool has one.
 *
 * <p>Thread-safe: the loops of the stub share it.
 */
final class StubPort {
    private final String name;
    private final int limit;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger inFlightMax = new AtomicInteger();
    private final LongAdder answered = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder malformed = new LongAdder();

    /** @param limit calls at once beyond which the next is refused; 0 for none */
    StubPort(String name, int limit) {
        this.name = name;
        this.limit = limit;
    }

    /** Takes a place for a call; false where the port is full, which is counted. */
    boolean enter() {
        int now = inFlight.incrementAndGet();
        if (limit > 0 && now > limit) {
            inFlight.decrementAndGet();
            refused.increment();
            return false;
        }
        if (now > inFlightMax.get()) {
            inFlightMax.accumulateAndGet(now, Math::max);
        }
        return true;
    }

    void leave() {
        inFlight.decrementAndGet();
        answered.increment();
    }

    /** A call that got no answer because the connection went away or the delay line was full. */
    void abandon() {
        inFlight.decrementAndGet();
        refused.increment();
    }

    void countMalformed() {
        malformed.increment();
    }

    /** One line of {@code key=value}s for the control port. */
    @Override
    public String toString() {
        return "port=" + name + " answered=" + answered + " refused=" + refused + " malformed=" + malformed
                + " inFlight=" + inFlight + " inFlightMax=" + inFlightMax;
    }
}
