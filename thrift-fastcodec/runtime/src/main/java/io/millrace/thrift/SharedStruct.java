package io.millrace.thrift;

import io.netty.buffer.ByteBuf;

/**
 * A struct that was read from a buffer and whose large binaries lie in the buffer's memory still.
 *
 * <p><b>Ownership.</b> Holds one reference to that memory until {@link #close()}. A binary goes further as {@link Bytes#toBuffer()}, or written to a chain; both take a reference of
 * their own. A second close does nothing.
 *
 * <p><b>Threads.</b> One at a time.
 */
public final class SharedStruct<T extends ThriftStruct> implements AutoCloseable {
    private final T value;
    private final HeldMemory memory;

    private SharedStruct(T value, HeldMemory memory) {
        this.value = value;
        this.memory = memory;
    }

    /** Borrows the buffer and reads the struct at its reader index, which is behind the struct afterwards. */
    static <T extends ThriftStruct> SharedStruct<T> read(StructType<T> type, ByteBuf from, ThriftLimits limits) {
        ThriftBinary.checkLength(from.readableBytes(), limits);
        HeldMemory memory = HeldMemory.of(from);
        try {
            int start = memory.offset();
            BinaryInput in = new BinaryInput(memory.array(), start, start + memory.length(), limits, memory.buffer());
            T value = type.readBinary(in, start);
            from.skipBytes(in.position() - start);
            return new SharedStruct<>(value, memory);
        } catch (RuntimeException e) {
            memory.close();
            throw e;
        }
    }

    /**
     * The struct.
     *
     * @throws IllegalStateException after {@link #close()}
     */
    public T value() {
        memory.check();
        return value;
    }

    /** Gives the memory back: the struct's large binaries are of no more use. */
    @Override
    public void close() {
        memory.close();
    }
}
