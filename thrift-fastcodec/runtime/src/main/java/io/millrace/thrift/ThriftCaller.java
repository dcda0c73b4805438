package io.millrace.thrift;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Makes calls to a server; what generated clients stand on.
 *
 * <p><b>Threads.</b> Safe, unless an implementation says otherwise. Futures complete on the transport's thread, which must not be blocked.
 *
 * <p><b>Errors.</b> A call fails with {@link ThriftApplicationException} if the server answers so, {@link ThriftException} if arguments or answer are no message,
 * {@link ThriftCallException} if no answer comes.
 */
public interface ThriftCaller {
    /** Calls; the arguments are encoded before this returns. */
    <A extends ThriftStruct, R extends ThriftStruct> CompletableFuture<R> call(ThriftMethod<A, R> method, A arguments);

    /** Calls without an answer; completes when the transport took the call, which says nothing of the server. */
    <A extends ThriftStruct> CompletableFuture<Void> send(ThriftOnewayMethod<A> method, A arguments);

    /** Makes calls to the service of that name behind a multiplexer. */
    default ThriftCaller multiplexed(String service) {
        return new MultiplexedCaller(this, service);
    }

    /**
     * Waits for an answer; not for the transport's own threads.
     *
     * @throws ThriftApplicationException as the call failed, and so the other two
     */
    static <T> T await(CompletableFuture<T> answer) {
        Objects.requireNonNull(answer, "answer");
        try {
            return answer.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ThriftCallException(
                    ThriftCallException.Reason.INTERRUPTED, "interrupted while waiting for an answer", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException("call failed", e.getCause());
        }
    }
}
