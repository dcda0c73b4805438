package io.millrace.thrift.netty;

import io.micrometer.core.instrument.Counter;
import io.millrace.thrift.ThriftAnswer;
import io.millrace.thrift.ThriftApplicationException;
import io.millrace.thrift.ThriftApplicationException.Kind;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What the servers of one registry count. <b>Threads.</b> Safe. */
final class ServerMeters {
    static final SharedMeters<ServerMeters> SHARED = new SharedMeters<>(ServerMeters::new);

    /** Stands for all methods that a server does not have: what clients make up must not fill the meters' store. */
    static final String UNKNOWN = "unknown";

    private final KeptMeters kept;
    private final CallTimers calls;
    private final LongAdder inFlight = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder connections = new LongAdder();
    private final LongAdder bytesIn = new LongAdder();
    private final LongAdder bytesOut = new LongAdder();
    private final Map<Refusal, Counter> refusals = new EnumMap<>(Refusal.class);
    private final Map<String, Counter> malformed = new ConcurrentHashMap<>();

    private ServerMeters(KeptMeters kept) {
        this.kept = kept;
        this.calls = new CallTimers(kept, ThriftMeters.SERVER_CALLS);
        kept.gauge(ThriftMeters.SERVER_IN_FLIGHT, inFlight);
        kept.counter(ThriftMeters.SERVER_DROPPED, dropped);
        kept.gauge(ThriftMeters.SERVER_CONNECTIONS, connections);
        kept.counter(ThriftMeters.SERVER_BYTES_IN, bytesIn);
        kept.counter(ThriftMeters.SERVER_BYTES_OUT, bytesOut);
        for (Refusal reason : Refusal.values()) {
            refusals.put(reason, kept.counter(ThriftMeters.SERVER_REFUSALS, reason.tag()));
        }
    }

    void opened() {
        connections.increment();
    }

    void closed() {
        connections.decrement();
    }

    void refused(Refusal reason) {
        Counter counter = refusals.get(reason);
        if (counter != null) {
            counter.increment();
        }
    }

    /** {@code reason} is one of a small fixed set: what was wrong, without the value. */
    void malformed(String reason) {
        String tag = reason.toLowerCase(Locale.ROOT).replace(' ', '-').replace('_', '-');
        malformed
                .computeIfAbsent(tag, first -> kept.counter(ThriftMeters.SERVER_MALFORMED, first))
                .increment();
    }

    void read(int bytes) {
        bytesIn.add(bytes);
    }

    void written(long bytes) {
        bytesOut.add(bytes);
    }

    /** A call was read. */
    void begun() {
        inFlight.increment();
    }

    /** The connection of so many calls has ended; they end themselves later. */
    void dropped(int calls) {
        dropped.add(calls);
    }

    /** A call that was read has ended; {@code method} is the name by which it was called. */
    void ended(String method, ThriftAnswer answer, CallStatus status, long nanos) {
        inFlight.decrement();
        calls.record(isKnown(answer) ? method : UNKNOWN, status, nanos);
    }

    private static boolean isKnown(ThriftAnswer answer) {
        Object refusal = answer.body() == null ? answer.failure() : answer.body();
        return !(refusal instanceof ThriftApplicationException e)
                || (e.kind() != Kind.UNKNOWN_METHOD && e.kind() != Kind.INVALID_MESSAGE_TYPE);
    }
}
