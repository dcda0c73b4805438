package io.millrace.newsql.plan;

import io.millrace.newsql.expression.Expression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A join in parentheses, joined as one: {@code a LEFT JOIN (b JOIN c …) ON …}. */
public record JoinLevel(
        List<Level> levels,
        int offset,
        int width,
        boolean outer,
        @Nullable Expression on,
        @Nullable Expression where,
        @Nullable HashKeys hash)
        implements Level {}
