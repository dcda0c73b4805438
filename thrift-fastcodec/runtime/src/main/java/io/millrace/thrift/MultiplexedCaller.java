package io.millrace.thrift;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** Puts a service's name in front of the methods that are called. */
final class MultiplexedCaller implements ThriftCaller {
    private final ThriftCaller caller;
    private final String prefix;

    MultiplexedCaller(ThriftCaller caller, String service) {
        this.caller = caller;
        this.prefix = Objects.requireNonNull(service, "service") + MessageHeader.SERVICE_END;
    }

    @Override
    public <A extends ThriftStruct, R extends ThriftStruct> CompletableFuture<R> call(
            ThriftMethod<A, R> method, A arguments) {
        return caller.call(
                new ThriftMethod<>(prefix + method.name(), method.arguments(), method.result(), method.declared()),
                arguments);
    }

    @Override
    public <A extends ThriftStruct> CompletableFuture<Void> send(ThriftOnewayMethod<A> method, A arguments) {
        return caller.send(new ThriftOnewayMethod<>(prefix + method.name(), method.arguments()), arguments);
    }
}
