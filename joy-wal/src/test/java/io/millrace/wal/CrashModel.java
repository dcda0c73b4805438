package io.millrace.wal;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.disk.CrashKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;

/** What a log was told and what it promised, to compare with what it recovers. */
final class CrashModel {

    private final NavigableMap<Long, LoggedRecord> published = new TreeMap<>();
    private final NavigableMap<Long, Boolean> continuesUnit = new TreeMap<>();
    private long durable;
    private long start;

    void published(LoggedRecord record, boolean continues) {
        published.put(record.position(), record);
        continuesUnit.put(record.position(), continues);
    }

    void durable(long position) {
        assertThat(position).isGreaterThanOrEqualTo(durable);
        durable = position;
    }

    void truncated(long startPosition) {
        assertThat(startPosition).isGreaterThanOrEqualTo(start);
        start = startPosition;
    }

    long positionToTruncateAt(Random random) {
        if (published.isEmpty()) {
            return 0;
        }
        long last = published.lastKey();
        return last - random.nextInt(3 * WalConfig.SEGMENT_BYTES_MIN);
    }

    void check(List<LoggedRecord> found, CrashKind kind, Durability level) {
        long from = found.isEmpty() ? start : Math.min(start, found.get(0).position());
        List<LoggedRecord> expected =
                new ArrayList<>(published.tailMap(from, true).values());
        if (kind == CrashKind.KILL && level == Durability.OS) {
            assertThat(found).as("all that was published").isEqualTo(expected);
            return;
        }
        assertThat(found.size()).isLessThanOrEqualTo(expected.size());
        assertThat(found).as("a beginning of what was published").isEqualTo(expected.subList(0, found.size()));
        if (found.size() < expected.size()) {
            LoggedRecord lost = expected.get(found.size());
            // Segments truncated away may be back, in part: what counts is what the log still had.
            expected.subList(found.size(), expected.size()).stream()
                    .filter(record -> record.position() >= start)
                    .findFirst()
                    .ifPresent(first ->
                            assertThat(first.position()).as("first record lost").isGreaterThanOrEqualTo(durable));
            assertThat(continuesUnit.get(lost.position())).as("a unit was torn").isFalse();
        }
    }

    Map<Long, LoggedRecord> published() {
        return published;
    }
}
