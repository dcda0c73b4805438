package io.millrace.queue;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.memory.StorageFiles;
import io.millrace.queue.catalog.Catalog;
import io.millrace.wal.Durability;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Settings of an engine; {@link #defaults()} and what differs.
 *
 * @param durability what is true when an append returns: {@code PAGE} in this process, {@code OS} survives a killed process,
 *     {@code SYNC} survives a lost machine
 * @param memoryBytes all memory outside the heap: epochs, catalog, indexes of runs, blocks that are read; a hard limit
 * @param epochBytes of one epoch, a power of two from 64 KiB to 1 GiB; 0 derives it from the memory
 * @param messageBytesMax longest message; at most an eighth of an epoch
 * @param queuesMax most queues, counting deleted ones until the engine is opened again
 * @param patience longest wait of a call for memory or for the disk to catch up, before it fails with BACKPRESSURE
 * @param retention how long messages stay
 * @param mergeBytesPerSecond limit of the background merge's reads and writes
 * @param files how files are opened
 * @param clock tells the age of messages
 * @param meters where meters are registered
 */
public record QueueConfig(
        Durability durability,
        long memoryBytes,
        int epochBytes,
        int messageBytesMax,
        int queuesMax,
        Duration patience,
        Retention retention,
        long mergeBytesPerSecond,
        StorageFiles files,
        Clock clock,
        MeterRegistry meters) {

    /** Smallest memory of an engine. */
    public static final long MEMORY_BYTES_MIN = 8L << 20;

    private static final int EPOCH_BYTES_MIN = 64 << 10;
    private static final int EPOCH_BYTES_MAX = 1 << 30;

    /** Five epochs of the log at most (one is filled, one made ready, the others wait for the sort), and one for all else. */
    private static final int EPOCHS_IN_MEMORY = 6;

    /** A record of the log is at most a quarter of a segment; a message and its prefix at most half of that. */
    private static final int MESSAGES_IN_EPOCH = 8;

    public QueueConfig {
        require(memoryBytes >= MEMORY_BYTES_MIN, "memoryBytes", memoryBytes, ">= " + MEMORY_BYTES_MIN);
        if (epochBytes == 0) {
            epochBytes = (int) Math.min(
                    EPOCH_BYTES_MAX, Math.max(EPOCH_BYTES_MIN, Long.highestOneBit(memoryBytes / EPOCHS_IN_MEMORY)));
        }
        require(
                Integer.bitCount(epochBytes) == 1 && epochBytes >= EPOCH_BYTES_MIN && epochBytes <= EPOCH_BYTES_MAX,
                "epochBytes",
                epochBytes,
                "a power of two from " + EPOCH_BYTES_MIN + " to " + EPOCH_BYTES_MAX);
        require(
                (long) epochBytes * EPOCHS_IN_MEMORY <= memoryBytes,
                "epochBytes",
                epochBytes,
                "<= a sixth of memoryBytes=" + memoryBytes);
        if (messageBytesMax == 0) {
            messageBytesMax = Math.min(1 << 20, epochBytes / MESSAGES_IN_EPOCH);
        }
        require(
                messageBytesMax > 0 && messageBytesMax <= epochBytes / MESSAGES_IN_EPOCH && messageBytesMax < 1 << 23,
                "messageBytesMax",
                messageBytesMax,
                "1 to an eighth of epochBytes=" + epochBytes + ", and less than 8 MiB");
        require(queuesMax > 0 && queuesMax <= Catalog.QUEUES_MAX, "queuesMax", queuesMax, "1 to " + Catalog.QUEUES_MAX);
        require(!patience.isNegative() && !patience.isZero(), "patience", patience.toMillis(), "> 0");
        require(mergeBytesPerSecond > 0, "mergeBytesPerSecond", mergeBytesPerSecond, "> 0");
    }

    /**
     * OS durability, 256 MiB of memory, messages up to 1 MiB, sixteen million queues, everything kept, ten seconds of
     * patience, merges at 400 MB/s, the local file system, the system's clock, meters for nobody.
     */
    public static QueueConfig defaults() {
        return new QueueConfig(
                Durability.OS,
                256L << 20,
                0,
                0,
                Catalog.QUEUES_MAX,
                Duration.ofSeconds(10),
                Retention.forever(),
                400_000_000,
                StorageFiles.local(),
                Clock.systemUTC(),
                new SimpleMeterRegistry());
    }

    /** The same with another durability. */
    public QueueConfig withDurability(Durability level) {
        return with(draft -> draft.durability = level);
    }

    /** The same with another memory; epochs and the longest message follow it. */
    public QueueConfig withMemoryBytes(long bytes) {
        return with(draft -> {
            draft.memoryBytes = bytes;
            draft.epochBytes = 0;
            draft.messageBytesMax = 0;
        });
    }

    /** The same with other epochs; the longest message follows. Set the memory first. */
    public QueueConfig withEpochBytes(int bytes) {
        return with(draft -> {
            draft.epochBytes = bytes;
            draft.messageBytesMax = 0;
        });
    }

    /** The same with another longest message. Set the epochs first. */
    public QueueConfig withMessageBytesMax(int bytes) {
        return with(draft -> draft.messageBytesMax = bytes);
    }

    /** The same with another number of queues. */
    public QueueConfig withQueuesMax(int count) {
        return with(draft -> draft.queuesMax = count);
    }

    /** The same with another patience. */
    public QueueConfig withPatience(Duration limit) {
        return with(draft -> draft.patience = limit);
    }

    /** The same with another retention. */
    public QueueConfig withRetention(Retention limits) {
        return with(draft -> draft.retention = limits);
    }

    /** The same with another limit of the merge. */
    public QueueConfig withMergeBytesPerSecond(long bytes) {
        return with(draft -> draft.mergeBytesPerSecond = bytes);
    }

    /** The same on other files. */
    public QueueConfig withFiles(StorageFiles other) {
        return with(draft -> draft.files = other);
    }

    /** The same with another clock. */
    public QueueConfig withClock(Clock other) {
        return with(draft -> draft.clock = other);
    }

    /** The same with meters at this registry. */
    public QueueConfig withMeters(MeterRegistry registry) {
        return with(draft -> draft.meters = registry);
    }

    private static void require(boolean holds, String name, long value, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(name + " out of range: value=" + value + " (expected: " + rule + ")");
        }
    }

    private QueueConfig with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.toConfig();
    }

    /** The components, open to one change. */
    private static final class Draft {
        private Durability durability;
        private long memoryBytes;
        private int epochBytes;
        private int messageBytesMax;
        private int queuesMax;
        private Duration patience;
        private Retention retention;
        private long mergeBytesPerSecond;
        private StorageFiles files;
        private Clock clock;
        private MeterRegistry meters;

        Draft(QueueConfig from) {
            this.durability = from.durability;
            this.memoryBytes = from.memoryBytes;
            this.epochBytes = from.epochBytes;
            this.messageBytesMax = from.messageBytesMax;
            this.queuesMax = from.queuesMax;
            this.patience = from.patience;
            this.retention = from.retention;
            this.mergeBytesPerSecond = from.mergeBytesPerSecond;
            this.files = from.files;
            this.clock = from.clock;
            this.meters = from.meters;
        }

        QueueConfig toConfig() {
            return new QueueConfig(
                    durability,
                    memoryBytes,
                    epochBytes,
                    messageBytesMax,
                    queuesMax,
                    patience,
                    retention,
                    mergeBytesPerSecond,
                    files,
                    clock,
                    meters);
        }
    }
}
