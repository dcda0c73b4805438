package io.millrace.newsql.plan;

import io.millrace.newsql.expression.Expression;
import org.jspecify.annotations.Nullable;

/**
 * One table of a join, in the order in which they are read.
 *
 * @param alias as the statement calls it
 * @param offset slot of its first column
 * @param wanted columns that are read, by ordinal
 * @param outer whether a row of NULLs stands in where none matches
 * @param on the condition of its join; null for none
 * @param where conditions that can be decided once this table is read; null for none
 */
public record TableLevel(
        TableRef table,
        String alias,
        int offset,
        boolean[] wanted,
        Path path,
        boolean outer,
        @Nullable Expression on,
        @Nullable Expression where) {}
