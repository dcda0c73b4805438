package io.millrace.tiered;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * How full the fast disks may become. A value.
 *
 * @param high above it the oldest segments leave a directory of logs; null for no watcher
 * @param low until the use is below it
 * @param checkInterval between two looks at the disks
 */
public record SpaceConfig(@Nullable SpaceMark high, @Nullable SpaceMark low, Duration checkInterval) {

    static final String HIGH = "space.high";
    static final String LOW = "space.low";
    static final String CHECK_INTERVAL = "space.check.interval.ms";

    static final Set<String> NAMES = Set.of(HIGH, LOW, CHECK_INTERVAL);

    /** As often as Kafka looks at retention once it is set as the guide says. */
    private static final long CHECK_INTERVAL_MS_DEFAULT = 10_000;

    private static final long CHECK_INTERVAL_MS_MIN = 100;
    private static final long CHECK_INTERVAL_MS_MAX = 3_600_000;

    /** Of the high mark in percent, where no low one is set: evictions are neither all the time nor a flood. */
    private static final int LOW_SHARE = 90;

    private static final int HUNDRED = 100;

    /**
     * Reads Kafka's properties, whose prefix is gone.
     *
     * @throws ConfigException that names the property, the value and what is expected
     */
    public static SpaceConfig of(Map<String, ?> values) {
        TieredProperties properties = new TieredProperties(values);
        SpaceMark high = mark(properties, HIGH);
        SpaceMark low = mark(properties, LOW);
        if (high == null && low != null) {
            throw TieredProperties.wrong(HIGH, null, "a high mark where there is a low one: " + SpaceMark.EXPECTED);
        }
        if (high != null && low == null) {
            low = new SpaceMark(Math.max(1, (long) ((double) high.amount() / HUNDRED * LOW_SHARE)), high.isPercent());
        }
        if (high != null && low != null && (low.isPercent() != high.isPercent() || low.amount() > high.amount())) {
            throw TieredProperties.wrong(LOW, low, "a mark of the same kind as the high one, at most " + high);
        }
        if (high != null && properties.text(TieredConfig.LOG_DIRS) == null) {
            throw TieredProperties.wrong(
                    TieredConfig.LOG_DIRS, null, "the broker's log.dirs where " + HIGH + " is set");
        }
        return new SpaceConfig(
                high,
                low,
                Duration.ofMillis(properties.number(
                        CHECK_INTERVAL, CHECK_INTERVAL_MS_DEFAULT, CHECK_INTERVAL_MS_MIN, CHECK_INTERVAL_MS_MAX)));
    }

    private static @Nullable SpaceMark mark(TieredProperties properties, String name) {
        String value = properties.text(name);
        try {
            return value == null ? null : SpaceMark.parse(value);
        } catch (IllegalArgumentException e) {
            throw TieredProperties.wrong(name, value, SpaceMark.EXPECTED);
        }
    }
}
