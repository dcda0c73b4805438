package io.millrace.newsql.plan;

import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.mysql.ColumnDefinition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * UNION, EXCEPT or INTERSECT of two queries, or more if they are united.
 *
 * @param parts each gives as many values as there are columns
 * @param output slots of the columns; their types are common to all parts
 * @param sort over the output's slots
 */
public record SetPlan(
        Kind kind,
        boolean all,
        List<SelectPlan> parts,
        List<Expression> output,
        List<ColumnDefinition> columns,
        List<SortKey> sort,
        @Nullable Expression limit,
        @Nullable Expression offset,
        boolean correlated)
        implements SelectPlan {

    /** Which operation. */
    public enum Kind {
        UNION,
        EXCEPT,
        INTERSECT
    }

    @Override
    public SelectPlan withoutLimit() {
        return new SetPlan(kind, all, parts, output, columns, List.of(), null, null, correlated);
    }

    @Override
    public List<SelectPlan> inputs() {
        return parts;
    }
}
