package io.millrace.tiered;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * How the storage works. A value.
 *
 * @param coldDirectories existing directories, absolute, each on a disk of its own
 * @param logDirectories the broker's own, as its {@code log.dirs}; empty if they are not told
 * @param shared whether all brokers see the same cold directories, so that one copy is enough; else every replica keeps its own
 * @param chunkBytes unit of reading and of checksums in segments to be copied: a power of two from 64 KiB to 16 MiB. Segments keep the one that they were copied with
 * @param readConcurrency reads of one disk at a time
 * @param bufferBytes off-heap memory for all copies and reads: at least {@value #CHUNKS_MIN} chunks
 * @param retryInterval between two attempts to open a cold directory that is out of service
 * @param ratesFile properties with the rates, looked at while the broker runs; null for no limits
 */
public record TieredConfig(
        List<Path> coldDirectories,
        List<Path> logDirectories,
        boolean shared,
        int chunkBytes,
        int readConcurrency,
        long bufferBytes,
        Duration retryInterval,
        @Nullable Path ratesFile) {

    static final String COLD_DIRECTORIES = "cold.directories";
    static final String LOG_DIRS = "log.dirs";
    static final String COLD_STORE = "cold.store";
    static final String CHUNK_BYTES = "chunk.bytes";
    static final String READ_CONCURRENCY = "read.concurrency";
    static final String BUFFER_BYTES = "buffer.bytes";
    static final String RETRY_INTERVAL = "cold.retry.interval.ms";
    static final String RATES_FILE = "rates.file";

    static final Set<String> NAMES = Set.of(
            COLD_DIRECTORIES,
            LOG_DIRS,
            COLD_STORE,
            CHUNK_BYTES,
            READ_CONCURRENCY,
            BUFFER_BYTES,
            RETRY_INTERVAL,
            RATES_FILE);

    /** A disk with heads gives some 100 operations a second: by the megabyte that is its full rate. */
    static final int CHUNK_BYTES_DEFAULT = 1 << 20;

    static final int READ_CONCURRENCY_DEFAULT = 4;
    static final long BUFFER_BYTES_DEFAULT = 64L << 20;

    /** A disk that is mounted again is found within a minute, and one that is dead costs one attempt in that time. */
    static final long RETRY_MILLIS_DEFAULT = 60_000;

    /** Two chunks a reader, some to be kept, and some for copies. */
    static final int CHUNKS_MIN = 8;

    private static final String DIRECTORY = "directory";
    private static final String DIRECTORY_SHARED = "directory-shared";
    private static final int CHUNK_BYTES_MIN = 64 << 10;
    private static final int CHUNK_BYTES_MAX = 16 << 20;
    private static final int READ_CONCURRENCY_MAX = 256;
    private static final long RETRY_MILLIS_MIN = 100;
    private static final long RETRY_MILLIS_MAX = 3_600_000;

    public TieredConfig {
        coldDirectories = List.copyOf(coldDirectories);
        logDirectories = List.copyOf(logDirectories);
    }

    /**
     * Reads Kafka's properties, whose prefix is gone.
     *
     * @throws ConfigException that names the property, the value and what is expected
     */
    public static TieredConfig of(Map<String, ?> values) {
        TieredProperties properties = new TieredProperties(values);
        int chunkBytes = (int) properties.number(CHUNK_BYTES, CHUNK_BYTES_DEFAULT, CHUNK_BYTES_MIN, CHUNK_BYTES_MAX);
        if (Integer.bitCount(chunkBytes) != 1) {
            throw TieredProperties.wrong(CHUNK_BYTES, chunkBytes, "a power of two");
        }
        List<Path> coldDirectories = properties.directories(COLD_DIRECTORIES);
        if (coldDirectories.isEmpty()) {
            throw TieredProperties.wrong(
                    COLD_DIRECTORIES, null, "absolute paths of existing directories, separated by commas");
        }
        long bufferBytesMin = (long) CHUNKS_MIN * chunkBytes;
        return new TieredConfig(
                coldDirectories,
                properties.directories(LOG_DIRS),
                shared(properties),
                chunkBytes,
                (int) properties.number(READ_CONCURRENCY, READ_CONCURRENCY_DEFAULT, 1, READ_CONCURRENCY_MAX),
                properties.number(
                        BUFFER_BYTES, Math.max(BUFFER_BYTES_DEFAULT, bufferBytesMin), bufferBytesMin, Long.MAX_VALUE),
                Duration.ofMillis(
                        properties.number(RETRY_INTERVAL, RETRY_MILLIS_DEFAULT, RETRY_MILLIS_MIN, RETRY_MILLIS_MAX)),
                properties.path(RATES_FILE, "absolute path of a properties file"));
    }

    private static boolean shared(TieredProperties properties) {
        String store = properties.text(COLD_STORE);
        boolean shared = DIRECTORY_SHARED.equals(store);
        if (store != null && !shared && !store.equals(DIRECTORY)) {
            throw TieredProperties.wrong(COLD_STORE, store, DIRECTORY + " or " + DIRECTORY_SHARED);
        }
        return shared;
    }
}
