package io.millrace.thrift.netty;

import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** The timers of calls by method and status, each made when it is first needed and then kept. <b>Threads.</b> Safe. */
final class CallTimers {
    /** Methods with timers of their own: more than any service has, and few enough for the meters' store. */
    static final int METHODS_MAX = 1_000;

    /** Stands for all methods above {@link #METHODS_MAX}. */
    static final String OTHER = "other";

    private final KeptMeters kept;
    private final ThriftMeters meter;
    private final Map<String, AtomicReferenceArray<Timer>> byMethod = new ConcurrentHashMap<>();

    CallTimers(KeptMeters kept, ThriftMeters meter) {
        this.kept = kept;
        this.meter = meter;
    }

    void record(String method, CallStatus status, long nanos) {
        AtomicReferenceArray<Timer> timers = byMethod.get(method);
        if (timers != null) {
            record(method, timers, status, nanos);
        } else {
            String name = byMethod.size() < METHODS_MAX ? method : OTHER;
            record(name, byMethod.computeIfAbsent(name, first -> none()), status, nanos);
        }
    }

    private void record(String method, AtomicReferenceArray<Timer> timers, CallStatus status, long nanos) {
        Timer timer = timers.get(status.ordinal());
        if (timer == null) {
            timer = kept.timer(meter, method, status.tag());
            timers.set(status.ordinal(), timer);
        }
        timer.record(nanos, TimeUnit.NANOSECONDS);
    }

    private static AtomicReferenceArray<Timer> none() {
        return new AtomicReferenceArray<>(CallStatus.values().length);
    }
}
