package io.millrace.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Cuts frames out of a byte stream in batches, without a copy where a frame lies in one read buffer.
 *
 * <pre>
 *  read 1:  | frame | frame | fra          two frames in place; 3 bytes kept
 *  read 2:  me | frame | frame |           the kept frame is completed, then two frames in place
 * </pre>
 *
 * All whole frames of a read are reported one after the other, then {@link #onBatchEnd} once. What follows the last whole frame is kept: bytes are copied at
 * most twice, into a buffer that takes the frame's whole length as soon as that is known, so a large frame that comes in many
 * reads costs linear time. While the bytes of a large frame are awaited, the memory taken is bounded by what has really arrived (twice of it, or
 * {@value #TRUSTED_BYTES}), so a mere header that announces megabytes costs the peer more than us.
 *
 * <p><b>Ownership.</b> {@link #onFrame} borrows its buffer: it is valid for that call; a subclass that keeps a frame keeps a retained slice. Kept bytes are released when the
 * channel closes; when the handler is removed, bytes that it has not cut into frames go on to the next handler.
 *
 * <p><b>Threads.</b> The channel's event loop. A subclass is not sharable.
 *
 * <p><b>Errors.</b> A {@link FrameException}, thrown by {@link #frameLength} or {@link #onFrame}, goes to {@link #onMalformed}, once; after it the stream has no frames any
 * more, and all further bytes are dropped. Any other exception leaves the decoder in the same state and travels through the pipeline
 * as usual; its handler should close the channel. A frame handler that closes the channel or removes the decoder gets no further frame.
 */
public abstract class BatchFrameDecoder extends ChannelInboundHandlerAdapter {
    /** Longest frame where the subclass states no limit: twice the usual limit of 8 MiB for a body. */
    public static final int DEFAULT_MAX_FRAME_BYTES = 16 << 20;

    /** Up to this length a frame's own word is enough to take memory for it: four of the largest reads. */
    static final int TRUSTED_BYTES = 256 << 10;

    /** First bytes taken over to learn a length that the end of a read cut: longer than the fixed header of any protocol here. */
    private static final int HEADER_STEP = 64;

    private static final int UNKNOWN = -1;

    private final int maxFrameBytes;

    /** Start of a frame whose rest has not arrived. Null between frames. */
    private @Nullable ByteBuf kept;

    /** Whole length of the kept frame, or {@link #UNKNOWN}. */
    private int keptLength = UNKNOWN;

    /** Reads that came while a frame was being handled, by a handler that made the channel read again. */
    private @Nullable Queue<ByteBuf> nested;

    private boolean decoding;
    private boolean removed;
    private boolean broken;

    /** A decoder of frames of at most {@link #DEFAULT_MAX_FRAME_BYTES}. */
    protected BatchFrameDecoder() {
        this(DEFAULT_MAX_FRAME_BYTES);
    }

    /**
     * @param maxFrameBytes longest frame, its header included; a longer one is malformed even if {@link #frameLength} lets it pass
     * @throws IllegalArgumentException if it is not positive
     */
    protected BatchFrameDecoder(int maxFrameBytes) {
        if (maxFrameBytes <= 0) {
            throw new IllegalArgumentException("maxFrameBytes: " + maxFrameBytes + " (expected: > 0)");
        }
        this.maxFrameBytes = maxFrameBytes;
    }

    /**
     * Whole length of the frame that starts at {@code index}, or -1 if more bytes are needed to know.
     *
     * <p>Borrows {@code in} and changes none of its indexes. A frame about which -1 was answered must turn out longer than the bytes that were there.
     *
     * @param index absolute index of the frame's first byte
     * @param readable bytes present from {@code index}, at least 1
     * @throws FrameException if the bytes are malformed or announce too long a frame
     */
    protected abstract int frameLength(ByteBuf in, int index, int readable);

    /**
     * One whole frame: {@code length} bytes at the absolute {@code index} of {@code in}.
     *
     * <p>Borrows: {@code in} is valid for this call only, its indexes are not the handler's; retain a slice to keep the frame.
     */
    protected abstract void onFrame(ChannelHandlerContext ctx, ByteBuf in, int index, int length);

    /** After the last frame of one read that held at least one; not after a close, a removal or malformed bytes. */
    protected void onBatchEnd(ChannelHandlerContext ctx) {}

    /** The stream is malformed and no frame will follow; whether to answer, to log and to close is the subclass's decision. */
    protected abstract void onMalformed(ChannelHandlerContext ctx, FrameException why);

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
        if (!(message instanceof ByteBuf read)) {
            ctx.fireChannelRead(message);
            return;
        }
        if (decoding) {
            defer(read);
            return;
        }
        decoding = true;
        try {
            decodeAndRelease(ctx, read);
            decodeDeferred(ctx);
        } finally {
            decoding = false;
            if (broken || removed) {
                dropKept();
            }
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        if (!decoding) {
            dropKept();
        }
        broken = true;
        ctx.fireChannelInactive();
    }

    /** Passes kept bytes on to the next handler; a subclass that overrides this calls it. */
    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        removed = true;
        if (!decoding) {
            passOnKept(ctx);
        }
    }

    // ---- one read ----

    private void decodeAndRelease(ChannelHandlerContext ctx, ByteBuf read) {
        try {
            decode(ctx, read);
            if (removed && !broken) {
                passOn(ctx, read);
            }
        } catch (FrameException malformed) {
            broken = true;
            onMalformed(ctx, malformed);
        } catch (RuntimeException | Error failure) {
            broken = true;
            throw failure;
        } finally {
            read.release();
        }
    }

    private void decode(ChannelHandlerContext ctx, ByteBuf read) {
        ByteBuf start = kept;
        int frames = start == null || isStopped(ctx) ? 0 : completeKept(ctx, start, read);
        while (read.isReadable() && !isStopped(ctx)) {
            int index = read.readerIndex();
            int readable = read.readableBytes();
            int length = checkedLength(read, index, readable);
            if (length == UNKNOWN || length > readable) {
                keep(ctx, read, length);
                break;
            }
            read.readerIndex(index + length);
            frames++;
            onFrame(ctx, read, index, length);
        }
        if (frames > 0 && !isStopped(ctx)) {
            onBatchEnd(ctx);
        }
    }

    private boolean isStopped(ChannelHandlerContext ctx) {
        return broken || removed || !ctx.channel().isActive();
    }

    private int checkedLength(ByteBuf in, int index, int readable) {
        int length = frameLength(in, index, readable);
        if (length > maxFrameBytes) {
            throw new FrameException("frame length", length, "<= " + maxFrameBytes);
        }
        if (length == UNKNOWN && readable >= maxFrameBytes) {
            throw new FrameException("frame length", "unknown after " + readable + " bytes", "<= " + maxFrameBytes);
        }
        if (length == 0 || length < UNKNOWN) {
            throw new FrameException("frame length", length, "> 0");
        }
        return length;
    }

    // ---- the frame that a read cuts ----

    private void keep(ChannelHandlerContext ctx, ByteBuf read, int length) {
        int readable = read.readableBytes();
        ByteBuf start = ctx.alloc().buffer(roomFor(length, readable), maxFrameBytes);
        kept = start;
        keptLength = length;
        start.writeBytes(read);
    }

    /** Fills the kept frame from the read; returns the number of frames reported, 0 or 1. */
    private int completeKept(ChannelHandlerContext ctx, ByteBuf start, ByteBuf read) {
        while (keptLength == UNKNOWN && read.isReadable()) {
            learnLength(start, read);
        }
        if (keptLength == UNKNOWN) {
            return 0;
        }
        moveInto(start, read, Math.min(keptLength - start.readableBytes(), read.readableBytes()));
        if (start.readableBytes() < keptLength) {
            return 0;
        }
        int length = keptLength;
        kept = null;
        keptLength = UNKNOWN;
        try {
            onFrame(ctx, start, start.readerIndex(), length);
        } finally {
            start.release();
        }
        return 1;
    }

    /**
     * Takes some more bytes over and asks again, twice as many at each step, so that bytes are looked at a bounded number of times. Bytes
     * beyond the frame's end are given back: they are still in the read.
     */
    private void learnLength(ByteBuf start, ByteBuf read) {
        int before = start.readableBytes();
        int step = Math.min(Math.min(Math.max(HEADER_STEP, before), maxFrameBytes - before), read.readableBytes());
        moveInto(start, read, step);
        keptLength = checkedLength(start, start.readerIndex(), start.readableBytes());
        int beyond = keptLength == UNKNOWN ? 0 : start.readableBytes() - keptLength;
        if (beyond > step) {
            throw new IllegalStateException("frame length: " + keptLength + " (expected: > " + before
                    + ", the bytes for which the answer was -1), decoder="
                    + getClass().getName());
        }
        if (beyond > 0) {
            start.writerIndex(start.writerIndex() - beyond);
            read.readerIndex(read.readerIndex() - beyond);
        }
    }

    private void moveInto(ByteBuf start, ByteBuf read, int bytes) {
        int total = start.readableBytes() + bytes;
        if (total > start.capacity()) {
            start.capacity(roomFor(keptLength, total));
        }
        start.writeBytes(read, bytes);
    }

    /** Capacity for a frame of which {@code present} bytes have arrived: the whole frame if it is small, else at most twice of what is there. */
    private int roomFor(int length, int present) {
        long doubled = Math.max(2L * present, length == UNKNOWN ? HEADER_STEP : TRUSTED_BYTES);
        return (int) Math.min(doubled, length == UNKNOWN ? maxFrameBytes : length);
    }

    // ---- rare ----

    private void defer(ByteBuf read) {
        if (nested == null) {
            nested = new ArrayDeque<>();
        }
        nested.add(read);
    }

    private void decodeDeferred(ChannelHandlerContext ctx) {
        while (nested != null && !nested.isEmpty()) {
            decodeAndRelease(ctx, nested.remove());
        }
    }

    private void passOn(ChannelHandlerContext ctx, ByteBuf read) {
        passOnKept(ctx);
        if (read.isReadable()) {
            ctx.fireChannelRead(read.readRetainedSlice(read.readableBytes()));
        }
    }

    private void passOnKept(ChannelHandlerContext ctx) {
        ByteBuf start = kept;
        kept = null;
        keptLength = UNKNOWN;
        if (start == null) {
            return;
        }
        if (broken || !ctx.channel().isActive()) {
            start.release();
        } else {
            ctx.fireChannelRead(start);
            ctx.fireChannelReadComplete();
        }
    }

    private void dropKept() {
        ByteBuf start = kept;
        kept = null;
        keptLength = UNKNOWN;
        if (start != null) {
            start.release();
        }
    }
}
