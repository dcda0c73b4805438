package io.millrace.benchmark.peers;

import java.nio.file.Path;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;

/**
 * How Chronicle Queue is set up: as it comes, but with a clock that stands still, so that no roll at midnight falls into
 * a run and an offset is a sequence within one cycle.
 */
final class ChronicleOptions {
    /** Some day: files are named after it. */
    private static final long NOW_MILLIS = 1_780_000_000_000L;

    /** Of the file mapped at once; the queue reserves as much of its sparse file. */
    private static final long LARGE_BLOCK_BYTES = 64L << 20;

    private static final long SMALL_BLOCK_BYTES = 64L << 10;

    private ChronicleOptions() {}

    /** One large queue. */
    static ChronicleQueue openLarge(Path directory) {
        return builder(directory).blockSize(LARGE_BLOCK_BYTES).build();
    }

    /** One of many small ones: the smallest blocks and indexes that hold a million messages. */
    static ChronicleQueue openSmall(Path directory) {
        return builder(directory)
                .blockSize(SMALL_BLOCK_BYTES)
                .indexCount(128)
                .indexSpacing(64)
                .build();
    }

    private static SingleChronicleQueueBuilder builder(Path directory) {
        return SingleChronicleQueueBuilder.binary(directory)
                .rollCycle(RollCycles.FAST_DAILY)
                .timeProvider(() -> NOW_MILLIS);
    }
}
