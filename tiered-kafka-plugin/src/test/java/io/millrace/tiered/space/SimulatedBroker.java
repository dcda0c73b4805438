package io.millrace.tiered.space;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import io.millrace.tiered.log.LocalSegment;
import io.millrace.tiered.rate.WaitingClock;
import io.millrace.tiered.replica.PartitionLook;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/** Logs of real files in a real directory, of which a simulated Kafka takes what is older than the cutoff whenever its clock passes a check. One thread. */
final class SimulatedBroker implements PartitionLooks, BrokerSettings, WaitingClock {

    static final long CHECK_MILLIS = 1000;

    private static final Uuid TOPIC_ID = Uuid.randomUuid();

    final Path directory;
    final List<Long> cutoffs = new ArrayList<>();
    final Map<String, TopicValues> topics = new HashMap<>();
    final Set<String> failing = new HashSet<>();
    long retentionMillis = -1;
    OptionalLong cutoff = OptionalLong.empty();
    int wakes;
    long millis = 1_700_000_000_000L;

    private final Map<String, List<LocalSegment>> logs = new LinkedHashMap<>();
    private final Map<String, Long> heldEnds = new HashMap<>();

    SimulatedBroker(Path directory) {
        this.directory = directory;
    }

    /** Segments of one message and so many bytes each, the ages of whose largest timestamps are these; the last one is active. */
    void log(String name, long bytes, long heldEnd, long... ages) throws IOException {
        List<LocalSegment> segments = new ArrayList<>();
        Files.createDirectories(directory.resolve(name));
        for (int i = 0; i < ages.length; i++) {
            boolean isActive = i == ages.length - 1;
            long time = millis - ages[i];
            segments.add(new LocalSegment(i, isActive ? -1 : i, bytes, time, time, isActive));
            Files.write(file(name, i), new byte[(int) bytes]);
        }
        logs.put(name, segments);
        heldEnds.put(name, heldEnd);
    }

    /** First offsets of what is left. */
    List<Long> left(String name) {
        return logs.get(name).stream().map(LocalSegment::firstOffset).toList();
    }

    Clock wallClock() {
        return new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return Instant.ofEpochMilli(millis);
            }
        };
    }

    @Override
    public long nanos() {
        return millis * 1_000_000;
    }

    @Override
    public void sleep(long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        long until = millis + Math.max(1, nanos / 1_000_000);
        while (millis < until) {
            millis++;
            if (millis % CHECK_MILLIS == 0) {
                check();
            }
        }
    }

    private void check() {
        if (cutoff.isEmpty()) {
            return;
        }
        long before = millis - cutoff.getAsLong();
        logs.forEach((name, segments) -> {
            if (topics.containsKey(topic(name)) && !topics.get(topic(name)).isGated()) {
                return;
            }
            while (!segments.get(0).isActive() && segments.get(0).timestampMax() < before) {
                delete(file(name, segments.remove(0).firstOffset()));
            }
        });
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path file(String name, long offset) {
        return directory.resolve(name).resolve(String.format(Locale.ROOT, "%020d.log", offset));
    }

    private static String topic(String name) {
        return name.substring(0, name.lastIndexOf('-'));
    }

    @Override
    public Set<TopicIdPartition> partitions() {
        Set<TopicIdPartition> partitions = new HashSet<>();
        logs.keySet().forEach(name -> {
            int partition = Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
            partitions.add(new TopicIdPartition(TOPIC_ID, new TopicPartition(topic(name), partition)));
        });
        return partitions;
    }

    @Override
    public Optional<PartitionLook> look(TopicIdPartition partition) {
        String name = partition.topicPartition().toString();
        long heldEnd = heldEnds.get(name);
        return Optional.of(new PartitionLook(partition, directory, true, logs.get(name), List.of(), heldEnd, heldEnd));
    }

    @Override
    public boolean isLocal(Path root, String partition, long firstOffset) {
        return Files.exists(file(partition, firstOffset));
    }

    @Override
    public void wake() {
        wakes++;
    }

    @Override
    public Values broker() throws TieredException {
        fail("broker");
        return new Values(cutoff, retentionMillis, -2, CHECK_MILLIS, 0, Set.of(directory.toString()));
    }

    @Override
    public Map<String, TopicValues> topics(Set<String> names) {
        return new HashMap<>(topics);
    }

    @Override
    public void setCutoff(long age) throws TieredException {
        if (retentionMillis >= 0 && age > retentionMillis) {
            throw new TieredException(Reason.BUSY, "cutoff above retention");
        }
        cutoffs.add(age);
        cutoff = OptionalLong.of(age);
        if (failing.contains("interrupt")) {
            Thread.currentThread().interrupt();
        }
        fail("set");
    }

    @Override
    public void clearCutoff() throws TieredException {
        fail("clear");
        cutoff = OptionalLong.empty();
    }

    private void fail(String call) throws TieredException {
        if (failing.contains(call)) {
            throw new TieredException(Reason.BUSY, "Kafka does not answer: " + call);
        }
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
