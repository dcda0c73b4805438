package io.millrace.tiered.clients;

import io.millrace.testkit.kafka.KafkaBroker;
import io.millrace.testkit.kafka.KafkaCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.awaitility.Awaitility;

/**
 * A topic whose old segments go to cold disks.
 *
 * @param cluster whose it is
 * @param name of the topic
 * @param id that Kafka gave it
 * @param partitions how many
 */
record TieredTopic(KafkaCluster cluster, String name, Uuid id, int partitions) {

    static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final String LOG = ".log";

    /** Makes it with a replica on every broker, and waits for its leaders. */
    static TieredTopic create(KafkaCluster cluster, String name, int partitions, Map<String, String> more) {
        return create(cluster, new NewTopic(name, Optional.of(partitions), Optional.empty()), partitions, more);
    }

    /** Makes it with one partition and replicas on these brokers, the first of which leads, and waits for it. */
    static TieredTopic create(KafkaCluster cluster, String name, List<Integer> replicas, Map<String, String> more) {
        return create(cluster, new NewTopic(name, Map.of(0, replicas)), 1, more);
    }

    private static TieredTopic create(KafkaCluster cluster, NewTopic topic, int partitions, Map<String, String> more) {
        Map<String, String> configs = new HashMap<>(Map.of(
                "remote.storage.enable",
                "true",
                "segment.ms",
                Long.toString(RecordWriter.SEGMENT_MILLIS),
                "file.delete.delay.ms",
                "100",
                "index.interval.bytes",
                "1024"));
        configs.putAll(more);
        get(cluster.admin().createTopics(List.of(topic.configs(configs))).all());
        TieredTopic made = new TieredTopic(cluster, topic.name(), awaitLeaders(cluster, topic.name()), partitions);
        made.all().forEach(partition -> made.offset(partition, OffsetSpec.latest()));
        return made;
    }

    private static Uuid awaitLeaders(KafkaCluster cluster, String name) {
        return Awaitility.await(name + " has leaders")
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> describe(cluster, name), topic -> topic.partitions().stream()
                        .allMatch(each -> each.leader() != null))
                .topicId();
    }

    TopicPartition partition(int index) {
        return new TopicPartition(name, index);
    }

    List<TopicPartition> all() {
        return IntStream.range(0, partitions).mapToObj(this::partition).toList();
    }

    TopicDescription describe() {
        return describe(cluster, name);
    }

    private static TopicDescription describe(KafkaCluster cluster, String name) {
        return get(cluster.admin().describeTopics(List.of(name)).allTopicNames())
                .values()
                .iterator()
                .next();
    }

    /** Changes settings; an empty value deletes one. */
    void configure(Map<String, String> settings) {
        configure(cluster, name, settings);
    }

    /** The same with a topic of Kafka's own. */
    static void configure(KafkaCluster cluster, String topic, Map<String, String> settings) {
        configure(cluster, new ConfigResource(ConfigResource.Type.TOPIC, topic), settings);
    }

    /** Changes dynamic settings of a broker; an empty value deletes one. */
    void configure(KafkaBroker broker, Map<String, String> settings) {
        configure(cluster, new ConfigResource(ConfigResource.Type.BROKER, Integer.toString(broker.id())), settings);
    }

    private static void configure(KafkaCluster cluster, ConfigResource resource, Map<String, String> settings) {
        List<AlterConfigOp> changes = new ArrayList<>();
        settings.forEach((setting, value) -> changes.add(new AlterConfigOp(
                new ConfigEntry(setting, value),
                value.isEmpty() ? AlterConfigOp.OpType.DELETE : AlterConfigOp.OpType.SET)));
        get(cluster.admin().incrementalAlterConfigs(Map.of(resource, changes)).all());
    }

    void delete() {
        get(cluster.admin().deleteTopics(List.of(name)).all());
    }

    long offset(TopicPartition partition, OffsetSpec which) {
        return get(cluster.admin().listOffsets(Map.of(partition, which)).partitionResult(partition))
                .offset();
    }

    /** Waits until all but the active segment are on cold disks, as Kafka says. */
    void awaitTiered() {
        for (TopicPartition partition : all()) {
            Awaitility.await(partition + " is copied")
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(100))
                    .ignoreExceptions()
                    .until(() -> offset(partition, OffsetSpec.latestTiered()) + 1 == activeSegment(partition));
        }
    }

    /** Base offset of the segment that the leader writes to. */
    long activeSegment(TopicPartition partition) {
        int leader = describe().partitions().get(partition.partition()).leader().id();
        List<Long> segments = localSegments(cluster.broker(leader), partition);
        return segments.get(segments.size() - 1);
    }

    /** Copies, then leaves nothing but the active segment on every broker that runs. */
    void evict() {
        awaitTiered();
        configure(Map.of("local.retention.bytes", "1"));
        awaitEvicted();
    }

    void awaitEvicted() {
        for (TopicPartition partition : all()) {
            for (KafkaBroker broker : cluster.brokers()) {
                Awaitility.await(partition + " is evicted on " + broker)
                        .atMost(PATIENCE)
                        .pollInterval(Duration.ofMillis(100))
                        .until(() -> !broker.isRunning()
                                || localSegments(broker, partition).size() <= 1);
            }
        }
    }

    /** Base offsets of the segments in a broker's log directory. */
    static List<Long> localSegments(KafkaBroker broker, TopicPartition partition) {
        try (Stream<Path> files = Files.list(broker.logDirectory().resolve(partition.toString()))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(LOG))
                    .map(file -> Long.valueOf(file.substring(0, file.length() - LOG.length())))
                    .sorted()
                    .toList();
        } catch (NoSuchFileException absent) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Bytes of all segments on a broker's fast disk; more than there can be while it deletes some. */
    static long localBytes(KafkaBroker broker) {
        try (Stream<Path> files = Files.walk(broker.logDirectory())) {
            return files.filter(file -> file.toString().endsWith(LOG))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (IOException | UncheckedIOException changing) {
            return Long.MAX_VALUE;
        }
    }

    /** The segments on the cold disk of a broker with one directory. */
    static List<ColdSegment> coldSegments(KafkaBroker broker, TieredTopic topic, int partition) {
        return ColdSegment.of(broker.coldDirectory(), topic, partition);
    }

    /** The answer of a broker, which is awaited for a bounded time. */
    static <T> T get(KafkaFuture<T> answer) {
        try {
            return answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("a broker does not do as asked: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for a broker", e);
        }
    }
}
