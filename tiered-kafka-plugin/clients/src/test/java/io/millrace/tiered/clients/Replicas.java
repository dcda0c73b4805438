package io.millrace.tiered.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.kafka.KafkaBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.awaitility.Awaitility;

/**
 * The replicas of a topic's partitions: who leads, who follows, and what each has on its cold disk.
 *
 * @param topic whose they are
 */
record Replicas(TieredTopic topic) {

    private static final Pattern BEGUN_ANEW = Pattern.compile("Truncate and start at offset (\\d+)");

    private TopicPartitionInfo info(TopicPartition partition) {
        return topic.describe().partitions().get(partition.partition());
    }

    KafkaBroker leader(TopicPartition partition) {
        return topic.cluster().broker(info(partition).leader().id());
    }

    List<Integer> of(TopicPartition partition) {
        return info(partition).replicas().stream().map(Node::id).toList();
    }

    /** Makes a replica that is in sync the leader. */
    void lead(TopicPartition partition, int broker) {
        List<Integer> order = new ArrayList<>(of(partition));
        order.remove(Integer.valueOf(broker));
        order.add(0, broker);
        assign(partition, order);
        await(partition + " is led by " + broker, () -> {
            if (leader(partition).id() != broker) {
                topic.cluster().admin().electLeaders(ElectionType.PREFERRED, Set.of(partition));
            }
            return leader(partition).id() == broker;
        });
    }

    /** Moves a partition to these brokers, and waits until it is there and nowhere else. */
    void assign(TopicPartition partition, List<Integer> brokers) {
        TieredTopic.get(topic.cluster()
                .admin()
                .alterPartitionReassignments(
                        Map.of(partition, Optional.of(new NewPartitionReassignment(List.copyOf(brokers)))))
                .all());
        await(partition + " is on " + brokers, () -> of(partition).equals(brokers));
        awaitInSync(partition);
    }

    void awaitInSync(TopicPartition partition) {
        await(partition + " is in sync", () -> {
            TopicPartitionInfo info = info(partition);
            return info.leader() != null && info.isr().size() == info.replicas().size();
        });
    }

    /** Waits until every replica holds, in whole segments of its own, everything that Kafka takes for tiered; retention may still delete the oldest. */
    void awaitColdEverywhere() {
        for (TopicPartition partition : topic.all()) {
            awaitInSync(partition);
            long end = topic.offset(partition, OffsetSpec.latestTiered()) + 1;
            for (int broker : of(partition)) {
                await(partition + " is cold on broker " + broker + " to " + end, () -> {
                    long earliest = topic.offset(partition, OffsetSpec.earliest());
                    return ColdSegment.runEnd(cold(broker, partition), earliest) >= end;
                });
            }
            assertSameBytes(partition);
        }
    }

    /** Segments of one id are the same on all brokers, and what their digests say, or deleted meanwhile. */
    private void assertSameBytes(TopicPartition partition) {
        Set<String> segments = new HashSet<>();
        Set<String> ids = new HashSet<>();
        for (int broker : of(partition)) {
            for (ColdSegment segment : cold(broker, partition)) {
                assertThat(segment.computeDigest())
                        .as("digest of %s on broker %d", segment, broker)
                        .matches(digest -> digest == null || digest.equals(segment.digest()));
                ids.add(segment.id());
                segments.add(segment.id() + segment.digest());
            }
        }
        assertThat(segments).as("segments of %s", partition).hasSameSizeAs(ids);
    }

    /**
     * No replica has evicted what it does not hold on its own cold disk. One that is new, or was away for so long that the leader's fast disk begins behind its end, begins anew where that
     * does: from there on it counts.
     *
     * @param earliest an offset from which on nothing has been deleted
     */
    void assertEvictionsWaited(long earliest) {
        for (TopicPartition partition : topic.all()) {
            for (int broker : of(partition)) {
                assertEvictionsWaited(topic.cluster().broker(broker), partition, earliest);
            }
        }
    }

    private void assertEvictionsWaited(KafkaBroker broker, TopicPartition partition, long earliest) {
        // In this order: what is cold only grows.
        List<Long> local = TieredTopic.localSegments(broker, partition);
        List<ColdSegment> cold = cold(broker.id(), partition);
        if (!local.isEmpty() && ColdSegment.runEnd(cold, earliest) < local.get(0)) {
            await(
                    partition + " begins at " + local.get(0) + " on the fast disk of " + broker + ", which holds "
                            + cold,
                    () -> begunAnew(broker, partition)
                            .anyMatch(start -> ColdSegment.runEnd(cold, start) >= local.get(0)));
        }
    }

    /** The offsets at which a replica's log was begun anew, as its broker has printed them. */
    private static Stream<Long> begunAnew(KafkaBroker broker, TopicPartition partition) throws IOException {
        String name = "partition=" + partition + ",";
        return Files.readAllLines(broker.log()).stream()
                .filter(line -> line.contains(name))
                .map(BEGUN_ANEW::matcher)
                .filter(Matcher::find)
                .map(line -> Long.valueOf(line.group(1)));
    }

    List<ColdSegment> cold(int broker, TopicPartition partition) {
        return TieredTopic.coldSegments(topic.cluster().broker(broker), topic, partition.partition());
    }

    static void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what)
                .atMost(TieredTopic.PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .ignoreExceptions()
                .until(condition);
    }
}
