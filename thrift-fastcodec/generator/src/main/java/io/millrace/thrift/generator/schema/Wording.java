package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.syntax.ConstExpression;

/** How a message speaks of an expression. */
final class Wording {

    /** Characters of a string that are quoted. */
    private static final int QUOTED = 60;

    private Wording() {}

    static String of(ConstExpression expression) {
        if (expression instanceof ConstExpression.Whole whole) {
            return "number " + whole.value();
        } else if (expression instanceof ConstExpression.Real real) {
            return "number " + real.value();
        } else if (expression instanceof ConstExpression.Truth truth) {
            return String.valueOf(truth.value());
        } else if (expression instanceof ConstExpression.Text text) {
            String value = text.value();
            return "string \"" + (value.length() <= QUOTED ? value : value.substring(0, QUOTED) + "…") + '"';
        } else if (expression instanceof ConstExpression.Name name) {
            return name.name();
        }
        return expression instanceof ConstExpression.Items ? "a list" : "a map";
    }
}
