package io.millrace.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Notes what reaches the transport, in front of which it stands. */
@Sharable
@SuppressWarnings("FutureReturnValueIgnored") // the promise is the caller's
final class WriteCounter extends ChannelOutboundHandlerAdapter {
    private final List<Integer> writes = new CopyOnWriteArrayList<>();
    private final List<Long> addresses = new CopyOnWriteArrayList<>();
    private final AtomicInteger flushes = new AtomicInteger();

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        ByteBuf buffer = (ByteBuf) message;
        writes.add(buffer.readableBytes());
        addresses.add(buffer.memoryAddress() + buffer.readerIndex());
        ctx.write(message, promise);
    }

    @Override
    public void flush(ChannelHandlerContext ctx) {
        flushes.incrementAndGet();
        ctx.flush();
    }

    /** Sizes of the buffers written. */
    List<Integer> writes() {
        return writes;
    }

    /** Where the first byte of each buffer lay. */
    List<Long> addresses() {
        return addresses;
    }

    int flushes() {
        return flushes.get();
    }
}
