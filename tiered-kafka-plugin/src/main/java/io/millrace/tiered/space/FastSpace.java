package io.millrace.tiered.space;

import io.millrace.tiered.SpaceConfig;
import io.millrace.tiered.SpaceMark;
import io.millrace.tiered.rate.Rounds;
import io.millrace.tiered.rate.WaitingClock;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The room on this broker's fast disks: watched, if it is told to, and explained.
 *
 * <p><b>Threads.</b> Safe. <b>Ownership.</b> Owns the settings' connection; {@link #close} ends the watch and takes a cutoff that stands back. A second close does nothing.
 */
public final class FastSpace implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(FastSpace.class);

    private final BrokerSettings settings;
    private final @Nullable SpaceWatcher watcher;
    private final @Nullable Rounds rounds;
    private final SpaceReports reports;

    private FastSpace(
            BrokerSettings settings, @Nullable SpaceWatcher watcher, @Nullable Rounds rounds, SpaceReports reports) {
        this.settings = settings;
        this.watcher = watcher;
        this.rounds = rounds;
        this.reports = reports;
    }

    /**
     * What a directory's use is. A value.
     *
     * @param path the directory of logs
     * @param usedBytes that count against the marks
     * @param capacityBytes of its disk
     * @param highBytes above it segments leave
     * @param lowBytes until it is below
     */
    public record Use(Path path, long usedBytes, long capacityBytes, long highBytes, long lowBytes) {}

    /**
     * Begins to watch, if marks are set. Kafka answers already.
     *
     * @param directories of logs that the marks count for; the first keeps the note
     */
    public static FastSpace open(
            int broker,
            SpaceConfig config,
            List<Path> directories,
            PartitionLooks looks,
            BrokerSettings settings,
            WaitingClock waiting) {
        Clock clock = Clock.systemUTC();
        SpaceMark high = config.high();
        SpaceMark low = config.low();
        if (high == null || low == null || directories.isEmpty()) {
            return new FastSpace(settings, null, null, new SpaceReports(looks, null, clock));
        }
        SpaceSurvey survey = new SpaceSurvey(directories, high, low, looks, settings, clock);
        SpaceWatcher watcher = new SpaceWatcher(survey, directories.get(0), waiting);
        Rounds rounds =
                Rounds.start("millrace-tiered-space-" + broker, watcher::safeRound, config.checkInterval(), waiting);
        LOGGER.info("fast disks are watched: directories={} high={} low={}", directories, high, low);
        return new FastSpace(settings, watcher, rounds, new SpaceReports(looks, watcher, clock));
    }

    /** Answers for commands. */
    public SpaceReports reports() {
        return reports;
    }

    /** How full the directories were at the last look; none before it, or without a watcher. */
    public List<Use> uses() {
        Survey survey = status().survey();
        return survey == null
                ? List.of()
                : survey.directories().stream()
                        .map(use -> new Use(
                                use.path(), use.usedBytes(), use.capacityBytes(), use.highBytes(), use.lowBytes()))
                        .toList();
    }

    /** Partitions that hold the cutoff back while a disk is above its high mark. */
    public int heldBackPartitions() {
        return status().heldBackBy().size();
    }

    /** Topics with a retention of their own. */
    public int notGatedTopics() {
        Survey survey = status().survey();
        return survey == null ? 0 : survey.notGated().size();
    }

    /** Bytes per second into the fast disks. */
    public long writeBytesPerSecond() {
        return status().writeBytesPerSecond();
    }

    /** What the disk with the least room takes beyond its high mark, less what is written until an eviction takes effect; negative is an alarm. */
    public long headroomBytes() {
        return status().headroomBytes();
    }

    /** The cutoff that is set now, as an age in milliseconds; -1 if none is. */
    public long cutoffMillis() {
        return watcher == null ? -1 : watcher.cutoffMillis();
    }

    /** Segments that the watcher has let go. */
    public long segmentsEvicted() {
        return watcher == null ? 0 : watcher.segmentsEvicted();
    }

    /** Bytes of data in them. */
    public long bytesEvicted() {
        return watcher == null ? 0 : watcher.bytesEvicted();
    }

    private SpaceStatus status() {
        return Optional.ofNullable(watcher).map(SpaceWatcher::status).orElse(SpaceStatus.NONE);
    }

    @Override
    public void close() {
        Rounds running = rounds;
        if (running != null) {
            running.close();
        }
        settings.close();
    }
}
