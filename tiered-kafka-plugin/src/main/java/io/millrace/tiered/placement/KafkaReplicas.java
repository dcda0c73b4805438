package io.millrace.tiered.placement;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import io.millrace.tiered.admin.KafkaClient;
import io.millrace.tiered.rate.WaitingClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ConfigEntry.ConfigSource;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.clients.admin.ReplicaInfo;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.TopicPartitionReplica;

/** Asks and tells Kafka over its own protocol. A directory that is cordoned is opened for the request alone. */
final class KafkaReplicas implements BrokerReplicas {

    private static final String CORDONED = "cordoned.log.dirs";
    private static final long OPEN_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final int broker;
    private final KafkaClient kafka;
    private final CordonNote note;
    private final WaitingClock clock;
    private List<Path> directories = List.of();

    KafkaReplicas(int broker, Map<String, Object> properties, Path noteDirectory, WaitingClock clock) {
        this.broker = broker;
        this.kafka = new KafkaClient(broker, properties);
        this.note = new CordonNote(noteDirectory);
        this.clock = clock;
    }

    @Override
    public Seen look() throws TieredException {
        closeLeftOpen();
        Map<TopicPartition, Path> places = new HashMap<>();
        Map<TopicPartition, Path> moving = new HashMap<>();
        Map<Path, Long> usable = new HashMap<>();
        Set<String> topics = new HashSet<>();
        logs().forEach((name, log) -> {
            Path path = Path.of(name).normalize();
            usable.put(path, log.usableBytes().orElse(0));
            for (Map.Entry<TopicPartition, ReplicaInfo> replica :
                    log.replicaInfos().entrySet()) {
                (replica.getValue().isFuture() ? moving : places).put(replica.getKey(), path);
                topics.add(replica.getKey().topic());
            }
        });
        directories = List.copyOf(usable.keySet());
        Set<TopicPartition> led = led(topics);
        List<ReplicaPlace> replicas = new ArrayList<>();
        places.forEach((partition, path) ->
                replicas.add(new ReplicaPlace(partition, path, moving.get(partition), led.contains(partition))));
        return new Seen(replicas, usable);
    }

    /** Partitions of these topics that this broker leads. */
    private Set<TopicPartition> led(Set<String> topics) throws TieredException {
        Set<TopicPartition> led = new HashSet<>();
        for (KafkaFuture<TopicDescription> answer :
                kafka.admin().describeTopics(topics).topicNameValues().values()) {
            try {
                TopicDescription topic = KafkaClient.await(answer);
                for (TopicPartitionInfo partition : topic.partitions()) {
                    if (partition.leader() != null && partition.leader().id() == broker) {
                        led.add(new TopicPartition(topic.name(), partition.partition()));
                    }
                }
            } catch (TieredException e) {
                if (!KafkaClient.isUnknownTopic(e)) {
                    throw e;
                }
            }
        }
        return led;
    }

    @Override
    public void begin(List<Move> moves) throws TieredException {
        Set<Path> targets = new HashSet<>();
        Map<TopicPartitionReplica, String> assignment = new HashMap<>();
        for (Move move : moves) {
            targets.add(move.to());
            assignment.put(
                    new TopicPartitionReplica(
                            move.partition().topic(), move.partition().partition(), broker),
                    move.to().toString());
        }
        Cordon cordon = cordon();
        if (!cordon.closes(targets)) {
            KafkaClient.await(kafka.admin().alterReplicaLogDirs(assignment).all());
            return;
        }
        note.write(cordon);
        try {
            kafka.set(CORDONED, cordon.without(targets, directories));
            awaitOpen(targets);
            KafkaClient.await(kafka.admin().alterReplicaLogDirs(assignment).all());
        } finally {
            restore(cordon);
        }
    }

    /** A broker hears of its settings a moment after they are set. */
    private void awaitOpen(Set<Path> targets) throws TieredException {
        try {
            for (long waited = 0; isClosed(targets) && waited < OPEN_NANOS; waited += POLL_NANOS) {
                clock.sleep(POLL_NANOS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TieredException(Reason.INTERRUPTED, "interrupted while a directory was opened", e);
        }
    }

    private boolean isClosed(Set<Path> targets) throws TieredException {
        return logs().entrySet().stream()
                .anyMatch(log -> log.getValue().isCordoned()
                        && targets.contains(Path.of(log.getKey()).normalize()));
    }

    private Map<String, LogDirDescription> logs() throws TieredException {
        return KafkaClient.await(
                kafka.admin().describeLogDirs(List.of(broker)).descriptions().get(broker));
    }

    /** What a crash has left open is closed again. */
    private void closeLeftOpen() throws TieredException {
        Cordon left = note.read();
        if (left != null) {
            restore(left);
        }
    }

    private void restore(Cordon cordon) throws TieredException {
        boolean interrupted = Thread.interrupted();
        try {
            if (cordon.isDynamic()) {
                kafka.set(CORDONED, cordon.value());
            } else {
                kafka.unset(CORDONED);
            }
            note.delete();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Cordon cordon() throws TieredException {
        ConfigEntry entry = kafka.settings().get(CORDONED);
        return entry == null || entry.value() == null
                ? new Cordon("", false)
                : new Cordon(entry.value(), entry.source() == ConfigSource.DYNAMIC_BROKER_CONFIG);
    }

    @Override
    public void close() {
        kafka.close();
    }
}
