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

    /** A row's slots. @param key of a table's row; null for any other */
    record Row(@Nullable Object[] values, byte @Nullable [] key) {}

    private final Map<Object, List<Row>> byKey = new HashMap<>();
    private final List<Row> all = new ArrayList<>();

    /** Reads the level to its end. */
    static KeptRows read(Level level, HashKeys keys, Execution execution, ExecutionFrame frame) {
        KeptRows kept = new KeptRows();
        int place = level instanceof TableLevel table ? table.place() : -1;
        int from = level.offset();
        int to = from + level.width();
        try (LevelCursor rows = JoinCursor.read(level, execution, frame)) {
            while (rows.next()) {
                @Nullable Object[] values = Arrays.copyOfRange(frame.slots(), from, to);
                execution.hold(RowBytes.of(values) + ENTRY_BYTES);
                kept.add(new Row(values, place < 0 ? null : rows.rowKey(place)), keys, frame);
            }
        }
        return kept;
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
