package io.millrace.transport;

import io.millrace.buffer.ChainedBuffer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.util.AttributeKey;
import java.util.function.Consumer;

/**
 * Collects everything written to one channel in one turn of its event loop, so that it leaves in one write.
 *
 * <p>Small pieces go straight into an open tail buffer; large buffers become nodes of a {@link ChainedBuffer} without a copy. {@link #commit()} marks the channel;
 * when the reads of this turn are done, one task a loop writes and flushes every marked channel. A long turn does not
 * delay its first answers for ever: a batch of {@link #FLUSH_BYTES} leaves at once.
 *
 * <p><b>Units.</b> Bytes.
 *
 * <p><b>Ownership.</b> Each method says whether it borrows or takes. When the channel closes, all pending bytes are released; the batch stays
 * safe to call: what is reserved or appended afterwards is discarded, and the caller learns of the close as it always does, by
 * {@code channelInactive} or the channel's close future.
 *
 * <p><b>Threads.</b> The channel's event loop only.
 *
 * <p><b>Errors.</b> Writes use the channel's void promise, because a promise a message is garbage a message: a failed write arrives as
 * {@code exceptionCaught}, once for each buffer that waited, and the pipeline must handle it. When more than {@link #MAX_PENDING_BYTES} wait, the channel is closed after an
 * {@code exceptionCaught} with an {@link IllegalStateException}; a caller that heeds {@link #isWritable()} never gets there.
 */
public final class WriteBatch {
    /** Pending bytes at which {@link #commit()} flushes at once: what a default socket send buffer takes in one write, and the largest tail. */
    public static final int FLUSH_BYTES = 64 << 10;

    /** The most bytes that may wait for a peer that does not read: eight of the largest frames of the mesh (8 MiB each). */
    public static final int MAX_PENDING_BYTES = 64 << 20;

    private static final AttributeKey<WriteBatch> KEY = AttributeKey.valueOf(WriteBatch.class, "batch");

    private final Channel channel;
    private final LoopFlusher flusher;
    private final ChainedBuffer chain;
    private final TailSize tailSize = new TailSize();
    private final Consumer<ByteBuf> writer;

    /** Bytes in the chain that were adopted, not written into tails; the rest tells how large tails should be. */
    private int adoptedBytes;

    private boolean dirty;
    private boolean closed;

    private WriteBatch(Channel channel) {
        this.channel = channel;
        this.flusher = LoopFlusher.OF_LOOP.get(channel.eventLoop());
        this.chain = ChainedBuffer.create(channel.alloc(), MAX_PENDING_BYTES);
        this.writer = this::write;
        chain.tailBytes(tailSize.bytes());
    }

    /**
     * The batch of {@code channel}; the same one at each call.
     *
     * @throws IllegalStateException if the calling thread is not the channel's event loop
     */
    public static WriteBatch on(Channel channel) {
        WriteBatch present = channel.attr(KEY).get();
        if (present != null) {
            return present;
        }
        WriteBatch created = new WriteBatch(channel);
        channel.attr(KEY).set(created);
        channel.closeFuture().addListener(closing -> created.close());
        return created;
    }

    /**
     * Borrows: the open tail with at least {@code bytes} writable. The caller writes at its writer index before the next call to this batch;
     * one that fails half-way puts the writer index back.
     */
    public ByteBuf reserve(int bytes) {
        assert channel.eventLoop().inEventLoop();
        if (closed) {
            return Unpooled.buffer(bytes); // on the heap and tracked by nobody: the collector takes it
        }
        return chain.reserve(bytes);
    }

    /** Takes: the readable bytes of {@code buffer}, copied when at most {@link ChainedBuffer#COPY_LIMIT}, else chained without a copy. */
    public void append(ByteBuf buffer) {
        assert channel.eventLoop().inEventLoop();
        if (closed) {
            buffer.release();
            return;
        }
        int length = buffer.readableBytes();
        chain.append(buffer);
        adopted(length);
    }

    /** Borrows: {@code length} bytes of {@code borrowed} from {@code index}, copied when small, else kept as a retained slice. */
    public void appendSlice(ByteBuf borrowed, int index, int length) {
        assert channel.eventLoop().inEventLoop();
        if (closed) {
            return;
        }
        chain.appendSlice(borrowed, index, length);
        adopted(length);
    }

    /** Marks the channel: what was written so far leaves at the end of this turn of the loop, or now if it is much. */
    public void commit() {
        assert channel.eventLoop().inEventLoop();
        if (closed) {
            return;
        }
        if (chain.readableBytes() >= FLUSH_BYTES) {
            flushNow();
        } else if (!dirty) {
            dirty = true;
            flusher.add(this);
        }
    }

    /** Writes and flushes at once, for a last message before a close. */
    public void flushNow() {
        assert channel.eventLoop().inEventLoop();
        if (closed || !chain.isReadable()) {
            return;
        }
        tailSize.flushed(chain.readableBytes() - adoptedBytes);
        chain.tailBytes(tailSize.bytes());
        adoptedBytes = 0;
        chain.drainTo(writer);
        channel.flush();
        if (pendingBytes() > MAX_PENDING_BYTES) {
            closeOverflowing();
        }
    }

    /** Bytes not yet taken by the kernel: those of the batch and those in the channel's outbound buffer, whose count includes Netty's bookkeeping. */
    public long pendingBytes() {
        ChannelOutboundBuffer outbound = channel.unsafe().outboundBuffer();
        long handedOver = outbound == null ? 0 : outbound.totalPendingWriteBytes();
        return handedOver + (closed ? 0 : chain.readableBytes());
    }

    /** Whether the batch and the channel together are below the channel's high water mark. False once the channel is closed. */
    public boolean isWritable() {
        return !closed && channel.bytesBeforeUnwritable() > chain.readableBytes();
    }

    void flushAtEndOfTurn() {
        dirty = false;
        try {
            flushNow();
        } catch (RuntimeException failure) {
            channel.pipeline().fireExceptionCaught(failure); // the other batches of this turn must still leave
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the void promise reports failures through the pipeline
    private void write(ByteBuf node) {
        channel.write(node, channel.voidPromise());
    }

    private void adopted(int length) {
        if (length > ChainedBuffer.COPY_LIMIT) {
            adoptedBytes += length;
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // whoever waits for the close has the channel's close future
    private void closeOverflowing() {
        IllegalStateException why = new IllegalStateException("peer does not read: pendingBytes=" + pendingBytes()
                + " (expected: <= " + MAX_PENDING_BYTES + "), channel=" + channel);
        close(); // at once: with io_uring the channel itself closes only when the kernel gave its last write back
        channel.pipeline().fireExceptionCaught(why);
        channel.close();
    }

    private void close() {
        closed = true;
        chain.close();
    }
}
