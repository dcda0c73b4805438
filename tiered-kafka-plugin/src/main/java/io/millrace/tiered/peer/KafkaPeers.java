package io.millrace.tiered.peer;

import io.millrace.tiered.PeerConfig;
import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import io.millrace.tiered.admin.KafkaClient;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicCollection;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * The other brokers as Kafka knows them. What it said is believed for some seconds.
 *
 * <p><b>Threads.</b> Safe; one asks Kafka at a time.
 */
public final class KafkaPeers implements PeerDirectory, AutoCloseable {

    private static final long BELIEVED_NANOS = TimeUnit.SECONDS.toNanos(15);
    private static final int TOPICS_MAX = 1000;

    private final PeerConfig config;
    private final int self;
    private final KafkaClient kafka;
    private final Map<Uuid, Heard<Optional<TopicDescription>>> topics = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Uuid, Heard<Optional<TopicDescription>>> eldest) {
            return size() > TOPICS_MAX;
        }
    };
    private @Nullable Heard<Collection<Node>> brokers;

    private record Heard<T>(T what, long at) {

        boolean isBelieved() {
            return System.nanoTime() - at < BELIEVED_NANOS;
        }
    }

    /**
     * Asks nobody yet.
     *
     * @param self this broker's id
     * @param properties of an Admin client
     */
    public KafkaPeers(PeerConfig config, int self, Map<String, Object> properties) {
        this.config = config;
        this.self = self;
        this.kafka = new KafkaClient(self, properties);
    }

    @Override
    public List<PeerAddress> of(Uuid topicId, int partition) throws TieredException {
        Map<Integer, PeerAddress> found = new LinkedHashMap<>();
        topic(topicId).flatMap(topic -> partition(topic, partition)).ifPresent(info -> {
            if (info.leader() != null) {
                add(info.leader(), found);
            }
            info.replicas().forEach(node -> add(node, found));
        });
        brokers().forEach(node -> add(node, found));
        return new ArrayList<>(found.values());
    }

    @Override
    public Optional<List<Integer>> replicas(Uuid topicId, int partition) throws TieredException {
        Optional<TopicDescription> topic = topic(topicId);
        if (topic.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(partition(topic.get(), partition)
                .map(info -> info.replicas().stream().map(Node::id).toList())
                .orElseThrow(() -> new TieredException(
                        Reason.BUSY, "partition is not known: topic id=" + topicId + " partition=" + partition)));
    }

    private void add(Node node, Map<Integer, PeerAddress> to) {
        InetSocketAddress named = config.ports().get(node.id());
        if (node.id() == self || node.isEmpty()) {
            return;
        }
        if (named != null) {
            to.putIfAbsent(node.id(), new PeerAddress(node.id(), named.getHostString(), named.getPort()));
        } else if (config.port() != 0) {
            to.putIfAbsent(node.id(), new PeerAddress(node.id(), node.host(), config.port()));
        }
    }

    private static Optional<TopicPartitionInfo> partition(TopicDescription topic, int partition) {
        return topic.partitions().stream()
                .filter(info -> info.partition() == partition)
                .findFirst();
    }

    private synchronized Optional<TopicDescription> topic(Uuid topicId) throws TieredException {
        Heard<Optional<TopicDescription>> heard = topics.get(topicId);
        if (heard == null || !heard.isBelieved()) {
            heard = new Heard<>(describe(topicId), System.nanoTime());
            topics.put(topicId, heard);
        }
        return heard.what();
    }

    private Optional<TopicDescription> describe(Uuid topicId) throws TieredException {
        try {
            Map<Uuid, TopicDescription> described = KafkaClient.await(kafka.admin()
                    .describeTopics(TopicCollection.ofTopicIds(List.of(topicId)))
                    .allTopicIds());
            return Optional.of(Objects.requireNonNull(described.get(topicId), "a description without its topic"));
        } catch (TieredException e) {
            if (KafkaClient.isUnknownTopic(e)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private synchronized Collection<Node> brokers() throws TieredException {
        Heard<Collection<Node>> heard = brokers;
        if (heard == null || !heard.isBelieved()) {
            heard = new Heard<>(
                    KafkaClient.await(kafka.admin().describeCluster().nodes()), System.nanoTime());
            brokers = heard;
        }
        return heard.what();
    }

    @Override
    public void close() {
        kafka.close();
    }
}
