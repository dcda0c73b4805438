package io.millrace.tiered.space;

import io.millrace.tiered.replica.PartitionLook;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** How fast tiered partitions grow, by directory of logs, from one survey to the next. <b>Threads.</b> One. */
final class WriteRate {

    /** Of the newest interval in the mean: some five surveys count. */
    private static final double NEWEST = 0.3;

    private static final double MILLIS_PER_SECOND = 1000;

    private Map<String, Long> before = Map.of();
    private final Map<Path, Double> rates = new HashMap<>();
    private long beforeMillis = -1;

    /** Takes a survey into account. */
    void add(Survey survey) {
        Map<String, Long> now = new HashMap<>();
        Map<Path, Long> grown = new HashMap<>();
        survey.directories().forEach(use -> grown.put(use.path(), 0L));
        for (PartitionLook look : survey.looks()) {
            look.local().forEach(segment -> {
                String key = look.name() + "@" + segment.firstOffset();
                now.put(key, segment.bytes());
                grown.merge(look.directory(), Math.max(0, segment.bytes() - before.getOrDefault(key, 0L)), Long::sum);
            });
        }
        long millis = survey.millis() - beforeMillis;
        if (beforeMillis >= 0 && millis > 0) {
            grown.forEach((directory, bytes) -> rates.merge(
                    directory, bytes * MILLIS_PER_SECOND / millis, (mean, newest) -> mean + NEWEST * (newest - mean)));
        }
        before = now;
        beforeMillis = survey.millis();
    }

    /** Bytes per second; 0 until there were two surveys. */
    long bytesPerSecond(Path directory) {
        return Math.round(rates.getOrDefault(directory, 0.0));
    }
}
