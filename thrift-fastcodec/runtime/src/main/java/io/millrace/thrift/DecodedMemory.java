package io.millrace.thrift;

/** Estimates in bytes of what decoded values take: a little above HotSpot's own sizes, references not compressed. */
final class DecodedMemory {
    /** Of a string or binary beside its chars. */
    static final int STRING = 56;

    /** Of a list beside its elements. */
    static final int LIST = 48;

    static final int REFERENCE = 8;

    /** Of an entry with its slot and a boxed number. */
    static final int ENTRY = 96;

    /** Of a set or map beside its entries. */
    static final int HASH = 64;

    private DecodedMemory() {}

    /** What an error says when the budget of a message of {@code length} bytes is used up. */
    static String exceeded(ThriftLimits limits, int length) {
        return "decoded message takes too much memory: length=" + length + " (expected: decodedBytes <= "
                + limits.budget(length) + ")";
    }
}
