package io.millrace.newsql.expression;

import io.millrace.newsql.encoding.PackedTemporal;
import io.millrace.newsql.type.Casts;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.Temporals;
import io.millrace.newsql.type.TypeId;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.TextStyle;
import java.time.temporal.IsoFields;
import java.util.List;
import java.util.Locale;
import java.util.function.LongUnaryOperator;

/** Functions of dates and times. */
final class DateFunctions {

    /** Days from MySQL's day 0 to 1970. */
    private static final long DAYS_BEFORE_EPOCH = 719_528;

    private DateFunctions() {}

    static void register(Functions all) {
        all.add(0, 1, args -> now(args, false), "now", "current_timestamp", "localtime", "localtimestamp", "sysdate");
        all.add(0, 1, args -> now(args, true), "utc_timestamp");
        all.add(0, 0, args -> Expression.of(SqlType.DATE, Frame::today), "curdate", "current_date");
        all.add(0, 1, args -> currentTime(args), "curtime", "current_time");
        field(all, DateFunctions::year, "year");
        field(all, packed -> PackedTemporal.monthOf(PackedTemporal.dateOf(packed)), "month");
        field(all, packed -> PackedTemporal.dayOf(PackedTemporal.dateOf(packed)), "day", "dayofmonth");
        field(all, packed -> (PackedTemporal.monthOf(PackedTemporal.dateOf(packed)) + 2) / 3, "quarter");
        wholeField(all, date -> date.getDayOfWeek().getValue() % 7 + 1, "dayofweek");
        wholeField(all, date -> date.getDayOfWeek().getValue() - 1, "weekday");
        wholeField(all, LocalDate::getDayOfYear, "dayofyear");
        wholeField(all, date -> date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), "weekofyear");
        wholeField(all, date -> date.toEpochDay() + DAYS_BEFORE_EPOCH, "to_days");
        timeField(all, PackedTemporal::hoursOf, "hour");
        timeField(all, PackedTemporal::minuteOf, "minute");
        timeField(all, PackedTemporal::secondOf, "second");
        timeField(all, PackedTemporal::microsOf, "microsecond");
        timeField(all, time -> Temporals.microsOfTime(time) / Temporals.MICROS, "time_to_sec");
        all.add(1, 1, args -> CastExpressions.cast(args.get(0), SqlType.DATE), "date");
        all.add(1, 1, args -> CastExpressions.cast(args.get(0), SqlType.time(fraction(args.get(0)))), "time");
        all.add(1, 1, args -> CastExpressions.cast(args.get(0), SqlType.dateTime(fraction(args.get(0)))), "timestamp");
        name(all, date -> date.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH), "monthname");
        name(all, date -> date.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH), "dayname");
        all.add(1, 1, DateFunctions::lastDay, "last_day");
        all.add(1, 1, DateFunctions::fromDays, "from_days");
        all.add(2, 2, DateFunctions::dateDiff, "datediff");
        all.add(2, 2, DateFormats::dateFormat, "date_format");
        all.add(2, 2, DateFormats::stringToDate, "str_to_date");
        all.add(0, 1, DateFunctions::unixTimestamp, "unix_timestamp");
        all.add(1, 2, DateFunctions::fromUnixTime, "from_unixtime");
        all.add(1, 1, DateFunctions::secondsToTime, "sec_to_time");
        all.add(3, 3, DateFunctions::makeTime, "maketime");
        all.add(2, 2, DateFunctions::makeDate, "makedate");
        all.add(2, 2, DateFunctions::timeDiff, "timediff");
    }

    private static int fraction(Expression arg) {
        if (arg.type().isString() && arg.isConstant() && !arg.nullable()) {
            String text = String.valueOf(arg.text(new Frame(SessionScopes.NONE, List.of(), 0)));
            int point = text.lastIndexOf('.');
            return point < 0 ? 0 : Math.min(SqlType.FRACTION_DIGITS_MAX, text.length() - point - 1);
        }
        return arg.type().isTemporal()
                ? arg.type().decimals()
                : arg.type().isString() ? SqlType.FRACTION_DIGITS_MAX : 0;
    }

    private static Expression now(List<Expression> args, boolean utc) {
        int digits = digits(args);
        return new Expression(SqlType.dateTime(digits), false, false, frame -> {
            long now = utc ? Temporals.fromEpochMicros(frame.session().statementMicros(), ZoneOffset.UTC) : frame.now();
            return cut(now, digits);
        });
    }

    private static Expression currentTime(List<Expression> args) {
        int digits = digits(args);
        return new Expression(SqlType.time(digits), false, false, frame -> Temporals.timeOf(cut(frame.now(), digits)));
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
        Object digits = args.get(0).eval(new Frame(SessionScopes.NONE, List.of(), 0));
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

    private interface OfDate<T> {
        T apply(LocalDate date);
    }

    private static void wholeField(Functions all, OfDate<Number> field, String name) {
        all.add(
                1,
                1,
                args -> Expression.of(SqlType.INT, frame -> {
                    Long packed = args.get(0).dateTime(frame);
                    return packed == null || !isWhole(packed)
                            ? null
                            : (Object) field.apply(dateOf(packed)).longValue();
                }),
                name);
    }

    private static void name(Functions all, OfDate<String> field, String name) {
        all.add(
                1,
                1,
                args -> Expression.of(SqlType.text(9), frame -> {
                    Long packed = args.get(0).dateTime(frame);
                    return packed == null || !isWhole(packed) ? null : field.apply(dateOf(packed));
                }),
                name);
    }

    private static void timeField(Functions all, LongUnaryOperator field, String name) {
        all.add(
                1,
                1,
                args -> Expression.of(SqlType.BIGINT, frame -> {
                    Object value = args.get(0).eval(frame);
                    Long time = value == null ? null : timeOf(value, args.get(0).type(), frame);
                    return time == null ? null : (Object) field.applyAsLong(time);
                }),
                name);
    }

    private static @org.jspecify.annotations.Nullable Long timeOf(Object value, SqlType type, Frame frame) {
        return Casts.toTime(value, type, frame.warnings());
    }

    static boolean isWhole(long dateTime) {
        return Temporals.isWhole(PackedTemporal.dateOf(dateTime));
    }

    static LocalDate dateOf(long dateTime) {
        return Temporals.localDate(PackedTemporal.dateOf(dateTime));
    }

    /** EXTRACT: parts of the clock are a TIME's too. */
    static Expression extract(Expression from, String unit) {
        boolean clock = List.of("HOUR", "MINUTE", "SECOND", "MICROSECOND").contains(unit);
        return Expression.of(SqlType.BIGINT, frame -> {
            Object value = from.eval(frame);
            if (value == null) {
                return null;
            }
            if (clock) {
                Long time = timeOf(value, from.type(), frame);
                return time == null ? null : (Object) extractClock(time, unit);
            }
            Long packed = Casts.toDateTime(value, from.type(), frame.today(), frame.warnings());
            return packed == null ? null : (Object) extractDate(packed, unit);
        });
    }

    private static long extractClock(long time, String unit) {
        long part =
                switch (unit) {
                    case "HOUR" -> PackedTemporal.hoursOf(time);
                    case "MINUTE" -> PackedTemporal.minuteOf(time);
                    case "SECOND" -> PackedTemporal.secondOf(time);
                    default -> PackedTemporal.microsOf(time);
                };
        return time < 0 ? -part : part;
    }

    private static long extractDate(long packed, String unit) {
        long date = PackedTemporal.dateOf(packed);
        return switch (unit) {
            case "YEAR" -> PackedTemporal.yearOf(date);
            case "QUARTER" -> (PackedTemporal.monthOf(date) + 2) / 3;
            case "MONTH" -> PackedTemporal.monthOf(date);
            case "DAY" -> PackedTemporal.dayOf(date);
            case "YEAR_MONTH" -> PackedTemporal.yearOf(date) * 100L + PackedTemporal.monthOf(date);
            default -> throw SqlErrors.unsupported("EXTRACT(" + unit + ")");
        };
    }

    // ---- arithmetic ----

    /** {@code date + INTERVAL n unit}. */
    static Expression addInterval(Expression date, Expression amount, String unit, int sign) {
        boolean clock =
                switch (unit) {
                    case "MICROSECOND", "SECOND", "MINUTE", "HOUR" -> true;
                    case "DAY", "WEEK", "MONTH", "QUARTER", "YEAR" -> false;
                    default -> throw SqlErrors.unsupported("INTERVAL … " + unit);
                };
        SqlType from = date.type();
        int digits = unit.equals("MICROSECOND")
                ? 6
                : unit.equals("SECOND")
                        ? Math.max(from.decimals(), Math.min(6, Arithmetic.scale(amount.type())))
                        : from.decimals();
        SqlType type = from.id() == TypeId.DATE && !clock
                ? SqlType.DATE
                : from.id() == TypeId.TIME && clock
                        ? SqlType.time(digits)
                        : from.isTemporal() ? SqlType.dateTime(digits) : SqlType.text(26);
        return Expression.of(type, frame -> {
            Object value = date.eval(frame);
            BigDecimal count = amount.decimal(frame);
            if (value == null || count == null) {
                return null;
            }
            if (type.id() == TypeId.TIME) {
                return Temporals.timeOfMicros(Temporals.microsOfTime((Long) value) + sign * micros(count, unit));
            }
            Long packed = Casts.toDateTime(value, from, frame.today(), frame.warnings());
            if (packed == null || !isWhole(packed)) {
                return null;
            }
            Long sum = sum(packed, count, unit, sign, clock, frame);
            return sum == null ? null : inType(sum, type, value, clock);
        });
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
                : Temporals.formatDateTime(sum, PackedTemporal.microsOf(sum) == 0 ? 0 : 6);
    }

    private static @org.jspecify.annotations.Nullable Long sum(
            long packed, BigDecimal count, String unit, int sign, boolean clock, Frame frame) {
        try {
            if (clock) {
                return Temporals.ofMicros(Math.addExact(Temporals.micros(packed), sign * micros(count, unit)));
            }
            long whole =
                    sign * count.setScale(0, java.math.RoundingMode.HALF_UP).longValueExact();
            LocalDate date = dateOf(packed);
            LocalDate moved =
                    switch (unit) {
                        case "DAY" -> date.plusDays(whole);
                        case "WEEK" -> date.plusWeeks(whole);
                        case "MONTH" -> date.plusMonths(whole);
                        case "QUARTER" -> date.plusMonths(3 * whole);
                        default -> date.plusYears(whole);
                    };
            if (moved.getYear() > 9999 || moved.getYear() < 0) {
                throw new java.time.DateTimeException("year");
            }
            return packed + Temporals.startOf(Temporals.date(moved)) - Temporals.startOf(PackedTemporal.dateOf(packed));
        } catch (java.time.DateTimeException | ArithmeticException e) {
            frame.warnings().warn(1441, "Datetime function: datetime field overflow");
            return null;
        }
    }

    private static long micros(BigDecimal count, String unit) {
        long factor =
                switch (unit) {
                    case "MICROSECOND" -> 1;
                    case "SECOND" -> Temporals.MICROS;
                    case "MINUTE" -> 60 * Temporals.MICROS;
                    default -> 3600 * Temporals.MICROS;
                };
        BigDecimal whole = unit.equals("SECOND") ? count : count.setScale(0, java.math.RoundingMode.HALF_UP);
        return whole.multiply(BigDecimal.valueOf(factor)).longValue();
    }

    static Expression difference(Expression from, Expression to, String unit) {
        return Expression.of(SqlType.BIGINT, frame -> {
            Long start = from.dateTime(frame);
            Long end = to.dateTime(frame);
            if (start == null || end == null || !isWhole(start) || !isWhole(end)) {
                return null;
            }
            return java.time.temporal.ChronoUnit.valueOf(chronoUnit(unit))
                            .between(Temporals.localDateTime(start), Temporals.localDateTime(end))
                    / (unit.equals("QUARTER") ? 3 : 1);
        });
    }

    private static String chronoUnit(String unit) {
        return switch (unit) {
            case "MICROSECOND" -> "MICROS";
            case "SECOND", "MINUTE", "HOUR", "DAY", "WEEK", "MONTH", "YEAR" -> unit + "S";
            case "QUARTER" -> "MONTHS";
            default -> throw SqlErrors.unsupported("TIMESTAMPDIFF(" + unit + ")");
        };
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
                    : days < 366 ? (Object) 0L : Temporals.date(LocalDate.ofEpochDay(days - DAYS_BEFORE_EPOCH));
        });
    }

    private static Expression dateDiff(List<Expression> args) {
        return Expression.of(SqlType.INT, frame -> {
            Long left = args.get(0).dateTime(frame);
            Long right = args.get(1).dateTime(frame);
            return left == null || right == null || !isWhole(left) || !isWhole(right)
                    ? null
                    : (Object) (dateOf(left).toEpochDay() - dateOf(right).toEpochDay());
        });
    }

    private static Expression unixTimestamp(List<Expression> args) {
        if (args.isEmpty()) {
            return Expression.of(SqlType.UNSIGNED, frame -> frame.session().statementMicros() / Temporals.MICROS);
        }
        int digits = fraction(args.get(0));
        return Expression.of(digits == 0 ? SqlType.UNSIGNED : SqlType.decimal(12 + digits, digits), frame -> {
            Long packed = args.get(0).dateTime(frame);
            if (packed == null) {
                return null;
            }
            long micros =
                    Math.max(0, Temporals.toEpochMicros(packed, frame.session().zone()));
            return digits == 0
                    ? (Object) (micros / Temporals.MICROS)
                    : BigDecimal.valueOf(micros, 6).setScale(digits, java.math.RoundingMode.DOWN);
        });
    }

    private static Expression fromUnixTime(List<Expression> args) {
        int digits = Math.min(
                SqlType.FRACTION_DIGITS_MAX, Arithmetic.scale(args.get(0).type()));
        Expression dateTime = Expression.of(SqlType.dateTime(args.get(0).type().isString() ? 6 : digits), frame -> {
            BigDecimal seconds = args.get(0).decimal(frame);
            return seconds == null || seconds.signum() < 0 || seconds.compareTo(BigDecimal.valueOf(32_536_771_199L)) > 0
                    ? null
                    : (Object) Temporals.dateTime(java.time.LocalDateTime.ofInstant(
                            java.time.Instant.ofEpochSecond(0, 0)
                                    .plusNanos(0)
                                    .plus(java.time.Duration.ofSeconds(seconds.longValue()))
                                    .plusNanos(seconds.remainder(BigDecimal.ONE)
                                                    .movePointRight(6)
                                                    .longValue()
                                            * 1000),
                            frame.session().zone()));
        });
        return args.size() == 1 ? dateTime : DateFormats.dateFormat(List.of(dateTime, args.get(1)));
    }

    private static Expression secondsToTime(List<Expression> args) {
        int digits = Math.min(
                SqlType.FRACTION_DIGITS_MAX, Arithmetic.scale(args.get(0).type()));
        return Expression.of(SqlType.time(digits), frame -> {
            BigDecimal seconds = args.get(0).decimal(frame);
            return seconds == null
                    ? null
                    : (Object) Temporals.timeOfMicros(seconds.movePointRight(6).longValue());
        });
    }

    private static Expression makeTime(List<Expression> args) {
        return Expression.of(
                SqlType.time(Math.min(6, Arithmetic.scale(args.get(2).type()))), frame -> {
                    Long hour = args.get(0).integer(frame);
                    Long minute = args.get(1).integer(frame);
                    BigDecimal second = args.get(2).decimal(frame);
                    if (hour == null
                            || minute == null
                            || second == null
                            || minute < 0
                            || minute > 59
                            || second.signum() < 0
                            || second.intValue() > 59) {
                        return null;
                    }
                    long micros = (Math.abs(hour) * 3600 + minute * 60) * Temporals.MICROS
                            + second.movePointRight(6).longValue();
                    return Temporals.timeOfMicros(hour < 0 ? -micros : micros);
                });
    }

    private static Expression makeDate(List<Expression> args) {
        return Expression.of(SqlType.DATE, frame -> {
            Long year = args.get(0).integer(frame);
            Long day = args.get(1).integer(frame);
            if (year == null || day == null || day < 1 || year < 0 || year > 9999) {
                return null;
            }
            long full = year < 70 ? year + 2000 : year < 100 ? year + 1900 : year;
            return Temporals.date(LocalDate.of((int) full, 1, 1).plusDays(day - 1));
        });
    }

    private static Expression timeDiff(List<Expression> args) {
        int digits = Math.max(fraction(args.get(0)), fraction(args.get(1)));
        boolean times =
                args.get(0).type().id() == TypeId.TIME || args.get(1).type().id() == TypeId.TIME;
        return Expression.of(SqlType.time(digits), frame -> {
            Object left = args.get(0).eval(frame);
            Object right = args.get(1).eval(frame);
            if (left == null || right == null) {
                return null;
            }
            boolean asTimes =
                    times || args.get(0).type().isString() && !left.toString().contains("-");
            Long first = asTimes
                    ? timeOf(left, args.get(0).type(), frame)
                    : args.get(0).dateTime(frame);
            Long second = asTimes
                    ? timeOf(right, args.get(1).type(), frame)
                    : args.get(1).dateTime(frame);
            if (first == null || second == null) {
                return null;
            }
            long micros = asTimes
                    ? Temporals.microsOfTime(first) - Temporals.microsOfTime(second)
                    : Temporals.micros(first) - Temporals.micros(second);
            return Temporals.timeOfMicros(micros);
        });
    }
}
