package io.millrace.wal;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.millrace.memory.PageArena;
import io.millrace.memory.StorageFiles;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a log works. A value; change it with the {@code with…} methods.
 *
 * @param durability what a record survives when its append returns
 * @param forcesUnasked whether a log at {@link Durability#SYNC} forces what was appended without being asked. Who appends several records and then asks for the last of them
 *     wants one force behind them all, not one behind the first of them
 * @param segmentBytes size of a file and of a page: a power of two from 64 KiB to 1 GiB; a log keeps the one that it was made with
 * @param preparedSegments segments to have ready; more of them ride out a slower disk or a longer pause of the thread that makes them
 * @param appendPatience how long an append waits for a segment before it fails
 * @param cacheBytes the log's memory, of its own arena or its share of a common one: for segments being appended to and prepared, and for those read
 * @param pinnedBytesMax the most bytes of sealed segments that readers may hold in memory, so that appenders always find room
 * @param arena memory shared with others, or null for one of {@code cacheBytes}; borrowed
 * @param files how files are opened
 * @param meters where the log's meters are registered
 */
public record WalConfig(
        Durability durability,
        boolean forcesUnasked,
        int segmentBytes,
        int preparedSegments,
        Duration appendPatience,
        long cacheBytes,
        long pinnedBytesMax,
        @Nullable PageArena arena,
        StorageFiles files,
        MeterRegistry meters) {

    /** The smallest segment. */
    public static final int SEGMENT_BYTES_MIN = 64 << 10;

    /** The largest segment. */
    public static final int SEGMENT_BYTES_MAX = 1 << 30;

    /** Pages that a log needs beside the prepared ones: one to append to, one whose last groups are written still, one to read, one to be used again. */
    private static final int PAGES_BESIDE_PREPARED = 4;

    public WalConfig {
        Objects.requireNonNull(durability, "durability");
        Objects.requireNonNull(appendPatience, "appendPatience");
        Objects.requireNonNull(files, "files");
        Objects.requireNonNull(meters, "meters");
        boolean isSize = Integer.bitCount(segmentBytes) == 1
                && segmentBytes >= SEGMENT_BYTES_MIN
                && segmentBytes <= SEGMENT_BYTES_MAX;
        if (!isSize) {
            throw new IllegalArgumentException("segmentBytes: " + segmentBytes + " (expected: a power of two from "
                    + SEGMENT_BYTES_MIN + " to " + SEGMENT_BYTES_MAX + ")");
        }
        if (preparedSegments < 1) {
            throw new IllegalArgumentException("preparedSegments: " + preparedSegments + " (expected: >= 1)");
        }
        if (appendPatience.isNegative()) {
            throw new IllegalArgumentException("appendPatience: " + appendPatience + " (expected: >= 0)");
        }
        if (pinnedBytesMax < 0) {
            throw new IllegalArgumentException("pinnedBytesMax: " + pinnedBytesMax + " (expected: >= 0)");
        }
        long least = (long) (preparedSegments + PAGES_BESIDE_PREPARED) * segmentBytes;
        if (cacheBytes < least) {
            throw new IllegalArgumentException("cacheBytes: " + cacheBytes + " (expected: >= " + least + ", "
                    + (preparedSegments + PAGES_BESIDE_PREPARED) + " segments)");
        }
    }

    /** {@link Durability#OS}, segments of 64 MiB, two of them prepared, 512 MiB of memory, 10 seconds of patience. */
    public static WalConfig defaults() {
        return new WalConfig(
                Durability.OS,
                true,
                64 << 20,
                2,
                Duration.ofSeconds(10),
                512L << 20,
                256L << 20,
                null,
                StorageFiles.local(),
                new CompositeMeterRegistry());
    }

    public WalConfig withDurability(Durability value) {
        return with(draft -> draft.durability = value);
    }

    public WalConfig withForcesUnasked(boolean value) {
        return with(draft -> draft.forcesUnasked = value);
    }

    /** Another size of segments, and memory for at least those that are needed at once. */
    public WalConfig withSegmentBytes(int value) {
        long least = (long) (preparedSegments + PAGES_BESIDE_PREPARED) * value;
        return with(draft -> {
            draft.segmentBytes = value;
            draft.cacheBytes = Math.max(least, cacheBytes);
        });
    }

    /** Another number of prepared segments, and memory for at least those that are needed at once. */
    public WalConfig withPreparedSegments(int value) {
        long least = (long) (value + PAGES_BESIDE_PREPARED) * segmentBytes;
        return with(draft -> {
            draft.preparedSegments = value;
            draft.cacheBytes = Math.max(least, cacheBytes);
        });
    }

    public WalConfig withAppendPatience(Duration value) {
        return with(draft -> draft.appendPatience = value);
    }

    public WalConfig withCacheBytes(long value) {
        return with(draft -> draft.cacheBytes = value);
    }

    public WalConfig withPinnedBytesMax(long value) {
        return with(draft -> draft.pinnedBytesMax = value);
    }

    /** Borrows: the arena must outlive the log. */
    public WalConfig withArena(PageArena value) {
        return with(draft -> draft.arena = value);
    }

    public WalConfig withFiles(StorageFiles value) {
        return with(draft -> draft.files = value);
    }

    public WalConfig withMeters(MeterRegistry value) {
        return with(draft -> draft.meters = value);
    }

    private WalConfig with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.toConfig();
    }

    /** The components, open to one change. */
    private static final class Draft {
        private Durability durability;
        private boolean forcesUnasked;
        private int segmentBytes;
        private int preparedSegments;
        private Duration appendPatience;
        private long cacheBytes;
        private long pinnedBytesMax;
        private @Nullable PageArena arena;
        private StorageFiles files;
        private MeterRegistry meters;

        Draft(WalConfig from) {
            this.durability = from.durability;
            this.forcesUnasked = from.forcesUnasked;
            this.segmentBytes = from.segmentBytes;
            this.preparedSegments = from.preparedSegments;
            this.appendPatience = from.appendPatience;
            this.cacheBytes = from.cacheBytes;
            this.pinnedBytesMax = from.pinnedBytesMax;
            this.arena = from.arena;
            this.files = from.files;
            this.meters = from.meters;
        }

        WalConfig toConfig() {
            return new WalConfig(
                    durability,
                    forcesUnasked,
                    segmentBytes,
                    preparedSegments,
                    appendPatience,
                    cacheBytes,
                    pinnedBytesMax,
                    arena,
                    files,
                    meters);
        }
    }
}
