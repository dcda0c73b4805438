package io.millrace.newsql.expression;

import io.millrace.newsql.type.Comparing;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId.Family;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Functions of numbers. */
final class NumberFunctions {

    /** Digits of PI() that are shown. */
    private static final int PI_DECIMALS = 6;

    private NumberFunctions() {}

    static void register(Functions all) {
        all.add(1, 1, NumberFunctions::abs, "abs");
        all.add(1, 1, NumberFunctions::sign, "sign");
        all.add(1, 1, args -> whole(args.get(0), RoundingMode.FLOOR), "floor");
        all.add(1, 1, args -> whole(args.get(0), RoundingMode.CEILING), "ceil", "ceiling");
        all.add(1, 2, args -> round(args, RoundingMode.HALF_UP), "round");
        all.add(2, 2, args -> round(args, RoundingMode.DOWN), "truncate");
        all.add(2, 2, args -> Arithmetic.modulo(args.get(0), args.get(1)), "mod");
        all.add(2, 2, NumberFunctions::power, "pow", "power");
        all.real(value -> value < 0 ? Double.NaN : Math.sqrt(value), "sqrt");
        all.real(Math::exp, "exp");
        all.add(1, 1, args -> logarithm(args.get(0), Math::log), "ln");
        all.add(1, 1, args -> logarithm(args.get(0), Math::log10), "log10");
        all.add(1, 1, args -> logarithm(args.get(0), value -> Math.log(value) / Math.log(2)), "log2");
        all.real(StrictMath::sin, "sin");
        all.real(StrictMath::cos, "cos");
        all.real(StrictMath::tan, "tan");
        all.real(Math::asin, "asin");
        all.real(Math::acos, "acos");
        all.real(value -> 1 / Math.tan(value), "cot");
        all.real(Math::toRadians, "radians");
        all.real(Math::toDegrees, "degrees");
        all.add(1, 2, NumberFunctions::arctangent, "atan", "atan2");
        all.add(1, 2, NumberFunctions::logarithm, "log");
        all.add(0, 0, args -> Expression.constant(SqlType.real(PI_DECIMALS), Math.PI), "pi");
        all.add(0, 1, NumberFunctions::random, "rand");
        all.add(2, Integer.MAX_VALUE, args -> extreme(args, 1), "greatest");
        all.add(2, Integer.MAX_VALUE, args -> extreme(args, -1), "least");
        all.add(1, Integer.MAX_VALUE, Logic::coalesce, "coalesce");
        all.add(2, 2, Logic::coalesce, "ifnull");
        all.add(2, 2, args -> Comparison.nullIf(args.get(0), args.get(1)), "nullif");
        all.add(3, 3, args -> Logic.iff(args.get(0), args.get(1), args.get(2)), "if");
        all.add(1, 1, args -> Logic.isNull(args.get(0), false), "isnull");
        all.add(3, 3, NumberFunctions::convertBase, "conv");
        all.add(1, 1, args -> inBase(args.get(0), 2), "bin");
        all.add(1, 1, args -> inBase(args.get(0), 8), "oct");
        all.add(
                1,
                1,
                args -> Expression.of(SqlType.BIGINT, frame -> {
                    Long value = args.get(0).integer(frame);
                    return value == null ? null : (Object) (long) Long.bitCount(value);
                }),
                "bit_count");
        all.add(2, Integer.MAX_VALUE, NumberFunctions::interval, "interval");
    }

    /** The largest or smallest operand; NULL if one is. Numbers among strings are strings. */
    private static Expression extreme(List<Expression> operands, int sign) {
        SqlType common = extremeType(operands);
        SqlType type = common.family() == Family.TEXT
                ? common.withCollation(Collations.joined(operands, sign > 0 ? "greatest" : "least"))
                : common;
        return Expression.of(type, frame -> {
            Object best = null;
            for (Expression operand : operands) {
                Object value = Logic.convert(operand, type, frame);
                if (value == null) {
                    return null;
                }
                if (best == null || Comparing.compareSame(value, best, type) * sign > 0) {
                    best = value;
                }
            }
            return best;
        });
    }

    /** Among dates a text is one of them; beside a NULL, which may be any number, numbers are doubles. */
    private static SqlType extremeType(List<Expression> operands) {
        SqlType common = Logic.common(operands);
        if (common.isNumber()
                && operands.stream().anyMatch(operand -> operand.type().family() == Family.NULL)) {
            return SqlType.real(Arithmetic.realDecimals(common));
        }
        List<Expression> temporals =
                operands.stream().filter(operand -> operand.type().isTemporal()).toList();
        boolean dates = !temporals.isEmpty()
                && operands.stream()
                        .allMatch(operand ->
                                operand.type().isTemporal() || operand.type().family() == Family.TEXT);
        return dates ? Logic.common(temporals) : common;
    }

