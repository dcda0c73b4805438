package io.millrace.thrift.generator.syntax;

import io.millrace.thrift.generator.IdlPosition;
import java.util.List;

/** A value as it is written; whether it fits its type is not yet known. */
public sealed interface ConstExpression {

    /** Where it starts. */
    IdlPosition position();

    /** A whole number, decimal or hexadecimal. */
    record Whole(IdlPosition position, long value) implements ConstExpression {}

    /** A number with a fraction or an exponent. */
    record Real(IdlPosition position, double value) implements ConstExpression {}

    /** {@code true} or {@code false}; where a number is asked for, 1 or 0. */
    record Truth(IdlPosition position, boolean value) implements ConstExpression {}

    /** A string, without quotes and escapes. */
    record Text(IdlPosition position, String value) implements ConstExpression {}

    /** A constant or a value of an enum. */
    record Name(IdlPosition position, String name) implements ConstExpression {}

    /** Values in brackets: a list or a set. */
    record Items(IdlPosition position, List<ConstExpression> values) implements ConstExpression {}

    /** Pairs in braces: a map or a struct. */
    record Pairs(IdlPosition position, List<Pair> pairs) implements ConstExpression {

        /** One of them. */
        public record Pair(ConstExpression key, ConstExpression value) {}
    }
}
