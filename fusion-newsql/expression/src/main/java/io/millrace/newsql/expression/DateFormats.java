package io.millrace.newsql.expression;

import io.millrace.newsql.encoding.PackedTemporal;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.Temporals;
import java.time.LocalDate;
import java.util.List;

/** DATE_FORMAT and TIME_FORMAT. */
final class DateFormats {

    private static final int LENGTH_MAX = 1024;

    private DateFormats() {}

    static Expression dateFormat(List<Expression> args) {
        return Expression.of(SqlType.text(LENGTH_MAX), frame -> {
            Long packed = args.get(0).dateTime(frame);
            String format = packed == null ? null : args.get(1).text(frame);
            if (packed == null || format == null || format.isEmpty()) {
                return null;
            }
            StringBuilder out = new StringBuilder(format.length() + 16);
            for (int i = 0; i < format.length(); i++) {
                char next = format.charAt(i);
                if (next != '%' || i + 1 == format.length()) {
                    out.append(next);
                } else if (!append(out, packed, format.charAt(++i), frame)) {
                    return null;
                }
            }
            return out.toString();
        });
    }

    /** @return false if the date has no such part, which makes the whole NULL */
    private static boolean append(StringBuilder out, long packed, char field, Frame frame) {
        long date = PackedTemporal.dateOf(packed);
        int month = PackedTemporal.monthOf(date);
        int day = PackedTemporal.dayOf(date);
        switch (field) {
            case 'Y' -> pad(out, PackedTemporal.yearOf(date), 4);
            case 'y' -> pad(out, PackedTemporal.yearOf(date) % 100, 2);
            case 'm' -> pad(out, month, 2);
            case 'c' -> out.append(month);
            case 'd' -> pad(out, day, 2);
            case 'e' -> out.append(day);
            case 'D' -> out.append(day).append(ordinal(day));
            case 'M', 'b', 'a', 'W', 'w', 'j', 'U', 'u', 'V', 'v', 'X', 'x' -> {
                if (month == 0) {
                    return false;
                }
                ofCalendar(out, packed, field, TimeNames.of(frame.session()));
            }
            default -> clock(out, PackedTemporal.hourOf(packed), packed, field);
        }
        return true;
    }

    /** Parts that need the day in the calendar; day 0 is the one before the first. */
    private static void ofCalendar(StringBuilder out, long packed, char field, TimeNames names) {
        long packedDate = PackedTemporal.dateOf(packed);
        int month = PackedTemporal.monthOf(packedDate);
        LocalDate date = LocalDate.of(PackedTemporal.yearOf(packedDate), month, 1)
                .plusDays(PackedTemporal.dayOf(packedDate) - 1L);
        switch (field) {
            case 'M' -> out.append(names.month(month));
            case 'b' -> out.append(names.shortMonth(month));
            case 'W' -> out.append(names.day(date.getDayOfWeek()));
            case 'a' -> out.append(names.shortDay(date.getDayOfWeek()));
            case 'w' -> out.append(date.getDayOfWeek().getValue() % 7);
            case 'j' -> pad(out, date.getDayOfYear(), 3);
            case 'U' -> pad(out, Weeks.of(date, 0).number(), 2);
            case 'u' -> pad(out, Weeks.of(date, 1).number(), 2);
            case 'V' -> pad(out, Weeks.of(date, 2).number(), 2);
            case 'v' -> pad(out, Weeks.of(date, 3).number(), 2);
            case 'X' -> pad(out, Weeks.of(date, 2).year(), 4);
            default -> pad(out, Weeks.of(date, 3).year(), 4);
        }
    }

    private static void clock(StringBuilder out, int hour, long packed, char field) {
        int minute = PackedTemporal.minuteOf(packed);
        int second = PackedTemporal.secondOf(packed);
        int twelve = (hour % 24 + 11) % 12 + 1;
        String half = hour % 24 < 12 ? "AM" : "PM";
        switch (field) {
            case 'H' -> pad(out, hour, 2);
            case 'k' -> out.append(hour);
            case 'h', 'I' -> pad(out, twelve, 2);
            case 'l' -> out.append(twelve);
            case 'i' -> pad(out, minute, 2);
            case 's', 'S' -> pad(out, second, 2);
            case 'f' -> pad(out, PackedTemporal.microsOf(packed), 6);
            case 'p' -> out.append(half);
            case 'T' -> clock(out, hour, minute, second);
            case 'r' -> {
                clock(out, twelve, minute, second);
                out.append(' ').append(half);
            }
            default -> out.append(field);
        }
    }

    private static void clock(StringBuilder out, int hour, int minute, int second) {
        pad(out, hour, 2);
        out.append(':');
        pad(out, minute, 2);
        out.append(':');
        pad(out, second, 2);
    }

    /** Only parts of the clock; those of a date are zeros, or make the whole NULL. */
    static Expression timeFormat(List<Expression> args) {
        return Expression.of(SqlType.text(LENGTH_MAX), frame -> {
            Long time = TimeFunctions.time(args.get(0), frame);
            String format = time == null ? null : args.get(1).text(frame);
            if (time == null || format == null || format.isEmpty()) {
                return null;
            }
            StringBuilder out = new StringBuilder(format.length() + 16);
            if (time < 0) {
                out.append('-');
            }
            long absolute = Temporals.timeOfMicros(Math.abs(Temporals.microsOfTime(time)));
            for (int i = 0; i < format.length(); i++) {
                char next = format.charAt(i);
                if (next != '%' || i + 1 == format.length()) {
                    out.append(next);
                    continue;
                }
                char field = format.charAt(++i);
                if ("MbaWwjUuVvXxD".indexOf(field) >= 0) {
                    return null;
                }
                switch (field) {
                    case 'Y' -> out.append("0000");
                    case 'y', 'm', 'd' -> out.append("00");
                    case 'c', 'e' -> out.append('0');
                    default -> clock(out, PackedTemporal.hoursOf(absolute), absolute, field);
                }
            }
            return out.toString();
        });
    }

    private static String ordinal(int day) {
        if (day / 10 == 1) {
            return "th";
        }
        return switch (day % 10) {
            case 1 -> "st";
            case 2 -> "nd";
            case 3 -> "rd";
            default -> "th";
        };
    }

    private static void pad(StringBuilder out, int number, int width) {
        String digits = Integer.toString(number);
        out.append("0".repeat(Math.max(0, width - digits.length()))).append(digits);
    }
}
