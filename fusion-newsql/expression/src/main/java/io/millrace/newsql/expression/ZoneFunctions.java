package io.millrace.newsql.expression;

import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.Temporals;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions of points in time: seconds since 1970, and one zone's time in another. */
final class ZoneFunctions {

    /** The end of the year 3001, where MySQL stops. */
    private static final BigDecimal SECONDS_MAX = BigDecimal.valueOf(32_536_771_199L);

    private static final String OFFSET = "[+-](0?[0-9]|1[0-4]):[0-5][0-9]";

    private ZoneFunctions() {}

    static void register(Functions all) {
        all.add(0, 1, ZoneFunctions::unixTimestamp, "unix_timestamp");
        all.add(1, 2, ZoneFunctions::fromUnixTime, "from_unixtime");
        all.add(3, 3, ZoneFunctions::convertZone, "convert_tz");
    }

    private static Expression unixTimestamp(List<Expression> args) {
        if (args.isEmpty()) {
            return new Expression(
                    SqlType.BIGINT, false, true, frame -> frame.session().statementMicros() / Temporals.MICROS);
        }
        int digits = TimeFunctions.fraction(args.get(0));
        return Expression.of(digits == 0 ? SqlType.BIGINT : SqlType.decimal(12 + digits, digits), frame -> {
            Long packed = args.get(0).dateTime(frame);
            if (packed == null) {
                return null;
            }
            long micros =
                    Math.max(0, Temporals.toEpochMicros(packed, frame.session().zone()));
            BigDecimal seconds = BigDecimal.valueOf(micros, 6);
            if (seconds.compareTo(SECONDS_MAX) > 0) {
                seconds = BigDecimal.ZERO;
            }
            return digits == 0 ? (Object) seconds.longValue() : seconds.setScale(digits, RoundingMode.DOWN);
        });
    }

    private static Expression fromUnixTime(List<Expression> args) {
        SqlType type = args.get(0).type();
        int digits = type.isString() ? 6 : Math.min(SqlType.FRACTION_DIGITS_MAX, Arithmetic.scale(type));
        Expression dateTime = Expression.of(SqlType.dateTime(digits), frame -> {
            BigDecimal seconds = args.get(0).decimal(frame);
            if (seconds == null || seconds.signum() < 0 || seconds.compareTo(SECONDS_MAX) > 0) {
                return null;
            }
            long micros =
                    seconds.movePointRight(6).setScale(0, RoundingMode.HALF_UP).longValue();
            return Temporals.dateTime(Temporals.at(micros, frame.session().zone()));
        });
        return args.size() == 1 ? dateTime : DateFormats.dateFormat(List.of(dateTime, args.get(1)));
    }

    private static Expression convertZone(List<Expression> args) {
        int digits = TimeFunctions.fraction(args.get(0));
        return Expression.of(SqlType.dateTime(digits), frame -> {
            Long packed = args.get(0).dateTime(frame);
            ZoneId from = zone(args.get(1).text(frame), frame);
            ZoneId to = zone(args.get(2).text(frame), frame);
            if (packed == null || from == null || to == null || !DateFunctions.isWhole(packed)) {
                return null;
            }
            long micros = Temporals.toEpochMicros(packed, from);
            boolean inRange = micros > 0 && micros <= SECONDS_MAX.longValue() * Temporals.MICROS;
            return inRange ? (Object) Temporals.dateTime(Temporals.at(micros, to)) : packed;
        });
    }

    /** A zone by an offset or its name; null for what is none. */
    private static @Nullable ZoneId zone(@Nullable String name, Frame frame) {
        if (name == null) {
            return null;
        }
        if (name.equalsIgnoreCase("SYSTEM")) {
            return ZoneId.systemDefault();
        }
        boolean offset = name.startsWith("+") || name.startsWith("-");
        if (offset && !name.matches(OFFSET)) {
            return null;
        }
        try {
            return ZoneId.of(offset && name.length() == 5 ? name.charAt(0) + "0" + name.substring(1) : name);
        } catch (DateTimeException e) {
            return null;
        }
    }
}
