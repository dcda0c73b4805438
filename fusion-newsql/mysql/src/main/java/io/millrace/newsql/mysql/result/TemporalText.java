package io.millrace.newsql.mysql.result;

import io.millrace.newsql.encoding.PackedTemporal;
import io.netty.buffer.ByteBuf;

/** Temporals as text, written in place: {@code 2026-11-21}, {@code 2026-11-21 20:15:00.123}, {@code -838:59:59}. All methods borrow the buffer. */
final class TemporalText {
    private static final int FRACTION_DIGITS_MAX = 6;
    private static final int[] POWERS = {1, 10, 100, 1_000, 10_000, 100_000, 1_000_000};

    private TemporalText() {}

    static void writeDate(ByteBuf out, long date) {
        writeDigits(out, PackedTemporal.yearOf(date), 4);
        out.writeByte('-');
        writeDigits(out, PackedTemporal.monthOf(date), 2);
        out.writeByte('-');
        writeDigits(out, PackedTemporal.dayOf(date), 2);
    }

    static void writeDateTime(ByteBuf out, long dateTime, int decimals) {
        writeDate(out, PackedTemporal.dateOf(dateTime));
        out.writeByte(' ');
        writeDigits(out, PackedTemporal.hourOf(dateTime), 2);
        writeMinutes(out, dateTime, decimals);
    }

    static void writeTime(ByteBuf out, long time, int decimals) {
        if (time < 0) {
            out.writeByte('-');
        }
        int hours = PackedTemporal.hoursOf(time);
        writeDigits(out, hours, hours > 99 ? 3 : 2);
        writeMinutes(out, time, decimals);
    }

    private static void writeMinutes(ByteBuf out, long packed, int decimals) {
        out.writeByte(':');
        writeDigits(out, PackedTemporal.minuteOf(packed), 2);
        out.writeByte(':');
        writeDigits(out, PackedTemporal.secondOf(packed), 2);
        int digits = Math.min(decimals, FRACTION_DIGITS_MAX);
        if (digits > 0) {
            out.writeByte('.');
            writeDigits(out, PackedTemporal.microsOf(packed) / POWERS[FRACTION_DIGITS_MAX - digits], digits);
        }
    }

    private static void writeDigits(ByteBuf out, int value, int digits) {
        for (int i = digits - 1; i >= 0; i--) {
            out.writeByte('0' + value / POWERS[i] % 10);
        }
    }
}
