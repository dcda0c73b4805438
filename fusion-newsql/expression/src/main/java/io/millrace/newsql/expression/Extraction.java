package io.millrace.newsql.expression;

import io.millrace.newsql.encoding.PackedTemporal;
import io.millrace.newsql.type.Casts;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId;

/** EXTRACT: parts of the clock are a TIME's too. */
final class Extraction {

    private static final long MICROS_DIGITS = 1_000_000L;

    private Extraction() {}

    static Expression extract(Expression from, String unit) {
        IntervalAmount.checkUnit(unit);
        boolean clock = IntervalAmount.isOnlyClock(unit)
                || unit.startsWith("DAY_") && from.type().id() == TypeId.TIME;
        Evaluator code = frame -> {
            Object value = from.eval(frame);
            if (value == null) {
                return null;
            }
            if (clock) {
                Long time = Casts.toTime(value, from.type(), frame.warnings());
                return time == null ? null : (Object) clock(time, unit);
            }
            Long packed = Casts.toDateTime(value, from.type(), frame.today(), frame.warnings());
            return packed == null ? null : (Object) date(packed, unit);
        };
        return Expression.of(SqlType.BIGINT, code).constantIf(from.isConstant());
    }

    private static long clock(long time, String unit) {
        boolean days = unit.startsWith("DAY_");
        long hours = PackedTemporal.hoursOf(time);
        long part = combined(
                days ? hours / 24 : 0,
                days ? hours % 24 : hours,
                PackedTemporal.minuteOf(time),
                PackedTemporal.secondOf(time),
                PackedTemporal.microsOf(time),
                unit);
        return time < 0 ? -part : part;
    }

    private static long combined(long day, long hour, long minute, long second, long micros, String unit) {
        return switch (unit) {
            case "HOUR" -> hour;
            case "MINUTE" -> minute;
            case "SECOND" -> second;
            case "MICROSECOND" -> micros;
            case "DAY_HOUR" -> day * 100 + hour;
            case "DAY_MINUTE" -> day * 10_000 + hour * 100 + minute;
            case "DAY_SECOND" -> day * 1_000_000 + clockNumber(hour, minute, second);
            case "DAY_MICROSECOND" -> (day * 1_000_000 + clockNumber(hour, minute, second)) * MICROS_DIGITS + micros;
            case "HOUR_MINUTE" -> hour * 100 + minute;
            case "HOUR_SECOND" -> clockNumber(hour, minute, second);
            case "HOUR_MICROSECOND" -> clockNumber(hour, minute, second) * MICROS_DIGITS + micros;
            case "MINUTE_SECOND" -> minute * 100 + second;
            case "MINUTE_MICROSECOND" -> (minute * 100 + second) * MICROS_DIGITS + micros;
            case "SECOND_MICROSECOND" -> second * MICROS_DIGITS + micros;
            default -> throw SqlErrors.syntax(unit, 1);
        };
    }

    private static long clockNumber(long hour, long minute, long second) {
        return hour * 10_000 + minute * 100 + second;
    }

    private static long date(long packed, String unit) {
        long date = PackedTemporal.dateOf(packed);
        return switch (unit) {
            case "YEAR" -> PackedTemporal.yearOf(date);
            case "QUARTER" -> (PackedTemporal.monthOf(date) + 2) / 3;
            case "MONTH" -> PackedTemporal.monthOf(date);
            case "WEEK" -> DateFunctions.isWhole(packed)
                    ? Weeks.of(DateFunctions.dateOf(packed), 0).number()
                    : 0;
            case "DAY" -> PackedTemporal.dayOf(date);
            case "YEAR_MONTH" -> PackedTemporal.yearOf(date) * 100L + PackedTemporal.monthOf(date);
            default -> combined(
                    PackedTemporal.dayOf(date),
                    PackedTemporal.hourOf(packed),
                    PackedTemporal.minuteOf(packed),
                    PackedTemporal.secondOf(packed),
                    PackedTemporal.microsOf(packed),
                    unit);
        };
    }
}
