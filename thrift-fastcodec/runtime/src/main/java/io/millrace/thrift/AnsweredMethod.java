package io.millrace.thrift;

import io.millrace.thrift.ThriftApplicationException.Kind;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A method whose result, declared exception or failure goes back to the caller. */
final class AnsweredMethod<A extends ThriftStruct, R extends ThriftStruct> implements ServedMethod {
    private final ThriftMethod<A, R> method;
    private final ThriftService.Handler<A, R> handler;

    AnsweredMethod(ThriftMethod<A, R> method, ThriftService.Handler<A, R> handler) {
        this.method = method;
        this.handler = handler;
    }

    @Override
    public CompletionStage<ThriftAnswer> run(ThriftMessage call, MessageHeader header) {
        A arguments;
        try {
            arguments = call.body(method.arguments());
        } catch (ThriftException e) {
            return CompletableFuture.completedFuture(
                    refusal(header, new ThriftApplicationException(Kind.PROTOCOL_ERROR, e.getMessage()), e));
        }
        try {
            return handler.handle(arguments).handle((result, failure) -> answer(header, result, failure));
        } catch (Exception e) { // whatever a handler throws is its answer
            return CompletableFuture.completedFuture(answer(header, null, e));
        }
    }

    private ThriftAnswer answer(MessageHeader header, @Nullable R result, @Nullable Throwable failure) {
        if (result != null) {
            return reply(header, result);
        }
        if (failure == null) {
            return refusal(header, method.missingResult(), null);
        }
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof ThriftDeclaredException exception) {
            R declared = method.declared().of(exception);
            if (declared != null) {
                return reply(header, declared);
            }
        }
        if (cause instanceof ThriftApplicationException exception) {
            return refusal(header, exception, null);
        }
        // As Apache's servers word it; what went wrong inside is the server's own affair.
        return refusal(
                header,
                new ThriftApplicationException(Kind.INTERNAL_ERROR, "Internal error processing " + method.name()),
                cause);
    }

    private static ThriftAnswer reply(MessageHeader header, ThriftStruct result) {
        return header.kind() == MessageKind.ONEWAY
                ? new ThriftAnswer(header, null, null)
                : new ThriftAnswer(header.answer(MessageKind.REPLY), result, null);
    }

    static ThriftAnswer refusal(MessageHeader header, ThriftApplicationException refusal, @Nullable Throwable failure) {
        return header.kind() == MessageKind.ONEWAY
                ? new ThriftAnswer(header, null, failure == null ? refusal : failure)
                : new ThriftAnswer(header.answer(MessageKind.EXCEPTION), refusal, failure);
    }
}
