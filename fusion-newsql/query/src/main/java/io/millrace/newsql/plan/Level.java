package io.millrace.newsql.plan;

import io.millrace.newsql.expression.Expression;
import org.jspecify.annotations.Nullable;

/** One thing that a join reads: for each row of those before it, its own rows. */
public sealed interface Level permits TableLevel, QueryLevel, JoinLevel {

    /** Whether a row of NULLs stands in where none matches. */
    boolean outer();

    /** The condition of its join, if it is an outer one; null for none. */
    @Nullable
    Expression on();

    /** Conditions that can be decided once it is read; null for none. */
    @Nullable
    Expression where();

    /** How its rows are kept and found instead of read again and again; null if they are read. */
    @Nullable
    HashKeys hash();

    /** Its first slot. */
    int offset();

    /** How many slots it fills. */
    int width();
}
