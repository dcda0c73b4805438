package io.millrace.queue.run;

import java.nio.ByteBuffer;

/**
 * The length before each message: a varint of length + 1, lowest seven bits first; 0 where a message is lost.
 *
 * <p>Written at absolute places, straight into the pages that go to disk.
 */
public final class Frames {
    /** The most bytes that a length takes. */
    public static final int LENGTH_BYTES_MAX = 5;

    static final long CUT = -1;
    static final long MALFORMED = -2;

    private static final int MORE = 0x80;

    private Frames() {}

    /** Writes the length before a message of so many bytes; returns where the message goes. */
    public static int putLengthOf(ByteBuffer to, int at, int length) {
        return putLength(to, at, length + 1);
    }

    static int putLength(ByteBuffer to, int at, int value) {
        int next = at;
        int left = value;
        while (left >= MORE) {
            to.put(next++, (byte) (left | MORE));
            left >>>= 7;
        }
        to.put(next++, (byte) left);
        return next;
    }

    /** Bytes of a message and the length before it. */
    public static int framedBytes(int length) {
        return lengthBytes(length + 1) + length;
    }

    private static int lengthBytes(int value) {
        return value < MORE ? 1 : (Integer.SIZE - Integer.numberOfLeadingZeros(value) + 6) / 7;
    }

    /**
     * Reads a length that ends before {@code end}.
     *
     * @return the value in the low 32 bits and its bytes above; {@link #CUT} if it does not end there, {@link #MALFORMED} if it is none
     */
    static long readLength(ByteBuffer from, int at, int end) {
        int value = 0;
        for (int i = 0; i < LENGTH_BYTES_MAX; i++) {
            if (at + i >= end) {
                return CUT;
            }
            int part = from.get(at + i);
            value |= (part & ~-MORE) << 7 * i;
            if (part >= 0) {
                return value < 0 ? MALFORMED : (long) (i + 1) << Integer.SIZE | value;
            }
        }
        return MALFORMED;
    }
}
