package io.millrace.newsql.plan;

import io.millrace.newsql.expression.AggregateCall;
import io.millrace.newsql.expression.Expression;
import java.util.List;

/**
 * What GROUP BY and the aggregates of a block do.
 *
 * @param keys none: all rows are one group
 * @param keySlot with ROLLUP the keys of a group lie in the slots from here on, and behind them for each whether it was rolled up; else -1
 */
public record Group(List<Expression> keys, List<AggregateCall> aggregates, int keySlot) {

    public boolean isRollup() {
        return keySlot >= 0;
    }
}
