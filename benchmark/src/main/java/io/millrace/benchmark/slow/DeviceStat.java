package io.millrace.benchmark.slow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a block device, or a part of one, has moved since it was made.
 *
 * @param readBytes read by the device, not out of the page cache
 * @param writtenBytes written by the device
 */
public record DeviceStat(long readBytes, long writtenBytes) {
    /** The kernel counts in these, whatever the device has. */
    private static final int SECTOR_BYTES = 512;

    private static final int SECTORS_READ = 2;
    private static final int SECTORS_WRITTEN = 6;

    /** Reads a file {@code stat} of {@code /sys/block}. */
    public static DeviceStat of(Path file) throws IOException {
        return parse(Files.readString(file));
    }

    static DeviceStat parse(String line) {
        String[] fields = line.strip().split("\\s+", -1);
        if (fields.length <= SECTORS_WRITTEN) {
            throw new IllegalArgumentException("not a line of /sys/block/…/stat: " + line);
        }
        return new DeviceStat(
                Long.parseLong(fields[SECTORS_READ]) * SECTOR_BYTES,
                Long.parseLong(fields[SECTORS_WRITTEN]) * SECTOR_BYTES);
    }

    /** What was moved since an earlier moment. */
    public DeviceStat since(DeviceStat earlier) {
        return new DeviceStat(readBytes - earlier.readBytes, writtenBytes - earlier.writtenBytes);
    }
}
