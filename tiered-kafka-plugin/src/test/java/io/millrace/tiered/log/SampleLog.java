package io.millrace.tiered.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;

/** A partition's log, made of Kafka's own batches, and written as each broker writes it: cut into files at offsets of its own. */
public final class SampleLog {

    private final TopicIdPartition partition;
    private final List<Batch> batches;

    /** Some records as Kafka stores them. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Batch(long first, long last, int epoch, byte[] bytes) {}

    private SampleLog(TopicIdPartition partition, List<Batch> batches) {
        this.partition = partition;
        this.batches = List.copyOf(batches);
    }

    /** With so many random batches, each epoch beginning with the batch of that number. */
    public static SampleLog create(
            TopicIdPartition partition, Random random, int batches, Map<Integer, Integer> epochsAt) {
        return new SampleLog(partition, List.of()).append(random, batches, epochsAt);
    }

    /** With more behind: epochs begin with the batch of that number, counted from the first of them all. */
    public SampleLog append(Random random, int count, Map<Integer, Integer> epochsAt) {
        List<Batch> all = new ArrayList<>(batches);
        int epoch = all.isEmpty() ? 0 : all.get(all.size() - 1).epoch();
        long next = endOffset();
        for (int i = 0; i < count; i++) {
            int number = all.size();
            for (Map.Entry<Integer, Integer> begins : epochsAt.entrySet()) {
                epoch = begins.getValue() == number ? begins.getKey() : epoch;
            }
            SimpleRecord[] records = new SimpleRecord[1 + random.nextInt(5)];
            for (int j = 0; j < records.length; j++) {
                byte[] value = new byte[random.nextInt(random.nextInt(10) == 0 ? 90_000 : 2000)];
                random.nextBytes(value);
                records[j] = new SimpleRecord(1_700_000_000_000L + next + j, value);
            }
            ByteBuffer bytes = MemoryRecords.withRecords(next, Compression.NONE, epoch, records)
                    .buffer();
            byte[] batch = new byte[bytes.remaining()];
            bytes.get(batch);
            all.add(new Batch(next, next + records.length - 1, epoch, batch));
            next += records.length;
        }
        return new SampleLog(partition, all);
    }

    /** Without what is from this batch on. */
    public SampleLog truncated(int batch) {
        return new SampleLog(partition, batches.subList(0, batch));
    }

    /** The partition. */
    public TopicIdPartition partition() {
        return partition;
    }

    /** The offset behind the last. */
    public long endOffset() {
        return batches.isEmpty() ? 0 : batches.get(batches.size() - 1).last() + 1;
    }

    /** The first offset of a batch, or the end. */
    public long firstOffset(int batch) {
        return batch == batches.size() ? endOffset() : batches.get(batch).first();
    }

    /** The bytes of batches, the end exclusive. */
    public byte[] bytes(int from, int to) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        batches.subList(from, to).forEach(batch -> bytes.writeBytes(batch.bytes()));
        return bytes.toByteArray();
    }

    /** Which epoch begins with which offset, over all. */
    public NavigableMap<Integer, Long> epochs() {
        TreeMap<Integer, Long> epochs = new TreeMap<>();
        batches.forEach(batch -> epochs.putIfAbsent(batch.epoch(), batch.first()));
        return epochs;
    }

    /** Which epoch begins with which offset, within batches, the end exclusive. */
    public NavigableMap<Integer, Long> epochs(int from, int to) {
        return new SampleLog(partition, batches.subList(from, to)).epochs();
    }

    /** Writes the partition's folder into a directory of logs, with a new file at each of these batches. */
    public Path write(Path logDirectory, List<Integer> cuts) throws IOException {
        Path folder = logDirectory.resolve(partition.topic() + "-" + partition.partition());
        Files.createDirectories(folder);
        try (var old = Files.list(folder)) {
            for (Path file : old.toList()) {
                Files.delete(file);
            }
        }
        for (int i = 0; i < cuts.size(); i++) {
            int to = i + 1 < cuts.size() ? cuts.get(i + 1) : batches.size();
            String name = String.format("%020d.log", firstOffset(cuts.get(i)));
            Files.write(folder.resolve(name), bytes(cuts.get(i), to));
        }
        NavigableMap<Integer, Long> epochs = epochs();
        String lines = epochs.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue() + "\n")
                .collect(Collectors.joining());
        Files.writeString(folder.resolve("leader-epoch-checkpoint"), "0\n" + epochs.size() + "\n" + lines, UTF_8);
        Files.writeString(folder.resolve("partition.metadata"), "version: 0\ntopic_id: " + partition.topicId(), UTF_8);
        return folder;
    }
}
