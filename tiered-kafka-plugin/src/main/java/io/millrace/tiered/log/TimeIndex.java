package io.millrace.tiered.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;

/**
 * Kafka's index of timestamps, beside a segment's data: entries whose timestamps grow, and zeros behind them while the segment is active.
 *
 * <pre>
 *    0           8        12
 *   +-----------+--------+
 *   | timestamp | offset |  …
 *   +-----------+--------+
 * </pre>
 *
 * <p><b>Source.</b> Kafka 4.3; all numbers are big endian.
 */
final class TimeIndex {

    private static final int ENTRY_BYTES = 12;

    private TimeIndex() {}

    /** The timestamp of the last entry; empty if there is none. */
    static OptionalLong last(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long low = 0;
            long high = channel.size() / ENTRY_BYTES - 1;
            // A segment that was rolled has no zeros: one look is enough.
            long found = high < 0 ? 0 : timestamp(channel, high);
            high = found > 0 ? -1 : high;
            while (low <= high) {
                long middle = (low + high) >>> 1;
                long timestamp = timestamp(channel, middle);
                if (timestamp > 0) {
                    found = timestamp;
                    low = middle + 1;
                } else {
                    high = middle - 1;
                }
            }
            return found > 0 ? OptionalLong.of(found) : OptionalLong.empty();
        } catch (NoSuchFileException none) {
            return OptionalLong.empty();
        }
    }

    private static long timestamp(FileChannel file, long entry) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES);
        while (bytes.hasRemaining() && file.read(bytes, entry * ENTRY_BYTES + bytes.position()) >= 0) {
            // The whole number, or nothing where the file was cut meanwhile.
        }
        return bytes.hasRemaining() ? 0 : bytes.getLong(0);
    }
}
