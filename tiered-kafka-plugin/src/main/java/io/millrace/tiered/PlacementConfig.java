package io.millrace.tiered;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * Where followers live. A value.
 *
 * @param rulesFile which topics' followers live where, looked at while the broker runs; null for no moves
 * @param fastDirectories of the broker's log.dirs, on fast disks: those of leaders
 * @param slowDirectories of the broker's log.dirs, on slow disks
 * @param checkInterval between two looks
 * @param dwell how long a replica must have been a follower before it moves to a slow disk
 * @param movesMax replicas that move at a time
 */
public record PlacementConfig(
        @Nullable Path rulesFile,
        List<Path> fastDirectories,
        List<Path> slowDirectories,
        Duration checkInterval,
        Duration dwell,
        int movesMax) {

    static final String RULES_FILE = "placement.rules.file";
    static final String FAST_DIRECTORIES = "placement.ssd.directories";
    static final String SLOW_DIRECTORIES = "placement.hdd.directories";
    static final String CHECK_INTERVAL = "placement.check.interval.ms";
    static final String DWELL = "placement.dwell.ms";
    static final String MOVES_MAX = "placement.moves.max";

    static final Set<String> NAMES =
            Set.of(RULES_FILE, FAST_DIRECTORIES, SLOW_DIRECTORIES, CHECK_INTERVAL, DWELL, MOVES_MAX);

    private static final long CHECK_INTERVAL_MS_DEFAULT = 30_000;
    private static final long CHECK_INTERVAL_MS_MIN = 100;

    /** Longer than a rolling restart takes for one broker: leaders go and come back. */
    private static final long DWELL_MS_DEFAULT = 600_000;

    private static final long MILLIS_MAX = 7L * 24 * 3_600_000;

    /** A move reads all of a replica from one disk and writes it to another. */
    private static final int MOVES_DEFAULT = 1;

    private static final int MOVES_LIMIT = 16;

    public PlacementConfig {
        fastDirectories = List.copyOf(fastDirectories);
        slowDirectories = List.copyOf(slowDirectories);
    }

    /**
     * Reads Kafka's properties, whose prefix is gone.
     *
     * @throws ConfigException that names the property, the value and what is expected
     */
    public static PlacementConfig of(Map<String, ?> values) {
        TieredProperties properties = new TieredProperties(values);
        PlacementConfig config = new PlacementConfig(
                properties.path(RULES_FILE, "absolute path of a file with rules"),
                properties.directories(FAST_DIRECTORIES),
                properties.directories(SLOW_DIRECTORIES),
                Duration.ofMillis(properties.number(
                        CHECK_INTERVAL, CHECK_INTERVAL_MS_DEFAULT, CHECK_INTERVAL_MS_MIN, MILLIS_MAX)),
                Duration.ofMillis(properties.number(DWELL, DWELL_MS_DEFAULT, 0, MILLIS_MAX)),
                (int) properties.number(MOVES_MAX, MOVES_DEFAULT, 1, MOVES_LIMIT));
        if (config.rulesFile() != null) {
            config.check();
        }
        return config;
    }

    private void check() {
        if (fastDirectories.isEmpty()) {
            throw TieredProperties.wrong(FAST_DIRECTORIES, null, "directories of log.dirs on fast disks");
        }
        if (slowDirectories.isEmpty()) {
            throw TieredProperties.wrong(SLOW_DIRECTORIES, null, "directories of log.dirs on slow disks");
        }
        for (Path slow : slowDirectories) {
            if (fastDirectories.contains(slow)) {
                throw TieredProperties.wrong(SLOW_DIRECTORIES, slow, "directories that are not in " + FAST_DIRECTORIES);
            }
        }
    }
}
