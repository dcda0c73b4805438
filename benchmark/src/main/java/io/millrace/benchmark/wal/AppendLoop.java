package io.millrace.benchmark.wal;

import io.millrace.benchmark.trial.Crew;
import java.io.IOException;
import java.time.Duration;

/**
 * Appends from some threads until a number of records or a time is reached, whichever is first, and settles.
 *
 * <p>The records of thread {@code t} bear the numbers {@code t << 40}, {@code (t << 40) + 1}, and so on.
 */
final class AppendLoop {
    static final int THREAD_SHIFT = 40;

    /** Between two looks at the clock. */
    private static final int BATCH = 256;

    /** How far asynchronous appends may be ahead of the device: 9 MiB of records. */
    private static final int IN_FLIGHT_MAX = 256 << 10;

    /** @param nanos from the first append until all was at its level */
    record Result(long records, long nanos) {}

    private final WalTask task;
    private final int threads;
    private final long recordsEach;
    private final Duration limit;

    AppendLoop(WalTask task, int threads, long records, Duration limit) {
        this.task = task;
        this.threads = threads;
        this.recordsEach = Math.max(1, records / threads);
        this.limit = limit;
    }

    Result run(WalSubject subject) throws Exception {
        long began = System.nanoTime();
        long deadline = began + limit.toNanos();
        long records = Crew.sum(threads, thread -> append(subject, (long) thread << THREAD_SHIFT, deadline));
        subject.settle();
        return new Result(records, System.nanoTime() - began);
    }

    private long append(WalSubject subject, long first, long deadline) throws IOException {
        WalSubject.Appender appender = subject.appender();
        return switch (task) {
            case APPEND_BLOCKING -> appendBlocking(subject, appender, first, deadline);
            case APPEND_ASYNC -> appendAhead(subject, appender, first, deadline);
            default -> appendFreely(appender, first, deadline);
        };
    }

    private long appendFreely(WalSubject.Appender appender, long first, long deadline) throws IOException {
        byte[] record = new byte[SampleRecord.BYTES];
        long done = 0;
        do {
            for (int i = 0; i < BATCH; i++) {
                SampleRecord.fill(record, first + done++);
                appender.append(record);
            }
        } while (done < recordsEach && System.nanoTime() < deadline);
        return done;
    }

    private long appendBlocking(WalSubject subject, WalSubject.Appender appender, long first, long deadline)
            throws IOException {
        byte[] record = new byte[SampleRecord.BYTES];
        long done = 0;
        do {
            SampleRecord.fill(record, first + done++);
            subject.awaitDurable(appender.append(record));
        } while (done < recordsEach && System.nanoTime() < deadline);
        return done;
    }

    private long appendAhead(WalSubject subject, WalSubject.Appender appender, long first, long deadline)
            throws IOException {
        byte[] record = new byte[SampleRecord.BYTES];
        WalSubject.Durable[] asked = new WalSubject.Durable[IN_FLIGHT_MAX / BATCH];
        long token = 0;
        long done = 0;
        int batch = 0;
        do {
            int slot = batch % asked.length;
            if (batch >= asked.length) {
                asked[slot].await();
            }
            for (int i = 0; i < BATCH; i++) {
                SampleRecord.fill(record, first + done++);
                token = appender.append(record);
            }
            asked[slot] = subject.whenDurable(token);
            batch++;
        } while (done < recordsEach && System.nanoTime() < deadline);
        subject.awaitDurable(token);
        return done;
    }
}
