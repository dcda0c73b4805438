package io.millrace.tiered.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testkit.Seeds;
import io.millrace.tiered.TieredException;
import io.millrace.tiered.cold.DataSource;
import io.millrace.tiered.cold.SegmentRange;
import io.millrace.tiered.disk.ColdFiles;
import io.millrace.tiered.disk.DirectIo;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a follower cuts out of its log is what the leader has copied, wherever either of them has rolled. */
class LogCutTest {

    private static final int BATCHES = 60;
    private static final Map<Integer, Integer> EPOCHS_AT = Map.of(0, 0, 2, 15, 3, 16, 7, 41);

    @TempDir
    private Path folder = Path.of("");

    private final Random random = Seeds.random("LogCutTest");
    private final TopicIdPartition partition = new TopicIdPartition(Uuid.randomUuid(), new TopicPartition("orders", 3));
    private final SampleLog log = SampleLog.create(partition, random, BATCHES, EPOCHS_AT);

    @Test
    void cutsEveryRangeOutOfFilesRolledAnywhere() throws Exception {
        for (int round = 0; round < 60; round++) {
            log.write(folder, cuts());
            int from = random.nextInt(BATCHES);
            int to = from + 1 + random.nextInt(BATCHES - from);
            assertThat(cut(from, to)).isEqualTo(log.bytes(from, to));
        }
    }

    @Test
    void refusesARangeThatOthersWroteHere() throws Exception {
        SampleLog other = log.truncated(30).append(random, 30, Map.of(4, 30));
        other.write(folder, List.of(0));
        assertThat(cut(0, 30)).isEqualTo(log.bytes(0, 30));
        assertThatThrownBy(() -> cut(20, 45))
                .isInstanceOf(TieredException.class)
                .hasMessageContaining("leader epochs differ")
                .hasMessageContaining("orders-3");
    }

    @Test
    void refusesWhatIsGoneOrNotThereYet() throws Exception {
        log.write(folder, List.of(20, 40));
        assertThatThrownBy(() -> cut(10, 30)).hasMessageContaining("gone");
        log.truncated(50).write(folder, List.of(20, 40));
        assertThat(cut(25, 50)).isEqualTo(log.bytes(25, 50));
        assertThat(cutTo(25, 55).length).isLessThan(log.bytes(25, 55).length);
    }

    @Test
    void refusesASegmentThatBeginsInsideABatch() throws Exception {
        log.write(folder, List.of(0));
        int batch = 0;
        while (log.firstOffset(batch + 1) - log.firstOffset(batch) < 2) {
            batch++;
        }
        SegmentRange range = new SegmentRange(log.firstOffset(batch) + 1, log.endOffset() - 1, 0, 100);
        LocalLog own = new LocalLogs(List.of(folder)).find(partition).orElseThrow();
        LeaderEpochs epochs = LeaderEpochs.of(log.epochs()).between(range.firstOffset(), range.lastOffset());
        assertThatThrownBy(() -> LogCut.of(own, range, epochs).open(new DirectIo(ColdFiles.local())))
                .hasMessageContaining("no batch begins with offset");
    }

    @Test
    void findsEveryDamagedByteBehindTheOffsets() throws Exception {
        Path own = log.write(folder, List.of(0)).resolve("00000000000000000000.log");
        byte[] bytes = Files.readAllBytes(own);
        for (int round = 0; round < 80; round++) {
            byte[] damaged = bytes.clone();
            int at = random.nextInt(bytes.length);
            damaged[at] ^= (byte) (1 << random.nextInt(8));
            Files.write(own, damaged);
            byte[] cut = null;
            try {
                cut = cut(0, BATCHES);
            } catch (TieredException found) {
                assertThat(found).hasMessageContaining("orders-3");
            }
            // The leader epoch is in no checksum of Kafka's; the digest over the whole segment has it.
            assertThat(cut == null || isLeaderEpoch(bytes, at))
                    .as("byte %s", at)
                    .isTrue();
        }
    }

    @Test
    void knowsTheLogOfAnotherTopicOfThatName() throws Exception {
        log.write(folder, List.of(0));
        TopicIdPartition later = new TopicIdPartition(Uuid.randomUuid(), partition.topicPartition());
        assertThat(new LocalLogs(List.of(folder)).find(later)).isEmpty();
        assertThat(new LocalLogs(List.of(folder)).find(partition)).isPresent();
    }

    private boolean isLeaderEpoch(byte[] bytes, int at) {
        int start = 0;
        while (start < bytes.length) {
            int length = ByteBuffer.wrap(bytes).getInt(start + RecordBatchDescriptor.LENGTH_OFFSET);
            int next = start + length + RecordBatchDescriptor.LENGTH_OVERHEAD;
            if (at < next) {
                int inBatch = at - start;
                return inBatch >= RecordBatchDescriptor.LEADER_EPOCH_OFFSET
                        && inBatch < RecordBatchDescriptor.MAGIC_OFFSET;
            }
            start = next;
        }
        return false;
    }

    private List<Integer> cuts() {
        TreeSet<Integer> cuts = new TreeSet<>(List.of(0));
        for (int i = random.nextInt(8); i > 0; i--) {
            cuts.add(random.nextInt(BATCHES));
        }
        return List.copyOf(cuts);
    }

    private byte[] cut(int from, int to) throws IOException {
        byte[] cut = cutTo(from, to);
        assertThat(cut).hasSize(log.bytes(from, to).length);
        return cut;
    }

    private byte[] cutTo(int from, int to) throws IOException {
        int length = log.bytes(from, to).length;
        SegmentRange range = new SegmentRange(log.firstOffset(from), log.firstOffset(to) - 1, 0, length);
        LocalLog own = new LocalLogs(List.of(folder)).find(partition).orElseThrow();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        LogCut cut = LogCut.of(own, range, LeaderEpochs.of(log.epochs(from, to)));
        try (DataSource.Reader reader = cut.open(new DirectIo(ColdFiles.local()))) {
            ByteBuffer chunk = ByteBuffer.allocate(4096 * (1 + random.nextInt(20)));
            int read = chunk.capacity();
            for (long at = 0; at < length && read == chunk.capacity(); at += read) {
                read = reader.read(chunk.clear(), at);
                bytes.write(chunk.array(), 0, read);
            }
        }
        return bytes.toByteArray();
    }
}
