package io.millrace.newsql.expression;

import io.millrace.newsql.type.Casts;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId.Family;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.function.LongBinaryOperator;

/** {@code & | ^ ~ << >>}: on 64 unsigned bits, or byte by byte on two binary strings that are no literals. */
final class BitOperators {

    private BitOperators() {}

    private static boolean isBytes(Expression operand) {
        return operand.type().family() == Family.BYTES && !operand.type().isDigits();
    }

    /** What is no integer is rounded as a decimal is. */
    private static long bits(Object value, Expression operand, Frame frame) {
        SqlType type = operand.type();
        boolean isExact = value instanceof Long && !type.isTemporal() || type.isDigits();
        if (isExact) {
            return Casts.toInteger(value, type, true, frame.warnings());
        }
        BigDecimal number = Casts.toDecimal(value, type, frame.warnings()).setScale(0, RoundingMode.HALF_UP);
        return Casts.toInteger(number, SqlType.decimal(SqlType.DECIMAL_DIGITS_MAX, 0), true, frame.warnings());
    }

    static Expression both(Expression left, Expression right, LongBinaryOperator operator) {
        if (isBytes(left) && isBytes(right)) {
            return bytes(left, right, operator);
        }
        return shift(left, right, operator);
    }

    static Expression shift(Expression left, Expression right, LongBinaryOperator operator) {
        return Expression.of(SqlType.UNSIGNED, frame -> {
            Object a = left.eval(frame);
            if (a == null) {
                return null;
            }
            long first = bits(a, left, frame);
            Object b = right.eval(frame);
            return b == null ? null : (Object) operator.applyAsLong(first, bits(b, right, frame));
        });
    }

    private static Expression bytes(Expression left, Expression right, LongBinaryOperator operator) {
        long length = Math.max(left.type().length(), right.type().length());
        return Expression.of(SqlType.bytes(length), frame -> {
            byte[] a = left.bytes(frame);
            byte[] b = right.bytes(frame);
            if (a == null || b == null) {
                return null;
            }
            if (a.length != b.length) {
                throw SqlErrors.of(3513, "HY000", "Binary operands of bitwise operators must be of equal length");
            }
            byte[] out = new byte[a.length];
            for (int i = 0; i < out.length; i++) {
                out[i] = (byte) operator.applyAsLong(a[i], b[i]);
            }
            return out;
        });
    }

    static Expression invert(Expression operand) {
        if (isBytes(operand)) {
            return Expression.of(operand.type(), frame -> {
                byte[] value = operand.bytes(frame);
                if (value == null) {
                    return null;
                }
                byte[] out = new byte[value.length];
                for (int i = 0; i < out.length; i++) {
                    out[i] = (byte) ~value[i];
                }
                return out;
            });
        }
        return Expression.of(SqlType.UNSIGNED, frame -> {
            Object value = operand.eval(frame);
            return value == null ? null : (Object) (~bits(value, operand, frame));
        });
    }
}
