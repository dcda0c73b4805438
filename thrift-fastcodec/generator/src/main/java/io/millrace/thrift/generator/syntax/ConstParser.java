package io.millrace.thrift.generator.syntax;

import io.millrace.thrift.generator.IdlPosition;
import java.util.ArrayList;
import java.util.List;

/** Reads values. */
final class ConstParser {
    private final Tokens tokens;

    ConstParser(Tokens tokens) {
        this.tokens = tokens;
    }

    ConstExpression value() {
        Token first = tokens.peek();
        IdlPosition position = tokens.position(first);
        return switch (first.kind()) {
            case INTEGER -> new ConstExpression.Whole(position, tokens.expectWhole("a number"));
            case REAL -> new ConstExpression.Real(position, real());
            case LITERAL -> new ConstExpression.Text(position, tokens.take().text());
            case WORD -> word(position);
            case SYMBOL, END -> nested(position);
        };
    }

    /** A number whose exponent is beyond a double's is infinite or zero, as {@link Double#parseDouble} has it. */
    private double real() {
        Token number = tokens.take();
        double value = Double.parseDouble(number.text());
        if (Double.isInfinite(value)) {
            throw tokens.failure(number, "double out of range: " + Token.clipped(number.text()));
        }
        return value;
    }

    private ConstExpression word(IdlPosition position) {
        if (tokens.skipWord("true")) {
            return new ConstExpression.Truth(position, true);
        }
        if (tokens.skipWord("false")) {
            return new ConstExpression.Truth(position, false);
        }
        return new ConstExpression.Name(
                position, tokens.expectDottedName("a value").text());
    }

    private ConstExpression nested(IdlPosition position) {
        tokens.enter();
        ConstExpression read;
        if (tokens.skipSymbol('[')) {
            read = items(position);
        } else if (tokens.skipSymbol('{')) {
            read = pairs(position);
        } else {
            throw tokens.expected("a value");
        }
        tokens.leave();
        return read;
    }

    private ConstExpression items(IdlPosition position) {
        List<ConstExpression> values = new ArrayList<>();
        while (!tokens.skipSymbol(']')) {
            if (tokens.atEnd()) {
                throw tokens.expected("a value or ']'");
            }
            values.add(value());
            tokens.skipSeparator();
        }
        return new ConstExpression.Items(position, List.copyOf(values));
    }

    private ConstExpression pairs(IdlPosition position) {
        List<ConstExpression.Pairs.Pair> pairs = new ArrayList<>();
        while (!tokens.skipSymbol('}')) {
            if (tokens.atEnd()) {
                throw tokens.expected("a value or '}'");
            }
            ConstExpression key = value();
            tokens.expectSymbol(':', "after a map's key");
            pairs.add(new ConstExpression.Pairs.Pair(key, value()));
            tokens.skipSeparator();
        }
        return new ConstExpression.Pairs(position, List.copyOf(pairs));
    }
}
