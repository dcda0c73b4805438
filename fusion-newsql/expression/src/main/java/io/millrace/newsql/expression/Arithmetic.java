package io.millrace.newsql.expression;

import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId;
import io.millrace.newsql.type.TypeId.Family;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/** Arithmetic as MySQL types it: integers with overflow 1690, decimals with their scales, doubles for the rest. */
final class Arithmetic {

    /** Decimals are divided in words of so many digits. */
    private static final int WORD_DIGITS = 9;

    private Arithmetic() {}

    static Expression add(Expression left, Expression right, String source) {
        Expression result =
                switch (family(left, right)) {
                    case INTEGER -> integers(left, right, source, BigInteger::add, Arithmetic::addExact);
                    case DECIMAL -> decimals(left, right, sumType(left.type(), right.type()), source, BigDecimal::add);
                    default -> doubles(left, right, realDecimals(left, right), source, Double::sum);
                };
        return result.nullableAs(List.of(left, right));
    }

    static Expression subtract(Expression left, Expression right, String source) {
        Expression result =
                switch (family(left, right)) {
                    case INTEGER -> integers(left, right, source, BigInteger::subtract, Arithmetic::subtractExact);
                    case DECIMAL -> decimals(
                            left, right, sumType(left.type(), right.type()), source, BigDecimal::subtract);
                    default -> doubles(left, right, realDecimals(left, right), source, (a, b) -> a - b);
                };
        return result.nullableAs(List.of(left, right));
    }

    static Expression multiply(Expression left, Expression right, String source) {
        Expression result =
                switch (family(left, right)) {
                    case INTEGER -> integers(left, right, source, BigInteger::multiply, Math::multiplyExact);
                    case DECIMAL -> {
                        int scale = Math.min(scale(left.type()) + scale(right.type()), SqlType.DECIMAL_SCALE_MAX);
                        SqlType type = SqlType.decimal(digits(left.type()) + digits(right.type()), scale);
                        yield decimals(left, right, type, source, BigDecimal::multiply);
                    }
                    default -> doubles(left, right, realDecimals(left, right), source, (a, b) -> a * b);
                };
        return result.nullableAs(List.of(left, right));
    }

    /** @param more digits that the quotient has behind the point beside those of the dividend */
    static Expression divide(Expression left, Expression right, int more, String source) {
        if (family(left, right) == Family.DOUBLE) {
            return doubles(left, right, realDecimals(left, right) + more, source, (a, b) -> a / b);
        }
        int scale = Math.min(scale(left.type()) + more, SqlType.DECIMAL_SCALE_MAX);
        SqlType type = signed(left, right, SqlType.decimal(digits(left.type()) + scale(right.type()) + more, scale));
        return Expression.of(type, frame -> {
            BigDecimal dividend = left.decimal(frame);
            BigDecimal divisor = dividend == null ? null : right.decimal(frame);
            if (dividend == null || divisor == null || isZero(divisor, frame)) {
                return null;
            }
            return quotient(dividend, divisor, more);
        });
    }

    /** Has more digits than are shown, cut at a word's end, so that what is computed with it does not add up roundings. */
    private static BigDecimal quotient(BigDecimal dividend, BigDecimal divisor, int digits) {
        int first = words(Math.max(0, dividend.scale()));
        int second = words(Math.max(0, divisor.scale()));
        int more =
                Math.max(0, digits - (first - Math.max(0, dividend.scale())) - (second - Math.max(0, divisor.scale())));
        int scale = Math.min(words(first + second + more), SqlType.DECIMAL_DIGITS_MAX);
        return dividend.divide(divisor, scale, RoundingMode.DOWN);
    }

    private static int words(int digits) {
        return (digits + WORD_DIGITS - 1) / WORD_DIGITS * WORD_DIGITS;
    }

    /** DIV. */
    static Expression integerDivide(Expression left, Expression right, String source) {
        boolean unsigned = left.type().unsigned() || right.type().unsigned();
        boolean integers = family(left, right) == Family.INTEGER;
        return Expression.of(unsigned ? SqlType.UNSIGNED : SqlType.BIGINT, frame -> {
            BigDecimal dividend = left.decimal(frame);
            BigDecimal divisor = dividend == null && !integers ? null : right.decimal(frame);
            if (dividend == null || divisor == null || isZero(divisor, frame)) {
                return null;
            }
            return narrow(dividend.divide(divisor, 0, RoundingMode.DOWN).toBigInteger(), unsigned, source);
        });
    }

