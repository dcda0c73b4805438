package io.millrace.newsql.encoding.collation;

import io.millrace.newsql.encoding.EncodingException;
import io.millrace.newsql.encoding.EncodingException.Reason;
import java.util.Arrays;

/** Weights of one string, two bytes each, big-endian. <b>Threads.</b> One. One buffer serves many strings. */
public final class WeightBuffer {

    private static final int FIRST_BYTES = 64;

    private final int limit;
    private byte[] bytes;
    private int length;

    /** Of at most so many bytes: more are a key that is too long. */
    public WeightBuffer(int limit) {
        this.limit = limit;
        this.bytes = new byte[Math.min(limit, FIRST_BYTES)];
    }

    /** Forgets what was put. */
    public WeightBuffer clear() {
        length = 0;
        return this;
    }

    /** Lends the bytes, of which the first {@link #length()} count. */
    public byte[] bytes() {
        return bytes;
    }

    /** Bytes so far. */
    public int length() {
        return length;
    }

    void put(int weight) {
        if (length + Character.BYTES > bytes.length) {
            grow();
        }
        bytes[length++] = (byte) (weight >> Byte.SIZE);
        bytes[length++] = (byte) weight;
    }

    private void grow() {
        if (length + Character.BYTES > limit) {
            throw new EncodingException(
                    Reason.KEY_TOO_LONG,
                    "key too long: weights=" + (length + Character.BYTES) + " bytes (expected: <= " + limit
                            + "); index a prefix of the column");
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(limit, 2L * (length + Character.BYTES)));
    }
}
