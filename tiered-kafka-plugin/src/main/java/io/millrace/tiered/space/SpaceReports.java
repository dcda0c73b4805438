package io.millrace.tiered.space;

import io.millrace.tiered.log.LocalSegment;
import io.millrace.tiered.peer.BrokerReports;
import io.millrace.tiered.replica.CopiedSegment;
import io.millrace.tiered.replica.PartitionLook;
import io.millrace.tiered.space.BrokerSettings.TopicValues;
import io.millrace.tiered.space.BrokerSettings.Values;
import io.millrace.tiered.space.CutoffChoice.Limits;
import io.millrace.tiered.space.EvictionPlan.HeldBack;
import io.millrace.tiered.space.EvictionPlan.Taken;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.server.log.remote.storage.RemoteStorageException;
import org.jspecify.annotations.Nullable;

/**
 * Answers for commands: where the segments are, why they are still on the fast disk, what an eviction would take. Lines of fields with tabs between them, the first line names the fields.
 *
 * <p><b>Threads.</b> Safe. <b>Errors.</b> {@link IOException} if a log or the copies of it cannot be looked at now.
 */
public final class SpaceReports implements BrokerReports {

    private static final String NONE = "-";
    private static final String STATES =
            line("first", "last", "bytes", "timestamp", "tier", "segment", "held", "why", "detail");
    private static final String SIMULATED = line("topic", "partition", "first", "last", "bytes", "timestamp", "detail");

    /** Of one answer: some 100 bytes each. */
    private static final int LINES_MAX = 100_000;

    private static final Values UNKNOWN = new Values(OptionalLong.empty(), -1, -2, 0, 0, Set.of());

    private final PartitionLooks looks;
    private final @Nullable SpaceWatcher watcher;
    private final Clock clock;

    SpaceReports(PartitionLooks looks, @Nullable SpaceWatcher watcher, Clock clock) {
        this.looks = looks;
        this.watcher = watcher;
        this.clock = clock;
    }

    @Override
    public Optional<List<String>> states(Uuid topicId, int partition) throws IOException {
        return look(topicId, partition).map(look -> lines(look, true));
    }

    @Override
    public Optional<List<String>> explain(Uuid topicId, int partition) throws IOException {
        return look(topicId, partition).map(look -> lines(look, false));
    }

    private Optional<PartitionLook> look(Uuid topicId, int partition) throws IOException {
        for (TopicIdPartition each : looks.partitions()) {
            if (each.topicId().equals(topicId) && each.partition() == partition) {
                try {
                    return looks.look(each);
                } catch (RemoteStorageException | RetriableException e) {
                    throw new IOException("copies are not known: partition=" + each, e);
                }
            }
        }
        return Optional.empty();
    }

    private List<String> lines(PartitionLook look, boolean all) {
        List<String> lines = new ArrayList<>(List.of(STATES));
        long localFrom = look.local().get(0).firstOffset();
        if (all) {
            look.copied().stream()
                    .filter(copy -> copy.lastOffset() < localFrom)
                    .map(SpaceReports::cold)
                    .forEach(lines::add);
        }
        EvictionPlan next = status().next();
        boolean isGated = !topics().containsKey(look.partition().topic())
                || topics().get(look.partition().topic()).isGated();
        StayReasons reasons = new StayReasons(look, isGated, watcher != null, clock.millis(), next);
        look.local().forEach(segment -> lines.add(local(look, segment, reasons.next(segment), next)));
        return bounded(lines);
    }

    private static String cold(CopiedSegment copy) {
        return line(
                copy.firstOffset(),
                copy.lastOffset(),
                copy.bytes(),
                copy.timestampMax(),
                copy.isHeld() ? "HDD" : "NONE",
                copy.id(),
                copy.isHeld() ? "yes" : "no",
                NONE,
                copy.isHeld() ? NONE : "this broker has no copy: reads go to others");
    }

