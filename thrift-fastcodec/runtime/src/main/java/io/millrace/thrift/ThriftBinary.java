package io.millrace.thrift;

import io.millrace.buffer.ChainedBuffer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.Objects;

/**
 * Structs in Thrift's binary protocol, whole messages at a time.
 *
 * <p><b>Threads.</b> Safe; an object that is being written belongs to the writing thread.
 *
 * <p><b>Errors.</b> {@link ThriftException}, whatever the bytes; nothing was written then that the caller could take for a message.
 *
 * <p><b>Source.</b> Apache Thrift's {@code doc/specs/thrift-binary-protocol.md}; the bytes are those of its own libraries, fields in the order of ids.
 */
public final class ThriftBinary {
    private static final ThreadLocal<BinaryEncoder> ENCODERS = ThreadLocal.withInitial(
            () -> new BinaryEncoder(ThriftLimits.defaults().depth()));

    private ThriftBinary() {}

    /** The size of {@code struct} in bytes. */
    public static int encodedLength(ThriftStruct struct) {
        BinaryEncoder encoder = claim();
        try {
            return encoder.measure(struct);
        } finally {
            encoder.free();
        }
    }

    /** A new array of exactly the struct's size. */
    public static byte[] toBytes(ThriftStruct struct) {
        BinaryEncoder encoder = claim();
        try {
            int length = encoder.measure(struct);
            byte[] bytes = new byte[length];
            encoder.write(struct, bytes, 0, length);
            return bytes;
        } finally {
            encoder.free();
        }
    }

    /**
     * Writes at {@code offset} and returns how many bytes that were; the bytes behind them stay as they are.
     *
     * @throws IndexOutOfBoundsException if the array is too short; nothing was written
     */
    public static int write(ThriftStruct struct, byte[] to, int offset) {
        BinaryEncoder encoder = claim();
        try {
            int length = encoder.measure(struct);
            Objects.checkFromIndexSize(offset, length, to.length);
            encoder.write(struct, to, offset, length);
            return length;
        } finally {
            encoder.free();
        }
    }

    /**
     * Borrows the buffer and writes at its writer index: into its array, or in chunks of 8 KiB if it has none. Returns how many bytes that were. If it throws, the
     * writer index has not moved.
     *
     * @throws IndexOutOfBoundsException if the buffer cannot grow to the size
     */
    public static int write(ThriftStruct struct, ByteBuf to) {
        BinaryEncoder encoder = claim();
        try {
            int length = encoder.measure(struct);
            encoder.write(struct, to, length);
            return length;
        } finally {
            encoder.free();
        }
    }

    /**
     * Borrows the chain and appends to it, binaries of {@value ChainSink#SHARED_BYTES} bytes and more as they lie in memory: they must not change before the chain
     * has been sent. Returns how many bytes that were. If it throws, the chain is as it was.
     *
     * @throws IllegalStateException if the chain has no room for the struct
     */
    public static int write(ThriftStruct struct, ChainedBuffer to, ByteBufAllocator allocator) {
        BinaryEncoder encoder = claim();
        try {
            int length = encoder.measure(struct);
            try (ChainSink sink = new ChainSink(to, allocator, length)) {
                encoder.write(struct, sink, length);
                sink.append();
            }
            return length;
        } finally {
            encoder.free();
        }
    }

    /** Appends {@code framed}, whose first four bytes become the length of all that follows them, and the struct; if it throws, the chain is as it was. */
    static void writeBehind(byte[] framed, ThriftStruct struct, ChainedBuffer to, ByteBufAllocator allocator) {
        BinaryEncoder encoder = claim();
        try {
            int length = encoder.measure(struct);
            int whole = Math.addExact(framed.length, length);
            BigEndian.INT.set(framed, 0, whole - Integer.BYTES);
            if (whole <= ChainSink.SHARED_BYTES) {
                encoder.write(framed, struct, to.reserve(whole), length);
                return;
            }
            try (ChainSink sink = new ChainSink(to, allocator, whole)) {
                sink.write(framed, 0, framed.length);
                encoder.write(struct, sink, whole);
                sink.append();
            }
        } finally {
            encoder.free();
        }
    }

    /** Reads the struct that the array begins with, within the default limits. */
    public static <T extends ThriftStruct> T read(StructType<T> type, byte[] bytes) {
        return read(type, bytes, 0, bytes.length, ThriftLimits.defaults());
    }

    /** Reads the struct that begins at {@code offset} and ends before {@code offset + length}; nothing in it shares the array. */
    public static <T extends ThriftStruct> T read(
            StructType<T> type, byte[] bytes, int offset, int length, ThriftLimits limits) {
        return type.readBinary(input(bytes, offset, length, limits), offset);
    }

    /** Borrows the buffer and reads the struct at its reader index, which is behind the struct afterwards; if it throws, where it was. */
    public static <T extends ThriftStruct> T read(StructType<T> type, ByteBuf from, ThriftLimits limits) {
        int length = from.readableBytes();
        byte[] bytes;
        int offset;
        if (from.hasArray()) {
            bytes = from.array();
            offset = from.arrayOffset() + from.readerIndex();
        } else {
            checkLength(length, limits);
            bytes = new byte[length];
            offset = 0;
            from.getBytes(from.readerIndex(), bytes);
        }
        BinaryInput in = input(bytes, offset, length, limits);
        T struct = type.readBinary(in, offset);
        from.skipBytes(in.position() - offset);
        return struct;
    }

    /**
     * Borrows the buffer and reads the struct at its reader index, which is behind the struct afterwards; if it throws, where it was. Binaries of {@value ChainSink#SHARED_BYTES} bytes and
     * more are not copied: they lie in the buffer's memory, which must not change and of which the answer holds a reference until it is closed. A buffer without an
     * array is copied once, as a whole.
     */
    public static <T extends ThriftStruct> SharedStruct<T> readShared(
            StructType<T> type, ByteBuf from, ThriftLimits limits) {
        return SharedStruct.read(type, from, limits);
    }

    private static BinaryInput input(byte[] bytes, int offset, int length, ThriftLimits limits) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        checkLength(length, limits);
        return new BinaryInput(bytes, offset, offset + length, limits);
    }

    static void checkLength(int length, ThriftLimits limits) {
        if (length > limits.messageBytes()) {
            throw new ThriftException(
                    ThriftException.Reason.LIMIT,
                    "message too long: length=" + length + " (expected: messageBytes <= " + limits.messageBytes()
                            + ")");
        }
    }

    private static BinaryEncoder claim() {
        BinaryEncoder encoder = ENCODERS.get();
        if (!encoder.claim()) {
            encoder = new BinaryEncoder(ThriftLimits.defaults().depth());
            encoder.claim();
        }
        return encoder;
    }
}
