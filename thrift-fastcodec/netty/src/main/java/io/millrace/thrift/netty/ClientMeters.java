package io.millrace.thrift.netty;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What the clients of one registry count. <b>Threads.</b> Safe. */
final class ClientMeters {
    static final SharedMeters<ClientMeters> SHARED = new SharedMeters<>(ClientMeters::new);

    private final LongAdder pending = new LongAdder();
    private final CallTimers calls;

    private ClientMeters(KeptMeters kept) {
        calls = new CallTimers(kept, ThriftMeters.CLIENT_CALLS);
        kept.gauge(ThriftMeters.CLIENT_PENDING, pending);
    }

    /** A call waits. */
    void begun() {
        pending.increment();
    }

    /** A call that waited has ended. */
    void ended(String method, @Nullable Throwable failure, long nanos) {
        pending.decrement();
        calls.record(method, CallStatus.of(failure), nanos);
    }

    /** A call did not come to wait. */
    void overloaded(String method) {
        calls.record(method, CallStatus.OVERLOADED, 0);
    }
}
