package io.millrace.benchmark.queue;

import com.sun.nio.file.ExtendedOpenOption;
import io.millrace.benchmark.trial.Crew;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/** The disk's own rate: direct reads of 4 KiB at random places of one large file, by some threads. */
final class RandomReads {
    private static final int PAGE_BYTES = 4096;
    private static final int WRITE_BYTES = 1 << 20;
    private static final int BATCH = 16;

    private final Path path;
    private final long bytes;

    /** @param bytes a multiple of 1 MiB */
    RandomReads(Path path, long bytes) {
        this.path = path;
        this.bytes = bytes;
    }

    /** Writes the file past the page cache; its content is random. */
    void prepare() throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(WRITE_BYTES + PAGE_BYTES).alignedSlice(PAGE_BYTES);
        buffer.limit(WRITE_BYTES);
        Dice dice = new Dice(bytes);
        for (int i = 0; i < WRITE_BYTES; i++) {
            buffer.put(i, (byte) dice.below(256));
        }
        try (FileChannel file = FileChannel.open(
                path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, ExtendedOpenOption.DIRECT)) {
            for (long done = 0; done < bytes; done += WRITE_BYTES) {
                file.write(buffer.position(0).limit(WRITE_BYTES));
            }
            file.force(true);
        }
    }

    /** Returns how many pages were read within the time. */
    long read(int threads, Duration time) throws Exception {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, ExtendedOpenOption.DIRECT)) {
            long deadline = System.nanoTime() + time.toNanos();
            int pages = (int) (bytes / PAGE_BYTES);
            return Crew.sum(threads, thread -> {
                ByteBuffer buffer = ByteBuffer.allocateDirect(2 * PAGE_BYTES).alignedSlice(PAGE_BYTES);
                Dice dice = new Dice(thread);
                long done = 0;
                while (done % BATCH != 0 || System.nanoTime() < deadline) {
                    buffer.position(0).limit(PAGE_BYTES);
                    if (file.read(buffer, (long) dice.below(pages) * PAGE_BYTES) != PAGE_BYTES) {
                        throw new EOFException("short read: " + path);
                    }
                    done++;
                }
                return done;
            });
        }
    }
}
