package io.millrace.newsql.execute;

import org.jspecify.annotations.Nullable;

/** Takes the rows of a query, one after the other. */
@FunctionalInterface
public interface RowConsumer {

    /** @param values one for each column, as its type holds them; the array may be used again for the next row */
    void accept(@Nullable Object[] values);
}
