package io.millrace.mesh.link;

import static io.millrace.mesh.link.LinkDescriptor.*;

import io.millrace.buffer.Varint;
import io.millrace.mesh.flow.Backoff;
import io.millrace.mesh.flow.PendingCalls;
import io.millrace.transport.EventLoops;
import io.millrace.transport.FrameException;
import io.millrace.transport.WriteBatch;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The consumer agent's end of a link, bound to one event loop. It connects, and connects again with a growing pause, until it is
 * closed.
 *
 * <p>A call is sent in two steps so that its payload is written straight into what goes out:
 *
 * <pre>{@code
 * ByteBuf out = link.begin(call, target, 1, 2, budgetMicros, Map.of(), mostBytesOfPayload);
 * out.writeBytes(payload);
 * long id = link.end();
 * }</pre>
 *
 * <p><b>Threads</b>: everything on the loop given.
 */
public final class LinkClient {
    /** Where a link stands. */
    public enum State {
        /** Not yet tried, or a connection or its HELLO is under way. */
        CONNECTING,
        /** Takes calls. */
        READY,
        /** The other side said GOAWAY: open calls finish, new ones go elsewhere. */
        LEAVING,
        /** The last attempt failed; another follows after a pause. */
        BACKING_OFF,
        /** Closed by its owner, for good. */
        CLOSED
    }

    private static final Logger LOG = LoggerFactory.getLogger(LinkClient.class);
    private static final int SILENCES = 3;

    private final EventLoops loops;
    private final EventLoop loop;
    private final InetSocketAddress address;
    /** For messages. */
    private final String name;

