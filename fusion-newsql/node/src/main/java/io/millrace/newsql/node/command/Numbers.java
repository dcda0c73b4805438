package io.millrace.newsql.node.command;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Numbers as arguments and as keys. */
final class Numbers {

    private Numbers() {}

    /** @throws CommandException unless these are the digits of a {@code long}, as it would be printed */
    static long integer(byte[] digits) {
        int at = 0;
        boolean negative = digits.length > 1 && digits[0] == '-';
        if (negative) {
            at = 1;
        }
        boolean leadingZero = digits.length > at + 1 && digits[at] == '0' || negative && digits[at] == '0';
        if (digits.length == at || digits.length > at + 19 || leadingZero) {
            throw CommandException.notAnInteger();
        }
        long value = 0;
        for (; at < digits.length; at++) {
            int digit = digits[at] - '0';
            if (digit < 0 || digit > 9) {
                throw CommandException.notAnInteger();
            }
            long next = value * 10 - digit;
            if (value < Long.MIN_VALUE / 10 || next > 0) {
                throw CommandException.notAnInteger();
            }
            value = next;
        }
        if (negative) {
            return value;
        }
        if (value == Long.MIN_VALUE) {
            throw CommandException.notAnInteger();
        }
        return -value;
    }

    static double real(byte[] text) {
        String number = new String(text, StandardCharsets.ISO_8859_1);
        switch (number.toLowerCase(java.util.Locale.ROOT)) {
            case "inf", "+inf", "infinity", "+infinity" -> {
                return Double.POSITIVE_INFINITY;
            }
            case "-inf", "-infinity" -> {
                return Double.NEGATIVE_INFINITY;
            }
            default -> {
                return finite(number);
            }
        }
    }

    private static double finite(String number) {
        boolean plain =
                !number.isEmpty() && number.chars().allMatch(c -> c >= '0' && c <= '9' || "+-.eE".indexOf(c) >= 0);
        if (!plain) {
            throw CommandException.notAFloat();
        }
        try {
            return Double.parseDouble(number);
        } catch (NumberFormatException e) {
            throw CommandException.notAFloat();
        }
    }

    static byte[] digits(long value) {
        return Long.toString(value).getBytes(StandardCharsets.US_ASCII);
    }

    static byte[] bytes(long value) {
        return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    }

    /** Eight bytes that compare as scores do; −0.0 is 0.0. */
    static byte[] score(double value) {
        long bits = Double.doubleToLongBits(value == 0 ? 0.0 : value);
        long ordered = bits ^ (bits >> 63 | Long.MIN_VALUE);
        return ByteBuffer.allocate(Long.BYTES).putLong(ordered).array();
    }

    static double scoreAt(byte[] bytes, int index) {
        return scoreAt(ByteBuffer.wrap(bytes), index);
    }

    static double scoreAt(ByteBuffer bytes, int index) {
        long ordered = bytes.getLong(index);
        long bits = ordered ^ (~ordered >> 63 | Long.MIN_VALUE);
        return Double.longBitsToDouble(bits);
    }
}
