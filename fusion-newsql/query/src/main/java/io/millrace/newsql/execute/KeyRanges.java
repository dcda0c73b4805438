package io.millrace.newsql.execute;

import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.expression.Patterns;
import io.millrace.newsql.plan.Path;
import io.millrace.newsql.plan.Path.Bound;
import io.millrace.newsql.row.IndexKeys;
import io.millrace.newsql.row.TableLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The ranges of a path for the values that it has now, in the order of their keys, none twice. One use. */
final class KeyRanges {

    private final Path path;
    private final TableInfo table;
    private final Frame frame;
    private final List<KeyRange> ranges;
    private boolean decided = true;

    private KeyRanges(Path path, TableLayout layout, Frame frame) {
        this.path = path;
        this.table = layout.table();
        this.frame = frame;
        IndexKeys keys = path.keys();
        this.ranges = keys == null
                ? List.of(new KeyRange(layout.prefix(), IndexKeys.behind(layout.prefix()), false))
                : find(keys);
    }

    static KeyRanges of(Path path, TableLayout layout, Frame frame) {
        return new KeyRanges(path, layout, frame);
    }

    List<KeyRange> list() {
        return ranges;
    }

    /** Whether the conditions that the path is made of hold for every row in the ranges. */
    boolean decided() {
        return decided;
    }

    private List<KeyRange> find(IndexKeys keys) {
        List<@Nullable Object> equal = new ArrayList<>(path.equal().size());
        for (Expression expression : path.equal()) {
            Seek seek = seek(keys, expression, equal.size(), false);
            if (seek.impossible()) {
                return List.of();
            }
            equal.add(seek.value());
        }
        if (!path.anyOf().isEmpty()) {
            return anyOf(keys, equal, path.anyOf());
        }
        List<Expression> rows = rows();
        if (rows != null) {
            return anyOf(keys, equal, rows);
        }
        decided &= path.rows() == null;
        if (path.like() != null) {
            return like(keys, equal, path.like());
        }
        if (path.low() == null && path.high() == null) {
            return List.of(exactly(keys, equal));
        }
        KeyRange range = between(keys, equal);
        return range == null ? List.of() : List.of(range);
    }

    /** What the path's subquery gives; null if it has none, or that is too much. */
    private @Nullable List<Expression> rows() {
        Path.Values rows = path.rows();
        List<Object> values = rows == null ? null : rows.source().values(frame);
        if (rows == null || values == null) {
            return null;
        }
        List<Expression> constants = new ArrayList<>(values.size());
        for (Object value : values) {
            constants.add(Expression.constant(rows.type(), value));
        }
        return constants;
    }

    private List<KeyRange> like(IndexKeys keys, List<@Nullable Object> equal, Path.Like like) {
        String start = Patterns.likeStart(like.pattern(), like.escape(), frame);
        if (start == null) {
            return List.of();
        }
        if (start.isEmpty()) {
            return List.of(exactly(keys, equal));
        }
        return List.of(new KeyRange(keys.beginLike(equal, start, false), keys.beginLike(equal, start, true), false));
    }

    private Seek seek(IndexKeys keys, Expression expression, int part, boolean up) {
        IndexInfo.Part indexed = keys.index().parts().get(part);
        Seek seek = Seek.of(expression, table, indexed.ordinal(), up, frame);
        decided &= indexed.prefix() == 0 && (seek.impossible() || seek.decides(expression.type(), column(indexed)));
        return seek;
    }

    private io.millrace.newsql.type.SqlType column(IndexInfo.Part part) {
        return table.columns().get(part.ordinal()).type();
    }

    private static KeyRange exactly(IndexKeys keys, List<@Nullable Object> values) {
        byte[] begin = keys.begin(values);
        boolean whole =
                keys.index().unique() && values.size() == keys.index().parts().size() && !values.contains(null);
        return new KeyRange(begin, whole ? null : IndexKeys.behind(begin), whole);
    }

    private List<KeyRange> anyOf(IndexKeys keys, List<@Nullable Object> equal, List<Expression> list) {
        TreeMap<byte[], KeyRange> found = new TreeMap<>(Arrays::compareUnsigned);
        for (Expression expression : list) {
            Seek seek = seek(keys, expression, equal.size(), false);
            if (!seek.impossible() && seek.value() != null) {
                List<@Nullable Object> values = new ArrayList<>(equal);
                values.add(seek.value());
                KeyRange range = exactly(keys, values);
                found.put(range.from(), range);
            }
        }
        return new ArrayList<>(found.values());
    }

    private @Nullable KeyRange between(IndexKeys keys, List<@Nullable Object> equal) {
        IndexInfo.Part part = keys.index().parts().get(equal.size());
        byte[] all = keys.begin(equal);
        byte[] lowest = all;
        byte[] highest = IndexKeys.behind(all);
        Bound low = path.low();
        Bound high = path.high();
        decided &= low != null || !table.columns().get(part.ordinal()).nullable();
        if (low != null) {
            Seek seek = seek(keys, low.value(), equal.size(), false);
            if (seek.value() == null && !seek.impossible()) {
                return null;
            }
            decided &= !seek.impossible();
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
            Seek seek = seek(keys, high.value(), equal.size(), true);
            if (seek.value() == null && !seek.impossible()) {
                return null;
            }
            decided &= !seek.impossible();
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
