package io.millrace.tiered.rate;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rates that follow a properties file. There is no thread: who asks for the rates looks at the file, at most once a second.
 *
 * <p><b>Threads.</b> Safe. <b>Errors.</b> A file that is gone or wrong leaves the last good rates in force, with one warning until it changes again.
 */
public final class RatesFile {

    private static final Logger LOGGER = LoggerFactory.getLogger(RatesFile.class);
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Larger is no file of rates. */
    private static final long FILE_BYTES_MAX = 64 << 10;

    private final Path file;
    private final WaitingClock clock;
    private Rates rates;
    private @Nullable Stamp seen;
    private long lookedAt;

    /** What changes when the file does. */
    private record Stamp(FileTime modified, long size) {}

    private RatesFile(Path file, WaitingClock clock, Rates rates, Stamp seen) {
        this.file = file;
        this.clock = clock;
        this.rates = rates;
        this.seen = seen;
        this.lookedAt = clock.nanos();
    }

    /**
     * Reads the file.
     *
     * @throws IOException if it cannot be read
     * @throws IllegalArgumentException if it names an unknown rate or a value that is none
     */
    public static RatesFile open(Path file, WaitingClock clock) throws IOException {
        Stamp stamp = stamp(file);
        return new RatesFile(file, clock, read(file, stamp), stamp);
    }

    /** The rates in force. */
    public synchronized Rates rates() {
        long now = clock.nanos();
        if (now - lookedAt >= LOOK_NANOS) {
            lookedAt = now;
            look();
        }
        return rates;
    }

    private void look() {
        Stamp found = null;
        try {
            found = stamp(file);
            if (!found.equals(seen)) {
                rates = read(file, found);
                LOGGER.info("rates changed: file={} rates={}", file, rates);
            }
        } catch (IOException | IllegalArgumentException e) {
            if (found != null || seen != null) {
                LOGGER.warn("rates stay as they were: file={} rates={} reason={}", file, rates, e.toString());
            }
        }
        seen = found;
    }

    private static Stamp stamp(Path file) throws IOException {
        return new Stamp(Files.getLastModifiedTime(file), Files.size(file));
    }

    private static Rates read(Path file, Stamp stamp) throws IOException {
        if (stamp.size() > FILE_BYTES_MAX) {
            throw new IllegalArgumentException(
                    "file of rates too large: " + stamp.size() + " bytes (expected: <= " + FILE_BYTES_MAX + ")");
        }
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        }
        Map<String, String> values = properties.stringPropertyNames().stream()
                .collect(Collectors.toMap(name -> name, properties::getProperty));
        return Rates.of(values);
    }
}
