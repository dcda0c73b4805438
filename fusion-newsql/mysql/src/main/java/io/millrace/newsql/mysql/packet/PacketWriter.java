package io.millrace.newsql.mysql.packet;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Writes packets one behind the other into a buffer, which leaves whenever a chunk is full.
 *
 * <p>A message of 16 MiB - 1 bytes or more leaves as several packets, as slices of the one buffer it was written to. <b>Ownership</b>: {@link Output} takes the
 * chunks; {@link #discard} releases what has not left. <b>Threads</b>: one at a time.
 */
public final class PacketWriter {
    /** A chunk leaves when it has so many bytes: what fits into the thread's cache of pooled buffers. */
    public static final int CHUNK_BYTES = 32 << 10;

    private static final int FIRST_BYTES = 256;

    /** Where chunks go. */
    public interface Output {

        /** Takes: {@code chunk}; may wait. */
        void send(ByteBuf chunk);
    }

    private final ByteBufAllocator allocator;
    private final Output output;
    private @Nullable ByteBuf buffer;
    private int start;
    private int sequence;
    private int firstBytes = FIRST_BYTES;

    /** A writer without a buffer: it takes one with the first packet. */
    public PacketWriter(ByteBufAllocator allocator, Output output) {
        this.allocator = allocator;
        this.output = output;
    }

    /** The number that the next packet bears. */
    public void sequence(int next) {
        sequence = next;
    }

    /** Borrows: the buffer to which the message's payload is written at its writer index, until {@link #end} or {@link #undo}. */
    public ByteBuf begin() {
        ByteBuf out = buffer;
        if (out == null) {
            out = allocator.buffer(firstBytes);
            buffer = out;
        }
        start = out.writerIndex();
        out.writeZero(PacketDescriptor.HEADER_BYTES);
        return out;
    }

    /** Writes packets that were encoded before, each with its header, and numbers them. A full chunk leaves. */
    public void append(byte[] packets) {
        ByteBuf out = buffer;
        if (out == null) {
            out = allocator.buffer(Math.max(firstBytes, packets.length + FIRST_BYTES));
            buffer = out;
        }
        int at = out.writerIndex();
        out.writeBytes(packets);
        for (int end = out.writerIndex(); at < end; ) {
            out.setByte(at + PacketDescriptor.SEQUENCE_OFFSET, sequence++);
            at += PacketDescriptor.HEADER_BYTES + out.getUnsignedMediumLE(at);
        }
        if (out.readableBytes() >= CHUNK_BYTES) {
            flush();
        }
    }

    /** How many bytes of payload the message has so far. */
    public int payloadBytes() {
        ByteBuf out = buffer;
        return out == null ? 0 : out.writerIndex() - start - PacketDescriptor.HEADER_BYTES;
    }

    /** Ends the message; a full chunk leaves. Gives the number of its last packet, which may be beyond 255. */
    public int end() {
        ByteBuf out = open();
        int length = payloadBytes();
        if (length >= PacketDescriptor.PAYLOAD_MAX) {
            split(out, length);
            return sequence - 1;
        }
        PacketDescriptor.putHeader(out, start, length, sequence++);
        if (out.readableBytes() >= CHUNK_BYTES) {
            flush();
        }
        return sequence - 1;
    }

    /** Forgets the message that was begun. */
    public void undo() {
        open().writerIndex(start);
    }

    /** Sends what has been written. */
    public void flush() {
        ByteBuf last = take();
        if (last != null) {
            output.send(last);
        }
    }

    /** Gives: what has been written and not left, or null. */
    public @Nullable ByteBuf take() {
        ByteBuf last = buffer;
        buffer = null;
        if (last != null) {
            firstBytes = firstBytes(last.readableBytes());
        }
        return last;
    }

    /** Whether something has been written that has not left. */
    public boolean hasPending() {
        return buffer != null;
    }

    /** Releases what has not left. */
    public void discard() {
        ByteBuf last = buffer;
        buffer = null;
        if (last != null) {
            last.release();
        }
    }

    /** The next answer will be about as long as this one. */
    private static int firstBytes(int lastBytes) {
        int rounded = Integer.highestOneBit(Math.max(lastBytes - 1, 1)) << 1;
        return Math.min(Math.max(rounded, FIRST_BYTES), CHUNK_BYTES + CHUNK_BYTES / 4);
    }

    private void split(ByteBuf out, int length) {
        buffer = null;
        firstBytes = CHUNK_BYTES;
        try {
            int at = start + PacketDescriptor.HEADER_BYTES;
            PacketDescriptor.putHeader(out, start, PacketDescriptor.PAYLOAD_MAX, sequence++);
            output.send(out.retainedSlice(out.readerIndex(), at + PacketDescriptor.PAYLOAD_MAX - out.readerIndex()));
            int sent = PacketDescriptor.PAYLOAD_MAX;
            while (true) {
                int next = Math.min(length - sent, PacketDescriptor.PAYLOAD_MAX);
                sendPart(out.retainedSlice(at + sent, next));
                sent += next;
                if (next < PacketDescriptor.PAYLOAD_MAX) {
                    return;
                }
            }
        } finally {
            out.release();
        }
    }

    private void sendPart(ByteBuf part) {
        ByteBuf header = allocator.buffer(PacketDescriptor.HEADER_BYTES);
        header.writerIndex(PacketDescriptor.HEADER_BYTES);
        PacketDescriptor.putHeader(header, 0, part.readableBytes(), sequence++);
        try {
            output.send(header);
        } catch (RuntimeException gone) {
            part.release();
            throw gone;
        }
        output.send(part);
    }

    private ByteBuf open() {
        ByteBuf out = buffer;
        if (out == null) {
            throw new IllegalStateException("no packet was begun");
        }
        return out;
    }
}
