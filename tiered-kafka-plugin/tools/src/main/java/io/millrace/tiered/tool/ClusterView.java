package io.millrace.tiered.tool;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.ReplicaInfo;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicCollection;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicIdException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * What Kafka itself says of a cluster's tiered topics, by its Admin client: nothing that needs the plugin.
 *
 * <p><b>Threads.</b> One. <b>Ownership.</b> {@link #close} ends the client. <b>Errors.</b> {@link ToolException} if the cluster does not answer in time.
 */
public final class ClusterView implements AutoCloseable {

    private static final String TIERED = "remote.storage.enable";

    private final Admin admin;
    private final Duration patience;

    private ClusterView(Admin admin, Duration patience) {
        this.admin = admin;
        this.patience = patience;
    }

    /**
     * Makes a client; asks nothing yet.
     *
     * @param properties of an Admin client
     * @param patience how long to wait for an answer
     */
    public static ClusterView of(Map<String, Object> properties, Duration patience) {
        Map<String, Object> all = new HashMap<>(properties);
        int millis = Math.toIntExact(patience.toMillis());
        all.putIfAbsent("default.api.timeout.ms", millis);
        all.putIfAbsent("request.timeout.ms", millis);
        try {
            return new ClusterView(Admin.create(all), patience);
        } catch (KafkaException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new ToolException(
                    "no client for " + properties.get("bootstrap.servers") + ": " + cause.getMessage(), e);
        }
    }

    /** The brokers that live, by their ids. */
    public List<Node> brokers() {
        return get("who the brokers are", admin.describeCluster().nodes()).stream()
                .sorted(Comparator.comparing(Node::id))
                .toList();
    }

    /**
     * Topics whose old segments go to a cold store, by name, with all their settings.
     *
     * @param named the only one that is wanted, if one is
     * @throws ToolException if the named one is not there, or not tiered
     */
    public List<TopicFacts> tieredTopics(Optional<String> named) {
        Collection<String> names = named.<Collection<String>>map(List::of)
                .orElseGet(() -> get("its topics", admin.listTopics().names()));
        Map<String, TopicDescription> described = get(
                "what its topics are: " + named.orElse("all"),
                admin.describeTopics(names).allTopicNames());
        Map<ConfigResource, Config> configs = get(
                "settings of topics",
                admin.describeConfigs(names.stream()
                                .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                                .toList())
                        .all());
        List<TopicFacts> topics = new ArrayList<>();
        configs.forEach((resource, config) -> {
            TopicDescription topic = described.get(resource.name());
            ConfigEntry tiered = config.get(TIERED);
            if (topic != null && tiered != null && "true".equals(tiered.value())) {
                topics.add(new TopicFacts(topic, config));
            }
        });
        if (named.isPresent() && topics.isEmpty()) {
            throw new ToolException("topic is not tiered: " + named.get() + " (expected: " + TIERED + "=true)");
        }
        topics.sort(Comparator.comparing(TopicFacts::name));
        return topics;
    }

    /** The id of the cluster: whoever asked the wrong one sees it. */
    public String clusterId() {
        return get("its id", admin.describeCluster().clusterId());
    }

    /** Topics by their ids; those that are no more, or that this client may not see, are left out. */
    public Map<Uuid, TopicDescription> topics(Set<Uuid> ids) {
        Map<Uuid, TopicDescription> found = new HashMap<>();
        admin.describeTopics(TopicCollection.ofTopicIds(ids)).topicIdValues().forEach((id, answer) -> {
            try {
                found.put(id, get("what topic " + id + " is", answer));
            } catch (ToolException e) {
                if (!isUnknown(e.getCause())) {
                    throw e;
                }
            }
        });
        return found;
    }

    private static boolean isUnknown(@Nullable Throwable failure) {
        Throwable cause = failure == null ? null : failure.getCause();
        return cause instanceof UnknownTopicIdException || cause instanceof UnknownTopicOrPartitionException;
    }

    /** A setting of a broker, empty if it has none of this name. */
    public Optional<ConfigEntry> brokerSetting(int broker, String name) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.BROKER, Integer.toString(broker));
        Config config = get(
                        "settings of broker " + broker,
                        admin.describeConfigs(List.of(resource)).all())
                .get(resource);
        return Optional.ofNullable(config == null ? null : config.get(name));
    }

    /** Where the tiers of partitions begin and end, as their leaders say; partitions without a leader are left out. */
    public Map<TopicPartition, TierOffsets> offsets(List<TopicFacts> topics) {
        List<TopicPartition> led = new ArrayList<>();
        for (TopicFacts topic : topics) {
            for (TopicPartitionInfo info : topic.description().partitions()) {
                if (info.leader() != null && !info.leader().isEmpty()) {
                    led.add(new TopicPartition(topic.name(), info.partition()));
                }
            }
        }
        Map<TopicPartition, ListOffsetsResultInfo> earliest = list(led, OffsetSpec.earliest());
        Map<TopicPartition, ListOffsetsResultInfo> earliestLocal = list(led, OffsetSpec.earliestLocal());
        Map<TopicPartition, ListOffsetsResultInfo> latestTiered = list(led, OffsetSpec.latestTiered());
        Map<TopicPartition, ListOffsetsResultInfo> latest = list(led, OffsetSpec.latest());
        Map<TopicPartition, TierOffsets> tiers = new HashMap<>();
        for (TopicPartition partition : led) {
            tiers.put(
                    partition,
                    new TierOffsets(
                            offset(earliest, partition),
                            offset(earliestLocal, partition),
                            offset(latestTiered, partition),
                            offset(latest, partition)));
        }
        return tiers;
    }

    private Map<TopicPartition, ListOffsetsResultInfo> list(List<TopicPartition> partitions, OffsetSpec which) {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        partitions.forEach(partition -> asked.put(partition, which));
        return get("offsets of partitions", admin.listOffsets(asked).all());
    }

    private static long offset(Map<TopicPartition, ListOffsetsResultInfo> offsets, TopicPartition partition) {
        ListOffsetsResultInfo info = offsets.get(partition);
        return info == null ? -1 : info.offset();
    }

    /** Bytes of each partition's log on the fast disks, by broker that lives. */
    public Map<Integer, Map<TopicPartition, Long>> localBytes() {
        List<Integer> brokers = brokers().stream().map(Node::id).toList();
        Map<Integer, Map<TopicPartition, Long>> bytes = new HashMap<>();
        get("what lies in log directories", admin.describeLogDirs(brokers).allDescriptions())
                .forEach((broker, directories) -> {
                    Map<TopicPartition, Long> ofBroker = new HashMap<>();
                    directories.values().forEach(directory -> directory
                            .replicaInfos()
                            .forEach((partition, info) -> add(ofBroker, partition, info)));
                    bytes.put(broker, ofBroker);
                });
        return bytes;
    }

    /** A log that is on its way to another directory is there twice. */
    private static void add(Map<TopicPartition, Long> bytes, TopicPartition partition, ReplicaInfo info) {
        bytes.merge(partition, info.size(), Long::sum);
    }

    private <T> T get(String what, KafkaFuture<T> answer) {
        try {
            return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new ToolException("the cluster does not say " + what + ": " + cause.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ToolException("interrupted while the cluster was asked " + what, e);
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
