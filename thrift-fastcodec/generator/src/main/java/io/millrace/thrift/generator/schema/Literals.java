package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.syntax.BaseType;
import io.millrace.thrift.generator.syntax.ConstExpression;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Numbers, strings and truth values as values of base types. */
final class Literals {
    private static final Pattern UUID_FORM = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

    private Literals() {}

    /** The value, or null if the type does not hold it. */
    static @Nullable ConstantValue value(ConstExpression literal, BaseType type) {
        return switch (type) {
            case BOOL -> truth(literal);
            case I8 -> whole(literal, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case I16 -> whole(literal, Short.MIN_VALUE, Short.MAX_VALUE);
            case I32 -> whole(literal, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case I64 -> whole(literal, Long.MIN_VALUE, Long.MAX_VALUE);
            case DOUBLE -> real(literal);
            case STRING, BINARY -> literal instanceof ConstExpression.Text text
                    ? new ConstantValue.Text(text.value())
                    : null;
            case UUID -> uuid(literal);
        };
    }

    private static @Nullable ConstantValue truth(ConstExpression literal) {
        if (literal instanceof ConstExpression.Truth truth) {
            return new ConstantValue.Truth(truth.value());
        }
        boolean bit = literal instanceof ConstExpression.Whole whole && (whole.value() == 0 || whole.value() == 1);
        return bit ? new ConstantValue.Truth(((ConstExpression.Whole) literal).value() == 1) : null;
    }

    private static @Nullable ConstantValue whole(ConstExpression literal, long min, long max) {
        if (literal instanceof ConstExpression.Truth truth) {
            return new ConstantValue.Whole(truth.value() ? 1 : 0);
        }
        return literal instanceof ConstExpression.Whole whole && whole.value() >= min && whole.value() <= max
                ? new ConstantValue.Whole(whole.value())
                : null;
    }

    private static @Nullable ConstantValue real(ConstExpression literal) {
        if (literal instanceof ConstExpression.Real real) {
            return new ConstantValue.Real(real.value());
        }
        return literal instanceof ConstExpression.Whole whole ? new ConstantValue.Real(whole.value()) : null;
    }

    private static @Nullable ConstantValue uuid(ConstExpression literal) {
        if (!(literal instanceof ConstExpression.Text text)) {
            return null;
        }
        String plain = text.value().startsWith("{")
                        && text.value().endsWith("}")
                        && text.value().length() > 2
                ? text.value().substring(1, text.value().length() - 1)
                : text.value();
        return UUID_FORM.matcher(plain).matches() ? new ConstantValue.Uuid(UUID.fromString(plain)) : null;
    }

    /** A value as the literal that would give it, or null if it has none. */
    static @Nullable ConstExpression literal(ConstExpression.Name place, ConstantValue value) {
        if (value instanceof ConstantValue.Whole whole) {
            return new ConstExpression.Whole(place.position(), whole.value());
        } else if (value instanceof ConstantValue.Real real) {
            return new ConstExpression.Real(place.position(), real.value());
        } else if (value instanceof ConstantValue.Truth truth) {
            return new ConstExpression.Truth(place.position(), truth.value());
        } else if (value instanceof ConstantValue.Text text) {
            return new ConstExpression.Text(place.position(), text.value());
        } else if (value instanceof ConstantValue.Uuid uuid) {
            return new ConstExpression.Text(place.position(), uuid.value().toString());
        } else if (value instanceof ConstantValue.Item item) {
            return new ConstExpression.Whole(place.position(), item.number());
        }
        return null;
    }
}
