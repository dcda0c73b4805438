package io.millrace.thrift;

import io.millrace.thrift.FieldIndex.Cut;
import io.netty.buffer.ByteBuf;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A struct as a view leaves it: spans of the array as they lie, with new values between and behind them. */
final class PatchedStruct {
    private static final byte[][] NO_CHANGES = {};
    private static final Cut[] NO_CUTS = {};

    private final byte[] bytes;
    private final int start;
    private final FieldIndex index;
    private final byte[][] changes;
    private final Cut[] cuts;

    /** Without changes the struct is written as it lies, overridden fields included. */
    PatchedStruct(byte[] bytes, int start, FieldIndex index, byte @Nullable [][] changes) {
        this.bytes = bytes;
        this.start = start;
        this.index = index;
        this.changes = changes == null ? NO_CHANGES : changes;
        this.cuts = changes == null ? NO_CUTS : index.cuts(changes);
    }

    int length() {
        long length = index.end() - start;
        for (Cut cut : cuts) {
            length -= cut.to() - cut.from();
        }
        for (byte[] change : changes) {
            length += change == null || change.length == 0 ? 0 : FieldIndex.HEADER + change.length;
        }
        if (length > Integer.MAX_VALUE - 8) {
            throw new ThriftException(ThriftException.Reason.LIMIT, "message too long: length=" + length);
        }
        return (int) length;
    }

    byte[] toBytes() {
        byte[] to = new byte[length()];
        store(to, 0);
        return to;
    }

    int write(byte[] to, int offset) {
        int length = length();
        Objects.checkFromIndexSize(offset, length, to.length);
        store(to, offset);
        return length;
    }

    int write(ByteBuf to) {
        if (changes.length == 0) {
            to.writeBytes(bytes, start, index.end() - start);
            return index.end() - start;
        }
        if (!to.hasArray()) {
            byte[] whole = toBytes();
            to.writeBytes(whole);
            return whole.length;
        }
        int length = length();
        int at = to.ensureWritable(length).writerIndex();
        store(to.array(), to.arrayOffset() + at);
        to.writerIndex(at + length);
        return length;
    }

    private void store(byte[] to, int offset) {
        int from = start;
        int at = offset;
        for (Cut cut : cuts) {
            at = copy(from, cut.from(), to, at);
            at = cut.ordinal() < 0 ? at : put(cut.ordinal(), to, at);
            from = cut.to();
        }
        at = copy(from, index.end() - 1, to, at);
        for (int ordinal = 0; ordinal < changes.length; ordinal++) {
            if (!index.has(ordinal)) {
                at = put(ordinal, to, at);
            }
        }
        to[at] = WireType.STOP;
    }

    private int copy(int from, int until, byte[] to, int at) {
        System.arraycopy(bytes, from, to, at, until - from);
        return at + until - from;
    }

    private int put(int ordinal, byte[] to, int at) {
        byte[] value = changes[ordinal];
        if (value == null || value.length == 0) {
            return at;
        }
        int header = index.header(ordinal);
        to[at] = (byte) (header >> 24);
        BigEndian.SHORT.set(to, at + 1, (short) (header >> 8));
        System.arraycopy(value, 0, to, at + FieldIndex.HEADER, value.length);
        return at + FieldIndex.HEADER + value.length;
    }
}
