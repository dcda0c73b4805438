package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.plan.SortKey;
import io.millrace.newsql.plan.UnitedType;
import io.millrace.newsql.plan.WindowPlan.Bound;
import io.millrace.newsql.plan.WindowPlan.Edge;
import io.millrace.newsql.plan.WindowPlan.FrameBounds;
import io.millrace.newsql.type.SqlErrors;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of one partition, in their order, and where peers and frames begin and end. One thread. */
final class Partition {

    private final List<@Nullable Object[]> rows;
    private final List<SortKey> order;
    private final @Nullable Object[][] keys;

    /** For each row the first of its peers, and the one behind the last. */
    private final int[] peersFrom;

    private final int[] peersTo;

    Partition(List<@Nullable Object[]> rows, List<SortKey> order, Frame frame) {
        this.rows = rows;
        this.order = order;
        this.keys = new @Nullable Object[rows.size()][];
        this.peersFrom = new int[rows.size()];
        this.peersTo = new int[rows.size()];
        for (int i = 0; i < rows.size(); i++) {
            frame.replaceSlots(rows.get(i));
            keys[i] = new @Nullable Object[order.size()];
            for (int k = 0; k < order.size(); k++) {
                keys[i][k] = order.get(k).value().eval(frame);
            }
            boolean same = i > 0 && Sorter.compare(order, keys[i - 1], keys[i]) == 0;
            peersFrom[i] = same ? peersFrom[i - 1] : i;
        }
        for (int i = rows.size() - 1; i >= 0; i--) {
            boolean last = i == rows.size() - 1 || peersFrom[i + 1] != peersFrom[i];
            peersTo[i] = last ? i + 1 : peersTo[i + 1];
        }
    }

    int size() {
        return rows.size();
    }

    @Nullable
    Object[] row(int index) {
        return rows.get(index);
    }

    int peersFrom(int index) {
        return peersFrom[index];
    }

    int peersTo(int index) {
        return peersTo[index];
    }

    // ---- frames ----

    /** The first row of a row's frame; may lie behind its end: then it is empty. */
    int from(FrameBounds bounds, int index, Frame frame) {
        return switch (bounds.from().edge()) {
            case FIRST -> 0;
            case LAST -> rows.size();
            case CURRENT -> bounds.rows() ? index : peersFrom[index];
            case PRECEDING, FOLLOWING -> bounds.rows()
                    ? Math.max(0, moved(bounds.from(), index, frame))
                    : ranged(bounds.from(), index, frame, true);
        };
    }

    /** The row behind the last of a row's frame. */
    int to(FrameBounds bounds, int index, Frame frame) {
        return switch (bounds.to().edge()) {
            case FIRST -> 0;
            case LAST -> rows.size();
            case CURRENT -> bounds.rows() ? index + 1 : peersTo[index];
            case PRECEDING, FOLLOWING -> bounds.rows()
                    ? Math.min(rows.size(), moved(bounds.to(), index, frame) + 1)
                    : ranged(bounds.to(), index, frame, false);
        };
    }

    private int moved(Bound bound, int index, Frame frame) {
        Expression distance = bound.distance();
        frame.replaceSlots(rows.get(index));
        Object value = distance == null ? null : distance.eval(frame);
        if (!(value instanceof Long count) || count < 0) {
            throw SqlErrors.of(
                    3586,
                    "HY000",
                    "Window '<unnamed window>': frame start or end is negative, NULL or of non-integral type");
        }
        long moved = bound.edge() == Edge.PRECEDING
                ? index - Math.min(count, index + 1L)
                : index + Math.min(count, rows.size());
        return (int) Math.max(-1, Math.min(moved, rows.size()));
    }

    /** The place at which the order passes the bound's value. Rows without a value are each other's peers only. */
    private int ranged(Bound bound, int index, Frame frame, boolean begin) {
        if (keys[index][0] == null) {
            return begin ? peersFrom[index] : peersTo[index];
        }
        Expression limit = java.util.Objects.requireNonNull(bound.distance(), "a distance");
        frame.replaceSlots(rows.get(index));
        SortKey key = order.get(0);
        Object value = limit.eval(frame);
        if (value == null) {
            return begin ? peersFrom[index] : peersTo[index];
        }
        int low = 0;
        int high = rows.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            Object other = keys[middle][0];
            int compared = other == null
                    ? key.descending() ? 1 : -1
                    : UnitedType.compare(other, key.value().type(), value, limit.type(), key.descending(), frame);
            if (begin ? compared < 0 : compared <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
