package io.millrace.thrift.netty;

import io.millrace.thrift.ThriftException;
import io.millrace.thrift.ThriftLimits;
import io.millrace.thrift.ThriftMessage;
import io.millrace.transport.FrameException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The end of a client's connection that reads: gives each answer to its call, drops one whose call has expired. */
final class AnswerReader extends ThriftFrameDecoder {
    /** Takes a call out of those that wait. */
    private final IntFunction<@Nullable PendingCall<?>> calls;

    private final BiConsumer<Channel, @Nullable Throwable> lost;
    private @Nullable Throwable cause;

    AnswerReader(
            ThriftLimits limits,
            IntFunction<@Nullable PendingCall<?>> calls,
            BiConsumer<Channel, @Nullable Throwable> lost) {
        super(limits);
        this.calls = calls;
        this.lost = lost;
    }

    @Override
    protected void onMessage(ChannelHandlerContext ctx, ByteBuf in, int index, int length) {
        ThriftMessage message;
        try {
            message = read(in, index, length);
        } catch (ThriftException e) {
            end(ctx, e);
            return;
        }
        PendingCall<?> call = calls.apply(message.header().sequence());
        if (call != null) {
            call.answered(message);
        }
    }

    @Override
    protected void onMalformed(ChannelHandlerContext ctx, FrameException why) {
        end(ctx, why);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable failure) {
        end(ctx, failure);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        super.channelInactive(ctx);
        lost.accept(ctx.channel(), cause);
    }

    /** Calls end with what ended their connection. */
    private void end(ChannelHandlerContext ctx, Throwable failure) {
        if (cause == null) {
            cause = failure;
        }
        ctx.close();
    }
}
