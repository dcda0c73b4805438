package io.millrace.tiered.placement;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import io.millrace.tiered.rate.WaitingClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ConfigEntry.ConfigSource;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.clients.admin.ReplicaInfo;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.TopicPartitionReplica;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Asks and tells Kafka over its own protocol. A directory that is cordoned is opened for the request alone. */
final class KafkaReplicas implements BrokerReplicas {

    private static final String CORDONED = "cordoned.log.dirs";
    private static final long ANSWER_SECONDS = 15;
    private static final long OPEN_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final int broker;
    private final ConfigResource resource;
    private final Map<String, Object> properties;
    private final CordonNote note;
    private final WaitingClock clock;
    private List<Path> directories = List.of();
    private @Nullable Admin admin;

    KafkaReplicas(int broker, Map<String, Object> properties, Path noteDirectory, WaitingClock clock) {
        this.broker = broker;
        this.resource = new ConfigResource(ConfigResource.Type.BROKER, Integer.toString(broker));
        this.properties = Map.copyOf(properties);
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
                admin().describeTopics(topics).topicNameValues().values()) {
            try {
                TopicDescription topic = await(answer);
                for (TopicPartitionInfo partition : topic.partitions()) {
                    if (partition.leader() != null && partition.leader().id() == broker) {
                        led.add(new TopicPartition(topic.name(), partition.partition()));
                    }
                }
            } catch (TieredException e) {
                if (e.getCause() == null || !(e.getCause().getCause() instanceof UnknownTopicOrPartitionException)) {
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
            await(admin().alterReplicaLogDirs(assignment).all());
            return;
        }
        note.write(cordon);
        try {
            alter(cordon.without(targets, directories), AlterConfigOp.OpType.SET);
            awaitOpen(targets);
            await(admin().alterReplicaLogDirs(assignment).all());
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
        return await(admin().describeLogDirs(List.of(broker)).descriptions().get(broker));
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
            alter(cordon.value(), cordon.isDynamic() ? AlterConfigOp.OpType.SET : AlterConfigOp.OpType.DELETE);
            note.delete();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Cordon cordon() throws TieredException {
        ConfigEntry entry = await(
                        admin().describeConfigs(List.of(resource)).values().get(resource))
                .get(CORDONED);
        return entry == null || entry.value() == null
                ? new Cordon("", false)
                : new Cordon(entry.value(), entry.source() == ConfigSource.DYNAMIC_BROKER_CONFIG);
    }

    private void alter(String value, AlterConfigOp.OpType how) throws TieredException {
        Map<ConfigResource, Collection<AlterConfigOp>> changes =
                Map.of(resource, List.of(new AlterConfigOp(new ConfigEntry(CORDONED, value), how)));
        await(admin().incrementalAlterConfigs(changes).all());
    }

    private Admin admin() throws TieredException {
        Admin made = admin;
        if (made == null) {
            try {
                made = Admin.create(properties);
            } catch (RuntimeException e) {
                throw new TieredException(Reason.BUSY, "Kafka cannot be asked: " + e, e);
            }
            admin = made;
        }
        return made;
    }

    private static <T> T await(@Nullable KafkaFuture<T> answer) throws TieredException {
        try {
            if (answer == null) {
                throw new TieredException(Reason.BUSY, "Kafka does not answer what it was asked");
            }
            return answer.get(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TieredException(Reason.INTERRUPTED, "interrupted while Kafka was asked", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new TieredException(Reason.BUSY, "Kafka does not answer, or refuses: " + e, e);
        }
    }

    @Override
    public void close() {
        Admin made = admin;
        if (made != null) {
            made.close(Duration.ZERO);
        }
    }
}
