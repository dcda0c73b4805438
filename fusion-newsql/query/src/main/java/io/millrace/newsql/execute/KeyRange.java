package io.millrace.newsql.execute;

import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.plan.Path;
import io.millrace.newsql.plan.Path.Bound;
import io.millrace.newsql.row.IndexKeys;
import io.millrace.newsql.row.TableLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** From one key up to another, without that. @param point whether it is one whole key of a unique index */
record KeyRange(byte[] from, byte @Nullable [] to, boolean point) {

    /** The ranges of a path for the values that it has now, in the order of their keys, none twice. */
    static List<KeyRange> of(Path path, TableLayout layout, Frame frame) {
        IndexKeys keys = path.keys();
        if (keys == null) {
            return List.of(new KeyRange(layout.prefix(), IndexKeys.behind(layout.prefix()), false));
        }
        TableInfo table = layout.table();
        List<@Nullable Object> equal = new ArrayList<>();
        for (Expression expression : path.equal()) {
            Seek seek = Seek.of(
                    expression, table, keys.index().parts().get(equal.size()).ordinal(), false, frame);
            if (seek.impossible()) {
                return List.of();
            }
            equal.add(seek.value());
        }
        if (!path.anyOf().isEmpty()) {
            return anyOf(path, keys, table, equal, frame);
        }
        if (path.low() == null && path.high() == null) {
            return List.of(exactly(keys, equal));
        }
        KeyRange range = between(path, keys, table, equal, frame);
        return range == null ? List.of() : List.of(range);
    }

    private static KeyRange exactly(IndexKeys keys, List<@Nullable Object> values) {
        byte[] begin = keys.begin(values);
        boolean whole =
                keys.index().unique() && values.size() == keys.index().parts().size() && !values.contains(null);
        return new KeyRange(begin, IndexKeys.behind(begin), whole);
    }

    private static List<KeyRange> anyOf(
            Path path, IndexKeys keys, TableInfo table, List<@Nullable Object> equal, Frame frame) {
        TreeMap<byte[], KeyRange> ranges = new TreeMap<>(Arrays::compareUnsigned);
        for (Expression expression : path.anyOf()) {
            Seek seek = Seek.of(
                    expression, table, keys.index().parts().get(equal.size()).ordinal(), false, frame);
            if (!seek.impossible() && seek.value() != null) {
                List<@Nullable Object> values = new ArrayList<>(equal);
                values.add(seek.value());
                KeyRange range = exactly(keys, values);
                ranges.put(range.from(), range);
            }
        }
        return new ArrayList<>(ranges.values());
    }

    private static @Nullable KeyRange between(
            Path path, IndexKeys keys, TableInfo table, List<@Nullable Object> equal, Frame frame) {
        IndexInfo.Part part = keys.index().parts().get(equal.size());
        byte[] all = keys.begin(equal);
        byte[] lowest = all;
        byte[] highest = IndexKeys.behind(all);
        Bound low = path.low();
        Bound high = path.high();
        if (low != null) {
            Seek seek = Seek.of(low.value(), table, part.ordinal(), false, frame);
            if (seek.value() == null && !seek.impossible()) {
                return null;
            }
            if (!seek.impossible()) {
                boolean inclusive = low.inclusive() || !seek.exact() || part.prefix() > 0;
                byte[] key = key(keys, equal, seek.value());
                if (part.descending()) {
                    highest = inclusive ? IndexKeys.behind(key) : key;
                } else {
                    byte[] behind = IndexKeys.behind(key);
                    lowest = inclusive || behind == null ? key : behind;
                }
            }
        }
        if (high != null) {
            Seek seek = Seek.of(high.value(), table, part.ordinal(), true, frame);
            if (seek.value() == null && !seek.impossible()) {
                return null;
            }
            if (!seek.impossible()) {
                boolean inclusive = high.inclusive() || !seek.exact() || part.prefix() > 0;
                byte[] key = key(keys, equal, seek.value());
                if (part.descending()) {
                    byte[] behind = IndexKeys.behind(key);
                    lowest = inclusive || behind == null ? key : behind;
                } else {
                    highest = inclusive ? IndexKeys.behind(key) : key;
                }
            }
        }
        return highest != null && Arrays.compareUnsigned(lowest, highest) >= 0
                ? null
                : new KeyRange(lowest, highest, false);
    }

    private static byte[] key(IndexKeys keys, List<@Nullable Object> equal, @Nullable Object value) {
        List<@Nullable Object> values = new ArrayList<>(equal);
        values.add(value);
        return keys.begin(values);
    }
}
