package io.millrace.newsql.plan;

import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.mysql.ColumnDefinition;
import java.util.List;

/**
 * A recursive common table expression: the seed's rows, and those that the steps make of the rows before, until there are no new ones.
 *
 * @param work what the steps read: the rows of the round before
 * @param distinct whether a row that has been there is left out
 */
public record RecursivePlan(
        SelectPlan seed,
        List<SelectPlan> steps,
        WorkPlan work,
        boolean distinct,
        List<Expression> output,
        List<ColumnDefinition> columns,
        boolean correlated)
        implements SelectPlan {

    @Override
    public List<SelectPlan> inputs() {
        List<SelectPlan> all = new java.util.ArrayList<>(steps);
        all.add(0, seed);
        return all;
    }
}
