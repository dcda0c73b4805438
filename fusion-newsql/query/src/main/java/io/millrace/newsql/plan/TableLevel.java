package io.millrace.newsql.plan;

import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.row.IndexKeys;
import org.jspecify.annotations.Nullable;

/**
 * One table of a join.
 *
 * @param place in the FROM, from 0
 * @param alias as the statement calls it
 * @param offset slot of its first column
 * @param wanted columns that are read, by ordinal
 * @param rest what is left to decide of {@code where} if the path's values are exactly those of its conditions; null for nothing
 * @param lock how its rows are locked; null if they are not
 */
public record TableLevel(
        TableRef table,
        int place,
        String alias,
        int offset,
        boolean[] wanted,
        Path path,
        @Nullable RowLock lock,
        boolean outer,
        @Nullable Expression on,
        @Nullable Expression where,
        @Nullable Expression rest,
        @Nullable HashKeys hash)
        implements Level {

    /** Whether the entries of the path's index hold all that is wanted, so that no row need be read; its own lock wants the row. */
    public boolean isCovered() {
        IndexKeys keys = path.keys();
        return keys != null && !keys.index().isPrimary() && lock == null && keys.covers(wanted);
    }

    @Override
    public int width() {
        return wanted.length;
    }
}
