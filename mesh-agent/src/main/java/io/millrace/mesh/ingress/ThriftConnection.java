package io.millrace.mesh.ingress;

import io.millrace.mesh.ThriftIngress;
import io.millrace.mesh.flow.Deadlines;
import io.millrace.mesh.ingress.ThriftAnswers.Left;
import io.millrace.mesh.thrift.ThriftEncoding;
import io.millrace.thrift.MessageForm;
import io.millrace.thrift.MessageHeader;
import io.millrace.thrift.MessageKind;
import io.millrace.thrift.ThriftApplicationException.Kind;
import io.millrace.thrift.ThriftLimits;
import io.millrace.thrift.ThriftMessage;
import io.millrace.thrift.netty.ThriftFrameDecoder;
import io.millrace.transport.FrameException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One connection of framed Thrift: takes the header of each message, hands the call on, and writes the answers in the order of the
 * calls, whatever order they come in.
 *
 * <p>It stops reading while too many calls are open or the client does not take their answers; what a read had brought by then waits
 * as frames. A stream that makes no sense is answered once, with a protocol error, and ended.
 *
 * <p><b>Threads</b>: its event loop.
 */
final class ThriftConnection extends ThriftFrameDecoder implements IngressConnection {
    private static final long WATCH_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final LoopContext context;
    private final ThriftIngress config;
    private final Watch watch = new Watch();
    /** Frames that came in one read with those that filled the line. */
    private final Deque<ByteBuf> deferred = new ArrayDeque<>();

    private @Nullable ChannelHandlerContext channelContext;
    private @Nullable ThriftAnswers answers;
    /** As the client put its last message: so a complaint is put, too. */
    private MessageForm form = ThriftEncoding.BINARY.form();

    private int oneways;
    private long unframedBytes;
    private long frameSinceNanos;
    private long lastReadNanos;
    private boolean taking;
    /** Nothing more is taken: the stream is malformed, or the agent ends. */
    private boolean stopped;

    private boolean closed;

    ThriftConnection(LoopContext context) {
        super(ThriftLimits.defaults().withMessageBytes(context.config().thrift().maxMessageBytes()));
        this.context = context;
        this.config = context.config().thrift();
    }

    // ---- reading ----

