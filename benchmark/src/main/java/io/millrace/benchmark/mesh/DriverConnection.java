package io.millrace.benchmark.mesh;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One keep-alive connection of the driver with at most one call outstanding. Used on its loop only.
 *
 * <p>An answer is right when its status is 200 and its body is the expected text to the byte. An answer that nobody
 * waits for is an error; a connection that ends under a call has lost it.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write ends in exceptionCaught
final class DriverConnection extends ChannelInboundHandlerAdapter {
    private final LoadRun run;
    private final HttpHead head = new HttpHead();
    private @Nullable ByteBuf tail;
    private @Nullable ChannelHandlerContext context;
    private boolean outstanding;
    private int request;
    private long sentNanos;

    DriverConnection(LoadRun run) {
        this.run = run;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        context = ctx;
        run.opened(this);
    }

    /** Sends the next request. */
    void send(long now) {
        ChannelHandlerContext ctx = context;
        if (ctx == null) {
            return;
        }
        request = run.nextRequest();
        outstanding = true;
        sentNanos = now;
        ctx.writeAndFlush(run.requests().request(request), ctx.voidPromise());
    }

    /** Whether a call was sent at or before this time and has no answer. */
    boolean waitsSince(long nanos) {
        return outstanding && sentNanos - nanos <= 0;
    }

    boolean isOutstanding() {
        return outstanding;
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
            if (tail != null) {
                tail.writeBytes(in);
                readAnswers(tail);
                if (!tail.isReadable()) {
                    tail.release();
                    tail = null;
                }
            } else {
                readAnswers(in);
                if (in.isReadable()) {
                    tail = ctx.alloc().directBuffer(in.readableBytes()).writeBytes(in);
                }
            }
        } catch (MalformedCallException e) {
            fail(e.getMessage());
        } finally {
            in.release();
        }
    }

    private void readAnswers(ByteBuf in) {
        while (in.isReadable()) {
            int start = in.readerIndex();
            int headLength = head.parse(in, start, in.readableBytes());
            if (headLength < 0 || in.readableBytes() - headLength < head.contentLength()) {
                return;
            }
            in.skipBytes(headLength + head.contentLength());
            if (!outstanding) {
                throw new MalformedCallException("an answer to no call");
            }
            answered(in, start, start + headLength, head.contentLength());
        }
    }

    private void answered(ByteBuf in, int start, int body, int length) {
        outstanding = false;
        int status = HttpHead.status(in, start);
        if (status != 200) {
            run.refused(status, in.toString(body, Math.min(length, 200), StandardCharsets.UTF_8));
        }
        boolean right = status == 200 && run.requests().isAnswer(request, in, body, length);
        if (status == 200 && !right) {
            run.wrong(run.requests().answer(request), in.toString(body, Math.min(length, 200), StandardCharsets.UTF_8));
        }
        boolean close = head.isClose();
        run.completed(this, right, sentNanos, close);
        if (close) {
            close();
        }
    }

    private void fail(@Nullable String reason) {
        run.malformed(reason);
        close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        context = null;
        if (tail != null) {
            tail.release();
            tail = null;
        }
        boolean lost = outstanding;
        outstanding = false;
        run.closed(this, lost);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        fail(String.valueOf(cause));
    }
}