    private static Expression abs(List<Expression> args) {
        Expression arg = args.get(0);
        if (arg.type().isInteger()) {
            return Expression.of(arg.type().unsigned() ? SqlType.UNSIGNED : SqlType.BIGINT, frame -> {
                Long value = arg.integer(frame);
                if (value == null || arg.type().unsigned()) {
                    return value;
                }
                if (value == Long.MIN_VALUE) {
                    throw SqlErrors.outOfRange("BIGINT", "abs(" + value + ")");
                }
                return Math.abs(value);
            });
        }
        if (arg.type().family() == Family.DECIMAL) {
            return Expression.of(arg.type(), frame -> {
                BigDecimal value = arg.decimal(frame);
                return value == null ? null : value.abs();
            });
        }
        return Expression.of(SqlType.real(Arithmetic.realDecimals(arg.type())), frame -> {
            Double value = arg.real(frame);
            return value == null ? null : (Object) Math.abs(value);
        });
    }

    private static Expression sign(List<Expression> args) {
        return Expression.of(SqlType.INT, frame -> {
            BigDecimal value = args.get(0).decimal(frame);
            return value == null ? null : (Object) (long) value.signum();
        });
    }

    private static Expression whole(Expression arg, RoundingMode mode) {
        if (arg.type().isInteger()) {
            return arg;
        }
        if (arg.type().family() == Family.DECIMAL) {
            boolean small = arg.type().digits() - arg.type().decimals() < 18;
            return Expression.of(
                    small ? SqlType.BIGINT : SqlType.decimal(arg.type().digits(), 0), frame -> {
                        BigDecimal value = arg.decimal(frame);
                        if (value == null) {
                            return null;
                        }
                        BigDecimal rounded = value.setScale(0, mode);
                        return small ? (Object) rounded.longValue() : rounded;
                    });
        }
        return Expression.of(SqlType.real(0), frame -> {
            Double value = arg.real(frame);
            return value == null
                    ? null
                    : (Object) ((mode == RoundingMode.FLOOR ? Math.floor(value) : Math.ceil(value)) + 0.0);
        });
    }

    /** ROUND and TRUNCATE. The scale of the result is that of a constant, or the operand's. */
    private static Expression round(List<Expression> args, RoundingMode mode) {
        Expression arg = args.get(0);
        Expression digits = args.size() > 1 ? args.get(1) : Expression.constant(SqlType.INT, 0L);
        if (arg.type().family() == Family.DOUBLE
                || arg.type().isString()
                || arg.type().family() == Family.NULL) {
            int decimals = digits.isKnown() && digits.known() instanceof Long shown
                    ? (int) Math.max(0, Math.min(shown, SqlType.FLOATING))
                    : SqlType.FLOATING;
            return Expression.of(SqlType.real(decimals), frame -> {
                Double value = arg.real(frame);
                Long places = digits.integer(frame);
                if (value == null || places == null) {
                    return null;
                }
                return round(value, places(places), mode == RoundingMode.DOWN) + 0.0;
            });
        }
        if (arg.type().isInteger()) {
            return Expression.of(arg.type().unsigned() ? SqlType.UNSIGNED : SqlType.BIGINT, frame -> {
                BigDecimal value = arg.decimal(frame);
                Long places = digits.integer(frame);
                return value == null || places == null
                        ? null
                        : (Object) value.setScale(Math.min(0, places(places)), mode)
                                .longValue();
            });
        }
        int scale = digits.isKnown()
                ? constantScale(digits, arg.type())
                : arg.type().decimals();
        SqlType signed = SqlType.decimal(arg.type().digits() - arg.type().decimals() + scale + 1, scale);
        SqlType type = arg.type().unsigned() ? signed.asUnsigned() : signed;
        return Expression.of(type, frame -> {
            BigDecimal value = arg.decimal(frame);
            Long places = digits.integer(frame);
            return value == null || places == null
                    ? null
                    : value.setScale(Math.min(places(places), scale), mode).setScale(scale, mode);
        });
    }

    /** By the power of ten, in doubles: the digits are those that MySQL's way of computing has. */
    private static double round(double value, int places, boolean truncates) {
        double power = Math.pow(10, Math.abs(places));
        double moved = places < 0 ? value / power : value * power;
        if (Double.isInfinite(moved)) {
            return value;
        }
        double whole = truncates ? value >= 0 ? Math.floor(moved) : Math.ceil(moved) : Math.rint(moved);
        return places < 0 ? whole * power : whole / power;
    }

