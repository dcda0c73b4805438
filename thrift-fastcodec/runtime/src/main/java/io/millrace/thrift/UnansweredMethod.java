package io.millrace.thrift;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A method whose caller hears nothing of it, however it was called. */
final class UnansweredMethod<A extends ThriftStruct> implements ServedMethod {
    private final ThriftOnewayMethod<A> method;
    private final ThriftService.OnewayHandler<A> handler;

    UnansweredMethod(ThriftOnewayMethod<A> method, ThriftService.OnewayHandler<A> handler) {
        this.method = method;
        this.handler = handler;
    }

    @Override
    public CompletionStage<ThriftAnswer> run(ThriftMessage call, MessageHeader header) {
        try {
            return handler.handle(call.body(method.arguments())).handle((done, failure) -> ended(header, failure));
        } catch (Exception e) { // whatever a handler throws is its end
            return CompletableFuture.completedFuture(ended(header, e));
        }
    }

    private static ThriftAnswer ended(MessageHeader header, @Nullable Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return new ThriftAnswer(header, null, cause);
    }
}
