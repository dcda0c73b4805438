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

/** The rows of a level that is read once and looked at many times: by a hash of its keys, or all of them. */
final class KeptRows {

    private static final int ENTRY_BYTES = 64;

    /** A row. @param values its slots; null if they are in the file @param key of a table's row; null for any other @param place in the file */
    record Row(@Nullable Object @Nullable [] values, byte @Nullable [] key, long place) {}

    private final Map<Object, List<Row>> byKey = new HashMap<>();
    private final List<Row> all = new ArrayList<>();
    private @Nullable SpillFile file;
    private SpillFile.@Nullable Reader reader;
    private long held;

    /** Reads the level to its end. */
    static KeptRows read(Level level, HashKeys keys, Execution execution, ExecutionFrame frame) {
        KeptRows kept = new KeptRows();
        int place = level instanceof TableLevel table ? table.place() : -1;
        int from = level.offset();
        int to = from + level.width();
        try (LevelCursor rows = JoinCursor.read(level, execution, frame)) {
            while (rows.next()) {
                @Nullable Object[] values = Arrays.copyOfRange(frame.slots(), from, to);
                byte[] rowKey = place < 0 ? null : rows.rowKey(place);
                kept.add(kept.row(values, rowKey, execution), keys, frame);
            }
        }
        if (kept.file != null) {
            kept.file.flush();
            kept.reader = kept.file.read(0);
        }
        return kept;
    }

    /** A row in memory, or when there is no room a place in the file. */
    private Row row(@Nullable Object[] values, byte @Nullable [] rowKey, Execution execution) {
        long entry = ENTRY_BYTES + (rowKey == null ? 0 : rowKey.length);
        long bytes = RowBytes.of(values) + entry;
        SpillFile spill = file;
        if (spill == null && execution.shouldSpill(bytes, held)) {
            spill = execution.newFile();
            file = spill;
        }
        execution.hold(spill == null ? bytes : entry);
        held += bytes;
        return spill == null ? new Row(values, rowKey, 0) : new Row(null, rowKey, spill.add(values));
    }

    /** The slots of a row. */
    @Nullable
    Object[] values(Row row) {
        @Nullable Object[] values = row.values();
        if (values == null) {
            SpillFile.Reader rows = java.util.Objects.requireNonNull(reader, "rows that are in a file");
            values = java.util.Objects.requireNonNull(rows.seek(row.place()).next(), "a row is where it was put");
        }
        return values;
    }

    private void add(Row row, HashKeys keys, ExecutionFrame frame) {
        if (keys.build().isEmpty()) {
            all.add(row);
            return;
        }
        Object key = RowKeys.ofEqual(keys.build(), frame);
        if (key != null) {
            byKey.computeIfAbsent(key, each -> new ArrayList<>(1)).add(row);
        }
    }

    /** The rows that may match the frame's. */
    List<Row> find(HashKeys keys, ExecutionFrame frame) {
        if (keys.build().isEmpty()) {
            return all;
        }
        Object key = RowKeys.ofEqual(keys.probe(), frame);
        List<Row> found = key == null ? null : byKey.get(key);
        return found == null ? List.of() : found;
    }
}
