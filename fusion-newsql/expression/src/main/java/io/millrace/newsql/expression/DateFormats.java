package io.millrace.newsql.expression;

import io.millrace.newsql.encoding.PackedTemporal;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.Temporals;
import java.time.LocalDate;
import java.time.Month;
import java.time.format.TextStyle;
import java.time.temporal.IsoFields;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** DATE_FORMAT and STR_TO_DATE. */
final class DateFormats {

    private DateFormats() {}

    static Expression dateFormat(List<Expression> args) {
        return Expression.of(SqlType.text(255), frame -> {
            Long packed = args.get(0).dateTime(frame);
            String format = args.get(1).text(frame);
            if (packed == null || format == null) {
                return null;
            }
            StringBuilder out = new StringBuilder();
            for (int i = 0; i < format.length(); i++) {
                char next = format.charAt(i);
                if (next == '%' && i + 1 < format.length()) {
                    append(out, packed, format.charAt(++i));
                } else {
                    out.append(next);
                }
            }
            return out.toString();
        });
    }

    private static void append(StringBuilder out, long packed, char field) {
        long date = PackedTemporal.dateOf(packed);
        int hour = PackedTemporal.hourOf(packed);
        int day = PackedTemporal.dayOf(date);
        int minute = PackedTemporal.minuteOf(packed);
        int second = PackedTemporal.secondOf(packed);
        int twelve = (hour + 11) % 12 + 1;
        switch (field) {
            case 'Y' -> pad(out, PackedTemporal.yearOf(date), 4);
            case 'y' -> pad(out, PackedTemporal.yearOf(date) % 100, 2);
            case 'm' -> pad(out, PackedTemporal.monthOf(date), 2);
            case 'c' -> out.append(PackedTemporal.monthOf(date));
            case 'd' -> pad(out, day, 2);
            case 'e' -> out.append(day);
            case 'D' -> out.append(day).append(ordinal(day));
            case 'H' -> pad(out, hour, 2);
            case 'k' -> out.append(hour);
            case 'h', 'I' -> pad(out, twelve, 2);
            case 'l' -> out.append(twelve);
            case 'i' -> pad(out, minute, 2);
            case 's', 'S' -> pad(out, second, 2);
            case 'f' -> pad(out, PackedTemporal.microsOf(packed), 6);
            case 'p' -> out.append(hour < 12 ? "AM" : "PM");
            case 'T' -> out.append(Temporals.formatTime(Temporals.timeOf(packed), 0));
            case 'r' -> {
                pad(out, twelve, 2);
                out.append(Temporals.formatTime(Temporals.timeOf(packed), 0), 2, 8)
                        .append(hour < 12 ? " AM" : " PM");
            }
            case 'M', 'b', 'a', 'W', 'w', 'j', 'v', 'x' -> appendOfCalendar(out, packed, field);
            default -> out.append(field);
        }
    }

    private static void appendOfCalendar(StringBuilder out, long packed, char field) {
        if (field == 'M' || field == 'b') {
            int month = PackedTemporal.monthOf(PackedTemporal.dateOf(packed));
            if (month > 0) {
                out.append(Month.of(month)
                        .getDisplayName(field == 'M' ? TextStyle.FULL : TextStyle.SHORT, Locale.ENGLISH));
            }
            return;
        }
        if (!DateFunctions.isWhole(packed)) {
            return;
        }
        LocalDate date = DateFunctions.dateOf(packed);
        switch (field) {
            case 'W' -> out.append(date.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH));
            case 'a' -> out.append(date.getDayOfWeek().getDisplayName(TextStyle.SHORT, Locale.ENGLISH));
            case 'w' -> out.append(date.getDayOfWeek().getValue() % 7);
            case 'j' -> pad(out, date.getDayOfYear(), 3);
            case 'v' -> pad(out, date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), 2);
            default -> pad(out, date.get(IsoFields.WEEK_BASED_YEAR), 4);
        }
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

    // ---- reading ----

    static Expression stringToDate(List<Expression> args) {
        Expression pattern = args.get(1);
        boolean constant = pattern.isConstant() && !pattern.nullable();
        String known = constant ? String.valueOf(pattern.text(new Frame(SessionScopes.NONE, List.of(), 0))) : "%H";
        boolean onlyDate = !known.matches(".*%[HhIklisSfTrp].*");
        return Expression.of(onlyDate ? SqlType.DATE : SqlType.dateTime(0), frame -> {
            String text = args.get(0).text(frame);
            String format = args.get(1).text(frame);
            if (text == null || format == null) {
                return null;
            }
            Long packed = parse(text, format);
            if (packed == null) {
                frame.warnings().warn(1411, "Incorrect datetime value: '" + text + "' for function str_to_date");
            }
            return packed == null || !onlyDate ? packed : Long.valueOf(PackedTemporal.dateOf(packed));
        });
    }

    private static @Nullable Long parse(String text, String format) {
        int[] fields = new int[7];
        int at = 0;
        boolean afternoon = false;
        boolean twelve = false;
        for (int i = 0; i < format.length(); i++) {
            char next = format.charAt(i);
            if (next != '%' || i + 1 == format.length()) {
                if (at >= text.length() || text.charAt(at++) != next) {
                    return null;
                }
                continue;
            }
            char field = format.charAt(++i);
            if (field == 'p') {
                String half =
                        text.length() < at + 2 ? "" : text.substring(at, at + 2).toUpperCase(Locale.ROOT);
                if (!half.equals("AM") && !half.equals("PM")) {
                    return null;
                }
                afternoon = half.equals("PM");
                at += 2;
                continue;
            }
            int index = "YmdHisf"
                    .indexOf(
                            switch (field) {
                                case 'y' -> 'Y';
                                case 'c' -> 'm';
                                case 'e' -> 'd';
                                case 'h', 'I', 'k', 'l' -> 'H';
                                case 'S' -> 's';
                                default -> field;
                            });
            if (index < 0) {
                throw SqlErrors.unsupported("STR_TO_DATE with %" + field);
            }
            twelve |= field == 'h' || field == 'I' || field == 'l';
            int width = field == 'Y' ? 4 : field == 'f' ? 6 : 2;
            int end = at;
            while (end < text.length() && end - at < width && Character.isDigit(text.charAt(end))) {
                end++;
            }
            if (end == at) {
                return null;
            }
            fields[index] = Integer.parseInt(text.substring(at, end));
            if (field == 'y') {
                fields[0] += fields[0] < 70 ? 2000 : 1900;
            }
            at = end;
        }
        int hour = twelve ? fields[3] % 12 + (afternoon ? 12 : 0) : fields[3];
        if (!Temporals.isValid(fields[0], fields[1], fields[2]) || hour > 23 || fields[4] > 59 || fields[5] > 59) {
            return null;
        }
        return PackedTemporal.dateTime(
                PackedTemporal.date(fields[0], fields[1], fields[2]), hour, fields[4], fields[5], fields[6]);
    }
}
