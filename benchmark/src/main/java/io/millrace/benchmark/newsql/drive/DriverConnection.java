package io.millrace.benchmark.newsql.drive;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.jspecify.annotations.Nullable;

/** One connection of a load. Used on its loop only. */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write ends in exceptionCaught
final class DriverConnection extends ChannelInboundHandlerAdapter {
    private final DriverRun run;
    private final Dialog dialog;
    private @Nullable ChannelHandlerContext context;
    private @Nullable ByteBuf tail;
    private boolean ready;
    private int outstanding;
    private long sentNanos;

    DriverConnection(DriverRun run, Dialog dialog) {
        this.run = run;
        this.dialog = dialog;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        context = ctx;
        ByteBuf out = ctx.alloc().directBuffer();
        dialog.begin(out);
        say(ctx, out);
        tellReady();
    }

    private void tellReady() {
        if (!ready && dialog.isReady()) {
            ready = true;
            run.ready(this);
        }
    }

    /** Sends the next queries. */
    void send(long now) {
        ChannelHandlerContext ctx = context;
        if (ctx != null) {
            ByteBuf out = ctx.alloc().directBuffer();
            outstanding = dialog.next(out);
            sentNanos = now;
            ctx.writeAndFlush(out, ctx.voidPromise());
        }
    }

    boolean isOutstanding() {
        return outstanding > 0;
    }

    void close() {
        if (context != null) {
            context.close();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            if (tail == null) {
                read(ctx, in);
                if (in.isReadable()) {
                    tail = ctx.alloc().directBuffer(2 * in.readableBytes()).writeBytes(in);
                }
            } else {
                tail.writeBytes(in);
                read(ctx, tail);
                if (!tail.isReadable()) {
                    tail.release();
                    tail = null;
                }
            }
        } finally {
            in.release();
        }
    }

    private void read(ChannelHandlerContext ctx, ByteBuf in) {
        if (ready) {
            int answered = dialog.read(in, in);
            outstanding -= answered;
            run.answered(this, answered, sentNanos);
            return;
        }
        ByteBuf out = ctx.alloc().directBuffer();
        try {
            dialog.read(in, out);
        } finally {
            say(ctx, out);
        }
        tellReady();
    }

    private static void say(ChannelHandlerContext ctx, ByteBuf out) {
        if (out.isReadable()) {
            ctx.writeAndFlush(out, ctx.voidPromise());
        } else {
            out.release();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        context = null;
        if (tail != null) {
            tail.release();
            tail = null;
        }
        run.failed(new UnexpectedAnswerException("the server closed a connection"));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        run.failed(cause);
    }
}
