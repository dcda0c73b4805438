package io.millrace.benchmark.wal;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Reads back and checks: every record whole, each thread's in its order and without a gap. */
final class WalCheck {
    private WalCheck() {}

    /** The first {@code most} records of a log whose appends have ended; the number of all if that is not more. */
    static void check(WalSubject subject, long written, long most) throws IOException {
        Map<Long, Long> next = new HashMap<>();
        byte[] record = new byte[SampleRecord.BYTES];
        long read = 0;
        try (WalSubject.Cursor cursor = subject.cursor()) {
            for (int length = cursor.next(record); length >= 0 && read < most; length = cursor.next(record)) {
                long number = SampleRecord.check(record, length);
                long thread = number >>> AppendLoop.THREAD_SHIFT;
                long expected = next.getOrDefault(thread, thread << AppendLoop.THREAD_SHIFT);
                if (number != expected) {
                    throw new IllegalStateException(
                            "record out of order: number=" + number + " (expected: " + expected + ")");
                }
                next.put(thread, number + 1);
                read++;
            }
        }
        if (written != Long.MAX_VALUE && read < Math.min(written, most)) {
            throw new IllegalStateException("records lost: read=" + read + " (expected: " + written + ")");
        }
    }

    /** All records of a log that one thread wrote. Returns how many. */
    static long readAll(WalSubject subject, long expected) throws IOException {
        byte[] record = new byte[SampleRecord.BYTES];
        long read = 0;
        try (WalSubject.Cursor cursor = subject.cursor()) {
            for (int length = cursor.next(record); length >= 0; length = cursor.next(record)) {
                if (SampleRecord.check(record, length) != read) {
                    throw new IllegalStateException("record out of order at " + read);
                }
                read++;
            }
        }
        if (read != expected) {
            throw new IllegalStateException("records lost: read=" + read + " (expected: " + expected + ")");
        }
        return read;
    }
}
