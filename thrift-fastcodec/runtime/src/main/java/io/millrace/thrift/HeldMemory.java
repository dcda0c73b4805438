package io.millrace.thrift;

import io.netty.buffer.ByteBuf;

/**
 * The memory of a buffer as an array, for as long as it is held: the buffer's own array, or a copy of its bytes in one from its allocator.
 *
 * <p><b>Ownership.</b> Holds one reference until {@link #close()}; a second close does nothing. <b>Threads.</b> One at a time.
 */
final class HeldMemory implements AutoCloseable {
    private final ByteBuf buffer;
    private boolean closed;

    private HeldMemory(ByteBuf buffer) {
        this.buffer = buffer;
    }

    /** Borrows the buffer: its readable bytes stay where they are if they lie in an array, else they are copied. */
    static HeldMemory of(ByteBuf from) {
        if (from.hasArray()) {
            return new HeldMemory(from.retainedSlice());
        }
        int length = from.readableBytes();
        ByteBuf copy = from.alloc().heapBuffer(length, length);
        try {
            copy.writeBytes(from, from.readerIndex(), length);
            return new HeldMemory(copy.retain());
        } finally {
            copy.release();
        }
    }

    /** Lends what holds the array. */
    ByteBuf buffer() {
        check();
        return buffer;
    }

    byte[] array() {
        return buffer().array();
    }

    /** Where the bytes begin in the array. */
    int offset() {
        return buffer.arrayOffset() + buffer.readerIndex();
    }

    int length() {
        return buffer.readableBytes();
    }

    void check() {
        if (closed) {
            throw new IllegalStateException("the memory was given back: closed");
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            buffer.release();
        }
    }
}
