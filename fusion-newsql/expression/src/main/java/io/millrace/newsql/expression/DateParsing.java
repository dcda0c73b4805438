package io.millrace.newsql.expression;

import io.millrace.newsql.encoding.PackedTemporal;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.Temporals;
import io.millrace.newsql.type.TypeId;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** STR_TO_DATE: a text read by a format. One reading. */
final class DateParsing {

    private static final String CLOCK_FIELDS = "HhIiklprSsTf";
    private static final String DATE_FIELDS = "abcDdejMmUuVvWwXxYy";

    private final String text;
    private final String format;
    private int at;
    private int year;
    private int month;
    private int day;
    private int hour;
    private int minute;
    private int second;
    private int micros;
    private int dayOfYear = -1;
    private int week = -1;
    private int weekday = -1;
    private boolean sundayFirst;
    private boolean afternoon;
    private boolean twelve;

    private DateParsing(String text, String format) {
        this.text = text;
        this.format = format;
    }

    /** DATE, TIME or DATETIME: what a known format reads. */
    static Expression stringToDate(List<Expression> args) {
        Expression pattern = args.get(1);
        SqlType type = type(pattern.isKnown() && pattern.known() instanceof String known ? known : "%Y%H%f");
        return Expression.of(type, frame -> {
            String text = args.get(0).text(frame);
            String format = text == null ? null : pattern.text(frame);
            if (text == null || format == null) {
                return null;
            }
            Long packed = new DateParsing(text, format).read(type);
            if (packed == null) {
                frame.warnings()
                        .warn(
                                SqlErrors.WRONG_FUNCTION_VALUE,
                                "Incorrect " + type.id().sqlName() + " value: '" + text + "' for function str_to_date");
            }
            return packed;
        });
    }

    private static SqlType type(String format) {
        boolean clock = false;
        boolean date = false;
        for (int i = 0; i + 1 < format.length(); i++) {
            if (format.charAt(i) == '%') {
                char field = format.charAt(++i);
                clock |= CLOCK_FIELDS.indexOf(field) >= 0;
                date |= DATE_FIELDS.indexOf(field) >= 0;
            }
        }
        int digits = format.contains("%f") ? SqlType.FRACTION_DIGITS_MAX : 0;
        return !clock ? SqlType.DATE : date ? SqlType.dateTime(digits) : SqlType.time(digits);
    }

    /** The value in its type; null if the text is not of the format. */
    private @Nullable Long read(SqlType type) {
        for (int i = 0; i < format.length(); i++) {
            skipBlanks();
            char next = format.charAt(i);
            boolean read = next == '%' && i + 1 < format.length()
                    ? field(format.charAt(++i))
                    : Character.isWhitespace(next) || at < text.length() && text.charAt(at++) == next;
            if (!read) {
                // A text may end before its format does.
                return at >= text.length() && i > 0 && isComplete() ? packed(type) : null;
            }
        }
        return packed(type);
    }

    private boolean isComplete() {
        return text.length() > 0 && month + day + year + hour + minute + second > 0;
    }

    private void skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private boolean field(char field) {
        return switch (field) {
            case 'Y' -> (year = number(4)) >= 0;
            case 'y' -> shortYear();
            case 'm', 'c' -> (month = number(2)) >= 0;
            case 'd', 'e' -> (day = number(2)) >= 0;
            case 'D' -> (day = number(2)) >= 0 && skip(2);
            case 'M' -> (month = name(TimeNames.ENGLISH::month, 12)) > 0;
            case 'b' -> (month = name(TimeNames.ENGLISH::shortMonth, 12)) > 0;
            case 'W' -> (weekday = name(i -> TimeNames.ENGLISH.day(DayOfWeek.of(i)), 7)) > 0;
            case 'a' -> (weekday = name(i -> TimeNames.ENGLISH.shortDay(DayOfWeek.of(i)), 7)) > 0;
            case 'w' -> weekday();
            case 'j' -> (dayOfYear = number(3)) > 0;
            case 'U', 'V' -> (week = number(2)) >= 0 && (sundayFirst = true);
            case 'u', 'v' -> (week = number(2)) >= 0;
            case 'X', 'x' -> (year = number(4)) >= 0;
            default -> clock(field);
        };
    }

