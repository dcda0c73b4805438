package io.millrace.thrift;

import io.millrace.thrift.ThriftException.Reason;

/** The bytes of a compact message with the place in them: numbers of one to ten bytes, sizes that are checked, and what is thrown. */
abstract sealed class CompactBytes permits CompactInput {
    final ThriftLimits limits;
    final byte[] bytes;
    private final int start;
    private final int end;

    /** The next byte. */
    int at;

    private long budget;

    CompactBytes(byte[] bytes, int start, int end, ThriftLimits limits) {
        this.bytes = bytes;
        this.start = start;
        this.end = end;
        this.limits = limits;
        this.budget = limits.budget(end - start);
        this.at = start;
    }

    /** Ids of the structs that are open, for the path of an error. */
    abstract String path();

    /** The place behind what was read last. */
    final int position() {
        return at;
    }

    final byte[] array() {
        return bytes;
    }

    final void skip(int length) {
        need(length);
        at += length;
    }

    final void charge(long memory) {
        budget -= memory;
        if (budget < 0) {
            throw failure(Reason.LIMIT, DecodedMemory.exceeded(limits, end - start));
        }
    }

    final byte take() {
        need(1);
        return bytes[at++];
    }

    /** Eight bytes, the highest first. */
    final long fixed() {
        need(8);
        at += 8;
        return (long) BigEndian.LONG.get(bytes, at - 8);
    }

    final long varint(int bytesMax) {
        long value = 0;
        for (int i = 0; i < bytesMax; i++) {
            int next = take();
            value |= (long) (next & 0x7F) << 7 * i;
            if (next >= 0) {
                return value;
            }
        }
        throw failure(Reason.MALFORMED, "number does not end within " + bytesMax + " bytes");
    }

    /** 32 bits without a sign's zigzag. */
    final int varint32() {
        return (int) varint(5);
    }

    final int size(String what) {
        int size = (int) varint(5);
        if (size < 0) {
            throw failure(Reason.NEGATIVE_SIZE, "negative " + what + ": " + size);
        }
        return size;
    }

    /** The length of a string, all of which is there. */
    final int length() {
        int length = size("length");
        if (length > limits.stringBytes()) {
            throw failure(
                    Reason.LIMIT,
                    "string too long: length=" + length + " (expected: stringBytes <= " + limits.stringBytes() + ")");
        }
        need(length);
        return length;
    }

    final void checkCount(int count, int smallest) {
        if ((long) count * smallest > end - at) {
            throw failure(Reason.OVERSIZED, "more elements than bytes: count=" + count + ", left=" + (end - at));
        }
        if (count > limits.containerSize()) {
            throw failure(
                    Reason.LIMIT,
                    "container too large: count=" + count + " (expected: containerSize <= " + limits.containerSize()
                            + ")");
        }
    }

    final int wireType(int compactType) {
        int type = CompactType.toWire(compactType);
        if (type == 0) {
            throw failure(Reason.UNKNOWN_TYPE, "unknown type: " + compactType);
        }
        return type;
    }

    private void need(int length) {
        if (length > end - at) {
            throw failure(
                    Reason.TRUNCATED, "message ends too early: left=" + (end - at) + " (expected: >= " + length + ")");
        }
    }

    final ThriftException failure(Reason reason, String what) {
        return new ThriftException(reason, what, path(), at - start, null);
    }
}