    private final LinkLimits limits;
    private final @Nullable SslContext tls;
    private final LinkTraffic traffic;
    private final LinkEvents events;
    private final Backoff backoff =
            new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5), ThreadLocalRandom.current());

    private State state = State.CONNECTING;
    private @Nullable Connection connection;
    private String lastFailure = "not connected yet";

    /** A link to {@code address}; it does nothing before {@link #open}. */
    public LinkClient(
            EventLoops loops,
            EventLoop loop,
            InetSocketAddress address,
            LinkLimits limits,
            @Nullable SslContext tls,
            LinkTraffic traffic,
            LinkEvents events) {
        this.loops = loops;
        this.loop = loop;
        this.address = address;
        this.name = address.getHostString() + ":" + address.getPort();
        this.limits = limits;
        this.tls = tls;
        this.traffic = traffic;
        this.events = events;
    }

    /** Starts to connect. */
    public void open() {
        assert loop.inEventLoop();
        if (state == State.CLOSED) {
            return;
        }
        Connection attempt = new Connection();
        connection = attempt;
        // A host name is resolved anew for each attempt: behind it may stand another machine by now.
        InetSocketAddress target = address.isUnresolved()
                ? address
                : InetSocketAddress.createUnresolved(address.getHostString(), address.getPort());
        loops.client(loop)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        if (tls != null) {
                            channel.pipeline()
                                    .addLast(tls.newHandler(
                                            channel.alloc(), address.getHostString(), address.getPort()));
                        }
                        channel.pipeline().addLast(attempt);
                    }
                })
                .connect(target)
                .addListener((ChannelFuture connected) -> {
                    if (!connected.isSuccess()) {
                        attempt.fail("cannot connect to " + name + ": "
                                + connected.cause().getMessage());
                    }
                });
    }

    /** Closes the link for good; calls that are open are told that it was lost. */
    public void close() {
        assert loop.inEventLoop();
        state = State.CLOSED;
        Connection open = connection;
        if (open != null) {
            open.fail("link closed");
        }
    }

    /** Where it stands. */
    public State state() {
        return state;
    }

    /** The provider agent's address. */
    public InetSocketAddress address() {
        return address;
    }

    /** Why it is not ready. */
    public String lastFailure() {
        return lastFailure;
    }

    /** Whether {@link #begin} may be called now: ready, inside the window, and the peer reads what it is sent. */
    public boolean hasRoom() {
        Connection open = connection;
        return state == State.READY && open != null && open.hasRoom();
    }

    /**
     * Opens a call and writes all of its frame but the payload. {@link #end} must follow, with nothing of this link between.
     *
     * @param protocol the carried protocol: 1 Dubbo, 2 Thrift
     * @param budgetMicros time left for the call, in microseconds, positive
     * @param mostPayload bytes that the caller will write at most
     * @return borrows: write the payload at its writer index
     */
    public ByteBuf begin(
            LinkCall call,
            CallTarget target,
            int protocol,
            int serialization,
            long budgetMicros,
            Map<String, String> attachments,
            int mostPayload) {
        Connection open = connection;
        if (open == null || !hasRoom()) {
            throw new IllegalStateException("link has no room: " + name + ", state=" + state);
        }
        return open.begin(call, target, protocol, serialization, budgetMicros, attachments, mostPayload);
    }

    /** Sends what {@link #begin} opened; gives the id for {@link #forget}. */
    public long end() {
        Connection open = connection;
        if (open == null) {
            throw new IllegalStateException("no call was begun on this link: " + name);
        }
        return open.end();
    }

    /**
     * Sends what {@link #begin} opened with {@code length} bytes of {@code payload} from {@code index} behind it (borrows); large ones
     * are not copied. Gives the id for {@link #forget}.
     */
    public long end(ByteBuf payload, int index, int length) {
        Connection open = connection;
        if (open == null) {
            throw new IllegalStateException("no call was begun on this link: " + name);
        }
        return open.end(payload, index, length);
    }

    /** Gives a call up, for instance at its deadline: its REPLY, if it still comes, is dropped. */
    public void forget(long id) {
        Connection open = connection;
        if (open != null) {
            open.pending.remove(id);
        }
    }

    private void move(State to) {
        if (state != to && state != State.CLOSED) {
            state = to;
            events.onStateChanged(this);
        }
    }

    /** One connection, from the attempt to its end. */
    private final class Connection extends LinkFrames {
        private final BitSet defined = new BitSet();
        private PendingCalls<LinkCall> pending = new PendingCalls<>(1);
        private @Nullable ChannelHandlerContext context;
        private @Nullable WriteBatch batch;
        private @Nullable ByteBuf frame;
        private int frameStart;
        private int frameMetadata;
        private long frameId;
        private boolean greeted;
        private boolean heard;
        private int silences;
        private boolean ended;
        private long bytesOfBatch;

        Connection() {
            super(limits.maxFrameBytes());
        }

        boolean hasRoom() {
            WriteBatch open = batch;
            return open != null && !pending.isFull() && open.isWritable();
        }

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            if (ended) {
                ctx.close(); // given up while it was being connected
                return;
            }
            context = ctx;
            WriteBatch out = WriteBatch.on(ctx.channel());
            batch = out;
            traffic.opened();
            ctx.channel().closeFuture().addListener(closed -> traffic.closed());
            writeHello(out.reserve(HEADER_LENGTH + HELLO_BODY_LENGTH), KIND_HELLO, limits.window());
            out.commit();
            loop.schedule(this::checkHello, limits.connectTimeout().toMillis(), TimeUnit.MILLISECONDS);
            ctx.fireChannelActive();
        }

        private void checkHello() {
            if (!ended && !greeted) {
                fail("no HELLO from " + name + " within "
                        + limits.connectTimeout().toMillis() + " ms");
            }
        }

        @Override
        void onHelloAck(ChannelHandlerContext ctx, ByteBuf in, int index, int length) {
            if (greeted) {
                throw new FrameException("hello", "a second HELLO_ACK", "one a connection");
            }
            int window = Math.min(windowOf(in, index, length), Math.min(limits.window(), PendingCalls.MAX_LIMIT));
            pending = new PendingCalls<>(window);
            greeted = true;
            backoff.reset();
            loop.schedule(this::watchSilence, limits.pingAfter().toMillis(), TimeUnit.MILLISECONDS);
            if (state != State.LEAVING) {
                move(State.READY); // unless its GOAWAY came first: the agent was draining when it was connected to
            }
        }

        ByteBuf begin(
                LinkCall call,
                CallTarget target,
                int protocol,
                int serialization,
                long budgetMicros,
                Map<String, String> attachments,
                int mostPayload) {
            WriteBatch open = batch;
            if (open == null) {
                throw new IllegalStateException("link is not connected: " + name);
            }
            boolean defines = !target.isNumbered() || !defined.get(target.number());
            int mostMetadata = 5 + CallMetadata.maxLength(attachments) + (defines ? target.encodedFull().length : 0);
            frameId = pending.add(call);
            ByteBuf out = open.reserve(HEADER_LENGTH + mostMetadata + mostPayload);
            frame = out;
            frameStart = out.writerIndex();
            int budget = (int) Math.min(Integer.MAX_VALUE, Math.max(1, budgetMicros));
            LinkHeader.write(
                    out, KIND_CALL, defines ? FLAG_DEFINES_TARGET : 0, protocol, serialization, 0, frameId, budget);
            Varint.writeInt(out, target.wireId());
            if (defines) {
                out.writeBytes(target.encodedFull());
                if (target.isNumbered()) {
                    defined.set(target.number());
                }
            }
            CallMetadata.writeAttachments(out, attachments);
            frameMetadata = out.writerIndex() - frameStart - HEADER_LENGTH;
            return out;
        }

        long end() {
            return end(Unpooled.EMPTY_BUFFER, 0, 0);
        }

        long end(ByteBuf payload, int index, int length) {
            ByteBuf out = frame;
            WriteBatch open = batch;
            if (out == null || open == null) {
                throw new IllegalStateException("no call was begun on this link: " + name);
            }
            frame = null;
            LinkHeader.setLengths(out, frameStart, frameMetadata, length);
            traffic.sent(out.writerIndex() - frameStart + length);
            if (length > 0) {
                open.appendSlice(payload, index, length);
            }
            open.commit();
            return frameId;
        }

        @Override
        void onReply(ChannelHandlerContext ctx, ByteBuf in, int index, int length) {
            bytesOfBatch += length;
            LinkCall call = pending.remove(in.getLong(index + REQUEST_ID_OFFSET));
            if (call == null) {
                return; // given up at its deadline
            }
            int metadata = in.getInt(index + METADATA_LENGTH_OFFSET);
            call.onReply(
                    in.getUnsignedByte(index + STATUS_OFFSET),
                    in.getUnsignedByte(index + SERIALIZATION_OFFSET),
                    in.getUnsignedShort(index + IN_FLIGHT_OFFSET),
                    in.getUnsignedShort(index + LIMIT_OFFSET),
                    in,
                    index + HEADER_LENGTH + metadata,
                    length - HEADER_LENGTH - metadata);
        }

        @Override
        protected void onBatchEnd(ChannelHandlerContext ctx) {
            heard = true;
            traffic.received(bytesOfBatch);
            bytesOfBatch = 0;
        }

        @Override
        void onGoAway(ChannelHandlerContext ctx, long lastId) {
            move(State.LEAVING);
            pending.drain(lastId, call -> call.onLinkLost(false, name + " is going away"));
        }

        @Override
        void onPing(ChannelHandlerContext ctx) {
            send(KIND_PONG);
        }

        private void watchSilence() {
            if (ended) {
                return;
            }
            if (heard) {
                heard = false;
                silences = 0;
            } else if (++silences > SILENCES) {
                fail("nothing heard from " + name + " for "
                        + limits.pingAfter().multipliedBy(silences).toMillis() + " ms");
                return;
            } else {
                send(KIND_PING);
            }
            loop.schedule(this::watchSilence, limits.pingAfter().toMillis(), TimeUnit.MILLISECONDS);
        }

        private void send(byte kind) {
            WriteBatch open = batch;
            if (open != null) {
                LinkHeader.write(open.reserve(HEADER_LENGTH), kind, 0, 0, 0, 0, 0, 0);
                open.commit();
            }
        }

        @Override
        protected void onMalformed(ChannelHandlerContext ctx, FrameException why) {
            events.onMalformed(name, why);
            fail("malformed answer from " + name + ": " + why.getMessage());
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) throws Exception {
            super.channelInactive(ctx);
            fail("connection to " + name + " closed by the other side");
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            if (!(cause instanceof IOException) && !(cause instanceof DecoderException)) {
                LOG.error("fault of the agent while it served a link peer={}", name, cause);
            }
            fail("connection to " + name + " broke: " + cause.getMessage());
        }

        /** Ends this connection once: closes it, tells the open calls, plans the next attempt. */
        void fail(String why) {
            if (ended) {
                return;
            }
            ended = true;
            lastFailure = why;
            ChannelHandlerContext open = context;
            if (open != null) {
                open.close();
            }
            if (connection == this) {
                connection = null;
                move(State.BACKING_OFF);
            }
            // What was begun on a connection that broke may have arrived: only GOAWAY can say that it was not taken.
            pending.drain(0, call -> call.onLinkLost(true, why));
            if (state != State.CLOSED && connection == null) {
                loop.schedule(this::openAgain, backoff.nextMillis(), TimeUnit.MILLISECONDS);
            }
        }

        private void openAgain() {
            if (state != State.CLOSED && connection == null) {
                LinkClient.this.open();
            }
        }
    }
}
