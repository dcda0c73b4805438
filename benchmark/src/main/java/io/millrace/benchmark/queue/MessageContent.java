package io.millrace.benchmark.queue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The messages of the scenario: 58 bytes, one in a thousand 1 KiB, all following from queue and offset alone, so that they
 * can be checked without being remembered and nothing can compress them.
 *
 * <p>One for each thread: it holds the arrays that it fills.
 */
public final class MessageContent {
    static final int SMALL_BYTES = 58;
    static final int LARGE_BYTES = 1024;
    static final int LARGE_ONE_IN = 1000;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final byte[] small = new byte[SMALL_BYTES];
    private final byte[] large = new byte[LARGE_BYTES];

    /** The message, in an array that the next call overwrites. */
    public byte[] of(int queue, int offset) {
        long seed = mix(((long) queue << 32 | offset) + GOLDEN);
        byte[] message = Long.remainderUnsigned(seed, LARGE_ONE_IN) == 0 ? large : small;
        int words = message.length / Long.BYTES;
        long state = seed;
        for (int i = 0; i < words; i++) {
            state += GOLDEN;
            LONG.set(message, i * Long.BYTES, mix(state));
        }
        for (int i = words * Long.BYTES; i < message.length; i++) {
            state += GOLDEN;
            message[i] = (byte) mix(state);
        }
        return message;
    }

    /** {@link IllegalStateException} that names queue and offset unless the bytes are those of that message. */
    public void check(int queue, int offset, byte[] found) {
        byte[] expected = of(queue, offset);
        if (!Arrays.equals(expected, found)) {
            throw new IllegalStateException("wrong message: queue=" + QueueSubjects.name(queue) + ", offset=" + offset
                    + ", length=" + found.length + " (expected: " + expected.length + "), first difference at "
                    + Arrays.mismatch(expected, found));
        }
    }

    /** The finaliser of SplitMix64 (Steele, Lea, Flood 2014). */
    static long mix(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
