package io.millrace.newsql.expression;

import io.millrace.newsql.encoding.PackedTemporal;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.Temporals;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.IsoFields;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Functions of dates, and of now. */
final class DateFunctions {

    /** Days from MySQL's day 0 to 1970. */
    private static final long DAYS_BEFORE_EPOCH = 719_528;

    private static final long DAYS_MAX = 3_652_424;
    private static final long DAY_SECONDS = 86_400;

    private DateFunctions() {}

    static void register(Functions all) {
        all.add(0, 1, args -> now(args, false), "now", "current_timestamp", "localtime", "localtimestamp");
        all.add(0, 1, DateFunctions::systemDate, "sysdate");
        all.add(0, 1, args -> now(args, true), "utc_timestamp");
        all.add(0, 0, args -> Expression.of(SqlType.DATE, Frame::today), "curdate", "current_date");
        all.add(0, 0, args -> Expression.of(SqlType.DATE, frame -> PackedTemporal.dateOf(utc(frame))), "utc_date");
        all.add(0, 1, args -> currentTime(args, false), "curtime", "current_time");
        all.add(0, 1, args -> currentTime(args, true), "utc_time");
        field(all, DateFunctions::year, "year");
        field(all, packed -> PackedTemporal.monthOf(PackedTemporal.dateOf(packed)), "month");
        field(all, packed -> PackedTemporal.dayOf(PackedTemporal.dateOf(packed)), "day", "dayofmonth");
        field(all, packed -> (PackedTemporal.monthOf(PackedTemporal.dateOf(packed)) + 2) / 3, "quarter");
        wholeField(all, date -> date.getDayOfWeek().getValue() % 7 + 1, "dayofweek");
        wholeField(all, date -> date.getDayOfWeek().getValue() - 1, "weekday");
        wholeField(all, LocalDate::getDayOfYear, "dayofyear");
        wholeField(all, date -> date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), "weekofyear");
        wholeField(all, date -> date.toEpochDay() + DAYS_BEFORE_EPOCH, "to_days");
        all.add(1, 2, args -> week(args, false), "week");
        all.add(1, 2, args -> week(args, true), "yearweek");
        all.add(1, 1, DateFunctions::toSeconds, "to_seconds");
        all.add(1, 1, args -> CastExpressions.cast(args.get(0), SqlType.DATE), "date");
        all.add(1, 2, DateFunctions::timestamp, "timestamp");
        name(all, true, "monthname");
        name(all, false, "dayname");
        all.add(1, 1, DateFunctions::lastDay, "last_day");
        all.add(1, 1, DateFunctions::fromDays, "from_days");
        all.add(2, 2, DateFunctions::dateDiff, "datediff");
        all.add(2, 2, DateFormats::dateFormat, "date_format");
        all.add(2, 2, DateFormats::timeFormat, "time_format");
        all.add(2, 2, DateParsing::stringToDate, "str_to_date");
        all.add(2, 2, DateFunctions::makeDate, "makedate");
        all.add(2, 2, args -> period(args, false), "period_add");
        all.add(2, 2, args -> period(args, true), "period_diff");
    }

    // ---- now ----

    private static long utc(Frame frame) {
        return Temporals.fromEpochMicros(frame.session().statementMicros(), ZoneOffset.UTC);
    }

    private static Expression now(List<Expression> args, boolean utc) {
        int digits = digits(args);
        return new Expression(
                SqlType.dateTime(digits), false, true, frame -> cut(utc ? utc(frame) : frame.now(), digits));
    }

    /** The clock itself: it goes on while a statement runs. */
    private static Expression systemDate(List<Expression> args) {
        int digits = digits(args);
        return new Expression(SqlType.dateTime(digits), false, false, frame -> {
            java.time.Instant now = java.time.Instant.now();
            long micros = now.getEpochSecond() * Temporals.MICROS + now.getNano() / 1000;
            return cut(Temporals.fromEpochMicros(micros, frame.session().zone()), digits);
        });
    }

    private static Expression currentTime(List<Expression> args, boolean utc) {
        int digits = digits(args);
        return new Expression(
                SqlType.time(digits),
                false,
                true,
                frame -> Temporals.timeOf(cut(utc ? utc(frame) : frame.now(), digits)));
    }

    /** NOW is cut, not rounded. */
    static long cut(long dateTime, int digits) {
        int micros = PackedTemporal.microsOf(dateTime);
        return dateTime - micros % (int) Math.pow(10, SqlType.FRACTION_DIGITS_MAX - digits);
    }

    private static int digits(List<Expression> args) {
        if (args.isEmpty()) {
            return 0;
        }
        Object digits = args.get(0).isKnown() ? args.get(0).known() : null;
        if (!(digits instanceof Long)) {
            throw SqlErrors.syntax("", 1);
        }
        if (!(digits instanceof Long count) || count < 0 || count > SqlType.FRACTION_DIGITS_MAX) {
            throw SqlErrors.of(1426, "42000", "Too-big precision specified for 'now'. Maximum is 6.");
        }
        return count.intValue();
    }

    // ---- fields ----

    private static long year(long packed) {
        return PackedTemporal.yearOf(PackedTemporal.dateOf(packed));
    }

    private static void field(Functions all, LongUnaryOperator field, String... names) {
        all.add(
                1,
                1,
                args -> Expression.of(SqlType.INT, frame -> {
                    Long packed = args.get(0).dateTime(frame);
                    return packed == null ? null : (Object) field.applyAsLong(packed);
                }),
                names);
    }

    private interface OfDate {
        long apply(LocalDate date);
    }

    private static void wholeField(Functions all, OfDate field, String name) {
        all.add(
                1,
                1,
                args -> Expression.of(SqlType.INT, frame -> {
                    Long packed = whole(args.get(0), frame);
                    return packed == null ? null : (Object) field.apply(dateOf(packed));
                }),
                name);
    }

    private static void name(Functions all, boolean month, String name) {
        all.add(
                1,
                1,
                args -> Expression.of(SqlType.text(32), frame -> {
                    Long packed = month ? args.get(0).dateTime(frame) : whole(args.get(0), frame);
                    if (packed == null) {
                        return null;
                    }
                    int number = PackedTemporal.monthOf(PackedTemporal.dateOf(packed));
                    TimeNames names = TimeNames.of(frame.session());
                    return month
                            ? number == 0 ? null : names.month(number)
                            : names.day(dateOf(packed).getDayOfWeek());
                }),
                name);
    }

    /** A DATETIME whose month and day are there; null for any other, with a warning as MySQL gives it. */
    private static @Nullable Long whole(Expression arg, Frame frame) {
        Long packed = arg.dateTime(frame);
        return packed == null || !isWhole(packed) ? null : packed;
    }

    static boolean isWhole(long dateTime) {
        return Temporals.isWhole(PackedTemporal.dateOf(dateTime));
    }

    static LocalDate dateOf(long dateTime) {
        return Temporals.localDate(PackedTemporal.dateOf(dateTime));
    }

    private static Expression week(List<Expression> args, boolean withYear) {
        return Expression.of(SqlType.INT, frame -> {
            Long packed = whole(args.get(0), frame);
            Long mode = args.size() > 1 ? args.get(1).integer(frame) : Long.valueOf(0);
            if (packed == null || args.size() > 1 && mode == null && !withYear) {
                return null;
            }
            long used = mode == null ? 0 : mode;
            Weeks.Week week = Weeks.of(dateOf(packed), withYear ? used | 2 : used);
            return withYear ? week.year() * 100L + week.number() : (long) week.number();
        });
    }

    private static Expression toSeconds(List<Expression> args) {
        return Expression.of(SqlType.BIGINT, frame -> {
            Long packed = whole(args.get(0), frame);
            return packed == null
                    ? null
                    : (Object) (Math.floorDiv(Temporals.micros(packed), Temporals.MICROS)
                            + DAYS_BEFORE_EPOCH * DAY_SECONDS);
        });
    }

    // ---- arithmetic ----

    private static Expression timestamp(List<Expression> args) {
        Expression first = args.get(0);
        if (args.size() == 1) {
            return CastExpressions.cast(first, SqlType.dateTime(TimeFunctions.fraction(first)));
        }
        int digits = Math.max(TimeFunctions.fraction(first), TimeFunctions.fraction(args.get(1)));
        return Expression.of(SqlType.dateTime(digits), frame -> {
            Long packed = whole(first, frame);
            Long time = packed == null ? null : TimeFunctions.time(args.get(1), frame);
            return packed == null || time == null
                    ? null
                    : (Object) Temporals.ofMicros(Temporals.micros(packed) + Temporals.microsOfTime(time));
        });
    }

    private static Expression lastDay(List<Expression> args) {
        return Expression.of(SqlType.DATE, frame -> {
            Long packed = args.get(0).dateTime(frame);
            if (packed == null || PackedTemporal.monthOf(PackedTemporal.dateOf(packed)) == 0) {
                return null;
            }
            long date = PackedTemporal.dateOf(packed);
            LocalDate first = LocalDate.of(PackedTemporal.yearOf(date), PackedTemporal.monthOf(date), 1);
            return Temporals.date(first.withDayOfMonth(first.lengthOfMonth()));
        });
    }

    private static Expression fromDays(List<Expression> args) {
        return Expression.of(SqlType.DATE, frame -> {
            Long days = args.get(0).integer(frame);
            return days == null
                    ? null
                    : days < 366 || days > DAYS_MAX
                            ? frame.session().hasMode("NO_ZERO_DATE") ? null : (Object) 0L
                            : Temporals.date(LocalDate.ofEpochDay(days - DAYS_BEFORE_EPOCH));
        });
    }

    private static Expression dateDiff(List<Expression> args) {
        return Expression.of(SqlType.INT, frame -> {
            Long left = whole(args.get(0), frame);
            Long right = whole(args.get(1), frame);
            return left == null || right == null
                    ? null
                    : (Object) (dateOf(left).toEpochDay() - dateOf(right).toEpochDay());
        });
    }

    private static Expression makeDate(List<Expression> args) {
        return Expression.of(SqlType.DATE, frame -> {
            Long year = args.get(0).integer(frame);
            Long day = args.get(1).integer(frame);
            if (year == null || day == null || day < 1 || day > DAYS_MAX || year < 0 || year > 9999) {
                return null;
            }
            LocalDate date = LocalDate.of((int) fullYear(year), 1, 1).plusDays(day - 1);
            return date.getYear() > 9999 ? null : (Object) Temporals.date(date);
        });
    }

    private static long fullYear(long year) {
        return year < 70 ? year + 2000 : year < 100 ? year + 1900 : year;
    }

    /** PERIOD_ADD, or PERIOD_DIFF: of months as 202401 or 2401. */
    private static Expression period(List<Expression> args, boolean difference) {
        String name = difference ? "period_diff" : "period_add";
        return Expression.of(SqlType.BIGINT, frame -> {
            Long first = args.get(0).integer(frame);
            Long second = args.get(1).integer(frame);
            if (first == null || second == null) {
                return null;
            }
            if (difference) {
                return months(first, name) - months(second, name);
            }
            long sum = months(first, name) + second;
            return sum / 12 * 100 + sum % 12 + 1;
        });
    }

    private static long months(long period, String function) {
        if (period < 0 || period % 100 < 1 || period % 100 > 12) {
            throw SqlErrors.of(1210, "HY000", "Incorrect arguments to " + function);
        }
        return fullYear(period / 100) * 12 + period % 100 - 1;
    }
}
