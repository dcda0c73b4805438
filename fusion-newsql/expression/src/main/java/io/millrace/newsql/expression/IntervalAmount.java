package io.millrace.newsql.expression;

import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.Temporals;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How far an INTERVAL reaches.
 *
 * @param months of years, quarters and months
 * @param micros of everything else
 */
record IntervalAmount(long months, long micros) {

    private static final long MINUTE = 60 * Temporals.MICROS;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private static final Map<String, Long> CLOCK = Map.of(
            "MICROSECOND", 1L, "SECOND", Temporals.MICROS, "MINUTE", MINUTE, "HOUR", HOUR, "DAY", DAY, "WEEK", 7 * DAY);
    private static final Map<String, Long> CALENDAR = Map.of("MONTH", 1L, "QUARTER", 3L, "YEAR", 12L);

    /** The parts of a unit of several, least last. */
    private static final Map<String, List<String>> PARTS = Map.ofEntries(
            Map.entry("YEAR_MONTH", List.of("YEAR", "MONTH")),
            Map.entry("DAY_HOUR", List.of("DAY", "HOUR")),
            Map.entry("DAY_MINUTE", List.of("DAY", "HOUR", "MINUTE")),
            Map.entry("DAY_SECOND", List.of("DAY", "HOUR", "MINUTE", "SECOND")),
            Map.entry("DAY_MICROSECOND", List.of("DAY", "HOUR", "MINUTE", "SECOND", "MICROSECOND")),
            Map.entry("HOUR_MINUTE", List.of("HOUR", "MINUTE")),
            Map.entry("HOUR_SECOND", List.of("HOUR", "MINUTE", "SECOND")),
            Map.entry("HOUR_MICROSECOND", List.of("HOUR", "MINUTE", "SECOND", "MICROSECOND")),
            Map.entry("MINUTE_SECOND", List.of("MINUTE", "SECOND")),
            Map.entry("MINUTE_MICROSECOND", List.of("MINUTE", "SECOND", "MICROSECOND")),
            Map.entry("SECOND_MICROSECOND", List.of("SECOND", "MICROSECOND")));

    /** @throws io.millrace.newsql.mysql.SqlException 1064 for what is no unit */
    static void checkUnit(String unit) {
        if (!CLOCK.containsKey(unit) && !CALENDAR.containsKey(unit) && !PARTS.containsKey(unit)) {
            throw SqlErrors.syntax(unit, 1);
        }
    }

    /** Whether a date plus the unit needs a time of the day. */
    static boolean hasClock(String unit) {
        return unit.contains("SECOND") || unit.contains("MINUTE") || unit.contains("HOUR");
    }

    /** Whether a TIME plus the unit is one. */
    static boolean isOnlyClock(String unit) {
        return hasClock(unit) && !unit.startsWith("DAY");
    }

    /** @throws ArithmeticException if it is beyond all dates */
    static @Nullable IntervalAmount of(Expression amount, String unit, int sign, Frame frame) {
        List<String> parts = PARTS.get(unit);
        if (parts != null) {
            String text = amount.text(frame);
            return text == null ? null : parse(text, parts, sign);
        }
        if (unit.equals("SECOND")) {
            BigDecimal seconds = amount.decimal(frame);
            return seconds == null
                    ? null
                    : new IntervalAmount(
                            0,
                            sign
                                    * seconds.movePointRight(6)
                                            .setScale(0, RoundingMode.DOWN)
                                            .longValueExact());
        }
        Long count = amount.integer(frame);
        if (count == null) {
            return null;
        }
        Long micros = CLOCK.get(unit);
        return micros != null
                ? new IntervalAmount(0, Math.multiplyExact(sign * count, micros))
                : new IntervalAmount(Math.multiplyExact(sign * count, months(unit)), 0);
    }

    /** Numbers with anything between them; the least are meant if there are fewer than the unit has. */
    private static IntervalAmount parse(String text, List<String> units, int sign) {
        long[] values = new long[units.size()];
        int count = 0;
        int at = 0;
        while (at < text.length() && !isDigit(text.charAt(at)) && text.charAt(at) != '-') {
            at++;
        }
        boolean negative = at < text.length() && text.charAt(at) == '-';
        int lastDigits = 0;
        while (at < text.length() && count < values.length) {
            while (at < text.length() && !isDigit(text.charAt(at))) {
                at++;
            }
            int start = at;
            while (at < text.length() && isDigit(text.charAt(at))) {
                values[count] = Math.addExact(Math.multiplyExact(values[count], 10L), text.charAt(at++) - '0');
            }
            lastDigits = at - start;
            count += at > start ? 1 : 0;
        }
        long months = 0;
        long micros = 0;
        for (int i = 0; i < count; i++) {
            String unit = units.get(units.size() - count + i);
            long value = values[i];
            if (unit.equals("MICROSECOND") && lastDigits < 6) {
                value *= (long) Math.pow(10, 6 - lastDigits);
            }
            Long clock = CLOCK.get(unit);
            if (clock != null) {
                micros = Math.addExact(micros, Math.multiplyExact(value, clock));
            } else {
                months = Math.addExact(months, Math.multiplyExact(value, months(unit)));
            }
        }
        int direction = negative ? -sign : sign;
        return new IntervalAmount(direction * months, direction * micros);
    }

    private static long months(String unit) {
        Long months = CALENDAR.get(unit);
        if (months == null) {
            throw new IllegalArgumentException("no unit of the calendar: " + unit);
        }
        return months;
    }

    private static boolean isDigit(char next) {
        return next >= '0' && next <= '9';
    }
}
