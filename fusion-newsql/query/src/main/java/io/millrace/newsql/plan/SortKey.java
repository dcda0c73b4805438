package io.millrace.newsql.plan;

import io.millrace.newsql.expression.Expression;

/** One item of ORDER BY. NULL comes first, or last if it descends. */
public record SortKey(Expression value, boolean descending) {}
