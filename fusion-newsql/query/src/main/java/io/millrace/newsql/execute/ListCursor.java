package io.millrace.newsql.execute;

import io.millrace.newsql.plan.RowCursor;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows that are kept. */
final class ListCursor implements RowCursor {

    private final Iterator<@Nullable Object[]> rows;

    ListCursor(List<@Nullable Object[]> rows) {
        this.rows = rows.iterator();
    }

    @Override
    public @Nullable Object @Nullable [] next() {
        return rows.hasNext() ? rows.next() : null;
    }

    @Override
    public void close() {}
}
