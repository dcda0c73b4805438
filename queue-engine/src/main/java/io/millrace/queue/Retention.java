package io.millrace.queue;

import java.time.Duration;

/**
 * How long messages stay that nobody trims. The unit is the sorted run: a run goes as a whole, the oldest first, once all
 * of its messages are older than {@code age} or while all runs together are larger than {@code bytes}. The newest messages,
 * which no run holds yet, stay.
 *
 * @param age {@link #NO_AGE} for any
 * @param bytes of all queues together; {@link #NO_BYTES} for any
 */
public record Retention(Duration age, long bytes) {

    /** Messages of any age stay. */
    public static final Duration NO_AGE = Duration.ofSeconds(Long.MAX_VALUE);

    /** Any number of bytes stays. */
    public static final long NO_BYTES = Long.MAX_VALUE;

    public Retention {
        if (age.isNegative() || age.isZero()) {
            throw new IllegalArgumentException("retention: age=" + age + " (expected: > 0)");
        }
        if (bytes <= 0) {
            throw new IllegalArgumentException("retention: bytes=" + bytes + " (expected: > 0)");
        }
    }

    /** Everything stays until it is trimmed or its queue is deleted. */
    public static Retention forever() {
        return new Retention(NO_AGE, NO_BYTES);
    }

    /** The same with another age. */
    public Retention withAge(Duration limit) {
        return new Retention(limit, bytes);
    }

    /** The same with another number of bytes. */
    public Retention withBytes(long limit) {
        return new Retention(age, limit);
    }
}
