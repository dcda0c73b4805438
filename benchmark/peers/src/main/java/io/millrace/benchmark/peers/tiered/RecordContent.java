package io.millrace.benchmark.peers.tiered;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Values of records, which follow from topic and offset but for the time when they were due: they can be checked without being remembered, and nothing can compress them.
 *
 * <pre>
 *  0         8      12     16        24                1024
 *  +---------+------+------+---------+-----------------+
 *  | due     | topic| zero | offset  | a window of 1 MiB of noise
 *  +---------+------+------+---------+-----------------+
 * </pre>
 */
final class RecordContent {
    /** Of one value. */
    static final int BYTES = 1024;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int TOPIC_AT = 8;
    private static final int OFFSET_AT = 16;
    private static final int NOISE_AT = 24;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final byte[] NOISE = new byte[1 << 20];

    static {
        new SplittableRandom(GOLDEN).nextBytes(NOISE);
    }

    private RecordContent() {}

    /** @param dueNanos as of {@link System#nanoTime}; 0 for records that nobody waits for */
    static byte[] of(int topic, long offset, long dueNanos) {
        byte[] value = new byte[BYTES];
        LONG.set(value, 0, dueNanos);
        INT.set(value, TOPIC_AT, topic);
        LONG.set(value, OFFSET_AT, offset);
        System.arraycopy(NOISE, noiseOf(topic, offset), value, NOISE_AT, BYTES - NOISE_AT);
        return value;
    }

    /** Returns when the record was due; {@link IllegalStateException} that names topic and offset unless all its bytes are right. */
    static long check(int topic, long offset, byte[] value) {
        int noise = noiseOf(topic, offset);
        boolean right = value.length == BYTES
                && (int) INT.get(value, TOPIC_AT) == topic
                && (int) INT.get(value, TOPIC_AT + Integer.BYTES) == 0
                && (long) LONG.get(value, OFFSET_AT) == offset
                && Arrays.equals(value, NOISE_AT, BYTES, NOISE, noise, noise + BYTES - NOISE_AT);
        if (!right) {
            throw new IllegalStateException("wrong record: topic=" + topic + ", offset=" + offset + ", length="
                    + value.length + " (expected: " + BYTES + " bytes that follow from topic and offset)");
        }
        return (long) LONG.get(value, 0);
    }

    /** Neighbours have windows far apart: a record in another's place is noticed by its first bytes of noise, too. */
    private static int noiseOf(int topic, long offset) {
        long mixed = (offset * GOLDEN) ^ (topic * 0xBF58476D1CE4E5B9L);
        return (int) ((mixed >>> 20) % (NOISE.length - BYTES));
    }
}
