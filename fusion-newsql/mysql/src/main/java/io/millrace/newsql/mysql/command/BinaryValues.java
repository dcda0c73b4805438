package io.millrace.newsql.mysql.command;

import io.millrace.newsql.encoding.PackedTemporal;
import io.millrace.newsql.mysql.ClientText;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.mysql.TemporalValue;
import io.millrace.newsql.mysql.packet.PacketReader;
import io.millrace.transport.FrameException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads values of the binary protocol as those of Java. */
final class BinaryValues {
    private static final int DATE_BYTES = 4;
    private static final int DATE_TIME_BYTES = 7;
    private static final int TIME_BYTES = 8;
    private static final int MICROS_BYTES = 4;
    private static final int HOURS_MAX = 838;
    private static final int MICROS_MAX = 999_999;

    private BinaryValues() {}

    /** The next value. A DECIMAL that is no plain number comes as its text. */
    static @Nullable Object read(PacketReader in, ParameterType parameter, Charset charset) {
        boolean isUnsigned = parameter.isUnsigned();
        return switch (parameter.type()) {
            case NULL -> null;
            case TINY, BOOL -> {
                int octet = in.readByte();
                yield (long) (isUnsigned ? octet : (byte) octet);
            }
            case SHORT, YEAR -> {
                int word = in.readShort();
                yield (long) (isUnsigned ? word : (short) word);
            }
            case LONG, INT24 -> {
                int number = in.readInt();
                yield isUnsigned ? Integer.toUnsignedLong(number) : (long) number;
            }
            case LONGLONG -> longValue(in.readLong(), isUnsigned);
            case FLOAT -> Float.intBitsToFloat(in.readInt());
            case DOUBLE -> Double.longBitsToDouble(in.readLong());
            case DATE, NEWDATE -> new TemporalValue.OfDate(PackedTemporal.dateOf(readDateTime(in)));
            case DATETIME, TIMESTAMP -> new TemporalValue.OfDateTime(readDateTime(in));
            case TIME -> new TemporalValue.OfTime(readTime(in));
            case DECIMAL, NEWDECIMAL -> decimal(new String(in.readLengthEncoded(), StandardCharsets.ISO_8859_1));
            case TINY_BLOB, MEDIUM_BLOB, LONG_BLOB, BLOB, BIT, GEOMETRY -> in.readLengthEncoded();
            case VARCHAR, VAR_STRING, STRING, ENUM, SET, JSON -> ClientText.decode(in.readLengthEncoded(), charset);
        };
    }

    /** What was sent ahead as long data, as a value of the type that the client then names. */
    static Object ofLongData(byte[] bytes, ParameterType parameter, Charset charset) {
        return switch (parameter.type()) {
            case VARCHAR, VAR_STRING, STRING, ENUM, SET, JSON -> ClientText.decode(bytes, charset);
            default -> bytes;
        };
    }

    private static Object longValue(long value, boolean isUnsigned) {
        return isUnsigned && value < 0 ? new BigInteger(Long.toUnsignedString(value)) : (Object) value;
    }

    /** An exponent could make a few bytes a number of gigabytes: such a text is left to the engine's rules of conversion. */
    private static Object decimal(String text) {
        boolean hasDigit = false;
        boolean hasPoint = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isSign = i == 0 && (c == '-' || c == '+');
            boolean isPoint = c == '.' && !hasPoint;
            boolean isDigit = c >= '0' && c <= '9';
            if (!isSign && !isPoint && !isDigit) {
                return text;
            }
            hasDigit |= isDigit;
            hasPoint |= isPoint;
        }
        return hasDigit ? new BigDecimal(text) : (Object) text;
    }

    private static long readDateTime(PacketReader in) {
        int length = in.readByte();
        if (length != 0
                && length != DATE_BYTES
                && length != DATE_TIME_BYTES
                && length != DATE_TIME_BYTES + MICROS_BYTES) {
            throw new FrameException("datetime length", length, "0, 4, 7 or 11");
        }
        if (length == 0) {
            return 0;
        }
        int year = in.readShort();
        int month = in.readByte();
        int day = in.readByte();
        requireField("month", month, 12);
        requireField("day", day, 31);
        requireField("year", year, 9999);
        long date = PackedTemporal.date(year, month, day);
        return length == DATE_BYTES ? PackedTemporal.dateTime(date, 0, 0, 0, 0) : readClock(in, date, length);
    }

    private static long readClock(PacketReader in, long date, int length) {
        int hour = in.readByte();
        int minute = in.readByte();
        int second = in.readByte();
        int micros = length == DATE_TIME_BYTES ? 0 : in.readInt();
        requireField("hour", hour, 23);
        requireMinutes(minute, second, micros);
        return PackedTemporal.dateTime(date, hour, minute, second, micros);
    }

    private static long readTime(PacketReader in) {
        int length = in.readByte();
        if (length != 0 && length != TIME_BYTES && length != TIME_BYTES + MICROS_BYTES) {
            throw new FrameException("time length", length, "0, 8 or 12");
        }
        if (length == 0) {
            return 0;
        }
        boolean isNegative = in.readByte() != 0;
        long hours = Integer.toUnsignedLong(in.readInt()) * 24 + in.readByte();
        int minute = in.readByte();
        int second = in.readByte();
        int micros = length == TIME_BYTES ? 0 : in.readInt();
        requireField("hours", hours, HOURS_MAX);
        requireMinutes(minute, second, micros);
        return PackedTemporal.time(isNegative, (int) hours, minute, second, micros);
    }

    private static void requireMinutes(int minute, int second, int micros) {
        requireField("minute", minute, 59);
        requireField("second", second, 59);
        requireField("microsecond", micros, MICROS_MAX);
    }

    private static void requireField(String what, long value, long max) {
        if (value < 0 || value > max) {
            throw new SqlException(
                    1292,
                    "22007",
                    "Incorrect datetime value in a parameter: " + what + " " + value + " (expected: <= " + max + ")");
        }
    }
}
