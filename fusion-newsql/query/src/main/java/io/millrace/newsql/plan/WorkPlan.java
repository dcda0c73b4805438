package io.millrace.newsql.plan;

import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.mysql.ColumnDefinition;
import java.util.List;

/** The rows of the last round of a recursive query, as its steps read them. @param name of the common table expression */
public record WorkPlan(String name, List<Expression> output, List<ColumnDefinition> columns) implements SelectPlan {

    @Override
    public boolean correlated() {
        return true;
    }

    @Override
    public List<SelectPlan> inputs() {
        return List.of();
    }

    // Two of them are the same only if they are one: what a run remembers for it is found by it.

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
