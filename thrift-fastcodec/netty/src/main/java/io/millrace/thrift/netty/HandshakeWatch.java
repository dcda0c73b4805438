package io.millrace.thrift.netty;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.nio.channels.ClosedChannelException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Behind a server's TLS handler until the handshake is done: tells once, in one line, of one that fails. The TLS
 * handler closes the channel itself.
 *
 * <p><b>Threads.</b> The channel's loop.
 */
final class HandshakeWatch extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(HandshakeWatch.class);

    /**
     * What TLS servers say to a peer without TLS, so that it can tell why it is left: a fatal alert (21, version 3.3,
     * length 2), unexpected_message (2, 10). RFC 8446, 6.2.
     */
    private static final byte[] UNEXPECTED_MESSAGE = {21, 3, 3, 0, 2, 2, 10};

    private final @Nullable ServerMeters meters;
    private boolean failed;

    HandshakeWatch(@Nullable ServerMeters meters) {
        this.meters = meters;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (handshake.isSuccess()) {
                ctx.pipeline().remove(this);
            } else if (!failed) {
                failed = true;
                failed(ctx, handshake.cause());
            }
        }
        ctx.fireUserEventTriggered(event);
    }

    private void failed(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof ClosedChannelException) {
            return; // a peer that just leaves, as one that only tries the port, is nothing to tell of
        }
        if (cause instanceof NotSslRecordException) {
            sendAlert(ctx);
        }
        LOG.info("TLS handshake failed peer={} cause='{}'", ctx.channel().remoteAddress(), cause.toString());
        if (meters != null) {
            meters.refused(
                    cause instanceof SslHandshakeTimeoutException
                            ? Refusal.HANDSHAKE_TIMEOUT
                            : Refusal.HANDSHAKE_FAILED);
        }
    }

    /** Before the TLS handler, which has no session to encrypt it in, and before its close. */
    private static void sendAlert(ChannelHandlerContext ctx) {
        ChannelHandlerContext tls = ctx.pipeline().context(SslHandler.class);
        if (tls != null) {
            tls.writeAndFlush(Unpooled.wrappedBuffer(UNEXPECTED_MESSAGE));
        }
    }

    /** What failed the handshake comes as an exception, too, which was told. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (failed) {
            ctx.close();
        } else {
            ctx.fireExceptionCaught(cause);
        }
    }
}
