package io.millrace.thrift.netty;

import io.millrace.buffer.ChainedBuffer;
import io.millrace.thrift.MessageHeader;
import io.millrace.thrift.MessageKind;
import io.millrace.thrift.StructType;
import io.millrace.thrift.ThriftCallException;
import io.millrace.thrift.ThriftCallException.Reason;
import io.millrace.thrift.ThriftCaller;
import io.millrace.thrift.ThriftMethod;
import io.millrace.thrift.ThriftOnewayMethod;
import io.millrace.thrift.ThriftStruct;
import io.millrace.transport.EventLoops;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Calls one server over one framed connection, with TLS or without, many calls at a time.
 *
 * <p>The connection is made by the first call and again by the first one after it was lost; calls wait meanwhile, until
 * the handshake is done where there is TLS. Nothing is sent twice. A handshake that fails, by a certificate that is not
 * trusted or not that of the host, by a server without TLS or by its timeout, is {@link Reason#NOT_CONNECTED} with its
 * cause.
 *
 * <p><b>Ownership.</b> Borrows the loops and the config's TLS context. {@link #close()} ends the connection, and its
 * calls with {@link Reason#CLOSED}; a second close does nothing.
 *
 * <p><b>Threads.</b> Safe. A call is encoded on the thread that makes it; its future completes on one of the loops, which must not be blocked.
 *
 * <p><b>Errors.</b> Those of {@link ThriftCaller}, all through the future but {@link io.millrace.thrift.ThriftException} for arguments that cannot be written.
 */
public final class ThriftClient implements ThriftCaller, AutoCloseable {
    private final EventLoops loops;
    private final EventLoop loop;
    private final ThriftClientConfig config;
    private final ClientConnection connection;
    private final @Nullable ClientMeters meters;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicInteger sequence = new AtomicInteger();
    private final AtomicInteger calls = new AtomicInteger();

    private ThriftClient(EventLoops loops, EventLoop loop, InetSocketAddress server, ThriftClientConfig config) {
        this.loops = loops;
        this.loop = loop;
        this.config = config;
        this.connection = new ClientConnection(new ClientConnector(loops, loop, server, config), loop, config);
        this.meters = ClientMeters.SHARED.acquire(config.meters());
    }

    /** A client of the server at that address, whose connection lives on the loop; nothing is sent yet. */
    public static ThriftClient of(
            EventLoops loops, EventLoop loop, InetSocketAddress server, ThriftClientConfig config) {
        return new ThriftClient(loops, loop, server, config);
    }

    @Override
    public <A extends ThriftStruct, R extends ThriftStruct> CompletableFuture<R> call(
            ThriftMethod<A, R> method, A arguments) {
        return submit(method.name(), MessageKind.CALL, arguments, method.result())
                .thenApply(result -> {
                    if (result == null) {
                        throw method.missingResult();
                    }
                    return result;
                });
    }

    @Override
    public <A extends ThriftStruct> CompletableFuture<Void> send(ThriftOnewayMethod<A> method, A arguments) {
        return submit(method.name(), MessageKind.ONEWAY, arguments, null).thenAccept(none -> {});
    }

    private <R extends ThriftStruct> CompletableFuture<@Nullable R> submit(
            String method, MessageKind kind, ThriftStruct arguments, @Nullable StructType<R> result) {
        long begunNanos = meters == null ? 0 : System.nanoTime();
        if (calls.incrementAndGet() > config.callsMax()) {
            calls.decrementAndGet();
            if (meters != null) {
                meters.overloaded(method);
            }
            return CompletableFuture.failedFuture(new ThriftCallException(
                    Reason.OVERLOADED, "too many calls wait: " + config.callsMax() + ", method=" + method, null));
        }
        PendingCall<R> call;
        try {
            MessageHeader header = new MessageHeader(method, kind, sequence.incrementAndGet());
            ChainedBuffer frame = ThriftFrameEncoder.encode(config.form(), header, arguments, loops.allocator());
            call = new PendingCall<>(header, result, frame);
        } catch (RuntimeException e) {
            calls.decrementAndGet();
            throw e;
        }
        CompletableFuture<@Nullable R> answer = call.answer();
        if (meters != null) {
            meters.begun();
        }
        answer.whenComplete((done, failure) -> ended(method, begunNanos, failure));
        hand(call);
        return answer;
    }

    private void ended(String method, long begunNanos, @Nullable Throwable failure) {
        calls.decrementAndGet();
        if (meters != null) {
            meters.ended(method, failure, System.nanoTime() - begunNanos);
        }
    }

    private void hand(PendingCall<?> call) {
        if (loop.inEventLoop()) {
            connection.submit(call);
            return;
        }
        try {
            loop.execute(() -> connection.submit(call));
        } catch (RejectedExecutionException e) {
            call.failed(new ThriftCallException(Reason.NOT_CONNECTED, "event loop has ended", e));
        }
    }

    /** Ends the connection; calls that wait fail with {@link Reason#CLOSED}, later ones with {@link Reason#NOT_CONNECTED}. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        if (loop.isShuttingDown()) {
            ClientMeters.SHARED.release(config.meters());
        } else {
            loop.execute(this::end);
        }
    }

    private void end() {
        connection.close();
        ClientMeters.SHARED.release(config.meters());
    }
}
