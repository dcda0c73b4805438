package io.millrace.newsql.type;

import io.millrace.newsql.encoding.PackedTemporal;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * Arithmetic and text of packed dates and times, as {@link PackedTemporal} lays them out.
 *
 * <p>A TIMESTAMP lies in rows as microseconds since 1970, 0 for the zero date; {@link #fromEpochMicros} makes it a DATETIME of the session's zone.
 */
public final class Temporals {

    public static final long MICROS = 1_000_000L;
    private static final long DAY_SECONDS = 86_400;
    private static final int TIME_HOURS_MAX = 838;

    /** The largest TIME, 838:59:59. */
    static final long TIME_MICROS_MAX = (TIME_HOURS_MAX * 3600L + 3599) * MICROS;

    private static final int NANOS_PER_MICRO = 1000;
    private static final long[] POWERS = {1, 10, 100, 1000, 10_000, 100_000, 1_000_000};

    private Temporals() {}

    // ---- dates ----

    public static long date(LocalDate date) {
        return PackedTemporal.date(date.getYear(), date.getMonthValue(), date.getDayOfMonth());
    }

    public static long dateTime(LocalDateTime at) {
        return PackedTemporal.dateTime(
                date(at.toLocalDate()), at.getHour(), at.getMinute(), at.getSecond(), at.getNano() / NANOS_PER_MICRO);
    }

    /** The DATETIME at midnight of a DATE. */
    public static long startOf(long date) {
        return PackedTemporal.dateTime(date, 0, 0, 0, 0);
    }

    /** Whether month and day are there: arithmetic needs both. */
    public static boolean isWhole(long date) {
        return PackedTemporal.monthOf(date) > 0 && PackedTemporal.dayOf(date) > 0;
    }

    /** Whether the day is one of the calendar; zero months and days pass. */
    public static boolean isValid(int year, int month, int day) {
        if (year > 9999 || month > 12 || day > 31) {
            return false;
        }
        return month == 0
                || day == 0
                || day <= LocalDate.of(Math.max(year, 4), month, 1).lengthOfMonth() && isLeapSafe(year, month, day);
    }

    private static boolean isLeapSafe(int year, int month, int day) {
        return month != 2 || day < 29 || java.time.Year.isLeap(year);
    }

    /** The date; whole ones only. */
    public static LocalDate localDate(long date) {
        return LocalDate.of(PackedTemporal.yearOf(date), PackedTemporal.monthOf(date), PackedTemporal.dayOf(date));
    }

    /** The point in time; whole dates only. */
    public static LocalDateTime localDateTime(long dateTime) {
        return localDate(PackedTemporal.dateOf(dateTime))
                .atTime(
                        PackedTemporal.hourOf(dateTime),
                        PackedTemporal.minuteOf(dateTime),
                        PackedTemporal.secondOf(dateTime),
                        PackedTemporal.microsOf(dateTime) * NANOS_PER_MICRO);
    }

    public static long fromEpochMicros(long micros, ZoneId zone) {
        if (micros == 0) {
            return 0;
        }
        return dateTime(at(micros, zone));
    }

    /** What the clocks of a zone show so many microseconds after 1970 began. */
    public static LocalDateTime at(long micros, ZoneId zone) {
        Instant instant = Instant.ofEpochSecond(
                Math.floorDiv(micros, MICROS), Math.floorMod(micros, MICROS) * (long) NANOS_PER_MICRO);
        return LocalDateTime.ofInstant(instant, zone);
    }

    /** Microseconds since 1970 of a DATETIME in a zone; 0 for the zero date. */
    public static long toEpochMicros(long dateTime, ZoneId zone) {
        if (!isWhole(PackedTemporal.dateOf(dateTime))) {
            return 0;
        }
        Instant instant = localDateTime(dateTime).atZone(zone).toInstant();
        return instant.getEpochSecond() * MICROS + instant.getNano() / NANOS_PER_MICRO;
    }

    /** Microseconds of a DATETIME as if its zone were UTC: what differences are made of. */
    public static long micros(long dateTime) {
        LocalDateTime at = localDateTime(dateTime);
        return at.toEpochSecond(ZoneOffset.UTC) * MICROS + at.getNano() / NANOS_PER_MICRO;
    }

    /** The DATETIME of {@link #micros}. @throws DateTimeException outside of the years 0 to 9999 */
    public static long ofMicros(long micros) {
        LocalDateTime at = LocalDateTime.ofEpochSecond(
                Math.floorDiv(micros, MICROS), (int) Math.floorMod(micros, MICROS) * NANOS_PER_MICRO, ZoneOffset.UTC);
        if (at.getYear() < 0 || at.getYear() > 9999) {
            throw new DateTimeException("year " + at.getYear());
        }
        return dateTime(at);
    }

    // ---- times ----

    /** A TIME of so many microseconds, cut at 838:59:59. */
    public static long timeOfMicros(long micros) {
        long absolute = Math.min(Math.abs(micros), TIME_MICROS_MAX);
        long seconds = absolute / MICROS;
        return PackedTemporal.time(
                micros < 0, (int) (seconds / 3600), (int) (seconds / 60 % 60), (int) (seconds % 60), (int)
                        (absolute % MICROS));
    }

    public static long microsOfTime(long time) {
        long seconds = PackedTemporal.hoursOf(time) * 3600L
                + PackedTemporal.minuteOf(time) * 60L
                + PackedTemporal.secondOf(time);
        long micros = seconds * MICROS + PackedTemporal.microsOf(time);
        return time < 0 ? -micros : micros;
    }

    /** The time of the day of a DATETIME, as a TIME. */
    public static long timeOf(long dateTime) {
        return PackedTemporal.time(
                false,
                PackedTemporal.hourOf(dateTime),
                PackedTemporal.minuteOf(dateTime),
                PackedTemporal.secondOf(dateTime),
                PackedTemporal.microsOf(dateTime));
    }

    // ---- fractions ----

    /** Whether a DATETIME rounded to so many digits of a second would be later than the last one. */
    static boolean roundsBeyond(long dateTime, int digits) {
        long unit = POWERS[SqlType.FRACTION_DIGITS_MAX - digits];
        return PackedTemporal.microsOf(dateTime) % unit >= (unit + 1) / 2
                && isWhole(PackedTemporal.dateOf(dateTime))
                && roundDateTime(dateTime, digits) < dateTime;
    }

    /** A DATETIME rounded to so many digits of a second, half up; the last one there is stays itself. */
    public static long roundDateTime(long dateTime, int digits) {
        int micros = PackedTemporal.microsOf(dateTime);
        long unit = POWERS[SqlType.FRACTION_DIGITS_MAX - digits];
        if (micros % unit == 0) {
            return dateTime;
        }
        if (!isWhole(PackedTemporal.dateOf(dateTime))) {
            return dateTime - micros % unit;
        }
        long total = micros(dateTime);
        try {
            return ofMicros(Math.floorDiv(total + unit / 2, unit) * unit);
        } catch (DateTimeException e) {
            return dateTime - micros % unit;
        }
    }

    /** A TIME rounded to so many digits of a second, half away from zero. */
    public static long roundTime(long time, int digits) {
        long unit = POWERS[SqlType.FRACTION_DIGITS_MAX - digits];
        long micros = microsOfTime(time);
        long rounded = (Math.abs(micros) + unit / 2) / unit * unit;
        return timeOfMicros(micros < 0 ? -rounded : rounded);
    }

    // ---- text and numbers ----

    public static String formatDate(long date) {
        StringBuilder out = new StringBuilder(10);
        appendDate(out, date);
        return out.toString();
    }

    public static String formatDateTime(long dateTime, int digits) {
        StringBuilder out = new StringBuilder(26);
        appendDate(out, PackedTemporal.dateOf(dateTime));
        out.append(' ');
        appendClock(out, PackedTemporal.hourOf(dateTime), dateTime, digits);
        return out.toString();
    }

    public static String formatTime(long time, int digits) {
        StringBuilder out = new StringBuilder(17);
        if (time < 0) {
            out.append('-');
        }
        appendClock(out, PackedTemporal.hoursOf(time), time, digits);
        return out.toString();
    }

    /** As MySQL counts with it: 20240131235959.5. */
    public static BigDecimal toNumber(long value, SqlType type) {
        return switch (type.id()) {
            case DATE -> BigDecimal.valueOf(dateNumber(value));
            case TIME -> {
                BigDecimal clock = withFraction(clockNumber(PackedTemporal.hoursOf(value), value), value, type);
                yield value < 0 ? clock.negate() : clock;
            }
            default -> withFraction(
                    dateNumber(PackedTemporal.dateOf(value)) * MICROS
                            + clockNumber(PackedTemporal.hourOf(value), value),
                    value,
                    type);
        };
    }

    private static long dateNumber(long date) {
        return PackedTemporal.yearOf(date) * 10_000L + PackedTemporal.monthOf(date) * 100L + PackedTemporal.dayOf(date);
    }

    private static long clockNumber(int hours, long packed) {
        return hours * 10_000L + PackedTemporal.minuteOf(packed) * 100L + PackedTemporal.secondOf(packed);
    }

    private static BigDecimal withFraction(long whole, long packed, SqlType type) {
        if (type.decimals() == 0) {
            return BigDecimal.valueOf(whole);
        }
        long fraction = PackedTemporal.microsOf(packed) / POWERS[SqlType.FRACTION_DIGITS_MAX - type.decimals()];
        return BigDecimal.valueOf(whole).add(BigDecimal.valueOf(fraction, type.decimals()));
    }

    private static void appendDate(StringBuilder out, long date) {
        appendPadded(out, PackedTemporal.yearOf(date), 4);
        out.append('-');
        appendPadded(out, PackedTemporal.monthOf(date), 2);
        out.append('-');
        appendPadded(out, PackedTemporal.dayOf(date), 2);
    }

    private static void appendClock(StringBuilder out, int hours, long packed, int digits) {
        appendPadded(out, hours, 2);
        out.append(':');
        appendPadded(out, PackedTemporal.minuteOf(packed), 2);
        out.append(':');
        appendPadded(out, PackedTemporal.secondOf(packed), 2);
        if (digits > 0) {
            out.append('.');
            appendPadded(out, PackedTemporal.microsOf(packed) / POWERS[SqlType.FRACTION_DIGITS_MAX - digits], digits);
        }
    }

    private static void appendPadded(StringBuilder out, long number, int width) {
        String digits = Long.toString(number);
        for (int i = digits.length(); i < width; i++) {
            out.append('0');
        }
        out.append(digits);
    }
}
