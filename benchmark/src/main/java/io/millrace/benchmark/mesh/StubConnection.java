package io.millrace.benchmark.mesh;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One connection of the stub: cuts calls out of what arrives and gathers the answers of one read into one write.
 *
 * <p>The bytes of a call that is split over reads wait in a buffer of the connection; whole calls are read where they
 * lie. Used on its loop only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write ends in exceptionCaught
abstract class StubConnection extends ChannelInboundHandlerAdapter {
    private static final int OUT_CAPACITY = 4 << 10;

    private final StubPort port;
    private final DelayLine line;
    private final AtomicLong delayNanos;
    private @Nullable ByteBuf tail;
    private @Nullable ByteBuf out;
    private @Nullable ChannelHandlerContext context;
    /** Set by the delay line while this connection has answers that are not flushed. */
    boolean isDirty;

    protected StubConnection(StubPort port, DelayLine line, AtomicLong delayNanos) {
        this.port = port;
        this.line = line;
        this.delayNanos = delayNanos;
    }

    /** Reads one call that starts at {@code index}; its length, or 0 where more bytes are needed. Borrows. */
    protected abstract int readCall(ByteBuf in, int index, int readable);

    /** Appends the answer of a call. Borrows. */
    protected abstract void writeAnswer(ByteBuf answers, long id, int hash, int tag);

    /** Appends the answer of a call that found the port full. Borrows. */
    protected abstract void writeRefusal(ByteBuf answers, long id, int tag);

    /** Answers with the hash now or after the delay of the stub. {@code tag} comes back in {@link #writeAnswer}. */
    protected final void answer(long id, int hash, int tag) {
        if (!port.enter()) {
            writeRefusal(out(), id, tag);
            return;
        }
        long delay = delayNanos.get();
        if (delay == 0) {
            completeAnswer(id, hash, tag);
        } else if (!line.add(this, id, hash, tag, delay)) {
            port.abandon();
            writeRefusal(out(), id, tag);
        }
    }

    /** Called by the delay line when the answer is due; a closed connection drops it. */
    final void completeAnswer(long id, int hash, int tag) {
        if (context == null) {
            port.abandon();
            return;
        }
        writeAnswer(out(), id, hash, tag);
        port.leave();
    }

    protected final ByteBuf out() {
        if (out == null) {
            out = context().alloc().directBuffer(OUT_CAPACITY);
        }
        return out;
    }

    private ChannelHandlerContext context() {
        if (context == null) {
            throw new IllegalStateException("connection is closed");
        }
        return context;
    }

    /** Writes the gathered answers, if any. */
    final void flushAnswers() {
        isDirty = false;
        ByteBuf answers = out;
        if (answers != null && context != null) {
            out = null;
            context.writeAndFlush(answers, context.voidPromise());
        }
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            if (tail == null) {
                keepRest(ctx, in, consume(in));
            } else {
                tail.writeBytes(in);
                ByteBuf whole = tail;
                whole.skipBytes(consume(whole));
                trimTail(whole);
            }
        } catch (MalformedCallException e) {
            port.countMalformed();
            System.err.println("closed " + ctx.channel() + ": " + e.getMessage());
            ctx.close();
        } finally {
            in.release();
        }
    }

    private int consume(ByteBuf in) {
        int start = in.readerIndex();
        int index = start;
        int end = in.writerIndex();
        while (index < end) {
            int length = readCall(in, index, end - index);
            if (length == 0) {
                break;
            }
            index += length;
        }
        return index - start;
    }

    private void keepRest(ChannelHandlerContext ctx, ByteBuf in, int consumed) {
        in.skipBytes(consumed);
        if (in.isReadable()) {
            tail = ctx.alloc().directBuffer(Math.max(OUT_CAPACITY, in.readableBytes()));
            tail.writeBytes(in);
        }
    }

    private void trimTail(ByteBuf whole) {
        if (whole.isReadable()) {
            whole.discardReadBytes();
        } else {
            whole.release();
            tail = null;
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        flushAnswers();
    }

    /** A peer that does not read is not read from: what waits for it stays bounded by Netty's water marks. */
    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        ctx.channel().config().setAutoRead(ctx.channel().isWritable());
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        context = null;
        if (tail != null) {
            tail.release();
            tail = null;
        }
        if (out != null) {
            out.release();
            out = null;
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        System.err.println("closed " + ctx.channel() + ": " + cause);
        ctx.close();
    }
}