    static Expression modulo(Expression left, Expression right) {
        Family family = family(left, right);
        if (family == Family.DOUBLE) {
            SqlType real = SqlType.real(realDecimals(left, right));
            return Expression.of(left.type().unsigned() ? real.asUnsigned() : real, frame -> {
                Double a = left.real(frame);
                Double b = right.real(frame);
                return a == null || b == null || b == 0 && warnZero(frame) ? null : (Object) (a % b + 0.0);
            });
        }
        SqlType signed = family == Family.INTEGER
                ? SqlType.BIGINT
                : SqlType.decimal(
                        Math.max(digits(left.type()), digits(right.type())),
                        Math.max(scale(left.type()), scale(right.type())));
        SqlType type = left.type().unsigned() ? signed.asUnsigned() : signed;
        return Expression.of(type, frame -> {
            BigDecimal dividend = left.decimal(frame);
            BigDecimal divisor = dividend == null && family != Family.INTEGER ? null : right.decimal(frame);
            if (dividend == null || divisor == null || isZero(divisor, frame)) {
                return null;
            }
            BigDecimal rest = dividend.remainder(divisor);
            return family == Family.INTEGER ? (Object) rest.longValue() : withPlaces(rest, dividend, divisor);
        });
    }

    /** As many as the longer of both, for a quotient to be cut where it is expected. */
    private static BigDecimal withPlaces(BigDecimal rest, BigDecimal dividend, BigDecimal divisor) {
        int places = Math.max(dividend.scale(), divisor.scale());
        return rest.scale() < places ? rest.setScale(places, RoundingMode.UNNECESSARY) : rest;
    }

    static Expression negate(Expression operand, String source) {
        SqlType type = operand.type();
        if (type.isInteger()
                && operand.isKnown()
                && Long.valueOf(Long.MIN_VALUE).equals(operand.known())) {
            return Expression.constant(
                    SqlType.decimal(19, 0),
                    new BigDecimal(toBig(Long.MIN_VALUE, type).negate()));
        }
        if (type.isInteger() || type.isEnumerated()) {
            return Expression.of(SqlType.BIGINT, frame -> {
                Object value = operand.eval(frame);
                return value == null ? null : narrow(toBig((Long) value, type).negate(), false, "-" + source);
            });
        }
        if (type.id() == TypeId.DECIMAL || type.isTemporal()) {
            return Expression.of(SqlType.decimal(type.digits(), type.decimals()), frame -> {
                BigDecimal value = operand.decimal(frame);
                return value == null ? null : value.negate();
            });
        }
        return Expression.of(SqlType.real(realDecimals(type)), frame -> {
            Double value = operand.real(frame);
            return value == null ? null : (Object) (0 - value);
        });
    }

    // ---- inside ----

    /** INTEGER, DECIMAL or DOUBLE: what two operands are computed in. */
    static Family family(Expression left, Expression right) {
        Family first = family(left.type());
        Family second = family(right.type());
        if (first == Family.DOUBLE || second == Family.DOUBLE) {
            return Family.DOUBLE;
        }
        return first == Family.DECIMAL || second == Family.DECIMAL ? Family.DECIMAL : Family.INTEGER;
    }

    private static Family family(SqlType type) {
        return switch (type.family()) {
            case INTEGER, DECIMAL, DOUBLE -> type.family();
            case TEMPORAL -> type.decimals() == 0 ? Family.INTEGER : Family.DECIMAL;
            default -> type.isDigits() || type.isEnumerated() ? Family.INTEGER : Family.DOUBLE;
        };
    }

    private static Expression integers(
            Expression left, Expression right, String source, BigOperator wide, LongBinaryOperator narrow) {
        boolean unsigned = isUnsigned(left.type()) || isUnsigned(right.type());
        return Expression.of(unsigned ? SqlType.UNSIGNED : SqlType.BIGINT, frame -> {
            Object a = left.eval(frame);
            Object b = right.eval(frame);
            if (a == null || b == null) {
                return null;
            }
            long first = whole(a, left.type(), frame);
            long second = whole(b, right.type(), frame);
            if (unsigned) {
                return narrow(wide.apply(toBig(first, left.type()), toBig(second, right.type())), true, source);
            }
            try {
                return narrow.applyAsLong(first, second);
            } catch (ArithmeticException e) {
                throw outOfRange(false, source);
            }
        });
    }

    private static long addExact(long left, long right) {
        return Math.addExact(left, right);
    }

    /** As MySQL checks it: 0 less the least BIGINT passes for that itself. */
    private static long subtractExact(long left, long right) {
        return left == 0 && right == Long.MIN_VALUE ? right : Math.subtractExact(left, right);
    }

