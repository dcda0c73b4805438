package io.millrace.tiered.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.kafka.common.TopicPartition;

/**
 * What brokers have acknowledged, by partition and offset: what a reader has to find, no more and no less.
 *
 * <p><b>Threads.</b> Safe; a partition has one writer at a time.
 */
final class Ledger {

    private final Map<TopicPartition, NavigableMap<Long, Seen>> committed = new ConcurrentHashMap<>();
    private final Map<TopicPartition, NavigableMap<Long, Seen>> aborted = new ConcurrentHashMap<>();

    void write(TopicPartition partition, Seen record, boolean isCommitted) {
        of(isCommitted ? committed : aborted, partition).put(record.offset(), record);
    }

    private static NavigableMap<Long, Seen> of(
            Map<TopicPartition, NavigableMap<Long, Seen>> records, TopicPartition partition) {
        return records.computeIfAbsent(partition, name -> new ConcurrentSkipListMap<>());
    }

    /** Forgets what a broker without it has taken the lead over. */
    void truncate(TopicPartition partition, long from) {
        of(committed, partition).tailMap(from, true).clear();
        of(aborted, partition).tailMap(from, true).clear();
    }

    /** What a reader of committed records finds. */
    NavigableMap<Long, Seen> committed(TopicPartition partition) {
        return of(committed, partition);
    }

    /** What a reader finds that does not ask for transactions. */
    NavigableMap<Long, Seen> all(TopicPartition partition) {
        NavigableMap<Long, Seen> all = new TreeMap<>(committed(partition));
        all.putAll(of(aborted, partition));
        return all;
    }

    /** The reader saw exactly the committed records from an offset on, each once and in order. */
    void assertCommitted(TopicPartition partition, long from, List<Seen> seen) {
        assertSame(partition, committed(partition).tailMap(from, true).values(), seen);
    }

    /** The same for a reader that does not ask for transactions. */
    void assertAll(TopicPartition partition, long from, List<Seen> seen) {
        assertSame(partition, all(partition).tailMap(from, true).values(), seen);
    }

    /** The reader saw the first of the committed records from an offset on, so far. */
    void assertBeginning(TopicPartition partition, long from, List<Seen> seen) {
        List<Seen> written =
                new ArrayList<>(committed(partition).tailMap(from, true).values());
        assertThat(seen).as("records of %s", partition).hasSizeLessThanOrEqualTo(written.size());
        assertSame(partition, written.subList(0, seen.size()), seen);
    }

    /** By digest, and where that differs by the first record that does. */
    private static void assertSame(TopicPartition partition, Collection<Seen> written, List<Seen> seen) {
        if (digest(written).equals(digest(seen))) {
            return;
        }
        int index = 0;
        for (Seen expected : written) {
            assertThat(index)
                    .as("records of %s, of which %s is missing", partition, expected)
                    .isLessThan(seen.size());
            assertThat(seen.get(index)).as("record %d of %s", index, partition).isEqualTo(expected);
            index++;
        }
        assertThat(seen.subList(index, seen.size()))
                .as("records of %s beyond those written", partition)
                .isEmpty();
    }

    private static String digest(Collection<Seen> records) {
        MessageDigest digest = Seen.sha256();
        ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES);
        for (Seen record : records) {
            digest.update(bytes.clear()
                    .putLong(record.offset())
                    .putLong(record.hash())
                    .flip());
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
