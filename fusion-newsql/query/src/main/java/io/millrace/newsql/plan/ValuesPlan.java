package io.millrace.newsql.plan;

import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.mysql.ColumnDefinition;
import java.util.List;

/** {@code VALUES ROW(…), ROW(…)}. @param rows whose values are brought to the types of the output */
public record ValuesPlan(
        List<List<Expression>> rows, List<Expression> output, List<ColumnDefinition> columns, boolean correlated)
        implements SelectPlan {

    @Override
    public List<SelectPlan> inputs() {
        return List.of();
    }
}
