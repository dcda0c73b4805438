package io.millrace.tiered.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import io.millrace.testkit.kafka.KafkaBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Segments are damaged on the cold disk, each in another way: readers get what comes before and never a wrong record, the log names segment and file, and once the bytes are mended
 * everything is there.
 */
@Tag("once")
class DamageIT {

    @RegisterExtension
    static final RunningBrokers BROKER = RunningBrokers.alone();

    @TempDir
    private Path backup = Path.of("");

    private final Ledger ledger = new Ledger();
    private final Random random = Seeds.random("DamageIT");

    /** Kinds of files that Kafka asks the storage for when a consumer reads. */
    private enum Damage {
        NONE,
        DATA_BYTE,
        DATA_LAST_BYTE,
        DATA_CUT,
        DATA_GONE,
        HEAD_BYTE,
        OFFSET_INDEX_BYTE,
        TIME_INDEX_BYTE,
        MANIFEST_CUT,
        MANIFEST_GONE
    }

    @Test
    void everyDamageIsFound() throws IOException {
        TieredTopic topic = TieredTopic.create(BROKER.cluster(), "damaged", 1, Map.of());
        TopicPartition partition = topic.partition(0);
        try (RecordWriter writer = new RecordWriter(BROKER.bootstrap(), ledger, random, Map.of())) {
            writer.write(partition, Damage.values().length + 1, 150);
        }
        topic.evict();
        KafkaBroker broker = BROKER.broker();
        List<ColdSegment> segments = TieredTopic.coldSegments(broker, topic, 0);
        assertThat(segments).hasSize(Damage.values().length);

        broker.stop();
        deleteIndexCache(broker);
        List<Damaged> damaged = damage(segments);
        broker.start();
        for (Damaged each : damaged) {
            readDamaged(partition, each);
        }
        broker.stop();
        for (ColdSegment each : segments) {
            mend(each);
        }
        deleteIndexCache(broker);
        broker.start();
        ledger.assertCommitted(partition, 0, RecordReader.all(BROKER.bootstrap(), partition, 0));
    }

    /** A segment with a file that is not as it was. */
    private record Damaged(ColdSegment segment, Damage damage, Path file) {}

    /** Both files, since a broker removes one without the other when it starts. */
    private void mend(ColdSegment segment) throws IOException {
        for (Path file : List.of(segment.data(), segment.manifest())) {
            Files.copy(backup.resolve(file.getFileName()), file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private List<Damaged> damage(List<ColdSegment> segments) throws IOException {
        List<Damaged> all = new ArrayList<>();
        Iterator<ColdSegment> each = segments.iterator();
        for (Damage damage : Damage.values()) {
            ColdSegment segment = each.next();
            Path file = damage.name().startsWith("DATA") ? segment.data() : segment.manifest();
            Files.copy(segment.data(), backup.resolve(segment.data().getFileName()));
            Files.copy(segment.manifest(), backup.resolve(segment.manifest().getFileName()));
            damage(segment, damage, file);
            all.add(new Damaged(segment, damage, file));
        }
        return all;
    }

    private void damage(ColdSegment segment, Damage damage, Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        switch (damage) {
            case NONE -> {}
            case DATA_GONE, MANIFEST_GONE -> Files.delete(file);
            case DATA_CUT -> Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
                // Within the offset index: what is behind that, consumers do not ask for.
            case MANIFEST_CUT -> Files.write(
                    file, Arrays.copyOf(bytes, segment.indexes().get(0).position() + 1));
            case DATA_BYTE -> flip(file, bytes, random.nextInt(bytes.length));
            case DATA_LAST_BYTE -> flip(file, bytes, bytes.length - 1);
            case HEAD_BYTE -> flip(file, bytes, random.nextInt(ColdSegment.HEAD_MIN));
            case OFFSET_INDEX_BYTE -> flipIndex(file, bytes, segment.indexes().get(0));
            case TIME_INDEX_BYTE -> flipIndex(file, bytes, segment.indexes().get(1));
        }
    }

    private void flipIndex(Path file, byte[] bytes, ColdSegment.Index index) throws IOException {
        assertThat(index.length()).as("length of %s", index).isPositive();
        flip(file, bytes, index.position() + random.nextInt(index.length()));
    }

    private void flip(Path file, byte[] bytes, int position) throws IOException {
        bytes[position] ^= (byte) (1 << random.nextInt(8));
        Files.write(file, bytes);
    }

    /** From the segment's beginning, until the log names it; where it is whole, to its end. */
    private void readDamaged(TopicPartition partition, Damaged damaged) {
        ColdSegment segment = damaged.segment();
        long from = segment.firstOffset();
        BrokerLog log = BrokerLog.of(BROKER.broker());
        try (RecordReader reader = new RecordReader(BROKER.bootstrap(), partition, from, Map.of())) {
            if (damaged.damage() == Damage.NONE) {
                reader.readTo(segment.lastOffset() + 1);
            } else {
                Awaitility.await(damaged + " is found")
                        .atMost(TieredTopic.PATIENCE)
                        .pollInterval(Duration.ofMillis(1))
                        .until(() -> {
                            reader.poll();
                            return log.says(segment.id());
                        });
                assertThat(reader.position()).isLessThanOrEqualTo(segment.lastOffset());
                assertThat(log.says(segment.id(), String.valueOf(damaged.file().getFileName()))
                                || damaged.damage() == Damage.MANIFEST_GONE)
                        .as("the log names the file of %s: %s", damaged, log.errors())
                        .isTrue();
            }
            ledger.assertBeginning(partition, from, reader.seen());
        }
    }

    /** Kafka keeps indexes that it has fetched; now it asks for them again. */
    private static void deleteIndexCache(KafkaBroker broker) throws IOException {
        Path cache = broker.logDirectory().resolve("remote-log-index-cache");
        for (Path file : ColdSegment.files(cache)) {
            Files.delete(file);
        }
    }
}
