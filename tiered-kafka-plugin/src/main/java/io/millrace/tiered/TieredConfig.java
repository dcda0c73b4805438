package io.millrace.tiered;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * How the storage works. A value.
 *
 * @param coldDirectories existing directories, absolute, each on a disk of its own
 * @param chunkBytes unit of reading and of checksums in segments to be copied: a power of two from 64 KiB to 16 MiB. Segments keep the one that they were copied with
 * @param readConcurrency reads of one disk at a time
 * @param bufferBytes off-heap memory for all copies and reads: at least {@value #CHUNKS_MIN} chunks
 * @param ratesFile properties with the rates, looked at while the broker runs; null for no limits
 */
public record TieredConfig(
        List<Path> coldDirectories, int chunkBytes, int readConcurrency, long bufferBytes, @Nullable Path ratesFile) {

    /** What Kafka puts before the names of the storage's properties unless it is told otherwise. */
    static final String PREFIX = "rsm.config.";

    static final String COLD_DIRECTORIES = "cold.directories";
    static final String CHUNK_BYTES = "chunk.bytes";
    static final String READ_CONCURRENCY = "read.concurrency";
    static final String BUFFER_BYTES = "buffer.bytes";
    static final String RATES_FILE = "rates.file";

    static final Set<String> NAMES = Set.of(COLD_DIRECTORIES, CHUNK_BYTES, READ_CONCURRENCY, BUFFER_BYTES, RATES_FILE);

    /** A disk with heads gives some 100 operations a second: by the megabyte that is its full rate. */
    static final int CHUNK_BYTES_DEFAULT = 1 << 20;

    static final int READ_CONCURRENCY_DEFAULT = 4;
    static final long BUFFER_BYTES_DEFAULT = 64L << 20;

    /** Two chunks a reader, some to be kept, and some for copies. */
    static final int CHUNKS_MIN = 8;

    private static final int CHUNK_BYTES_MIN = 64 << 10;
    private static final int CHUNK_BYTES_MAX = 16 << 20;
    private static final int READ_CONCURRENCY_MAX = 256;

    public TieredConfig {
        coldDirectories = List.copyOf(coldDirectories);
    }

    /**
     * Reads Kafka's properties, whose prefix is gone.
     *
     * @throws ConfigException that names the property, the value and what is expected
     */
    public static TieredConfig of(Map<String, ?> properties) {
        int chunkBytes = (int) number(properties, CHUNK_BYTES, CHUNK_BYTES_DEFAULT, CHUNK_BYTES_MIN, CHUNK_BYTES_MAX);
        if (Integer.bitCount(chunkBytes) != 1) {
            throw wrong(CHUNK_BYTES, chunkBytes, "a power of two");
        }
        return new TieredConfig(
                directories(properties),
                chunkBytes,
                (int) number(properties, READ_CONCURRENCY, READ_CONCURRENCY_DEFAULT, 1, READ_CONCURRENCY_MAX),
                number(
                        properties,
                        BUFFER_BYTES,
                        Math.max(BUFFER_BYTES_DEFAULT, (long) CHUNKS_MIN * chunkBytes),
                        (long) CHUNKS_MIN * chunkBytes,
                        Long.MAX_VALUE),
                ratesFile(properties));
    }

    private static List<Path> directories(Map<String, ?> properties) {
        String value = text(properties, COLD_DIRECTORIES);
        String expected = "absolute paths of existing directories, separated by commas";
        Set<Path> directories = new LinkedHashSet<>();
        for (String item : (value == null ? "" : value).split(",", -1)) {
            Path directory = path(COLD_DIRECTORIES, item.trim(), expected);
            if (!Files.isDirectory(directory)) {
                throw wrong(COLD_DIRECTORIES, directory, expected + "; this is none");
            }
            if (!directories.add(directory)) {
                throw wrong(COLD_DIRECTORIES, directory, expected + "; this is named twice");
            }
        }
        for (Path directory : directories) {
            for (Path other : directories) {
                if (!other.equals(directory) && other.startsWith(directory)) {
                    throw wrong(COLD_DIRECTORIES, other, expected + "; this is inside " + directory);
                }
            }
        }
        return List.copyOf(directories);
    }

    private static @Nullable Path ratesFile(Map<String, ?> properties) {
        String value = text(properties, RATES_FILE);
        return value == null ? null : path(RATES_FILE, value, "absolute path of a properties file");
    }

    private static Path path(String name, String value, String expected) {
        try {
            Path path = Path.of(value);
            if (path.isAbsolute()) {
                return path.normalize();
            }
        } catch (InvalidPathException e) {
            throw wrong(name, value, expected + "; " + e.getMessage());
        }
        throw wrong(name, value, expected);
    }

    private static long number(Map<String, ?> properties, String name, long absent, long min, long max) {
        String value = text(properties, name);
        String expected = "a number from " + min + (max == Long.MAX_VALUE ? "" : " to " + max);
        try {
            long number = value == null ? absent : Long.parseLong(value);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw wrong(name, value, expected);
        }
        throw wrong(name, value, expected);
    }

    private static @Nullable String text(Map<String, ?> properties, String name) {
        Object value = properties.get(name);
        return value == null ? null : value.toString().trim();
    }

    static ConfigException wrong(String name, @Nullable Object value, String expected) {
        return new ConfigException(PREFIX + name, value, "expected: " + expected);
    }
}
