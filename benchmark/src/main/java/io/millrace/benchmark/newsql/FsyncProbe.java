package io.millrace.benchmark.newsql;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/** What the device does at this moment: forces of a page at the end of a file, a second. */
final class FsyncProbe {
    private static final int PAGE_BYTES = 4096;
    private static final Duration LENGTH = Duration.ofMillis(300);

    private FsyncProbe() {}

    /** Writes and forces for some hundred milliseconds; the file is removed. */
    static double perSecond(Path directory) throws IOException {
        Path file = Files.createTempFile(directory, "fsync", ".probe");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            ByteBuffer page = ByteBuffer.allocateDirect(PAGE_BYTES);
            long began = System.nanoTime();
            long elapsed = 0;
            int forces = 0;
            while (elapsed < LENGTH.toNanos()) {
                channel.write(page.clear());
                channel.force(false);
                forces++;
                elapsed = System.nanoTime() - began;
            }
            return forces * 1e9 / elapsed;
        } finally {
            Files.delete(file);
        }
    }
}
