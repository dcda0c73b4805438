package io.millrace.newsql.type;

import io.millrace.newsql.encoding.PackedTemporal;
import org.jspecify.annotations.Nullable;

/**
 * Reads dates and times as MySQL takes them: {@code 2024-01-31 23:59:59.5} with any punctuation between the parts, {@code 20240131235959}, {@code 240131}.
 */
public final class TemporalText {

    /** A DATETIME. @param truncated whether something behind it was left out */
    public record Reading(long dateTime, boolean truncated, boolean hasClock) {}

    /** A TIME. @param truncated whether something behind it was left out */
    public record TimeReading(long time, boolean truncated) {}

    /** Shorter texts are no points in time where a TIME is read: {@code 2024-02-29} are 20 minutes and 24 seconds. */
    private static final int POINT_LENGTH = 12;

    private static final int PARTS = 6;
    private static final int FRACTION = 6;
    private static final int YEAR_DIGITS_LONG = 4;
    private static final int DAYS_DIGITS = 5;

    private final String text;
    private int at;

    private TemporalText(String text) {
        this.text = text;
    }

    /** The date or point in time; null if it is none. */
    public static @Nullable Reading dateTime(String text) {
        return new TemporalText(text.strip()).readDateTime();
    }

    /** The point in time of 20240131 or 20240131235959; null if it is none. */
    public static @Nullable Reading dateTime(long number) {
        if (number < 0) {
            return null;
        }
        if (number == 0) {
            return new Reading(0, false, false);
        }
        String digits = Long.toString(number);
        int width = digits.length() <= 6 ? 6 : digits.length() <= 8 ? 8 : digits.length() <= 12 ? 12 : 14;
        return dateTime("0".repeat(Math.max(0, width - digits.length())) + digits);
    }

    /** A TIME, the largest one if it is beyond; null if it is none. */
    public static @Nullable TimeReading time(String text) {
        return new TemporalText(text.strip()).readTime();
    }

    /** Whether a text that {@link #time} read says more than the largest TIME. */
    static boolean isBeyond(String text, long time) {
        return Math.abs(Temporals.microsOfTime(time)) == Temporals.TIME_MICROS_MAX
                && !text.contains("838:59:59")
                && !text.contains("8385959");
    }

    // ---- inside ----

    private @Nullable Reading readDateTime() {
        int digits = digitsFrom(0);
        int[] parts = new int[PARTS + 1];
        int count;
        if (digits == text.length() || digits >= 8 && text.charAt(digits) == '.' || digits >= 8) {
            count = readCompact(digits, parts);
        } else {
            count = readParts(parts, digits);
        }
        if (count < 3 || !isSensible(parts)) {
            return null;
        }
        long packed = PackedTemporal.dateTime(
                PackedTemporal.date(parts[0], parts[1], parts[2]), parts[3], parts[4], parts[5], 0);
        int micros = parts[FRACTION];
        if (micros == Temporals.MICROS) {
            packed = Temporals.isWhole(PackedTemporal.dateOf(packed))
                    ? Temporals.ofMicros(Temporals.micros(packed) + Temporals.MICROS)
                    : packed;
        } else {
            packed += micros;
        }
        return new Reading(packed, at < text.length(), count > 3);
    }

    private int readCompact(int digits, int[] parts) {
        int yearDigits = digits == 8 || digits >= 14 ? YEAR_DIGITS_LONG : 2;
        if (digits < 6 || digits > 14) {
            return 0;
        }
        parts[0] = year(Integer.parseInt(text.substring(0, yearDigits)), yearDigits);
        int count = 1;
        at = yearDigits;
        while (count < PARTS && at + 2 <= digits) {
            parts[count++] = Integer.parseInt(text.substring(at, at + 2));
            at += 2;
        }
        readFraction(parts, count == PARTS);
        return count;
    }

    private int readParts(int[] parts, int yearDigits) {
        if (yearDigits == 0 || yearDigits > YEAR_DIGITS_LONG) {
            return 0;
        }
        int count = 0;
        while (count < PARTS) {
            int end = digitsFrom(at);
            if (end == at || end - at > (count == 0 ? YEAR_DIGITS_LONG : 2)) {
                break;
            }
            int value = Integer.parseInt(text.substring(at, end));
            parts[count] = count == 0 ? year(value, end - at) : value;
            count++;
            at = end;
            if (count == PARTS || !skipSeparator(count)) {
                break;
            }
        }
        readFraction(parts, count == PARTS);
        return count;
    }

