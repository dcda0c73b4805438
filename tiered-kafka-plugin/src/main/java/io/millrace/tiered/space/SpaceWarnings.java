package io.millrace.tiered.space;

import io.millrace.tiered.space.BrokerSettings.Values;
import io.millrace.tiered.space.EvictionPlan.HeldBack;
import io.millrace.tiered.space.EvictionPlan.Taken;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says what stands in the way of the fast disks' room: each thing at most once in ten minutes. <b>Threads.</b> One. */
final class SpaceWarnings {

    private static final Logger LOGGER = LoggerFactory.getLogger(SpaceWarnings.class);

    /** Kafka's default of five minutes lets a disk of NVMe fill up between two looks. */
    private static final long CHECK_MILLIS_MAX = 60_000;

    private static final long WHOLE_LOG = -2;

    /** Named in one look; the others are in the count. */
    private static final int NAMED_MAX = 10;

    private final Alarms alarms;
    private boolean started;

    SpaceWarnings(LongSupplier nanos) {
        this.alarms = new Alarms(nanos);
    }

    /** What the settings get wrong; once in the life of a broker. */
    void settings(Values values, List<Path> directories) {
        if (started) {
            return;
        }
        started = true;
        if (values.checkMillis() > CHECK_MILLIS_MAX) {
            LOGGER.warn(
                    "log.retention.check.interval.ms is long for the space watcher, a fast disk may fill up between two looks: value={} (expected: 10000)",
                    values.checkMillis());
        }
        if (values.localRetentionBytes() != WHOLE_LOG) {
            LOGGER.warn(
                    "log.local.retention.bytes lets segments go beside the space watcher: value={} (expected: -2)",
                    values.localRetentionBytes());
        }
        List<Path> kafkas = values.logDirectories().stream()
                .map(Path::of)
                .map(Path::normalize)
                .toList();
        List<Path> unknown =
                directories.stream().filter(path -> !kafkas.contains(path)).toList();
        if (!unknown.isEmpty()) {
            LOGGER.warn("rsm.config.log.dirs names what is not in log.dirs: {} (expected: of {})", unknown, kafkas);
        }
    }

    /** An operator has set the cutoff. */
    void foreignCutoff(long millis) {
        if (alarms.isDue("foreign")) {
            LOGGER.warn(
                    "space watcher waits: the broker has a dynamic log.local.retention.ms that is not the watcher's; remove it, or set it in the broker's file: value={}",
                    millis);
        }
    }

    void notGated(String topic) {
        if (alarms.isDue("topic " + topic)) {
            LOGGER.warn(
                    "topic has a local.retention.ms or .bytes of its own, the space watcher does not gate it: topic={}",
                    topic);
        }
    }

    /** A disk stays above its high mark. */
    void heldBack(List<HeldBack> partitions) {
        partitions.stream()
                .filter(hold -> alarms.isDue("held " + hold.partition()))
                .limit(NAMED_MAX)
                .forEach(hold -> LOGGER.warn(
                        "partition holds the cutoff back while a fast disk is above its high mark: partition={} of={} reason={}",
                        hold.partition(),
                        partitions.size(),
                        hold.reason()));
        if (partitions.isEmpty() && alarms.isDue("nothing to take")) {
            LOGGER.warn(
                    "a fast disk is above its high mark and no segment of a tiered topic can leave it: topics that are not tiered, or have a retention of their own, take the space");
        }
    }

    void rolled(List<String> partitions) {
        if (alarms.isDue("rolled")) {
            LOGGER.info(
                    "active segments of partitions without new records are rolled to let segments go: count={} first={}",
                    partitions.size(),
                    partitions.stream().limit(NAMED_MAX).toList());
        }
    }

    /** Kafka has let nothing go. */
    void withoutEffect(long age, Taken first) {
        if (alarms.isDue("without effect")) {
            LOGGER.warn(
                    "Kafka let no segment go within two looks at retention, the next eviction comes: older.than={}ms first={}",
                    age,
                    first);
        }
    }

    /** The disk may be full before an eviction takes effect. */
    void headroom(DirectoryUse use, long bytesPerSecond, long millis) {
        if (alarms.isDue("headroom " + use.path())) {
            LOGGER.warn(
                    "fast disk may fill up before an eviction takes effect; lower space.high, or let copies catch up: directory={} written={}/s until.effect={}ms room={}",
                    use.path(),
                    bytesPerSecond,
                    millis,
                    use.headroomBytes());
        }
    }

    void failed(Exception e) {
        if (alarms.isDue("failed " + e.getClass())) {
            LOGGER.warn("space watcher could not look, it tries again: reason={}", e.toString());
        }
        LOGGER.debug("space watcher could not look", e);
    }
}
