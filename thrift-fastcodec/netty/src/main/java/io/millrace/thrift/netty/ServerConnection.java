package io.millrace.thrift.netty;

import io.millrace.buffer.ChainedBuffer;
import io.millrace.thrift.MessageForm;
import io.millrace.thrift.MessageHeader;
import io.millrace.thrift.MessageKind;
import io.millrace.thrift.ThriftAnswer;
import io.millrace.thrift.ThriftApplicationException;
import io.millrace.thrift.ThriftException;
import io.millrace.thrift.ThriftMessage;
import io.millrace.thrift.ThriftServices;
import io.millrace.thrift.ThriftStruct;
import io.millrace.transport.FrameException;
import io.millrace.transport.WriteBatch;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's connection: reads calls, writes answers as they come, and stops reading while too many calls or answers
 * wait.
 *
 * <p><b>Threads.</b> The channel's loop.
 */
final class ServerConnection extends ThriftFrameDecoder {
    private static final Logger LOG = LoggerFactory.getLogger(ServerConnection.class);

    private final ThriftServices services;
    private final int callsMax;
    private final @Nullable ServerMeters meters;
    private int calls;
    private boolean draining;

    ServerConnection(ThriftServices services, ThriftServerConfig config, @Nullable ServerMeters meters) {
        super(config.limits());
        this.services = services;
        this.callsMax = config.callsMax();
        this.meters = meters;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
        if (draining) {
            ReferenceCountUtil.release(message);
            return;
        }
        if (meters != null && message instanceof ByteBuf read) {
            meters.read(read.readableBytes());
        }
        super.channelRead(ctx, message);
    }

    @Override
    protected void onMessage(ChannelHandlerContext ctx, ByteBuf in, int index, int length) {
        if (draining) {
            return;
        }
        ThriftMessage call;
        try {
            call = read(in, index, length);
        } catch (ThriftException e) {
            malformed(ctx, e.reason().name(), e);
            return;
        }
        Channel channel = ctx.channel();
        MessageForm form = call.form();
        String method = call.header().method();
        long begunNanos = begun();
        services.process(call).whenComplete((answer, none) -> {
            EventLoop loop = channel.eventLoop();
            if (loop.inEventLoop()) {
                finish(channel, form, method, begunNanos, answer);
            } else {
                loop.execute(() -> finish(channel, form, method, begunNanos, answer));
            }
        });
        setReading(channel);
    }

    private long begun() {
        calls++;
        if (meters == null) {
            return 0;
        }
        meters.begun();
        return System.nanoTime();
    }

    private void finish(Channel channel, MessageForm form, String method, long begunNanos, ThriftAnswer answer) {
        calls--;
        if (answer.failure() != null) {
            LOG.warn(
                    "method failed method={} peer={}",
                    answer.header().method(),
                    channel.remoteAddress(),
                    answer.failure());
        }
        CallStatus status = CallStatus.of(answer, channel.isActive());
        ThriftStruct body = answer.body();
        ChainedBuffer frame = null;
        if (body != null && status != CallStatus.DROPPED) {
            frame = encoded(channel, form, answer.header(), body);
            if (frame == null) {
                status = CallStatus.ERROR;
                frame = internalError(channel, form, answer.header());
            }
        }
        if (meters != null) {
            meters.ended(method, answer, status, System.nanoTime() - begunNanos);
            meters.written(frame == null ? 0 : frame.readableBytes());
        }
        if (frame != null) {
            ThriftFrameEncoder.write(frame, WriteBatch.on(channel));
        }
        setReading(channel);
        closeIfDrained(channel);
    }

    /** Null if the answer cannot be written. */
    private static @Nullable ChainedBuffer encoded(
            Channel channel, MessageForm form, MessageHeader header, ThriftStruct body) {
        try {
            return ThriftFrameEncoder.encode(form, header, body, channel.alloc());
        } catch (ThriftException e) {
            LOG.warn("answer cannot be written method={}", header.method(), e);
            return null;
        }
    }

    private static ChainedBuffer internalError(Channel channel, MessageForm form, MessageHeader header) {
        ThriftApplicationException refusal = new ThriftApplicationException(
                ThriftApplicationException.Kind.INTERNAL_ERROR, "Internal error writing " + header.method());
        return ThriftFrameEncoder.encode(form, header.answer(MessageKind.EXCEPTION), refusal, channel.alloc());
    }

    private void setReading(Channel channel) {
        channel.config().setAutoRead(draining || (calls < callsMax && channel.isWritable()));
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        setReading(ctx.channel());
        ctx.fireChannelWritabilityChanged();
    }

    // ---- drain ----

    /**
     * Takes no more calls, and ends when those in work are answered. What still comes is read and dropped: to close
     * with bytes unread resets a TCP connection, and a reset takes from the client what it was just sent.
     */
    void drain(Channel channel) {
        draining = true;
        setReading(channel);
        closeIfDrained(channel);
    }

    private void closeIfDrained(Channel channel) {
        if (!draining || calls > 0 || !channel.isActive()) {
            return;
        }
        WriteBatch batch = WriteBatch.on(channel);
        batch.flushNow();
        if (batch.pendingBytes() == 0) {
            channel.close();
        } else {
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        super.channelInactive(ctx);
        if (meters != null) {
            meters.dropped(calls);
        }
    }

    /** Calls in work. */
    int calls() {
        return calls;
    }

    // ---- bad days ----

    @Override
    protected void onMalformed(ChannelHandlerContext ctx, FrameException why) {
        malformed(ctx, why.what(), why);
    }

    private void malformed(ChannelHandlerContext ctx, String what, RuntimeException why) {
        if (meters != null) {
            meters.malformed(what);
        }
        drop(ctx, why);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        drop(ctx, cause);
    }

    /** What a peer sends is its own affair: no stack trace. */
    private void drop(ChannelHandlerContext ctx, Throwable cause) {
        if (ctx.channel().isActive()) {
            LOG.info("connection ends peer={} cause='{}'", ctx.channel().remoteAddress(), cause.toString());
        }
        ctx.close();
    }
}