    /** Between date and time a space or T; elsewhere any punctuation, but the point only before the fraction. */
    private boolean skipSeparator(int count) {
        if (at >= text.length()) {
            return false;
        }
        int start = at;
        if (count == 3) {
            if (text.charAt(at) == 'T') {
                at++;
            } else {
                while (at < text.length() && text.charAt(at) == ' ') {
                    at++;
                }
            }
        } else if (!Character.isLetterOrDigit(text.charAt(at)) && text.charAt(at) != ' ') {
            at++;
        }
        boolean found = at > start && at < text.length() && isDigit(text.charAt(at));
        if (!found) {
            at = start;
        }
        return found;
    }

    private void readFraction(int[] parts, boolean mayFollow) {
        if (!mayFollow || at >= text.length() || text.charAt(at) != '.') {
            return;
        }
        int end = digitsFrom(at + 1);
        parts[FRACTION] = fraction(text.substring(at + 1, end));
        at = end;
    }

    /** Microseconds, the seventh digit rounded: 1,000,000 at most. */
    private static int fraction(String digits) {
        int micros = 0;
        for (int i = 0; i < 6; i++) {
            micros = micros * 10 + (i < digits.length() ? digits.charAt(i) - '0' : 0);
        }
        return digits.length() > 6 && digits.charAt(6) >= '5' ? micros + 1 : micros;
    }

    private static int year(int value, int digits) {
        return digits <= 2 ? value + (value < 70 ? 2000 : 1900) : value;
    }

    private static boolean isSensible(int[] parts) {
        return Temporals.isValid(parts[0], parts[1], parts[2]) && parts[3] < 24 && parts[4] < 60 && parts[5] < 60;
    }

    private @Nullable TimeReading readTime() {
        boolean negative = text.startsWith("-");
        at = negative ? 1 : 0;
        int firstEnd = digitsFrom(at);
        boolean point = !negative && firstEnd < text.length() && text.charAt(firstEnd) == '-';
        if (text.length() >= POINT_LENGTH && (point || firstEnd - at >= 8)) {
            Reading reading = dateTime(text);
            return reading == null ? null : new TimeReading(Temporals.timeOf(reading.dateTime()), reading.truncated());
        }
        long days = 0;
        if (firstEnd > at && firstEnd < text.length() && text.charAt(firstEnd) == ' ') {
            days = Long.parseLong(text.substring(at, Math.min(firstEnd, at + DAYS_DIGITS)));
            at = firstEnd + 1;
            firstEnd = digitsFrom(at);
        }
        if (firstEnd == at) {
            return null;
        }
        long[] parts = new long[3];
        boolean compact = firstEnd == text.length() || text.charAt(firstEnd) != ':';
        if (compact && days == 0) {
            long number = Long.parseLong(text.substring(at, firstEnd));
            parts[0] = number / 10_000;
            parts[1] = number / 100 % 100;
            parts[2] = number % 100;
            at = firstEnd;
        } else {
            readClock(parts);
        }
        int[] micros = new int[PARTS + 1];
        readFraction(micros, true);
        if (parts[1] > 59 || parts[2] > 59) {
            return null;
        }
        long hours = days * 24 + parts[0];
        long total = (hours * 3600 + parts[1] * 60 + parts[2]) * Temporals.MICROS + micros[FRACTION];
        return new TimeReading(Temporals.timeOfMicros(negative ? -total : total), at < text.length());
    }

    private void readClock(long[] parts) {
        for (int i = 0; i < 3; i++) {
            int end = digitsFrom(at);
            if (end == at || end - at > 4) {
                return;
            }
            parts[i] = Long.parseLong(text.substring(at, end));
            at = end;
            if (i == 2 || at >= text.length() || text.charAt(at) != ':') {
                return;
            }
            at++;
        }
    }

    private int digitsFrom(int start) {
        int end = start;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isDigit(char next) {
        return next >= '0' && next <= '9';
    }
}