    private static long whole(Object value, SqlType type, Frame frame) {
        return value instanceof Long number && !type.isTemporal()
                ? number
                : io.millrace.newsql.type.Casts.toInteger(value, type, false, frame.warnings());
    }

    private static boolean isUnsigned(SqlType type) {
        return type.unsigned() || type.isDigits();
    }

    private static BigInteger toBig(long bits, SqlType type) {
        return isUnsigned(type) ? io.millrace.newsql.type.Casts.unsigned(bits) : BigInteger.valueOf(bits);
    }

    private static Object narrow(BigInteger value, boolean unsigned, String source) {
        if (unsigned ? value.signum() < 0 || value.bitLength() > Long.SIZE : value.bitLength() >= Long.SIZE) {
            throw outOfRange(unsigned, source);
        }
        return value.longValue();
    }

    private static io.millrace.newsql.mysql.SqlException outOfRange(boolean unsigned, String source) {
        return SqlErrors.outOfRange(unsigned ? "BIGINT UNSIGNED" : "BIGINT", source);
    }

    /** A decimal of two unsigned numbers is unsigned. */
    private static SqlType signed(Expression left, Expression right, SqlType type) {
        return left.type().unsigned() && right.type().unsigned() ? type.asUnsigned() : type;
    }

    private static Expression decimals(
            Expression left, Expression right, SqlType type, String source, DecimalOperator operator) {
        return Expression.of(signed(left, right, type), frame -> {
            BigDecimal a = left.decimal(frame);
            BigDecimal b = a == null ? null : right.decimal(frame);
            return a == null || b == null ? null : fit(operator.apply(a, b), source);
        });
    }

    /** Within 65 digits, of which 30 may stand behind the point. */
    private static BigDecimal fit(BigDecimal value, String source) {
        BigDecimal cut = value.scale() <= SqlType.DECIMAL_SCALE_MAX
                ? value
                : value.setScale(SqlType.DECIMAL_SCALE_MAX, RoundingMode.HALF_UP);
        int whole = cut.precision() - cut.scale();
        if (whole > SqlType.DECIMAL_DIGITS_MAX) {
            throw SqlErrors.outOfRange("DECIMAL", source);
        }
        return cut.precision() <= SqlType.DECIMAL_DIGITS_MAX
                ? cut
                : cut.setScale(Math.max(0, SqlType.DECIMAL_DIGITS_MAX - whole), RoundingMode.HALF_UP);
    }

    /** @param decimals that the result shows; as many as it has from {@link SqlType#FLOATING} on */
    private static Expression doubles(
            Expression left, Expression right, int decimals, String source, DoubleOperator operator) {
        return Expression.of(SqlType.real(decimals), frame -> {
            Double a = left.real(frame);
            Double b = right.real(frame);
            if (a == null || b == null) {
                return null;
            }
            double result = operator.apply(a, b);
            if (Double.isNaN(result) || Double.isInfinite(result)) {
                if (b == 0) {
                    warnZero(frame);
                    return null;
                }
                throw SqlErrors.outOfRange("DOUBLE", source);
            }
            // There is one zero.
            return result + 0.0;
        });
    }

    private static int realDecimals(Expression left, Expression right) {
        return Math.max(realDecimals(left.type()), realDecimals(right.type()));
    }

    /** Digits behind the point that a value shows as a double. */
    static int realDecimals(SqlType type) {
        return switch (type.family()) {
            case INTEGER, NULL -> 0;
            case DECIMAL, DOUBLE, TEMPORAL -> type.decimals();
            default -> SqlType.FLOATING;
        };
    }

    private static boolean isZero(BigDecimal divisor, Frame frame) {
        return divisor.signum() == 0 && warnZero(frame);
    }

    private static boolean warnZero(Frame frame) {
        frame.warnOfDivision();
        return true;
    }

    private static SqlType sumType(SqlType left, SqlType right) {
        int scale = Math.max(scale(left), scale(right));
        int whole = Math.max(digits(left) - scale(left), digits(right) - scale(right));
        return SqlType.decimal(whole + scale + 1, scale);
    }

    static int scale(@Nullable SqlType type) {
        return type == null || type.family() == Family.INTEGER || type.family() == Family.NULL || type.isEnumerated()
                ? 0
                : Math.min(type.decimals(), SqlType.DECIMAL_SCALE_MAX);
    }

    static int digits(SqlType type) {
        return type.digits();
    }

    private interface BigOperator {
        BigInteger apply(BigInteger left, BigInteger right);
    }

    private interface DecimalOperator {
        BigDecimal apply(BigDecimal left, BigDecimal right);
    }

    private interface DoubleOperator {
        double apply(double left, double right);
    }
}
