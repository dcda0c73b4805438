package io.millrace.newsql.type;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers as MySQL reads and prints them. */
public final class NumberText {

    /** Fixed notation up to here on both sides of the point; the exponent's beyond. */
    private static final int FIXED_DIGITS = 15;

    private static final int FLOAT_DIGITS = 6;
    private static final int EXPONENT_DIGITS = 9;

    private NumberText() {}

    /** Length of the number that a string begins with, behind blanks; 0 if it begins with none. Without an exponent that is out of any range. */
    public static int prefix(String text) {
        return prefix(text, EXPONENT_DIGITS);
    }

    /** As {@link #prefix(String)}, with any exponent. */
    static int prefixOfDouble(String text) {
        return prefix(text, Integer.MAX_VALUE);
    }

    private static int prefix(String text, int exponentDigits) {
        int at = 0;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        if (at < text.length() && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
            at++;
        }
        int digits = at;
        at = skipDigits(text, at);
        int count = at - digits;
        if (at < text.length() && text.charAt(at) == '.') {
            int behind = skipDigits(text, at + 1);
            count += behind - at - 1;
            at = behind;
        }
        if (count == 0) {
            return 0;
        }
        if (at < text.length() && (text.charAt(at) | 0x20) == 'e') {
            int exponent = at + 1;
            if (exponent < text.length() && (text.charAt(exponent) == '-' || text.charAt(exponent) == '+')) {
                exponent++;
            }
            int end = skipDigits(text, exponent);
            if (end > exponent && end - exponent <= exponentDigits) {
                return end;
            }
        }
        return at;
    }

    private static int skipDigits(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at;
    }

    public static String ofDouble(double value) {
        if (value == 0) {
            return "0";
        }
        return of(new BigDecimal(Double.toString(value)));
    }

    public static String ofFloat(double value) {
        if (value == 0) {
            return "0";
        }
        return of(new BigDecimal(value).round(new MathContext(FLOAT_DIGITS, RoundingMode.HALF_EVEN)));
    }

    private static String of(BigDecimal exact) {
        BigDecimal value = exact.stripTrailingZeros();
        int point = value.precision() - value.scale();
        if (point >= 1 - FIXED_DIGITS && point <= FIXED_DIGITS) {
            return value.toPlainString();
        }
        String digits = value.unscaledValue().abs().toString();
        StringBuilder out = new StringBuilder(digits.length() + 8);
        if (value.signum() < 0) {
            out.append('-');
        }
        out.append(digits.charAt(0));
        if (digits.length() > 1) {
            out.append('.').append(digits, 1, digits.length());
        }
        return out.append('e').append(point - 1).toString();
    }
}
