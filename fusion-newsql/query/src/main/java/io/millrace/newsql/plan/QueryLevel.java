package io.millrace.newsql.plan;

import io.millrace.newsql.expression.Expression;
import org.jspecify.annotations.Nullable;

/**
 * A derived table, a view or a common table expression in a join.
 *
 * @param blocks how many blocks out the row lies that the query sees around it: 0 for LATERAL
 */
public record QueryLevel(
        SelectPlan query,
        int blocks,
        String alias,
        int offset,
        int width,
        boolean outer,
        @Nullable Expression on,
        @Nullable Expression where,
        @Nullable HashKeys hash)
        implements Level {}
