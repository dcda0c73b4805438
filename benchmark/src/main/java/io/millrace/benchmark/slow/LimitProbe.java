package io.millrace.benchmark.slow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Sees whether the limits of a disk hold for a process of its group: a kernel without throttling takes them and ignores them, and no figure of the run would say so.
 *
 * <p>Writes a second's bytes through the page cache and forces them, because it is write-back that escapes limits; then reads them past it.
 */
final class LimitProbe {
    /** Limits come in slices, of which the first is a gift. */
    private static final double RATIO_MAX = 2;

    private LimitProbe() {}

    static void check(SlowDisk disk, DiskLimits limits) throws IOException {
        Path root = disk.anyPart().root();
        Path file = root.resolve("probe");
        int mebibytes = (int) Math.max(2, limits.bytesPerSecond() >> 20);
        try {
            String bytes = "bs=1M count=" + mebibytes;
            check("writes", run(disk, "dd if=/dev/zero of=\"$0\" conv=fdatasync " + bytes, file), mebibytes, limits);
            check("reads", run(disk, "dd if=\"$0\" of=/dev/null iflag=direct " + bytes, file), mebibytes, limits);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static long run(SlowDisk disk, String work, Path file) throws IOException {
        StringBuilder script = new StringBuilder();
        disk.joinFiles()
                .forEach(join -> script.append("echo $$ > ").append(join).append(" && "));
        long began = System.nanoTime();
        SystemCommand.run("sh", "-c", script + work, file.toString());
        return System.nanoTime() - began;
    }

    private static void check(String what, long nanos, int mebibytes, DiskLimits limits) throws IOException {
        double bytesPerSecond = (double) mebibytes * (1 << 20) * 1e9 / nanos;
        if (bytesPerSecond > RATIO_MAX * limits.bytesPerSecond()) {
            throw new IOException(String.format(
                    Locale.ROOT,
                    "limits of block devices do not hold here: %s of %d MiB at %.0f MB/s (expected: at most %.0f)",
                    what,
                    mebibytes,
                    bytesPerSecond / 1e6,
                    limits.bytesPerSecond() / 1e6));
        }
    }
}
