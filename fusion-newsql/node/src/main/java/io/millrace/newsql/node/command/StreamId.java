package io.millrace.newsql.node.command;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** {@code milliseconds-sequence}: the place of an entry in a stream. Both are unsigned. */
record StreamId(long millis, long sequence) implements Comparable<StreamId> {

    static final StreamId LOWEST = new StreamId(0, 0);
    static final StreamId HIGHEST = new StreamId(-1, -1);

    /** @param sequence what stands for a sequence that is left out */
    static StreamId of(String text, long sequence) {
        int dash = text.indexOf('-');
        try {
            return dash < 0
                    ? new StreamId(Long.parseUnsignedLong(text), sequence)
                    : new StreamId(
                            Long.parseUnsignedLong(text.substring(0, dash)),
                            Long.parseUnsignedLong(text.substring(dash + 1)));
        } catch (NumberFormatException e) {
            throw invalid();
        }
    }

    static CommandException invalid() {
        return new CommandException("ERR Invalid stream ID specified as stream command argument");
    }

    static StreamId at(byte[] bytes, int index) {
        ByteBuffer from = ByteBuffer.wrap(bytes);
        return new StreamId(from.getLong(index), from.getLong(index + Long.BYTES));
    }

    byte[] toBytes() {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(millis)
                .putLong(sequence)
                .array();
    }

    /** The next one; none behind the highest. */
    StreamId next() {
        return sequence == -1 ? new StreamId(millis + 1, 0) : new StreamId(millis, sequence + 1);
    }

    byte[] text() {
        return (Long.toUnsignedString(millis) + "-" + Long.toUnsignedString(sequence))
                .getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public int compareTo(StreamId other) {
        int order = Long.compareUnsigned(millis, other.millis);
        return order != 0 ? order : Long.compareUnsigned(sequence, other.sequence);
    }
}
