package io.millrace.newsql.expression;

import org.jspecify.annotations.Nullable;

/** Computes a value from a row. */
@FunctionalInterface
public interface Evaluator {

    /** Null is NULL; else as {@link io.millrace.newsql.type.Casts} holds values of the expression's type. */
    @Nullable
    Object eval(Frame frame);
}
