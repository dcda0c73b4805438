package io.millrace.tiered.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.kafka.KafkaCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/**
 * Two topics with records of the same timestamps, whose clocks were wrong: ten years behind, an hour and more ahead. One is tiered; what Kafka says of the other is right by definition.
 *
 * @param tiered old segments on the cold disk
 * @param plain all segments in Kafka's log
 * @param now when they were made, which is what their clocks are wrong against
 */
record SkewedTopics(TieredTopic tiered, TieredTopic plain, long now) {

    private static final int RECORDS = 30;
    private static final long TEN_YEARS = Duration.ofDays(3650).toMillis();
    private static final long HOUR = Duration.ofHours(1).toMillis();

    /** Beyond what makes Kafka roll, and beyond what the test takes. */
    private static final long STEP = Duration.ofMinutes(10).toMillis();

    static SkewedTopics create(KafkaCluster kafka) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "message.timestamp.after.max.ms",
                Long.toString(24 * HOUR),
                "retention.ms",
                "-1",
                "remote.storage.enable",
                "true"));
        TieredTopic tiered = TieredTopic.create(kafka, "skewed", 1, settings);
        settings.put("remote.storage.enable", "false");
        return new SkewedTopics(tiered, TieredTopic.create(kafka, "plain", 1, settings), System.currentTimeMillis());
    }

    /**
     * Timestamps of the groups, in the order of their offsets. Kafka rolls where one is ahead of the first of its segment, and never where it is behind.
     *
     * <pre>
     *   [ -10 y ][ -5 h ][ +10 min, -10 y ][ +20 min ][ ahead, +30 min, -10 y ][ further ahead
     * </pre>
     */
    private List<Long> times() {
        long start = now - 5 * HOUR;
        return List.of(
                now - TEN_YEARS,
                start,
                start + STEP,
                now - TEN_YEARS + STEP,
                start + 2 * STEP,
                now + HOUR,
                start + 3 * STEP,
                now - TEN_YEARS + 2 * STEP,
                now + HOUR + STEP);
    }

    void write(RecordWriter writer) {
        for (long time : times()) {
            writer.writeAt(tiered.partition(0), time, RECORDS);
            writer.writeAt(plain.partition(0), time, RECORDS);
        }
        assertThat(segments(plain)).containsExactly(offset(0), offset(1), offset(2), offset(4), offset(5), offset(8));
        assertThat(tiered.activeSegment(tiered.partition(0))).isEqualTo(offset(8));
    }

    /** The first offset of a group. */
    long offset(int group) {
        return (long) group * RECORDS;
    }

    /** The first offset on the fast disk. */
    long firstLocal() {
        return segments(tiered).get(0);
    }

    private static List<Long> segments(TieredTopic topic) {
        return TieredTopic.localSegments(topic.cluster().broker(1), topic.partition(0));
    }

    /** Which offset has which time: before, at, within and behind each group. */
    void assertSameAnswers() {
        List<Long> asked = new ArrayList<>();
        for (long time : times()) {
            asked.addAll(List.of(time - 1, time, time + RECORDS / 2, time + RECORDS));
        }
        assertThat(answers(tiered, asked)).isEqualTo(answers(plain, asked));
    }

    private static Map<Long, String> answers(TieredTopic topic, List<Long> times) {
        TopicPartition partition = topic.partition(0);
        Map<Long, String> answers = new HashMap<>();
        try (RecordReader reader = new RecordReader(topic.cluster().bootstrap(), partition, 0, Map.of())) {
            for (long time : times) {
                answers.put(
                        time,
                        String.valueOf(reader.consumer()
                                .offsetsForTimes(Map.of(partition, time))
                                .get(partition)));
            }
        }
        return answers;
    }

    void assertWhole(Ledger ledger) {
        for (TieredTopic topic : List.of(tiered, plain)) {
            TopicPartition partition = topic.partition(0);
            long earliest = topic.offset(partition, OffsetSpec.earliest());
            ledger.assertCommitted(
                    partition, earliest, RecordReader.all(topic.cluster().bootstrap(), partition, earliest));
        }
    }

    /** Retention goes as far in both, and not beyond the records that are ahead. */
    void assertRetention(Ledger ledger) {
        long start = now - 5 * HOUR;
        assertRetention(ledger, start + STEP / 2, offset(2));
        assertRetention(ledger, start + 4 * STEP, offset(5));
    }

    private void assertRetention(Ledger ledger, long cutoff, long earliest) {
        for (TieredTopic topic : List.of(plain, tiered)) {
            topic.configure(Map.of("retention.ms", Long.toString(System.currentTimeMillis() - cutoff)));
            Replicas.await(
                    topic.name() + " begins at " + earliest,
                    () -> topic.offset(topic.partition(0), OffsetSpec.earliest()) == earliest);
        }
        assertSameAnswers();
        assertWhole(ledger);
    }
}
