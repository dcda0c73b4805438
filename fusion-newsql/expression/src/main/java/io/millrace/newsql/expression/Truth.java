package io.millrace.newsql.expression;

/** Code of a condition that can tell whether it is true with less than it takes to know its value: what is not true may be false or NULL. */
interface Truth extends Evaluator {

    boolean isTrue(Frame frame);
}
