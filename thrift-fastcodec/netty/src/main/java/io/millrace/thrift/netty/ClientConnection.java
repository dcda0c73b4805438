package io.millrace.thrift.netty;

import io.millrace.thrift.ThriftCallException;
import io.millrace.thrift.ThriftCallException.Reason;
import io.millrace.transport.WriteBatch;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The connection of a client, or the lack of one, with the calls that wait for it or for answers.
 *
 * <pre>
 *  IDLE ──call──► CONNECTING ──handshake──► OPEN ──lost──► IDLE          close from any ──► CLOSED
 *                     └────────failed──────────────────────► IDLE
 * </pre>
 *
 * <p>All calls have one timeout, so the oldest is the next to expire, and one timer is enough. <b>Threads.</b> The loop.
 */
final class ClientConnection implements ClientConnector.Outcome {
    private enum State {
        IDLE,
        CONNECTING,
        OPEN,
        CLOSED
    }

    private final ClientConnector connector;
    private final EventLoop loop;
    private final ThriftClientConfig config;

    /** All calls by sequence id, the oldest first. */
    private final Map<Integer, PendingCall<?>> calls = new LinkedHashMap<>();

    /** Calls of {@link #calls}, and oneway ones, that wait for the connection. */
    private final Deque<PendingCall<?>> unsent = new ArrayDeque<>();

    private State state = State.IDLE;

    /** The last one that was begun; it becomes {@link #channel} when it is open. */
    private @Nullable Channel connecting;

    private @Nullable Channel channel;
    private boolean timerRuns;

    ClientConnection(ClientConnector connector, EventLoop loop, ThriftClientConfig config) {
        this.connector = connector;
        this.loop = loop;
        this.config = config;
    }

    void submit(PendingCall<?> call) {
        if (state == State.CLOSED) {
            call.failed(new ThriftCallException(Reason.NOT_CONNECTED, "client is closed", null));
            return;
        }
        call.deadlineNanos(System.nanoTime() + config.timeout().toNanos());
        calls.put(call.sequence(), call);
        startTimer();
        Channel open = channel;
        if (open != null) {
            send(open, call);
            return;
        }
        unsent.add(call);
        if (state == State.IDLE) {
            connect();
        }
    }

    private void connect() {
        state = State.CONNECTING;
        connecting = connector.open(new AnswerReader(config.limits(), calls::remove, this::lost), this);
    }

    @Override
    public void opened(Channel opened) {
        if (state == State.CLOSED) {
            opened.close();
            return;
        }
        state = State.OPEN;
        channel = opened;
        for (PendingCall<?> call = unsent.poll(); call != null; call = unsent.poll()) {
            send(opened, call);
        }
    }

    @Override
    public void failed(String what, @Nullable Throwable cause) {
        if (state != State.CLOSED) {
            state = State.IDLE;
            unsent.clear();
            fail(call -> new ThriftCallException(Reason.NOT_CONNECTED, what + ", method=" + call.method(), cause));
        }
    }

    private void send(Channel open, PendingCall<?> call) {
        if (call.answer().isDone()) {
            calls.remove(call.sequence()); // given up by its caller while it waited for the connection
            call.frame().close();
            return;
        }
        WriteBatch batch = WriteBatch.on(open);
        if (batch.pendingBytes() + call.frame().readableBytes() > WriteBatch.MAX_PENDING_BYTES / 2) {
            calls.remove(call.sequence());
            call.failed(new ThriftCallException(
                    Reason.OVERLOADED, "server does not read, bytes waiting=" + batch.pendingBytes(), null));
            return;
        }
        ThriftFrameEncoder.write(call.frame(), batch);
        if (!call.isAnswered()) {
            calls.remove(call.sequence());
            call.sent();
        }
    }

    // ---- ends ----

    private void lost(Channel ended, boolean unserved, @Nullable Throwable cause) {
        if (ended == channel) {
            channel = null;
            state = state == State.CLOSED ? State.CLOSED : State.IDLE;
            Reason reason = unserved ? Reason.NOT_CONNECTED : Reason.CLOSED;
            String what = unserved ? "server refused the connection" : "connection ended before the answer came";
            fail(call -> new ThriftCallException(reason, what + ", method=" + call.method(), cause));
        }
    }

    void close() {
        state = State.CLOSED;
        Channel last = connecting;
        channel = null;
        connecting = null;
        unsent.clear();
        fail(call -> new ThriftCallException(Reason.CLOSED, "client was closed, method=" + call.method(), null));
        if (last != null) {
            last.close();
        }
    }

    /** Fails the calls of this moment: those that a failure brings forth are new ones. */
    private void fail(Function<PendingCall<?>, ThriftCallException> failure) {
        PendingCall<?>[] failed = calls.values().toArray(new PendingCall<?>[0]);
        calls.clear();
        for (PendingCall<?> call : failed) {
            call.failed(failure.apply(call));
        }
    }

    private void startTimer() {
        if (!timerRuns) {
            timerRuns = true;
            loop.schedule(this::expire, config.timeout().toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private void expire() {
        timerRuns = false;
        long now = System.nanoTime();
        Deque<PendingCall<?>> expired = new ArrayDeque<>();
        for (Iterator<PendingCall<?>> oldest = calls.values().iterator(); oldest.hasNext(); ) {
            PendingCall<?> call = oldest.next();
            long left = call.deadlineNanos() - now;
            if (left > 0) {
                timerRuns = true;
                loop.schedule(this::expire, left, TimeUnit.NANOSECONDS);
                break;
            }
            oldest.remove();
            expired.add(call);
        }
        unsent.removeAll(expired);
        for (PendingCall<?> call : expired) {
            call.failed(new ThriftCallException(
                    Reason.TIMEOUT, "no answer within " + config.timeout() + ", method=" + call.method(), null));
        }
    }
}
