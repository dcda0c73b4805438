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

/** The rows of one partition, in their order, and where the peers and frames of a row begin and end: of one row after the other, from the first on. One thread. */
final class Partition {

    private final PartitionRows rows;
    private final List<SortKey> order;

    /** How many of the keys are those of the partition: the others are its order's. */
    private final int own;

    /** The first peer of the row that it stands on, and the one behind the last. */
    private int peersFrom;

    private int peersTo;

    Partition(PartitionRows rows, List<SortKey> order, int own) {
        this.rows = rows;
        this.order = order;
        this.own = own;
    }

    int size() {
        return rows.size();
    }

    @Nullable
    Object[] row(int index) {
        return rows.get(index).values();
    }

    /** Stands on a row, behind the one before. */
    void goTo(int index) {
        if (index < peersTo) {
            return;
        }
        @Nullable Object[] keys = rows.get(index).keys();
        peersFrom = index;
        peersTo = index + 1;
        while (peersTo < rows.size()
                && Sorter.compare(order, keys, rows.get(peersTo).keys(), own, order.size()) == 0) {
            peersTo++;
        }
    }

    /** The first peer of the row that it stands on. */
    int peersFrom() {
        return peersFrom;
    }

    /** The row behind the last peer. */
    int peersTo() {
        return peersTo;
    }

    // ---- frames ----

    /** The first row of the frame of the row that it stands on; may lie behind its end: then it is empty. */
    int from(FrameBounds bounds, int index, Frame frame) {
        return switch (bounds.from().edge()) {
            case FIRST -> 0;
            case LAST -> rows.size();
            case CURRENT -> bounds.rows() ? index : peersFrom;
            case PRECEDING, FOLLOWING -> bounds.rows()
                    ? Math.max(0, moved(bounds.from(), index, frame))
                    : ranged(bounds.from(), index, frame, true);
        };
    }

    /** The row behind the last of that frame. */
    int to(FrameBounds bounds, int index, Frame frame) {
        return switch (bounds.to().edge()) {
            case FIRST -> 0;
            case LAST -> rows.size();
            case CURRENT -> bounds.rows() ? index + 1 : peersTo;
            case PRECEDING, FOLLOWING -> bounds.rows()
                    ? Math.min(rows.size(), moved(bounds.to(), index, frame) + 1)
                    : ranged(bounds.to(), index, frame, false);
        };
    }

    private int moved(Bound bound, int index, Frame frame) {
        Expression distance = bound.distance();
        frame.replaceSlots(row(index));
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
        if (rows.get(index).keys()[own] == null) {
            return begin ? peersFrom : peersTo;
        }
        Expression limit = java.util.Objects.requireNonNull(bound.distance(), "a distance");
        frame.replaceSlots(row(index));
        SortKey key = order.get(own);
        Object value = limit.eval(frame);
        if (value == null) {
            return begin ? peersFrom : peersTo;
        }
        int low = 0;
        int high = rows.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            Object other = rows.get(middle).keys()[own];
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
