package io.millrace.thrift.netty;

import io.millrace.thrift.ThriftException;
import io.millrace.thrift.ThriftLimits;
import io.millrace.thrift.ThriftMessage;
import io.millrace.transport.FrameException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslHandler;
import java.util.function.IntFunction;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/** The end of a client's connection that reads: gives each answer to its call, drops one whose call has expired. */
final class AnswerReader extends ThriftFrameDecoder {
    /** Takes a call out of those that wait. */
    private final IntFunction<@Nullable PendingCall<?>> calls;

    private final Lost lost;
    private @Nullable Throwable cause;
    private boolean answered;
    private boolean unserved;

    /** Is told of the end of a connection. */
    @FunctionalInterface
    interface Lost {
        /** {@code unserved} if the server cannot have read any call. */
        void lost(Channel channel, boolean unserved, @Nullable Throwable cause);
    }

    AnswerReader(ThriftLimits limits, IntFunction<@Nullable PendingCall<?>> calls, Lost lost) {
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
        answered = true;
        PendingCall<?> call = calls.apply(message.header().sequence());
        if (call != null) {
            call.answered(message);
        }
    }

    /** A server that answers a call without TLS by a record of TLS takes nothing else: to it, the call was no call. */
    @Override
    protected void onMalformed(ChannelHandlerContext ctx, FrameException why) {
        unserved = !answered && why.what().equals(TLS_RECORD);
        end(ctx, why);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable failure) {
        Throwable inner =
                failure instanceof DecoderException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause == null) {
            unserved = !answered && inner instanceof SSLHandshakeException && hasLateRefusals(ctx);
        }
        end(ctx, inner);
    }

    /**
     * In TLS 1.3 a client is done with the handshake, and may send, before the server has looked at its certificate;
     * the server reads nothing until it has.
     */
    private static boolean hasLateRefusals(ChannelHandlerContext ctx) {
        SslHandler tls = ctx.pipeline().get(SslHandler.class);
        return tls != null && tls.engine().getSession().getProtocol().equals("TLSv1.3");
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        super.channelInactive(ctx);
        lost.lost(ctx.channel(), unserved, cause);
    }

    /** Calls end with what ended their connection. */
    private void end(ChannelHandlerContext ctx, Throwable failure) {
        if (cause == null) {
            cause = failure;
        }
        ctx.close();
    }
}
