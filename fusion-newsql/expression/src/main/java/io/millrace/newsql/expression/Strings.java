package io.millrace.newsql.expression;

import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId.Family;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Operands of functions of strings, text or bytes. A function that has one binary operand works on bytes: they are held as characters 0 to 255 of a String, so that
 * one code does for both.
 */
final class Strings {

    static final int RESULT_MAX = 64 * 1024 * 1024;

    private Strings() {}

    /** Whether a function of these works on bytes: if one of them is binary, or all are NULL. */
    static boolean areBytes(List<Expression> operands) {
        boolean anything = false;
        for (Expression operand : operands) {
            boolean isNull = operand.type().family() == Family.NULL || Logic.isOfNull(operand);
            if (operand.type().family() == Family.BYTES && !isNull) {
                return true;
            }
            anything |= !isNull;
        }
        return !anything;
    }

    static @Nullable String get(Expression operand, Frame frame, boolean bytes) {
        if (!bytes) {
            return operand.text(frame);
        }
        byte[] value = operand.bytes(frame);
        return value == null ? null : new String(value, StandardCharsets.ISO_8859_1);
    }

    static Object put(String value, boolean bytes) {
        return bytes ? value.getBytes(StandardCharsets.ISO_8859_1) : value;
    }

    static SqlType type(long length, boolean bytes) {
        return bytes ? SqlType.bytes(length) : SqlType.text(length);
    }

    /** The length of all operands together. */
    static long length(List<Expression> operands) {
        return operands.stream()
                .mapToLong(operand -> Logic.textLength(operand.type()))
                .sum();
    }

    /** What a function makes of one string. */
    interface OfString {
        String apply(String text);
    }

    /** A function of one string, as long as it at most. */
    static Expression map(Expression operand, OfString function) {
        boolean bytes = areBytes(List.of(operand));
        return Expression.of(type(Logic.textLength(operand.type()), bytes), frame -> {
            String text = get(operand, frame, bytes);
            return text == null ? null : put(function.apply(text), bytes);
        });
    }

    /** @throws io.millrace.newsql.mysql.SqlException 1301 for a result that is too long */
    static void checkLength(String function, long length) {
        if (length > RESULT_MAX) {
            throw SqlErrors.of(
                    1301,
                    "HY000",
                    "Result of " + function + "() was larger than max_allowed_packet (" + RESULT_MAX + ") - truncated");
        }
    }
}
