package io.millrace.newsql.expression;

import io.millrace.newsql.encoding.PackedTemporal;
import io.millrace.newsql.type.Casts;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TemporalText;
import io.millrace.newsql.type.Temporals;
import io.millrace.newsql.type.TypeId;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Functions of times. */
final class TimeFunctions {

    private static final long MICROS_MAX = (838 * 3600L + 3599) * Temporals.MICROS;

    private TimeFunctions() {}

    static void register(Functions all) {
        field(all, PackedTemporal::hoursOf, "hour");
        field(all, PackedTemporal::minuteOf, "minute");
        field(all, PackedTemporal::secondOf, "second");
        field(all, PackedTemporal::microsOf, "microsecond");
        field(all, time -> Temporals.microsOfTime(time) / Temporals.MICROS, "time_to_sec");
        all.add(1, 1, args -> CastExpressions.cast(args.get(0), SqlType.time(fraction(args.get(0)))), "time");
        all.add(1, 1, TimeFunctions::secondsToTime, "sec_to_time");
        all.add(3, 3, TimeFunctions::makeTime, "maketime");
        all.add(2, 2, TimeFunctions::timeDiff, "timediff");
        all.add(2, 2, args -> add(args, 1), "addtime");
        all.add(2, 2, args -> add(args, -1), "subtime");
    }

    private static void field(Functions all, LongUnaryOperator field, String name) {
        all.add(
                1,
                1,
                args -> Expression.of(SqlType.BIGINT, frame -> {
                    Long time = time(args.get(0), frame);
                    return time == null ? null : (Object) field.applyAsLong(time);
                }),
                name);
    }

    static @Nullable Long time(Expression arg, Frame frame) {
        Object value = arg.eval(frame);
        return value == null ? null : Casts.toTime(value, arg.type(), frame.warnings());
    }

    /** Digits of a second that a time or date has; of a string as many as it says, or all. */
    static int fraction(Expression arg) {
        SqlType type = arg.type();
        if (type.isString() && arg.isKnown() && arg.known() instanceof String text) {
            boolean valid = TemporalText.time(text) != null || TemporalText.dateTime(text) != null;
            return valid ? Literals.fraction(text) : SqlType.FRACTION_DIGITS_MAX;
        }
        return type.isTemporal()
                ? type.decimals()
                : type.isString()
                        ? SqlType.FRACTION_DIGITS_MAX
                        : Math.min(SqlType.FRACTION_DIGITS_MAX, Arithmetic.scale(type));
    }

    private static Expression secondsToTime(List<Expression> args) {
        int digits = args.get(0).type().isString()
                ? SqlType.FRACTION_DIGITS_MAX
                : Math.min(
                        SqlType.FRACTION_DIGITS_MAX,
                        Arithmetic.scale(args.get(0).type()));
        return Expression.of(SqlType.time(digits), frame -> {
            BigDecimal seconds = args.get(0).decimal(frame);
            return seconds == null ? null : cut(seconds, frame);
        });
    }

    /** A TIME of so many seconds, at most the largest. */
    private static Long cut(BigDecimal seconds, Frame frame) {
        BigDecimal micros = seconds.movePointRight(6).setScale(0, RoundingMode.HALF_UP);
        if (micros.abs().compareTo(BigDecimal.valueOf(MICROS_MAX)) > 0) {
            frame.warnings()
                    .warn(SqlErrors.WRONG_VALUE, "Truncated incorrect time value: '" + seconds.toPlainString() + "'");
            return Temporals.timeOfMicros(seconds.signum() * MICROS_MAX);
        }
        return Temporals.timeOfMicros(micros.longValue());
    }

    private static Expression makeTime(List<Expression> args) {
        int digits = Math.min(
                SqlType.FRACTION_DIGITS_MAX, Arithmetic.scale(args.get(2).type()));
        return Expression.of(SqlType.time(digits), frame -> {
            Long hour = args.get(0).integer(frame);
            Long minute = args.get(1).integer(frame);
            BigDecimal second = args.get(2).decimal(frame);
            if (hour == null || minute == null || second == null || minute < 0 || minute > 59) {
                return null;
            }
            if (second.signum() < 0 || second.compareTo(BigDecimal.valueOf(60)) >= 0) {
                return null;
            }
            BigDecimal whole = BigDecimal.valueOf(Math.min(Math.abs(hour), MICROS_MAX) * 3600 + minute * 60)
                    .add(second);
            return cut(hour < 0 ? whole.negate() : whole, frame);
        });
    }

