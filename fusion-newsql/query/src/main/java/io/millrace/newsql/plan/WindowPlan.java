package io.millrace.newsql.plan;

import io.millrace.newsql.expression.Expression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Window functions that go over the same partitions in the same order.
 *
 * @param partition values that are the same within a partition
 * @param order within it
 */
public record WindowPlan(List<Expression> partition, List<SortKey> order, List<WindowCall> calls) {

    /**
     * One end of a frame.
     *
     * @param distance how many rows; for RANGE the value of the order at which the frame ends, over the row; null where the edge needs none
     */
    public record Bound(Edge edge, @Nullable Expression distance) {}

    /** Where an end of a frame lies. */
    public enum Edge {
        FIRST,
        PRECEDING,
        CURRENT,
        FOLLOWING,
        LAST
    }

    /** The rows around each row that a function looks at. @param rows whether it counts rows; else peers belong together */
    public record FrameBounds(boolean rows, Bound from, Bound to) {

        static final FrameBounds WHOLE = new FrameBounds(true, new Bound(Edge.FIRST, null), new Bound(Edge.LAST, null));
        static final FrameBounds TO_PEERS =
                new FrameBounds(false, new Bound(Edge.FIRST, null), new Bound(Edge.CURRENT, null));
    }
}
