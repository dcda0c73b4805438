package io.millrace.newsql.mysql.result;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Floating-point numbers as MySQL writes them: a DOUBLE with the fewest digits that tell it from its neighbours, a FLOAT with at most six,
 * and with an exponent only beyond fifteen places to either side of the point.
 */
final class DoubleText {
    /** Places of the point, counted from before the first digit, between which no exponent is written. */
    private static final int POINT_MAX = 15;

    private static final int POINT_MIN = -14;

    /** From here on a double has no digits behind the point. */
    private static final double WHOLE = 0x1p53;

    /** Below it a double has fewer than three digits. */
    private static final double TINY = 1e-321;

    private static final MathContext FLOAT_DIGITS = new MathContext(6, RoundingMode.HALF_EVEN);

    private DoubleText() {}

    static String of(double value) {
        String java = NumberOutput.toString(value, true);
        return Math.abs(value) < TINY && value != 0 ? layOut(oneDigit(value, java)) : layOut(java);
    }

    /** Java writes two digits even where one tells the number; that is so among the smallest only. */
    private static String oneDigit(double value, String java) {
        String shorter = new BigDecimal(java)
                .round(new MathContext(1, RoundingMode.HALF_EVEN))
                .toString();
        return Double.parseDouble(shorter) == value ? shorter : java;
    }

    static String of(float value) {
        return value == 0 || !Float.isFinite(value)
                ? layOut(Float.toString(value))
                : layOut(new BigDecimal(value).round(FLOAT_DIGITS).toString());
    }

    /** With a fixed number of digits behind the point; those beyond a double's own are zeros. */
    static String fixed(double value, int decimals) {
        BigDecimal exact = Math.abs(value) < WHOLE ? new BigDecimal(value) : new BigDecimal(Double.toString(value));
        return exact.setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
    }

    /** Takes digits, point and exponent as Java writes them. */
    private static String layOut(String java) {
        boolean isNegative = java.charAt(0) == '-';
        StringBuilder digits = new StringBuilder(24);
        int point = -1;
        int exponent = 0;
        for (int i = isNegative ? 1 : 0; i < java.length(); i++) {
            char c = java.charAt(i);
            if (c == '.') {
                point = digits.length();
            } else if (c == 'E' || c == 'e') {
                exponent = Integer.parseInt(java.substring(java.charAt(i + 1) == '+' ? i + 2 : i + 1));
                break;
            } else {
                digits.append(c);
            }
        }
        point = (point < 0 ? digits.length() : point) + exponent;
        int zeros = leadingZeros(digits);
        digits.delete(0, zeros);
        point -= zeros;
        while (digits.length() > 0 && digits.charAt(digits.length() - 1) == '0') {
            digits.setLength(digits.length() - 1);
        }
        StringBuilder text = new StringBuilder(32).append(isNegative ? "-" : "");
        return digits.length() == 0
                ? text.append('0').toString()
                : place(text, digits, point).toString();
    }

    private static int leadingZeros(CharSequence digits) {
        int zeros = 0;
        while (zeros < digits.length() && digits.charAt(zeros) == '0') {
            zeros++;
        }
        return zeros;
    }

    private static StringBuilder place(StringBuilder text, StringBuilder digits, int point) {
        if (point > POINT_MAX || point < POINT_MIN) {
            text.append(digits.charAt(0));
            if (digits.length() > 1) {
                text.append('.').append(digits, 1, digits.length());
            }
            return text.append('e').append(point - 1);
        }
        if (point <= 0) {
            return text.append("0.").append("0".repeat(-point)).append(digits);
        }
        if (point >= digits.length()) {
            return text.append(digits).append("0".repeat(point - digits.length()));
        }
        return text.append(digits, 0, point).append('.').append(digits, point, digits.length());
    }
}
