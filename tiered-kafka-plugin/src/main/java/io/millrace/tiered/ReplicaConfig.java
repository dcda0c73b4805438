package io.millrace.tiered;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.ConfigException;

/**
 * How the replicas of a partition share its cold segments. A value.
 *
 * @param checkInterval between two looks at what others have copied and deleted
 * @param deleteGrace how long a segment must be gone for everybody before the copy here is deleted
 */
public record ReplicaConfig(Duration checkInterval, Duration deleteGrace) {

    static final String CHECK_INTERVAL = "replica.check.interval.ms";
    static final String DELETE_GRACE = "cold.delete.grace.ms";

    static final Set<String> NAMES = Set.of(CHECK_INTERVAL, DELETE_GRACE);

    /** A look costs no disk and no network; what it finds is minutes old already. */
    private static final long CHECK_INTERVAL_MS_DEFAULT = 5_000;

    private static final long CHECK_INTERVAL_MS_MIN = 100;
    private static final long CHECK_INTERVAL_MS_MAX = 3_600_000;

    /** Longer than a leader takes to move, and its metadata to follow. */
    private static final long DELETE_GRACE_MS_DEFAULT = 60_000;

    private static final long DELETE_GRACE_MS_MAX = 7L * 24 * 3_600_000;

    /**
     * Reads Kafka's properties, whose prefix is gone.
     *
     * @throws ConfigException that names the property, the value and what is expected
     */
    public static ReplicaConfig of(Map<String, ?> values) {
        TieredProperties properties = new TieredProperties(values);
        return new ReplicaConfig(
                Duration.ofMillis(properties.number(
                        CHECK_INTERVAL, CHECK_INTERVAL_MS_DEFAULT, CHECK_INTERVAL_MS_MIN, CHECK_INTERVAL_MS_MAX)),
                Duration.ofMillis(properties.number(DELETE_GRACE, DELETE_GRACE_MS_DEFAULT, 0, DELETE_GRACE_MS_MAX)));
    }
}
