package io.millrace.mesh.ingress;

import io.millrace.transport.WriteBatch;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DuplexChannel;

/**
 * Ends a connection so that its peer can still read what was answered last: bytes that come for a closed socket would make the
 * kernel reset it, and throw the answer away.
 */
final class GentleClose {
    private static final long LINGER_MILLIS = 1000;

    private GentleClose() {}

    /** Sends what was written, ends the sending side, and closes a moment later; what still comes must be dropped by the caller. */
    static void begin(LoopContext context, ChannelHandlerContext ctx, WriteBatch out) {
        out.flushNow();
        ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> {
            if (ctx.channel() instanceof DuplexChannel duplex && duplex.isActive()) {
                duplex.shutdownOutput();
            }
            // Not before the answer has left: a slow client may take its time, up to the idle timeout.
            context.after(LINGER_MILLIS, ctx::close);
        });
        ctx.channel().config().setAutoRead(true);
    }
}
