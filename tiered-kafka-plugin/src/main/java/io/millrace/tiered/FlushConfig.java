package io.millrace.tiered;

import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.ConfigException;

/**
 * How what Kafka writes reaches its disks evenly. A value.
 *
 * @param bytesPerSecond of each directory of logs that are forced; 0 for none: the system writes back when it likes
 * @param segmentBytes that a segment may have written before it is forced
 */
public record FlushConfig(long bytesPerSecond, long segmentBytes) {

    static final String BYTES_PER_SECOND = "flush.bytes.per.second";
    static final String SEGMENT_BYTES = "flush.segment.bytes";

    static final Set<String> NAMES = Set.of(BYTES_PER_SECOND, SEGMENT_BYTES);

    /** Below, a force costs a disk more than what it writes. */
    private static final long BYTES_PER_SECOND_MIN = 64 << 10;

    /** A second's worth of a segment in the article that this follows: 2 MB/s. */
    private static final long SEGMENT_BYTES_DEFAULT = 2 << 20;

    private static final long SEGMENT_BYTES_MIN = 4 << 10;

    /**
     * Reads Kafka's properties, whose prefix is gone.
     *
     * @throws ConfigException that names the property, the value and what is expected
     */
    public static FlushConfig of(Map<String, ?> values) {
        TieredProperties properties = new TieredProperties(values);
        boolean isOn = properties.text(BYTES_PER_SECOND) != null;
        long rate = isOn ? properties.number(BYTES_PER_SECOND, 0, BYTES_PER_SECOND_MIN, Long.MAX_VALUE - 1) : 0;
        if (isOn && properties.text(TieredConfig.LOG_DIRS) == null) {
            throw TieredProperties.wrong(
                    TieredConfig.LOG_DIRS, null, "the broker's log.dirs where " + BYTES_PER_SECOND + " is set");
        }
        return new FlushConfig(
                rate, properties.number(SEGMENT_BYTES, SEGMENT_BYTES_DEFAULT, SEGMENT_BYTES_MIN, Integer.MAX_VALUE));
    }

    /** Whether anything is forced. */
    public boolean isOn() {
        return bytesPerSecond > 0;
    }
}
