package io.millrace.mesh.dubbo;

import static io.millrace.mesh.dubbo.DubboDescriptor.*;

import io.millrace.mesh.flow.Backoff;
import io.millrace.mesh.flow.PendingCalls;
import io.millrace.mesh.flow.ProviderEvents;
import io.millrace.transport.EventLoops;
import io.millrace.transport.FrameException;
import io.millrace.transport.WriteBatch;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The connection to one Dubbo provider, bound to one event loop. It connects, and connects again with a growing pause, until it is
 * closed; it counts as up when the provider has answered a heartbeat.
 *
 * <p><b>Heartbeats</b> go both ways: the provider's are answered at once, ours follow every silence, so neither side's idle timer
 * ever closes a sound connection.
 *
 * <p><b>Threads</b>: everything on the loop given.
 */
public final class DubboClient {
    private static final int SILENCES = 3;

    private final EventLoops loops;
    private final EventLoop loop;
    private final InetSocketAddress target;
    /** For messages. */
    private final String address;

    private final DubboLimits limits;
    private final int mostCalls;
    private final ProviderEvents events;
    private final Backoff backoff =
            new Backoff(Duration.ofMillis(50), Duration.ofSeconds(2), ThreadLocalRandom.current());

    private @Nullable Connection connection;
    private boolean up;
    private boolean closed;
    private String lastFailure = "not connected yet";

    /**
     * A connection to {@code address}; it does nothing before {@link #open}.
     *
     * @param mostCalls calls that may be open at a time
     */
    public DubboClient(
            EventLoops loops,
            EventLoop loop,
            InetSocketAddress address,
            DubboLimits limits,
            int mostCalls,
            ProviderEvents events) {
        this.loops = loops;
        this.loop = loop;
        this.target = InetSocketAddress.createUnresolved(address.getHostString(), address.getPort());
        this.address = address.getHostString() + ":" + address.getPort();
        this.limits = limits;
        this.mostCalls = mostCalls;
        this.events = events;
    }

