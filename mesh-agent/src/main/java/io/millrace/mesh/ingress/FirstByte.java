package io.millrace.mesh.ingress;

import io.millrace.mesh.flow.Deadlines;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The first handler of every connection of the port: waits for one byte, which tells what the client speaks, and gives its place to
 * the handler for that.
 *
 * <pre>
 *  00            the length of a Thrift frame, of which no more than {@code maxMessageBytes} are taken
 *  all others    HTTP, which answers what is none
 * </pre>
 *
 * <p><b>Threads</b>: its event loop.
 */
final class FirstByte extends ChannelInboundHandlerAdapter implements IngressConnection {
    private static final int THRIFT = 0;

    private final LoopContext context;
    private final Silence silence = new Silence();
    private @Nullable ChannelHandlerContext channelContext;

    FirstByte(LoopContext context) {
        this.context = context;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        channelContext = ctx;
        context.connections().add(this);
        if (!context.server().connectionOpened()) {
            int limit = context.config().http().maxConnections();
            become(ctx, new HttpConnection(context, "too many connections (limit: " + limit + ")"));
        } else if (context.server().isDraining()) {
            become(ctx, new HttpConnection(context, "agent is shutting down"));
        } else {
            context.deadlines()
                    .add(
                            silence,
                            context.deadlines().now()
                                    + context.config().http().idleTimeout().toNanos());
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf read = (ByteBuf) message;
        if (!read.isReadable()) {
            read.release();
            return;
        }
        boolean thrift = read.getByte(read.readerIndex()) == THRIFT;
        become(ctx, thrift ? new ThriftConnection(context) : new HttpConnection(context, null));
        ctx.pipeline().fireChannelRead(read);
    }

    private void become(ChannelHandlerContext ctx, ChannelHandler speaker) {
        ctx.pipeline().replace(this, null, speaker);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        context.connections().remove(this);
        context.deadlines().remove(silence);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        context.server().connectionClosed();
        ctx.fireChannelInactive();
    }

    /** Nothing was asked, so nothing is owed. */
    @Override
    public void drain() {
        ChannelHandlerContext ctx = channelContext;
        if (ctx != null) {
            ctx.close();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!(cause instanceof IOException)) {
            context.server().onFault(cause);
        }
        ctx.close();
    }

    /** Nothing came for as long as a connection may be idle. */
    private final class Silence extends Deadlines.Entry {
        @Override
        protected void onDeadline() {
            drain();
        }
    }
}
