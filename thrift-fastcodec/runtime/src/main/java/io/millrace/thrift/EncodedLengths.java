package io.millrace.thrift;

import io.millrace.thrift.ThriftException.Reason;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the size pass found out and the write pass need not find out again: the encoded length of each string, in order.
 *
 * <p><b>Threads.</b> One; belongs to one message at a time.
 */
public final class EncodedLengths {
    /** Kept between messages; a message with more strings grows the array and then lets it go. */
    private static final int KEPT = 16 * 1024;

    private int[] lengths = new int[64];
    private int count;
    private int next;
    private int depth;
    private int depthMax;

    EncodedLengths() {}

    /** Forgets the message before. */
    void begin(int depthLimit) {
        if (lengths.length > KEPT) {
            lengths = new int[64];
        }
        count = 0;
        next = 0;
        depth = 0;
        depthMax = depthLimit;
    }

    /** A struct begins: counts its depth. Called first in {@link ThriftStruct#binaryLength} where a type can contain itself. */
    public void enter() {
        if (++depth > depthMax) {
            throw new ThriftException(
                    Reason.DEPTH, "structs too deep: depth=" + depth + " (expected: <= " + depthMax + ")");
        }
    }

    /** The struct ends that {@link #enter} began. */
    public void exit() {
        depth--;
    }

    /** Bytes of a string without a field's header, its length's four included. */
    public long string(String text) {
        int length = Utf8.scan(text);
        if (count == lengths.length) {
            lengths = Arrays.copyOf(lengths, count * 2);
        }
        lengths[count++] = length;
        return 4L + (length ^ length >> 31);
    }

    /** Bytes of a binary without a field's header, its length's four included. */
    public long binary(Bytes bytes) {
        return 4L + bytes.length();
    }

    /** Bytes of all strings of a list or set, without its header. */
    public long strings(Iterable<String> texts) {
        long length = 0;
        for (String text : texts) {
            length += string(text);
        }
        return length;
    }

    /** Bytes of unknown fields. */
    public static long unknown(@Nullable UnknownFields fields) {
        return fields == null ? 0 : fields.size();
    }

    /** What {@link Utf8#scan} said of the next string. */
    int next() {
        if (next == count) {
            throw new ThriftException(
                    Reason.CHANGED, "object changed while it was written: more strings than " + count);
        }
        return lengths[next++];
    }
}
