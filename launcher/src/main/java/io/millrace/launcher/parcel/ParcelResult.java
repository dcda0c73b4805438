package io.millrace.launcher.parcel;

import org.jspecify.annotations.Nullable;

/**
 * What became of the messages of a {@link ThriftDemo}.
 *
 * @param asked messages that we wrote, each in two protocols
 * @param right messages whose bytes came back equal in both, and that we read as what they were
 * @param bytes of all messages in the binary protocol
 * @param ourNanos to read and write all of them in the binary protocol, at best
 * @param theirNanos the same for Apache's library
 * @param firstError in words, or null if there is none
 */
public record ParcelResult(
        int asked, int right, long bytes, long ourNanos, long theirNanos, @Nullable String firstError) {

    /** Whether all bytes were equal. */
    public boolean isPerfect() {
        return right == asked && firstError == null;
    }

    /** Messages that we read and write in a second. */
    public double ratePerSecond() {
        return asked * 1e9 / Math.max(1, ourNanos);
    }
}
