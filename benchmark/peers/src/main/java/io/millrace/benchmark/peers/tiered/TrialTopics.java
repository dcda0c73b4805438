package io.millrace.benchmark.peers.tiered;

import io.millrace.benchmark.tiered.TieredArm;
import io.millrace.benchmark.tiered.TieredPhase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeReplicaLogDirsResult.ReplicaLogDirInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionReplica;

/**
 * The topics of a trial, of one partition each: one that is kept up with, four of old data, four of recent data.
 *
 * <p>With tiers old data is on the slow disk alone, for its topics keep nothing locally; recent data is on both.
 */
final class TrialTopics implements AutoCloseable {
    static final String REALTIME = "realtime";
    static final int REALTIME_NUMBER = 0;
    private static final int LAGGING = 4;
    private static final int FIRST_OLD = 1;
    private static final int FIRST_RECENT = FIRST_OLD + LAGGING;

    /** Copies and deletions go on behind: this is how often one looks, and for how long at most. */
    private static final long LOOK_MILLIS = 200;

    private static final long ADMIN_SECONDS = 120;
    private static final long WAIT_SECONDS = 300;

    private final Admin admin;
    private final TieredArm arm;
    private final BrokerFolders folders;
    private final int segmentBytes;

    TrialTopics(TieredBroker broker, TieredArm arm, int segmentBytes) {
        this.admin = Admin.create(Map.of("bootstrap.servers", broker.address()));
        this.arm = arm;
        this.folders = broker.folders();
        this.segmentBytes = segmentBytes;
    }

    /** The topics that lagging consumers read, by their numbers; empty for none. */
    static Map<String, Integer> lagging(TieredPhase.Lag lag) {
        Map<String, Integer> topics = new HashMap<>();
        if (lag != TieredPhase.Lag.NONE) {
            int first = lag == TieredPhase.Lag.OLD ? FIRST_OLD : FIRST_RECENT;
            String prefix = lag == TieredPhase.Lag.OLD ? "old-" : "recent-";
            IntStream.range(0, LAGGING).forEach(each -> topics.put(prefix + each, first + each));
        }
        return topics;
    }

    void create() throws IOException, InterruptedException {
        List<NewTopic> topics = new ArrayList<>();
        Map<TopicPartitionReplica, String> places = new HashMap<>();
        add(REALTIME, "-2", folders.realtime(), topics, places);
        lagging(TieredPhase.Lag.OLD).keySet().forEach(each -> add(each, "1", folders.lagging(), topics, places));
        lagging(TieredPhase.Lag.RECENT).keySet().forEach(each -> add(each, "-2", folders.lagging(), topics, places));
        AdminCall.of(() -> admin.createTopics(topics).all().get(ADMIN_SECONDS, TimeUnit.SECONDS));
        if (folders.logs().size() > 1) {
            AdminCall.of(() -> admin.alterReplicaLogDirs(places).all().get(ADMIN_SECONDS, TimeUnit.SECONDS));
            await("topics are not on their disks", () -> arePlaced(places));
        }
    }

    private void add(
            String name,
            String localRetentionMillis,
            Path folder,
            List<NewTopic> topics,
            Map<TopicPartitionReplica, String> places) {
        Map<String, String> configs = new HashMap<>(
                Map.of("segment.bytes", Integer.toString(segmentBytes), "retention.ms", "-1", "retention.bytes", "-1"));
        if (arm.isTiered()) {
            configs.put("remote.storage.enable", "true");
            configs.put("local.retention.ms", localRetentionMillis);
        }
        topics.add(new NewTopic(name, 1, (short) 1).configs(configs));
        places.put(new TopicPartitionReplica(name, 0, 1), folder.toString());
    }

    private boolean arePlaced(Map<TopicPartitionReplica, String> places) throws IOException, InterruptedException {
        var found = AdminCall.of(
                () -> admin.describeReplicaLogDirs(places.keySet()).all().get(ADMIN_SECONDS, TimeUnit.SECONDS));
        return places.entrySet().stream().allMatch(each -> {
            ReplicaLogDirInfo place = found.get(each.getKey());
            return place != null
                    && each.getValue().equals(place.getCurrentReplicaLogDir())
                    && place.getFutureReplicaLogDir() == null;
        });
    }

    /** Waits until old data has left the fast disk, and all that is rolled has been copied. At once without tiers. */
    void awaitTiered() throws IOException, InterruptedException {
        if (!arm.isTiered()) {
            return;
        }
        for (String topic : lagging(TieredPhase.Lag.OLD).keySet()) {
            await(
                    "old data stays on the fast disk, topic " + topic,
                    () -> offset(topic, OffsetSpec.earliestLocal()) == end(topic));
        }
        for (String topic : lagging(TieredPhase.Lag.RECENT).keySet()) {
            await("recent data is not copied, topic " + topic, () -> isCopied(topic));
        }
        awaitCopied();
    }

    /** Waits until nothing of the topic that is kept up with is left to copy but its last segment. */
    void awaitCopied() throws IOException, InterruptedException {
        if (arm.isTiered()) {
            await("copies do not keep up, topic " + REALTIME, () -> isCopied(REALTIME));
        }
    }

    private boolean isCopied(String topic) throws IOException, InterruptedException {
        long left = end(topic) - 1 - offset(topic, OffsetSpec.latestTiered());
        return left * RecordContent.BYTES <= segmentBytes;
    }

    /** The offset behind its last record. */
    long end(String topic) throws IOException, InterruptedException {
        return offset(topic, OffsetSpec.latest());
    }

    private long offset(String topic, OffsetSpec spec) throws IOException, InterruptedException {
        TopicPartition partition = new TopicPartition(topic, 0);
        return AdminCall.of(() -> admin.listOffsets(Map.of(partition, spec))
                        .partitionResult(partition)
                        .get(ADMIN_SECONDS, TimeUnit.SECONDS))
                .offset();
    }

    private static void await(String otherwise, Condition condition) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
        while (!condition.holds()) {
            if (System.nanoTime() > deadline) {
                throw new IOException(otherwise + ", after " + WAIT_SECONDS + " s");
            }
            Thread.sleep(LOOK_MILLIS);
        }
    }

    @FunctionalInterface
    private interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }

    @Override
    public void close() {
        admin.close();
    }
}