    /** Starts to connect. */
    public void open() {
        assert loop.inEventLoop();
        if (closed) {
            return;
        }
        Connection attempt = new Connection();
        connection = attempt;
        loops.client(loop).handler(attempt).connect(target).addListener((ChannelFuture connected) -> {
            if (!connected.isSuccess()) {
                attempt.fail("cannot connect to provider " + address + ": "
                        + connected.cause().getMessage());
            }
        });
        loop.schedule(attempt::checkUp, limits.connectTimeout().toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Closes for good; open calls are told that the connection was lost. */
    public void close() {
        assert loop.inEventLoop();
        closed = true;
        Connection open = connection;
        if (open != null) {
            open.fail("agent is closing");
        }
    }

    /** Whether {@link #send} may be called: the provider answers heartbeats and has not said READONLY. */
    public boolean isUp() {
        return up;
    }

    /** Why it is not up. */
    public String lastFailure() {
        return lastFailure;
    }

    /** Calls that the provider has and has not answered. */
    public int openCalls() {
        Connection open = connection;
        return open == null ? 0 : open.pending.size();
    }

    /** Shows every open call to {@code action}, which may not send. */
    public void forEachOpen(Consumer<DubboCall> action) {
        Connection open = connection;
        if (open != null) {
            open.pending.forEach(action);
        }
    }

    /**
     * Sends a call (borrows the arguments). It leaves at the end of this turn of the loop.
     *
     * @throws IllegalStateException if not up, or if as many calls are open as allowed
     */
    public long send(
            DubboCall call,
            RequestTemplate template,
            ByteBuf arguments,
            int index,
            int length,
            Map<String, String> attachments) {
        Connection open = connection;
        if (!up || open == null) {
            throw new IllegalStateException("provider is not up: " + address + ": " + lastFailure);
        }
        return open.send(call, template, arguments, index, length, attachments);
    }

    /** Stops waiting for a response; if it still comes it is dropped. */
    public void forget(long id) {
        Connection open = connection;
        if (open != null) {
            open.pending.remove(id);
        }
    }

    private void setUp(boolean now, String why) {
        if (!now) {
            lastFailure = why;
        }
        if (up == now) {
            return;
        }
        up = now;
        if (now) {
            events.onUp();
        } else {
            events.onDown(why);
        }
    }

    /** One connection, from the attempt to its end. */
    private final class Connection extends DubboFrames {
        private final PendingCalls<DubboCall> pending = new PendingCalls<>(mostCalls);
        private @Nullable ChannelHandlerContext context;
        private @Nullable WriteBatch batch;
        private long heartbeats;
        private boolean answered;
        private boolean readOnly;
        private boolean heard;
        private int silences;
        private boolean ended;

        Connection() {
            super(limits.maxFrameBytes());
        }

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            if (ended) {
                ctx.close(); // given up while it was being connected
                return;
            }
            context = ctx;
            batch = WriteBatch.on(ctx.channel());
            sendHeartbeat();
            loop.schedule(this::watchSilence, limits.heartbeat().toMillis(), TimeUnit.MILLISECONDS);
            ctx.fireChannelActive();
        }

        void checkUp() {
            if (!ended && !answered) {
                fail("provider " + address + " answered no heartbeat within "
                        + limits.connectTimeout().toMillis() + " ms");
            }
        }

        long send(
                DubboCall call,
                RequestTemplate template,
                ByteBuf arguments,
                int index,
                int length,
                Map<String, String> attachments) {
            WriteBatch open = batch;
            if (open == null) {
                throw new IllegalStateException("provider is not connected: " + address);
            }
            long id = pending.add(call);
            ByteBuf out = open.reserve(HEADER_LENGTH + template.mostBytes(length, attachments));
            int start = out.writerIndex();
            writeHeader(
                    out, FLAG_REQUEST | FLAG_TWO_WAY | template.serialization().id(), 0, id);
            template.writeBody(out, arguments, index, length, attachments);
            out.setInt(start + BODY_LENGTH_OFFSET, out.writerIndex() - start - HEADER_LENGTH);
            open.commit();
            return id;
        }

        @Override
        void onResponse(long id, int status, int serialization, ByteBuf in, int index, int length) {
            DubboCall call = pending.remove(id);
            if (call != null) {
                call.onResponse(status, serialization, in, index, length);
            }
        }

        @Override
        void onEventAnswered() {
            if (!answered) {
                answered = true;
                backoff.reset();
                setUp(!readOnly, "provider " + address + " is read-only");
            }
        }

        @Override
        void onEvent(ChannelHandlerContext ctx, long id, int flag, char event) {
            if ((flag & FLAG_TWO_WAY) != 0) {
                writeEvent(FLAG_EVENT | flag & SERIALIZATION_MASK, DubboStatus.OK, id);
            }
            if (event == 'R') {
                readOnly = true;
                setUp(false, "provider " + address + " is going down (READONLY)");
            } else if (event == 'W') {
                readOnly = false;
                if (answered) {
                    setUp(true, "");
                }
            }
        }

        @Override
        protected void onBatchEnd(ChannelHandlerContext ctx) {
            heard = true;
        }

        private void watchSilence() {
            if (ended) {
                return;
            }
            if (heard) {
                heard = false;
                silences = 0;
            } else if (++silences == SILENCES) {
                fail("provider " + address + " left " + SILENCES + " heartbeats unanswered");
                return;
            }
            sendHeartbeat();
            loop.schedule(this::watchSilence, limits.heartbeat().toMillis(), TimeUnit.MILLISECONDS);
        }

        private void sendHeartbeat() {
            // Negative ids: no call ever has one.
            writeEvent(FLAG_REQUEST | FLAG_TWO_WAY | FLAG_EVENT | Serialization.HESSIAN2.id(), 0, --heartbeats);
        }

        /** An event with a null body, in the serialization that the flag names. */
        private void writeEvent(int flag, int status, long id) {
            WriteBatch open = batch;
            if (open == null) {
                return;
            }
            ByteBuf out = open.reserve(HEADER_LENGTH + 8);
            int start = out.writerIndex();
            writeHeader(out, flag, status, id);
            if ((flag & SERIALIZATION_MASK) == Serialization.FASTJSON.id()) {
                JsonWriter.writeAscii(out, "null\n");
            } else {
                HessianWriter.writeNull(out);
            }
            out.setInt(start + BODY_LENGTH_OFFSET, out.writerIndex() - start - HEADER_LENGTH);
            open.commit();
        }

        private static void writeHeader(ByteBuf out, int flag, int status, long id) {
            out.writeInt(MAGIC << 16 | flag << 8 | status);
            out.writeLong(id);
            out.writeInt(0);
        }

        @Override
        protected void onMalformed(ChannelHandlerContext ctx, FrameException why) {
            events.onMalformed(why);
            fail("malformed answer from provider " + address + ": " + why.getMessage());
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) throws Exception {
            super.channelInactive(ctx);
            fail("provider " + address + " closed the connection");
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            fail("connection to provider " + address + " broke: " + cause.getMessage());
        }

        /** Ends this connection once: closes it, tells the open calls, plans the next attempt. */
        void fail(String why) {
            if (ended) {
                return;
            }
            ended = true;
            ChannelHandlerContext open = context;
            if (open != null) {
                open.close();
            }
            connection = null;
            setUp(false, why);
            pending.drain(0, call -> call.onConnectionLost(why));
            if (!closed) {
                loop.schedule(DubboClient.this::open, backoff.nextMillis(), TimeUnit.MILLISECONDS);
            }
        }
    }
}
