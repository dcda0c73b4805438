package io.millrace.newsql.execute;

import io.millrace.newsql.plan.HashKeys;
import io.millrace.newsql.plan.Level;
import io.millrace.newsql.plan.RowKeys;
import io.millrace.newsql.plan.TableLevel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a level that is read once and looked at many times: by a hash of its keys, or all of them. Those for which there is no room lie in a file, and are found there
 * by {@link PlacesByHash}. One thread. Closed with the run.
 */
final class KeptRows {

    private static final int ENTRY_BYTES = 64;

    /** A row. @param values its slots @param key of a table's row; null for any other */
    record Row(@Nullable Object[] values, byte @Nullable [] key) {}

    private final HashKeys keys;
    private final Execution execution;
    private final Map<Object, List<Row>> byKey = new HashMap<>();
    private final List<Row> all = new ArrayList<>();
    private @Nullable SpillFile file;
    private @Nullable PlacesByHash places;
    private SpillFile.@Nullable Reader reader;
    private long held;

    private KeptRows(HashKeys keys, Execution execution) {
        this.keys = keys;
        this.execution = execution;
    }

    /** Reads the level to its end. */
    static KeptRows read(Level level, HashKeys keys, Execution execution, ExecutionFrame frame) {
        KeptRows kept = new KeptRows(keys, execution);
        int place = level instanceof TableLevel table ? table.place() : -1;
        int from = level.offset();
        int to = from + level.width();
        try (LevelCursor rows = JoinCursor.read(level, execution, frame)) {
            while (rows.next()) {
                @Nullable Object[] values = Arrays.copyOfRange(frame.slots(), from, to);
                kept.add(new Row(values, place < 0 ? null : rows.rowKey(place)), frame);
            }
        }
        kept.finish();
        return kept;
    }

    private void add(Row row, ExecutionFrame frame) {
        Object key = keys.build().isEmpty() ? null : RowKeys.ofEqual(keys.build(), frame);
        if (key == null && !keys.build().isEmpty()) {
            return; // A NULL is equal to nothing.
        }
        byte[] rowKey = row.key();
        long bytes = RowBytes.of(row.values()) + ENTRY_BYTES + (rowKey == null ? 0 : rowKey.length);
        if (file == null && execution.shouldSpill(bytes, held)) {
            file = execution.newFile();
        }
        if (file != null) {
            write(file, row, key);
            return;
        }
        execution.hold(bytes);
        held += bytes;
        if (key == null) {
            all.add(row);
        } else {
            byKey.computeIfAbsent(key, each -> new ArrayList<>(1)).add(row);
        }
    }

    private void write(SpillFile into, Row row, @Nullable Object key) {
        long place = into.add(row.values(), new @Nullable Object[] {row.key()});
        if (key != null) {
            PlacesByHash index = places;
            if (index == null) {
                index = new PlacesByHash(execution);
                places = index;
            }
            index.add(key.hashCode(), place);
        }
    }

    private void finish() {
        if (file != null) {
            file.flush();
            reader = file.read(0);
        }
        if (places != null) {
            places.finish();
        }
    }

    /** The rows that may match the frame's. */
    Walk find(ExecutionFrame frame) {
        if (keys.build().isEmpty()) {
            return new Walk(all, null, file == null ? -1 : 0);
        }
        Object key = RowKeys.ofEqual(keys.probe(), frame);
        List<Row> found = key == null ? null : byKey.get(key);
        PlacesByHash.Walk spilled = key == null || places == null ? null : places.find(key.hashCode());
        return new Walk(found == null ? List.of() : found, spilled, spilled == null ? -1 : spilled.next());
    }

    /** A walk over rows: those in memory, then those in the file. */
    final class Walk {
        private final List<Row> rows;
        private final PlacesByHash.@Nullable Walk spilled;
        private int at;
        private long place;

        /** @param place of the next row in the file; -1 for none */
        private Walk(List<Row> rows, PlacesByHash.@Nullable Walk spilled, long place) {
            this.rows = rows;
            this.spilled = spilled;
            this.place = place;
        }

        /** The next row; null at the end. */
        @Nullable
        Row next() {
            if (at < rows.size()) {
                return rows.get(at++);
            }
            SpillFile.Reader from = reader;
            if (from == null || file == null || place < 0 || place >= file.length()) {
                return null;
            }
            from.seek(place);
            @Nullable Object[] values = from.require();
            Row row = new Row(values, from.require()[0] instanceof byte[] key ? key : null);
            place = spilled == null ? from.place() : spilled.next();
            return row;
        }
    }
}
