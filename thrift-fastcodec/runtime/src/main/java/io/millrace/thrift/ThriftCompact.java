package io.millrace.thrift;

import io.netty.buffer.ByteBuf;
import java.util.ConcurrentModificationException;
import java.util.Objects;

/**
 * Structs in Thrift's compact protocol, whole messages at a time.
 *
 * <p><b>Threads.</b> Safe; an object that is being written belongs to the writing thread. <b>Errors.</b> {@link ThriftException}, whatever the bytes.
 *
 * <p><b>Source.</b> Apache Thrift's {@code doc/specs/thrift-compact-protocol.md}; the bytes are those of its own libraries, fields in the order of ids.
 */
public final class ThriftCompact {
    private ThriftCompact() {}

    /** A new array of exactly the struct's size. */
    public static byte[] toBytes(ThriftStruct struct) {
        return written(struct).toByteArray();
    }

    /** Borrows the buffer, writes at its writer index, and returns how many bytes that were. */
    public static int write(ThriftStruct struct, ByteBuf to) {
        CompactOutput out = written(struct);
        to.writeBytes(out.array(), 0, out.size());
        return out.size();
    }

    /** Reads the struct that the array begins with, within the default limits. */
    public static <T extends ThriftStruct> T read(StructType<T> type, byte[] bytes) {
        return read(type, bytes, 0, bytes.length, ThriftLimits.defaults());
    }

    /** Reads the struct that begins at {@code offset} and ends before {@code offset + length}; nothing in it shares the array. */
    public static <T extends ThriftStruct> T read(
            StructType<T> type, byte[] bytes, int offset, int length, ThriftLimits limits) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        ThriftBinary.checkLength(length, limits);
        return type.readCompact(new CompactInput(bytes, offset, offset + length, limits));
    }

    private static CompactOutput written(ThriftStruct struct) {
        CompactOutput out = new CompactOutput(ThriftLimits.defaults().depth());
        try {
            struct.writeCompact(out);
        } catch (IndexOutOfBoundsException | ConcurrentModificationException e) {
            throw BinaryEncoder.changed(e);
        }
        return out;
    }
}
