package io.millrace.benchmark.peers.tiered;

import io.millrace.benchmark.slow.DeviceStat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** How evenly a device is written to: what it wrote, second by second. Not thread-safe. */
final class WriteSamples {
    private static final long STEP_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Path stat;
    private final List<Double> rates = new ArrayList<>();
    private long seenBytes;
    private long seenAt;
    private long dueAt;

    /** @param stat of the device, for {@link DeviceStat} */
    WriteSamples(Path stat) {
        this.stat = stat;
    }

    void begin(long nanos) throws IOException {
        rates.clear();
        seenBytes = DeviceStat.of(stat).writtenBytes();
        seenAt = nanos;
        dueAt = nanos + STEP_NANOS;
    }

    /** To be called more often than once a second; one that comes late counts for the time that has passed. */
    void look(long nanos) throws IOException {
        if (nanos - dueAt < 0) {
            return;
        }
        long bytes = DeviceStat.of(stat).writtenBytes();
        rates.add((bytes - seenBytes) * 1e9 / (nanos - seenAt));
        seenBytes = bytes;
        seenAt = nanos;
        while (nanos - dueAt >= 0) {
            dueAt += STEP_NANOS;
        }
    }

    /** The mean of all seconds; not a number before the first has passed. */
    double bytesPerSecond() {
        return rates.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }

    /** The standard deviation of the seconds ÷ their mean; not a number where nothing was written. */
    double relativeDeviation() {
        double mean = bytesPerSecond();
        double variance = rates.stream()
                .mapToDouble(rate -> (rate - mean) * (rate - mean))
                .average()
                .orElse(Double.NaN);
        return Math.sqrt(variance) / mean;
    }
}
