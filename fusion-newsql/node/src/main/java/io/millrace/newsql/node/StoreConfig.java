package io.millrace.newsql.node;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.util.Objects;

/**
 * How a store works. A value; change it with the {@code with…} methods.
 *
 * @param cacheBytes memory for what was read: half for blocks of data files, their indexes and filters, half for single values
 * @param memtableBytes memory for what is in the log and not in data files yet; more of it means fewer, larger files and a longer recovery
 * @param logSegmentBytes size of a file of the log, a power of two; about eight of them exist and are mapped; a directory keeps the one it was made with
 * @param queuedCommits most commits that wait for the writer; one more is refused with {@code BUSY}
 * @param queuedBytes most bytes of those commits
 * @param changeBytesMax most bytes of the log that are kept for a follower of {@link ChangeLog} that is behind, beside those that a restart needs
 * @param meters where the store's meters are registered
 */
public record StoreConfig(
        long cacheBytes,
        long memtableBytes,
        int logSegmentBytes,
        int queuedCommits,
        long queuedBytes,
        long changeBytesMax,
        MeterRegistry meters) {

    private static final long MEBI = 1 << 20;

    public StoreConfig {
        Objects.requireNonNull(meters, "meters");
        atLeast("cacheBytes", cacheBytes, MEBI);
        atLeast("memtableBytes", memtableBytes, MEBI);
        atLeast("queuedCommits", queuedCommits, 1);
        atLeast("queuedBytes", queuedBytes, MEBI);
        atLeast("changeBytesMax", changeBytesMax, 0);
        if (Integer.bitCount(logSegmentBytes) != 1 || logSegmentBytes < MEBI) {
            throw new IllegalArgumentException(
                    "logSegmentBytes: " + logSegmentBytes + " (expected: a power of two >= " + MEBI + ")");
        }
    }

    private static void atLeast(String name, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: >= " + least + ")");
        }
    }

    /** 128 MiB of cache, 64 MiB of memtables, segments of 16 MiB, 64 Ki commits or 128 MiB waiting, 1 GiB of the log for followers. */
    public static StoreConfig defaults() {
        return new StoreConfig(
                128 * MEBI, 64 * MEBI, 16 << 20, 64 << 10, 128 * MEBI, 1024 * MEBI, new CompositeMeterRegistry());
    }

    public StoreConfig withCacheBytes(long value) {
        return new StoreConfig(
                value, memtableBytes, logSegmentBytes, queuedCommits, queuedBytes, changeBytesMax, meters);
    }

    public StoreConfig withMemtableBytes(long value) {
        return new StoreConfig(cacheBytes, value, logSegmentBytes, queuedCommits, queuedBytes, changeBytesMax, meters);
    }

    public StoreConfig withLogSegmentBytes(int value) {
        return new StoreConfig(cacheBytes, memtableBytes, value, queuedCommits, queuedBytes, changeBytesMax, meters);
    }

    public StoreConfig withQueuedCommits(int value) {
        return new StoreConfig(cacheBytes, memtableBytes, logSegmentBytes, value, queuedBytes, changeBytesMax, meters);
    }

    public StoreConfig withQueuedBytes(long value) {
        return new StoreConfig(
                cacheBytes, memtableBytes, logSegmentBytes, queuedCommits, value, changeBytesMax, meters);
    }

    public StoreConfig withChangeBytesMax(long value) {
        return new StoreConfig(cacheBytes, memtableBytes, logSegmentBytes, queuedCommits, queuedBytes, value, meters);
    }

    public StoreConfig withMeters(MeterRegistry value) {
        return new StoreConfig(
                cacheBytes, memtableBytes, logSegmentBytes, queuedCommits, queuedBytes, changeBytesMax, value);
    }
}
