package io.millrace.newsql.plan;

import io.millrace.newsql.expression.AggregateCall;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.mysql.ColumnDefinition;
import io.millrace.newsql.transaction.LockWait;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query.
 *
 * @param levels its tables; none for SELECT without FROM
 * @param slots how many values a row has while it is computed
 * @param constant a condition that depends on no table; null for none
 * @param sort what is left to sort: empty if the rows come in order
 * @param lock whether rows are locked, and how long it waits; null for a plain read
 */
public record SelectPlan(
        List<TableLevel> levels,
        int slots,
        @Nullable Expression constant,
        boolean grouped,
        List<Expression> groupBy,
        List<AggregateCall> aggregates,
        @Nullable Expression having,
        List<Expression> output,
        List<ColumnDefinition> columns,
        boolean distinct,
        List<SortKey> sort,
        @Nullable Expression limit,
        @Nullable Expression offset,
        @Nullable LockWait lock) {}
