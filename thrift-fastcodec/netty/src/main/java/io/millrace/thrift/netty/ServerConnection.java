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
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One client's connection: reads calls, writes answers as they come, and stops reading while too many calls or answers wait. */
final class ServerConnection extends ThriftFrameDecoder {
    private static final Logger LOG = LoggerFactory.getLogger(ServerConnection.class);

    private final ThriftServices services;
    private final int callsMax;
    private int calls;

    ServerConnection(ThriftServices services, ThriftServerConfig config) {
        super(config.limits());
        this.services = services;
        this.callsMax = config.callsMax();
    }

    @Override
    protected void onMessage(ChannelHandlerContext ctx, ByteBuf in, int index, int length) {
        ThriftMessage call;
        try {
            call = read(in, index, length);
        } catch (ThriftException e) {
            drop(ctx, e);
            return;
        }
        Channel channel = ctx.channel();
        MessageForm form = call.form();
        calls++;
        services.process(call).whenComplete((answer, none) -> {
            EventLoop loop = channel.eventLoop();
            if (loop.inEventLoop()) {
                finish(channel, form, answer);
            } else {
                loop.execute(() -> finish(channel, form, answer));
            }
        });
        setReading(channel);
    }

    private void finish(Channel channel, MessageForm form, ThriftAnswer answer) {
        calls--;
        MessageHeader header = answer.header();
        if (answer.failure() != null) {
            LOG.warn("method failed method={} peer={}", header.method(), channel.remoteAddress(), answer.failure());
        }
        ThriftStruct body = answer.body();
        if (body != null && channel.isActive()) {
            ThriftFrameEncoder.write(encoded(channel, form, header, body), WriteBatch.on(channel));
        }
        setReading(channel);
    }

    private static ChainedBuffer encoded(Channel channel, MessageForm form, MessageHeader header, ThriftStruct body) {
        try {
            return ThriftFrameEncoder.encode(form, header, body, channel.alloc());
        } catch (ThriftException e) {
            LOG.warn("answer cannot be written method={}", header.method(), e);
            ThriftApplicationException refusal = new ThriftApplicationException(
                    ThriftApplicationException.Kind.INTERNAL_ERROR, "Internal error writing " + header.method());
            return ThriftFrameEncoder.encode(form, header.answer(MessageKind.EXCEPTION), refusal, channel.alloc());
        }
    }

    private void setReading(Channel channel) {
        channel.config().setAutoRead(calls < callsMax && channel.isWritable());
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        setReading(ctx.channel());
        ctx.fireChannelWritabilityChanged();
    }

    @Override
    protected void onMalformed(ChannelHandlerContext ctx, FrameException why) {
        drop(ctx, why);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        drop(ctx, cause);
    }

    /** What a peer sends is its own affair: no stack trace. */
    private static void drop(ChannelHandlerContext ctx, Throwable cause) {
        if (ctx.channel().isActive()) {
            LOG.info("connection ends peer={} cause='{}'", ctx.channel().remoteAddress(), cause.toString());
        }
        ctx.close();
    }
}