    // ---- sums and differences ----

    /** Whether a string is rather a date than a time. */
    private static boolean isDate(String text) {
        String plain = text.strip();
        int digits = 0;
        while (digits < plain.length() && Character.isDigit(plain.charAt(digits))) {
            digits++;
        }
        boolean separated = digits > 0 && digits < plain.length() && "-/".indexOf(plain.charAt(digits)) >= 0;
        return separated || digits >= 8;
    }

    private static boolean isDate(Object value, SqlType type) {
        return type.hasDate() || !type.isTemporal() && isDate(Casts.toText(value, type));
    }

    /** ADDTIME, or SUBTIME: a string stays one. */
    private static Expression add(List<Expression> args, int sign) {
        SqlType from = args.get(0).type();
        int digits = Math.max(fraction(args.get(0)), fraction(args.get(1)));
        SqlType type = from.id() == TypeId.TIME
                ? SqlType.time(digits)
                : from.hasDate() ? SqlType.dateTime(digits) : SqlType.text(26);
        return Expression.of(type, frame -> {
            Object value = args.get(0).eval(frame);
            Long moved = value == null ? null : time(args.get(1), frame);
            if (value == null || moved == null) {
                return null;
            }
            long micros = sign * Temporals.microsOfTime(moved);
            if (isDate(value, from)) {
                Long packed = Casts.toDateTime(value, from, frame.today(), frame.warnings());
                return packed == null || !DateFunctions.isWhole(packed) ? null : dateTime(packed, micros, type, frame);
            }
            Long time = Casts.toTime(value, from, frame.warnings());
            if (time == null) {
                return null;
            }
            long sum = Temporals.timeOfMicros(Temporals.microsOfTime(time) + micros);
            return type.isString() ? (Object) Temporals.formatTime(sum, shown(PackedTemporal.microsOf(sum))) : sum;
        });
    }

    private static @Nullable Object dateTime(long packed, long micros, SqlType type, Frame frame) {
        try {
            long sum = Temporals.ofMicros(Temporals.micros(packed) + micros);
            return type.isString() ? Temporals.formatDateTime(sum, shown(PackedTemporal.microsOf(sum))) : (Object) sum;
        } catch (DateTimeException e) {
            frame.warnings().warn(SqlErrors.DATETIME_OVERFLOW, "Datetime function: datetime field overflow");
            return null;
        }
    }

    private static int shown(int micros) {
        return micros == 0 ? 0 : SqlType.FRACTION_DIGITS_MAX;
    }

    /** TIMEDIFF: of two times or two dates; NULL for one of each. */
    private static Expression timeDiff(List<Expression> args) {
        Expression left = args.get(0);
        Expression right = args.get(1);
        int digits = Math.max(fraction(left), fraction(right));
        return Expression.of(SqlType.time(digits), frame -> {
            Object first = left.eval(frame);
            Object second = first == null ? null : right.eval(frame);
            if (first == null || second == null) {
                return null;
            }
            boolean dates = isDate(first, left.type());
            if (dates != isDate(second, right.type())) {
                return null;
            }
            Long from = micros(first, left.type(), dates, frame);
            Long to = micros(second, right.type(), dates, frame);
            return from == null || to == null ? null : cut(BigDecimal.valueOf(from - to, 6), frame);
        });
    }

    private static @Nullable Long micros(Object value, SqlType type, boolean date, Frame frame) {
        Long packed = date
                ? Casts.toDateTime(value, type, frame.today(), frame.warnings())
                : Casts.toTime(value, type, frame.warnings());
        if (packed == null || date && !DateFunctions.isWhole(packed)) {
            return null;
        }
        return date ? Temporals.micros(packed) : Temporals.microsOfTime(packed);
    }
}
