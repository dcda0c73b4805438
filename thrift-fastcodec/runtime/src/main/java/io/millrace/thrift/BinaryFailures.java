package io.millrace.thrift;

import io.millrace.thrift.ThriftException.Reason;

/** What a reader of the binary protocol throws, in words; apart from the reader, whose own methods stay small enough to be inlined. */
final class BinaryFailures {
    private final byte[] bytes;
    private final int start;
    private final int end;
    private final ThriftLimits limits;

    /** Of a message that begins at {@code start} and ends before {@code end}. */
    BinaryFailures(byte[] bytes, int start, int end, ThriftLimits limits) {
        this.bytes = bytes;
        this.start = start;
        this.end = end;
        this.limits = limits;
    }

    ThriftException tooDeep(int at) {
        return failure(
                Reason.DEPTH, at, "too deep: depth=" + (limits.depth() + 1) + " (expected: <= " + limits.depth() + ")");
    }

    /** Skipping a value of a fixed size may have led behind the end; the error is at the end then. */
    ThriftException truncated(int at, int size) {
        int place = Math.min(at, end);
        return failure(
                Reason.TRUNCATED,
                place,
                "message ends too early: left=" + (end - place) + " (expected: >= " + (size + at - place) + ")");
    }

    ThriftException missing(int at, String field) {
        return failure(Reason.MISSING_FIELD, at, "required field missing: " + field);
    }

    ThriftException unknownType(int at, int type) {
        return failure(Reason.UNKNOWN_TYPE, at, "unknown type: " + type);
    }

    ThriftException tooMuchMemory(int at) {
        return failure(Reason.LIMIT, at, DecodedMemory.exceeded(limits, end - start));
    }

    /** Of a string or binary whose length is negative or above its limit. */
    ThriftException length(int at, int length) {
        return length < 0
                ? failure(Reason.NEGATIVE_SIZE, at, "negative length: " + length)
                : failure(
                        Reason.LIMIT,
                        at,
                        "string too long: length=" + length + " (expected: stringBytes <= " + limits.stringBytes()
                                + ")");
    }

    /** Of a container whose count is negative, above what the bytes that are left could hold, or above its limit. */
    ThriftException count(int at, int count, int left) {
        if (count < 0) {
            return failure(Reason.NEGATIVE_SIZE, at, "negative count: " + count);
        }
        return count > limits.containerSize()
                ? failure(
                        Reason.LIMIT,
                        at,
                        "container too large: count=" + count + " (expected: containerSize <= " + limits.containerSize()
                                + ")")
                : failure(Reason.OVERSIZED, at, "more elements than bytes: count=" + count + ", left=" + left);
    }

    ThriftException otherElements(int at, int type, int expected) {
        return failure(Reason.MALFORMED, at, "elements of another type: " + type + " (expected: " + expected + ")");
    }

    ThriftException otherEntries(int at, int expectedKey, int expectedValue) {
        return failure(
                Reason.MALFORMED,
                at,
                "map of other types: " + bytes[at] + " to " + bytes[at + 1] + " (expected: " + expectedKey + " to "
                        + expectedValue + ")");
    }

    private ThriftException failure(Reason reason, int at, String what) {
        return new ThriftException(reason, what, FieldPath.to(bytes, start, at), at - start, null);
    }
}