    private boolean clock(char field) {
        switch (field) {
            case 'H', 'k':
                return (hour = number(2)) >= 0;
            case 'h', 'I', 'l':
                twelve = true;
                hour = number(2);
                return hour >= 1 && hour <= 12;
            case 'i':
                return (minute = number(2)) >= 0;
            case 's', 'S':
                return (second = number(2)) >= 0;
            case 'f':
                return fraction();
            case 'p':
                return half();
            case 'T':
                return clock('H') && literal(':') && clock('i') && literal(':') && clock('s');
            case 'r':
                return clock('h') && literal(':') && clock('i') && literal(':') && clock('s') && half();
            case '%':
                return literal('%');
            default:
                return false;
        }
    }

    private boolean literal(char wanted) {
        return at < text.length() && text.charAt(at++) == wanted;
    }

    private boolean skip(int count) {
        at = Math.min(text.length(), at + count);
        return true;
    }

    /** At most so many digits; -1 if there is none. */
    private int number(int digits) {
        int start = at;
        while (at < text.length() && at - start < digits && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at == start ? -1 : Integer.parseInt(text.substring(start, at));
    }

    private boolean shortYear() {
        int number = number(2);
        year = number < 70 ? number + 2000 : number + 1900;
        return number >= 0;
    }

    private boolean weekday() {
        int number = number(1);
        weekday = number == 0 ? 7 : number;
        return number >= 0 && number < 7;
    }

    private boolean fraction() {
        int start = at;
        micros = number(6);
        for (int i = at - start; i < 6 && micros > 0; i++) {
            micros *= 10;
        }
        return micros >= 0;
    }

    private boolean half() {
        skipBlanks();
        String half = text.length() < at + 2 ? "" : text.substring(at, at + 2).toUpperCase(Locale.ROOT);
        afternoon = half.equals("PM");
        at += 2;
        return twelve && (afternoon || half.equals("AM"));
    }

    /** The number, from 1, of the name that stands here; 0 if none does. */
    private int name(IntFunction<String> names, int count) {
        for (int i = 1; i <= count; i++) {
            String name = names.apply(i);
            if (text.regionMatches(true, at, name, 0, name.length())) {
                at += name.length();
                return i;
            }
        }
        return 0;
    }

    private @Nullable Long packed(SqlType type) {
        int hours = twelve ? hour % 12 + (afternoon ? 12 : 0) : hour;
        if (hours > 23 || minute > 59 || second > 59) {
            return null;
        }
        if (type.id() == TypeId.TIME) {
            return PackedTemporal.time(false, hours, minute, second, micros);
        }
        LocalDate counted = counted();
        if (counted != null) {
            year = counted.getYear();
            month = counted.getMonthValue();
            day = counted.getDayOfMonth();
        }
        if (!Temporals.isValid(year, month, day) || month == 0 || day == 0) {
            return null;
        }
        long date = PackedTemporal.date(year, month, day);
        return type.id() == TypeId.DATE ? date : PackedTemporal.dateTime(date, hours, minute, second, micros);
    }

    /** The day that a day of the year, or a week and its day, name; null if neither was there. */
    private @Nullable LocalDate counted() {
        if (dayOfYear > 0 && year > 0) {
            return LocalDate.of(year, 1, 1).plusDays(dayOfYear - 1L);
        }
        if (week < 0 || weekday < 0) {
            return null;
        }
        LocalDate first = LocalDate.of(Math.max(year, 1), 1, 1);
        int firstDay = sundayFirst
                ? first.getDayOfWeek().getValue() % 7
                : first.getDayOfWeek().getValue() - 1;
        int wanted = sundayFirst ? weekday % 7 : weekday - 1;
        boolean late = sundayFirst ? firstDay != 0 : firstDay > 3;
        return first.plusDays((late ? 7L : 0L) - firstDay + (week - 1) * 7L + wanted);
    }
}
