package io.millrace.newsql.expression;

import io.millrace.newsql.encoding.PackedTemporal;
import io.millrace.newsql.type.Casts;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.Temporals;
import io.millrace.newsql.type.TypeId;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** {@code date + INTERVAL n unit} and the differences in units. */
final class IntervalArithmetic {

    private static final int MICROSECOND_DIGITS = 6;

    private IntervalArithmetic() {}

    static Expression add(Expression date, Expression amount, String unit, int sign) {
        IntervalAmount.checkUnit(unit);
        SqlType from = date.type();
        SqlType type = type(from, amount, unit);
        boolean isText = date.type().family() == TypeId.Family.TEXT;
        SqlType shown =
                isText ? type.withCollation(type.isString() ? date.type().collation() : type.collation()) : type;
        int coercibility = type.isString() && !isText ? Collations.COERCIBLE : date.coercibility();
        return new Expression(
                shown,
                true,
                date.isConstant() && amount.isConstant(),
                frame -> {
                    Object value = date.eval(frame);
                    try {
                        IntervalAmount interval = value == null ? null : IntervalAmount.of(amount, unit, sign, frame);
                        if (value == null || interval == null) {
                            return null;
                        }
                        return type.id() == TypeId.TIME
                                ? time((Long) value, interval)
                                : sum(value, from, interval, type, unit, frame);
                    } catch (DateTimeException | ArithmeticException e) {
                        frame.warnings()
                                .warn(SqlErrors.DATETIME_OVERFLOW, "Datetime function: datetime field overflow");
                        return null;
                    }
                },
                type.isString() ? coercibility : Collations.coercibility(type));
    }

    private static SqlType type(SqlType from, Expression amount, String unit) {
        int digits = unit.endsWith("MICROSECOND")
                ? MICROSECOND_DIGITS
                : unit.equals("SECOND")
                        ? Math.max(from.decimals(), Math.min(MICROSECOND_DIGITS, Arithmetic.scale(amount.type())))
                        : from.decimals();
        boolean clock = IntervalAmount.hasClock(unit);
        if (from.id() == TypeId.DATE && !clock) {
            return SqlType.DATE;
        }
        if (from.id() == TypeId.TIME && IntervalAmount.isOnlyClock(unit)) {
            return SqlType.time(digits);
        }
        return from.isTemporal() ? SqlType.dateTime(digits) : SqlType.text(26);
    }

    private static Long time(long value, IntervalAmount interval) {
        return Temporals.timeOfMicros(Math.addExact(Temporals.microsOfTime(value), interval.micros()));
    }

    private static @Nullable Object sum(
            Object value, SqlType from, IntervalAmount interval, SqlType type, String unit, Frame frame) {
        Long packed = Casts.toDateTime(value, from, frame.today(), frame.warnings());
        if (packed == null || !Temporals.isWhole(PackedTemporal.dateOf(packed))) {
            return null;
        }
        LocalDateTime moved = Temporals.localDateTime(packed)
                .plusMonths(interval.months())
                .plus(interval.micros(), ChronoUnit.MICROS);
        if (moved.getYear() > 9999 || moved.getYear() < 1) {
            throw new DateTimeException("year " + moved.getYear());
        }
        return inType(Temporals.dateTime(moved), type, value, IntervalAmount.hasClock(unit));
    }

    /** A string stays one: a date if it was one and the unit has no clock. */
    private static Object inType(long sum, SqlType type, Object source, boolean clock) {
        if (type.id() == TypeId.DATE) {
            return PackedTemporal.dateOf(sum);
        }
        if (!type.isString()) {
            return sum;
        }
        boolean onlyDate = !clock && source.toString().strip().length() <= 10;
        return onlyDate
                ? Temporals.formatDate(PackedTemporal.dateOf(sum))
                : Temporals.formatDateTime(sum, PackedTemporal.microsOf(sum) == 0 ? 0 : MICROSECOND_DIGITS);
    }

    /** TIMESTAMPDIFF. */
    static Expression difference(Expression from, Expression to, String unit) {
        ChronoUnit chrono = chronoUnit(unit);
        int times = unit.equalsIgnoreCase("QUARTER") ? 3 : 1;
        Evaluator code = frame -> {
            Long start = from.dateTime(frame);
            Long end = start == null ? null : to.dateTime(frame);
            if (start == null || end == null || !DateFunctions.isWhole(start) || !DateFunctions.isWhole(end)) {
                return null;
            }
            LocalDateTime first = Temporals.localDateTime(start);
            LocalDateTime last = Temporals.localDateTime(end);
            return switch (chrono) {
                case YEARS -> months(first, last) / 12;
                case MONTHS -> months(first, last) / times;
                default -> chrono.between(first, last);
            };
        };
        return Expression.of(SqlType.BIGINT, code).constantIf(from.isConstant() && to.isConstant());
    }

    /** Months are counted from the earlier one: the last is whole once its day and time are reached. */
    private static long months(LocalDateTime first, LocalDateTime last) {
        if (first.isAfter(last)) {
            return -months(last, first);
        }
        long months = (last.getYear() - first.getYear()) * 12L + last.getMonthValue() - first.getMonthValue();
        int days = last.getDayOfMonth() - first.getDayOfMonth();
        boolean isReached = days > 0 || days == 0 && !last.toLocalTime().isBefore(first.toLocalTime());
        return isReached ? months : months - 1;
    }

    private static ChronoUnit chronoUnit(String unit) {
        return switch (unit.toUpperCase(Locale.ROOT)) {
            case "MICROSECOND", "FRAC_SECOND" -> ChronoUnit.MICROS;
            case "SECOND" -> ChronoUnit.SECONDS;
            case "MINUTE" -> ChronoUnit.MINUTES;
            case "HOUR" -> ChronoUnit.HOURS;
            case "DAY" -> ChronoUnit.DAYS;
            case "WEEK" -> ChronoUnit.WEEKS;
            case "MONTH", "QUARTER" -> ChronoUnit.MONTHS;
            case "YEAR" -> ChronoUnit.YEARS;
            default -> throw SqlErrors.syntax(unit, 1);
        };
    }
}
