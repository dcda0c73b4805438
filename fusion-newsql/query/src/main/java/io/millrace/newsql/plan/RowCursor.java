package io.millrace.newsql.plan;

import org.jspecify.annotations.Nullable;

/** A walk over the rows that a query gives. For one thread; must be closed. */
public interface RowCursor extends AutoCloseable {

    /** Gives: the next row's values, beside {@link SelectPlan#output}; null at the end. */
    @Nullable
    Object @Nullable [] next();

    @Override
    void close();
}