    private static String local(PartitionLook look, LocalSegment segment, StayReason why, @Nullable EvictionPlan next) {
        boolean isHeld =
                !segment.isActive() && (segment.lastOffset() <= look.heldEnd() || why == StayReason.BEHIND_ANOTHER);
        String id = look.copied().stream()
                .filter(copy -> copy.firstOffset() == segment.firstOffset())
                .filter(copy -> copy.lastOffset() == segment.lastOffset())
                .map(copy -> copy.id().toString())
                .findFirst()
                .orElse(NONE);
        return line(
                segment.firstOffset(),
                segment.lastOffset(),
                segment.bytes(),
                segment.timestampMax(),
                isHeld ? "BOTH" : "SSD",
                id,
                isHeld ? "yes" : "no",
                why,
                detail(look, why, next));
    }

    private static String detail(PartitionLook look, StayReason why, @Nullable EvictionPlan next) {
        boolean isCopy = why == StayReason.NOT_COPIED || why == StayReason.NOT_HELD;
        if (isCopy && !look.isReady()) {
            return why.text() + "; what is copied of this partition is not all known here yet";
        }
        if (why == StayReason.HELD_BACK && next != null) {
            HeldBack first = next.heldBackBy().get(0);
            return why.text() + ": " + first.partition() + ", " + first.reason();
        }
        return why.text();
    }

    @Override
    public Optional<List<String>> simulate(long bytes) throws IOException {
        Survey last = status().survey();
        Survey now = new Survey(
                clock.millis(),
                last == null ? UNKNOWN : last.settings(),
                topics(),
                List.of(),
                SpaceSurvey.looks(looks));
        Limits limits = SpaceWatcher.limits(now, Long.MIN_VALUE);
        EvictionPlan plan = CutoffChoice.choose(
                now.partitions(),
                limits,
                freed -> freed.values().stream().mapToLong(Long::longValue).sum() >= bytes);
        List<String> lines = new ArrayList<>(List.of(SIMULATED));
        plan.taken().forEach(taken -> lines.add(taken(taken)));
        plan.heldBackBy()
                .forEach(hold -> lines.add(line(
                        topic(hold.partition()),
                        index(hold.partition()),
                        NONE,
                        NONE,
                        NONE,
                        hold.timestamp(),
                        hold.reason())));
        return Optional.of(bounded(lines));
    }

    private static String taken(Taken taken) {
        return line(
                topic(taken.partition()),
                index(taken.partition()),
                taken.firstOffset(),
                taken.lastOffset(),
                taken.bytes(),
                taken.timestampMax(),
                NONE);
    }

    private static String topic(String partition) {
        return partition.substring(0, partition.lastIndexOf('-'));
    }

    private static String index(String partition) {
        return partition.substring(partition.lastIndexOf('-') + 1);
    }

    @Override
    public Optional<List<String>> space() {
        List<String> lines = new ArrayList<>(List.of(line("key", "value")));
        SpaceStatus seen = status();
        Survey survey = seen.survey();
        SpaceWatcher running = watcher;
        lines.add(line("watcher", running == null ? "off" : "on"));
        lines.add(line("cutoff.ms", running == null || running.cutoffMillis() < 0 ? NONE : running.cutoffMillis()));
        lines.add(line(
                "retention.check.ms", survey == null ? NONE : survey.settings().checkMillis()));
        lines.add(line("held.back", seen.heldBackBy().size()));
        seen.heldBackBy().forEach(hold -> lines.add(line("held.back.by", hold.partition(), hold.reason())));
        if (survey != null) {
            survey.notGated().forEach(topic -> lines.add(line("not.gated", topic)));
            survey.directories()
                    .forEach(use -> lines.add(line(
                            "directory",
                            use.path(),
                            use.usedBytes(),
                            use.capacityBytes(),
                            use.highBytes(),
                            use.lowBytes())));
        }
        return Optional.of(lines);
    }

    private SpaceStatus status() {
        return watcher == null ? SpaceStatus.NONE : watcher.status();
    }

    private Map<String, TopicValues> topics() {
        Survey survey = status().survey();
        return survey == null ? Map.of() : survey.topics();
    }

    private static List<String> bounded(List<String> lines) {
        return lines.size() <= LINES_MAX ? lines : lines.subList(0, LINES_MAX);
    }

    private static String line(Object... fields) {
        return Arrays.stream(fields).map(String::valueOf).collect(Collectors.joining("\t"));
    }
}
