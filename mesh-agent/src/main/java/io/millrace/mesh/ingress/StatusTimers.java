package io.millrace.mesh.ingress;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** One timer for each HTTP status, made when the status is first seen and found by its number from then on. Thread-safe. */
final class StatusTimers {
    private static final int STATUSES = 600;

    private final AtomicReferenceArray<Timer> timers = new AtomicReferenceArray<>(STATUSES);
    private final IntFunction<Timer> make;

    /** @param make gives the same timer whenever it is asked for the same status */
    StatusTimers(IntFunction<Timer> make) {
        this.make = make;
    }

    void record(int status, long nanos) {
        Timer timer = timers.get(status);
        if (timer == null) {
            timer = make.apply(status);
            timers.set(status, timer);
        }
        timer.record(nanos, TimeUnit.NANOSECONDS);
    }

    void forEach(Consumer<Meter> action) {
        for (int i = 0; i < STATUSES; i++) {
            Timer timer = timers.get(i);
            if (timer != null) {
                action.accept(timer);
            }
        }
    }
}
