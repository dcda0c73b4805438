package io.millrace.benchmark.wal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The record of the scenario: 32 bytes that follow from a number, so that any reader can check them. */
final class SampleRecord {
    static final int BYTES = 32;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private SampleRecord() {}

    static void fill(byte[] record, long number) {
        long mixed = number * GOLDEN;
        LONG.set(record, 0, number);
        LONG.set(record, 8, mixed);
        LONG.set(record, 16, Long.rotateLeft(mixed, 29));
        LONG.set(record, 24, ~number);
    }

    /** The number, if the record is whole; {@link IllegalStateException} if it is not. */
    static long check(byte[] record, int length) {
        long number = (long) LONG.get(record, 0);
        long mixed = number * GOLDEN;
        if (length != BYTES
                || (long) LONG.get(record, 8) != mixed
                || (long) LONG.get(record, 16) != Long.rotateLeft(mixed, 29)
                || (long) LONG.get(record, 24) != ~number) {
            throw new IllegalStateException("wrong record: number=" + number + ", length=" + length);
        }
        return number;
    }
}