    /** The channel is connected already: {@link FirstByte} was here before. */
    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        channelContext = ctx;
        answers = new ThriftAnswers(ctx.channel(), this::isLast);
        lastReadNanos = context.deadlines().now();
        context.connections().add(this);
        context.server().thriftOpened();
        watch.arm();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
        lastReadNanos = context.deadlines().now();
        if (unframedBytes == 0) {
            frameSinceNanos = lastReadNanos;
        }
        unframedBytes += ((ByteBuf) message).readableBytes();
        super.channelRead(ctx, message);
    }

    @Override
    protected void onMessage(ChannelHandlerContext ctx, ByteBuf in, int index, int length) {
        unframedBytes -= HEADER_BYTES + length;
        frameSinceNanos = lastReadNanos;
        if (stopped) {
            return;
        }
        if (taking || !deferred.isEmpty() || isFull()) {
            deferred.add(in.retainedSlice(index, length));
        } else {
            take(ctx, in, index, length);
        }
        pauseOrResume(ctx);
    }

    /** Starts the call of one message (borrows). */
    private void take(ChannelHandlerContext ctx, ByteBuf in, int index, int length) {
        ThriftMessage message = context.envelope().read(in, index, length);
        MessageHeader header = message.header();
        form = message.form();
        if (header.kind() != MessageKind.CALL && header.kind() != MessageKind.ONEWAY) {
            throw new FrameException("message kind", header.kind(), "CALL or ONEWAY");
        }
        ThriftMethod method;
        try {
            method = context.thriftMethods().find(header);
        } catch (IllegalArgumentException e) {
            report(ctx, "method name", e.getMessage());
            refuse(header, Kind.UNKNOWN_METHOD, String.valueOf(e.getMessage()));
            return;
        }
        if (method == null) {
            int limit = ServiceDirectory.MAX_SERVICES;
            refuse(
                    header,
                    Kind.INTERNAL_ERROR,
                    "too many services are called through this agent (limit: " + limit + ")");
            return;
        }
        int at = message.bodyOffset();
        start(new ThriftCall(this, context, method, form, header, in, index + at, length - at));
    }

    /** Refuses the message just read, of which no call can be made. */
    private void refuse(MessageHeader header, Kind kind, String why) {
        if (header.kind() != MessageKind.ONEWAY) {
            refuse(add(new ImmediateAnswer(true, false)), form, header, kind, why);
        }
    }

    private void start(ThriftCall call) {
        if (call.isOneway()) {
            oneways++;
        } else {
            add(call);
        }
        call.start();
    }

    private <E extends Exchange> E add(E exchange) {
        ThriftAnswers to = answers;
        return to == null ? exchange : to.add(exchange);
    }

    /** Calls that have not ended. */
    private int open() {
        ThriftAnswers to = answers;
        return oneways + (to == null ? 0 : to.owed());
    }

    private boolean isFull() {
        ThriftAnswers to = answers;
        return to == null || open() >= config.maxOpenCalls() || !to.out().isWritable();
    }

    /** Takes what waited, as far as there is room. */
    private void takeDeferred(ChannelHandlerContext ctx) {
        if (taking) {
            return; // an answer that was given at once led here; the loop below goes on
        }
        taking = true;
        try {
            while (!stopped && !deferred.isEmpty() && !isFull()) {
                ByteBuf next = deferred.remove();
                try {
                    take(ctx, next, next.readerIndex(), next.readableBytes());
                } finally {
                    next.release();
                }
            }
        } catch (FrameException malformed) {
            onMalformed(ctx, malformed);
        } finally {
            taking = false;
        }
        pauseOrResume(ctx);
    }

    private void pauseOrResume(ChannelHandlerContext ctx) {
        boolean reads = stopped || deferred.isEmpty() && !isFull();
        if (reads != ctx.channel().config().isAutoRead()) {
            frameSinceNanos = context.deadlines().now(); // what stood still for our sake is not late
            ctx.channel().config().setAutoRead(reads);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (!closed) {
            takeDeferred(ctx);
        }
        ctx.fireChannelWritabilityChanged();
    }

    @Override
    protected void onMalformed(ChannelHandlerContext ctx, FrameException why) {
        report(ctx, why.what(), why.getMessage());
        refuse(String.valueOf(why.getMessage()));
    }

    private void report(ChannelHandlerContext ctx, String what, @Nullable String detail) {
        String peer = String.valueOf(ctx.channel().remoteAddress());
        context.server().malformed().report("thrift", what, peer, String.valueOf(detail));
    }

    /** Answers a protocol error as the last thing on this connection; calls before it are answered first. */
    private void refuse(String why) {
        if (!stopped) {
            stop();
            MessageHeader unknown = new MessageHeader("", MessageKind.CALL, 0);
            refuse(add(new ImmediateAnswer(false, false)), form, unknown, Kind.PROTOCOL_ERROR, why);
        }
    }

    private void stop() {
        stopped = true;
        for (ByteBuf each = deferred.poll(); each != null; each = deferred.poll()) {
            each.release();
        }
    }

    // ---- answering ----

    /** Answers a call with a struct (borrows): at once if its turn has come, else when it comes. */
    void answer(ThriftCall call, MessageKind kind, ByteBuf struct, int index, int length) {
        ThriftAnswers to = answers;
        if (call.isOneway()) {
            onewayEnded();
        } else if (!closed && to != null) {
            goOn(to.answer(call, call.form(), call.header(), kind, struct, index, length));
        }
    }

    /** Answers a call with the reason why there is no other answer. */
    void answerError(ThriftCall call, Kind kind, String message) {
        if (call.isOneway()) {
            onewayEnded();
        } else {
            refuse(call, call.form(), call.header(), kind, message);
        }
    }

    private void refuse(Exchange exchange, MessageForm put, MessageHeader header, Kind kind, String message) {
        ThriftAnswers to = answers;
        if (!closed && to != null) {
            goOn(to.refuse(exchange, put, header, kind, message));
        }
    }

    /** Whether the connection ends with this answer. An agent that drains still answers all that it has begun. */
    private boolean isLast(Exchange exchange) {
        return !exchange.isKeepAlive() || stopped && exchange.next() == null && oneways == 0;
    }

    private void onewayEnded() {
        oneways--;
        goOn(stopped && open() == 0 ? Left.LAST : Left.SOME);
    }

    private void goOn(Left left) {
        ChannelHandlerContext ctx = channelContext;
        ThriftAnswers to = answers;
        if (closed || ctx == null || to == null) {
            return;
        }
        switch (left) {
            case LAST -> GentleClose.begin(context, ctx, to.out());
            case SOME -> takeDeferred(ctx);
            case NOTHING -> {}
        }
    }

    // ---- the connection ----

    @Override
    public void drain() {
        if (!stopped) {
            stop();
            if (open() == 0) {
                goOn(Left.LAST);
            }
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        closed = true;
        context.connections().remove(this);
        context.deadlines().remove(watch);
        context.server().thriftClosed();
        stop();
        ThriftAnswers owed = answers;
        if (owed != null) {
            owed.abandon();
        }
        super.channelInactive(ctx);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        // A client that resets its connection is no fault of ours, and a fault of ours must not keep half a connection.
        if (!(cause instanceof IOException)) {
            context.server().onFault(cause);
        }
        ctx.close();
    }

    /** Looks every few seconds whether the connection has been silent, or in the middle of a frame, for too long. */
    private final class Watch extends Deadlines.Entry {
        void arm() {
            context.deadlines().add(this, context.deadlines().now() + WATCH_NANOS);
        }

        @Override
        protected void onDeadline() {
            long now = context.deadlines().now();
            ChannelHandlerContext ctx = channelContext;
            if (closed || ctx == null) {
                return;
            }
            long patience = context.config().http().requestTimeout().toNanos();
            boolean reads = ctx.channel().config().isAutoRead();
            if (!stopped && reads && unframedBytes > 0 && now - frameSinceNanos > patience) {
                refuse("frame not complete within " + TimeUnit.NANOSECONDS.toMillis(patience) + " ms");
            } else if (open() == 0
                    && now - lastReadNanos
                            > context.config().http().idleTimeout().toNanos()) {
                ctx.close();
                return;
            }
            arm();
        }
    }
}