    private static int constantScale(Expression digits, SqlType type) {
        return digits.isKnown() && digits.known() instanceof Long places
                ? (int) Math.max(0, Math.min(places, type.isTemporal() ? type.decimals() : SqlType.DECIMAL_SCALE_MAX))
                : type.decimals();
    }

    private static int places(long digits) {
        return (int) Math.max(-SqlType.DECIMAL_DIGITS_MAX, Math.min(digits, SqlType.DECIMAL_SCALE_MAX));
    }

    private static Expression power(List<Expression> args) {
        return Expression.of(SqlType.DOUBLE, frame -> {
            Double base = args.get(0).real(frame);
            Double exponent = args.get(1).real(frame);
            if (base == null || exponent == null) {
                return null;
            }
            double result = Math.pow(base, exponent);
            if (Double.isInfinite(result) || Double.isNaN(result)) {
                throw SqlErrors.outOfRange("DOUBLE", "pow(" + base + "," + exponent + ")");
            }
            return result;
        });
    }

    private static Expression arctangent(List<Expression> args) {
        return Expression.of(SqlType.DOUBLE, frame -> {
            Double y = args.get(0).real(frame);
            Double x = args.size() > 1 ? args.get(1).real(frame) : Double.valueOf(1);
            return y == null || x == null ? null : (Object) (args.size() > 1 ? Math.atan2(y, x) : Math.atan(y));
        });
    }

    private static Expression logarithm(Expression arg, Functions.OfReal function) {
        return Expression.of(SqlType.DOUBLE, frame -> {
            Double value = arg.real(frame);
            if (value == null || value <= 0) {
                return value == null ? null : undefined(frame);
            }
            return function.apply(value);
        });
    }

    private static @Nullable Object undefined(Frame frame) {
        frame.warnings().warn(SqlErrors.NO_LOGARITHM, "Invalid argument for logarithm");
        return null;
    }

    private static Expression logarithm(List<Expression> args) {
        if (args.size() == 1) {
            return logarithm(args.get(0), Math::log);
        }
        return Expression.of(SqlType.DOUBLE, frame -> {
            Double base = args.get(0).real(frame);
            Double value = args.get(1).real(frame);
            if (base == null || value == null) {
                return null;
            }
            return value <= 0 || base <= 0 || base == 1
                    ? undefined(frame)
                    : (Object) (Math.log(value) / Math.log(base));
        });
    }

    private static Expression random(List<Expression> args) {
        if (args.isEmpty()) {
            return new Expression(SqlType.DOUBLE, false, false, frame -> ThreadLocalRandom.current()
                    .nextDouble());
        }
        return Expression.of(SqlType.DOUBLE, frame -> {
            Long seed = args.get(0).integer(frame);
            return new Random(seed == null ? 0 : seed).nextDouble();
        });
    }

    private static Expression convertBase(List<Expression> args) {
        return Expression.of(SqlType.text(64), frame -> {
            String text = args.get(0).text(frame);
            Long from = args.get(1).integer(frame);
            Long to = args.get(2).integer(frame);
            if (text == null || from == null || to == null || !isBase(from) || !isBase(to)) {
                return null;
            }
            int base = (int) Math.abs(from);
            int end = text.startsWith("-") ? 1 : 0;
            while (end < text.length() && Character.digit(text.charAt(end), base) >= 0) {
                end++;
            }
            String digits = text.substring(0, end);
            long value =
                    digits.isEmpty() || digits.equals("-") ? 0 : new java.math.BigInteger(digits, base).longValue();
            String result = to < 0 ? Long.toString(value, (int) -to) : Long.toUnsignedString(value, to.intValue());
            return result.toUpperCase(java.util.Locale.ROOT);
        });
    }

    private static boolean isBase(long base) {
        return Math.abs(base) >= Character.MIN_RADIX && Math.abs(base) <= Character.MAX_RADIX;
    }

    private static Expression inBase(Expression arg, int base) {
        return Expression.of(SqlType.text(64), frame -> {
            Long value = arg.integer(frame);
            return value == null ? null : Long.toUnsignedString(value, base);
        });
    }

    private static Expression interval(List<Expression> args) {
        return new Expression(SqlType.INT, false, false, frame -> {
            BigDecimal value = args.get(0).decimal(frame);
            if (value == null) {
                return -1L;
            }
            long index = 0;
            for (Expression bound : args.subList(1, args.size())) {
                BigDecimal limit = bound.decimal(frame);
                if (limit != null && value.round(MathContext.UNLIMITED).compareTo(limit) < 0) {
                    return index;
                }
                index++;
            }
            return index;
        });
    }
}
