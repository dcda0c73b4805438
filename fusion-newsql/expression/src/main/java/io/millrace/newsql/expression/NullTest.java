package io.millrace.newsql.expression;

/** Code of an expression that can tell whether its value is NULL without computing it: IS NULL is not warned of what it does not compute. */
interface NullTest extends Evaluator {

    boolean isNull(Frame frame);

    /** Whether a value is NULL. */
    static boolean of(Expression value, Frame frame) {
        return value.codeOfEach() instanceof NullTest test ? test.isNull(frame) : value.eval(frame) == null;
    }
}
