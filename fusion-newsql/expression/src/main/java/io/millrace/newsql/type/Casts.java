package io.millrace.newsql.type;

import io.millrace.newsql.encoding.PackedTemporal;
import io.millrace.newsql.mysql.ClientText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A value of one type as one of another, as expressions do it: what does not fit is cut, with a warning 1292.
 *
 * <p>Values are held as the {@link TypeId.Family} says: Long (bits if unsigned; an element's number for ENUM and SET; packed for temporals), BigDecimal, Double,
 * String, byte[]. NULL never comes here.
 */
public final class Casts {

    private static final BigInteger UNSIGNED_RANGE = BigInteger.ONE.shiftLeft(64);
    private static final BigDecimal LONG_MIN = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal LONG_MAX = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigDecimal UNSIGNED_MAX = new BigDecimal(UNSIGNED_RANGE.subtract(BigInteger.ONE));

    /** From here on a double has no digits behind the point. */
    private static final double WHOLE = 0x1p53;

    private Casts() {}

    // ---- text ----

    public static String toText(Object value, SqlType type) {
        return switch (type.id()) {
            case YEAR -> String.format("%04d", (Long) value);
            case ENUM -> enumText((Long) value, type);
            case SET -> setText((Long) value, type);
            case DATE -> Temporals.formatDate((Long) value);
            case TIME -> Temporals.formatTime((Long) value, type.decimals());
            case DATETIME, TIMESTAMP -> Temporals.formatDateTime((Long) value, type.decimals());
            case FLOAT, DOUBLE -> doubleText((Double) value, type);
            case DECIMAL -> shown((BigDecimal) value, type).toPlainString();
            case BIT -> new String(bitBytes((Long) value, type), StandardCharsets.ISO_8859_1);
            default -> plainText(value, type);
        };
    }

    private static String plainText(Object value, SqlType type) {
        if (value instanceof Long number) {
            return type.unsigned() ? Long.toUnsignedString(number) : Long.toString(number);
        }
        if (value instanceof byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        return value.toString();
    }

    private static String doubleText(double value, SqlType type) {
        if (type.decimals() < SqlType.DECIMAL_SCALE_MAX && type.decimals() != SqlType.FLOATING) {
            return (Math.abs(value) < WHOLE ? new BigDecimal(value) : new BigDecimal(Double.toString(value)))
                    .setScale(type.decimals(), RoundingMode.HALF_EVEN)
                    .toPlainString();
        }
        return type.id() == TypeId.FLOAT ? NumberText.ofFloat(value) : NumberText.ofDouble(value);
    }

    private static String enumText(long number, SqlType type) {
        return number < 1 || number > type.elements().size()
                ? ""
                : type.elements().get((int) number - 1);
    }

    private static String setText(long bits, SqlType type) {
        List<String> members = new ArrayList<>();
        for (int i = 0; i < type.elements().size(); i++) {
            if ((bits >>> i & 1) != 0) {
                members.add(type.elements().get(i));
            }
        }
        return String.join(",", members);
    }

    /** Gives the bytes of a string or of the text of anything else. */
    public static byte[] toBytes(Object value, SqlType type) {
        if (value instanceof byte[] bytes) {
            return bytes;
        }
        if (type.id() == TypeId.BIT) {
            return bitBytes((Long) value, type);
        }
        return ClientText.encode(toText(value, type));
    }

    private static byte[] bitBytes(long bits, SqlType type) {
        byte[] bytes = new byte[(int) (type.length() + 7) / 8];
        for (int i = bytes.length - 1, shift = 0; i >= 0; i--, shift += 8) {
            bytes[i] = (byte) (bits >>> shift);
        }
        return bytes;
    }

    // ---- numbers ----

    /** The number of a literal's digits; all ones if they are more than 64 bits. */
    private static long bits(Object value) {
        BigInteger digits = new BigInteger(1, (byte[]) value);
        return digits.bitLength() > Long.SIZE ? -1L : digits.longValue();
    }

    /** A decimal with as many digits behind the point as its type shows: what was computed may have more. */
    public static BigDecimal shown(BigDecimal value, SqlType type) {
        return value.scale() == type.decimals() || type.id() != TypeId.DECIMAL
                ? value
                : value.setScale(type.decimals(), RoundingMode.HALF_UP);
    }

    public static double toDouble(Object value, SqlType type, WarningSink sink) {
        return switch (type.family()) {
            case INTEGER -> type.unsigned() ? unsignedDouble((Long) value) : (double) (Long) value;
            case DECIMAL -> ((BigDecimal) value).doubleValue();
            case DOUBLE -> (Double) value;
            case TEMPORAL -> Temporals.toNumber((Long) value, type).doubleValue();
            default -> value instanceof Long element
                    ? (double) element
                    : type.isDigits() ? unsignedDouble(bits(value)) : parseDouble(toText(value, type), sink);
        };
    }

    public static double unsignedDouble(long bits) {
        return bits >= 0 ? (double) bits : (double) (bits >>> 1 | bits & 1) * 2.0;
    }

    /** What is too large is the largest that there is. */
    private static double parseDouble(String text, WarningSink sink) {
        int length = NumberText.prefixOfDouble(text);
        double number =
                length == 0 ? 0 : Double.parseDouble(text.substring(0, length).strip());
        if (length == 0 || Double.isInfinite(number) || !text.substring(length).isBlank()) {
            sink.warn(SqlErrors.WRONG_VALUE, "Truncated incorrect DOUBLE value: '" + text + "'");
        }
        return Math.max(-Double.MAX_VALUE, Math.min(number, Double.MAX_VALUE));
    }

    /** The exact number; a double's as many digits as it prints. */
    public static BigDecimal toDecimal(Object value, SqlType type, WarningSink sink) {
        return switch (type.family()) {
            case INTEGER -> type.unsigned() ? new BigDecimal(unsigned((Long) value)) : BigDecimal.valueOf((Long) value);
            case DECIMAL -> (BigDecimal) value;
            case DOUBLE -> new BigDecimal(Double.toString((Double) value));
            case TEMPORAL -> Temporals.toNumber((Long) value, type);
            default -> value instanceof Long element
                    ? BigDecimal.valueOf(element)
                    : type.isDigits() ? new BigDecimal(unsigned(bits(value))) : parseDecimal(toText(value, type), sink);
        };
    }

    private static BigDecimal parseDecimal(String text, WarningSink sink) {
        int length = NumberText.prefix(text);
        if (length == 0 || !text.substring(length).isBlank()) {
            sink.warn(SqlErrors.WRONG_VALUE, "Truncated incorrect DECIMAL value: '" + text + "'");
        }
        return length == 0
                ? BigDecimal.ZERO
                : new BigDecimal(text.substring(0, length).strip());
    }

    /** 64 bits of an unsigned number. */
    public static BigInteger unsigned(long bits) {
        BigInteger value = BigInteger.valueOf(bits);
        return bits < 0 ? value.add(UNSIGNED_RANGE) : value;
    }

    /** As CAST … AS SIGNED or UNSIGNED does: rounded, cut at the ends of the range. */
    public static long toInteger(Object value, SqlType type, boolean unsigned, WarningSink sink) {
        return switch (type.family()) {
            case INTEGER -> (Long) value;
            case TEXT, BYTES -> value instanceof Long element
                    ? element
                    : type.isDigits() ? bits(value) : parseInteger(toText(value, type), unsigned, sink);
            default -> clamp(toDecimal(value, type, sink).setScale(0, rounding(type)), unsigned, sink);
        };
    }

    /** Doubles round to even, as the processor does; decimals half up. */
    private static RoundingMode rounding(SqlType type) {
        return type.family() == TypeId.Family.DOUBLE ? RoundingMode.HALF_EVEN : RoundingMode.HALF_UP;
    }

    private static long parseInteger(String text, boolean unsigned, WarningSink sink) {
        String stripped = text.strip();
        int end = !stripped.isEmpty() && (stripped.charAt(0) == '-' || stripped.charAt(0) == '+') ? 1 : 0;
        int digits = end;
        while (end < stripped.length()
                && Character.digit(stripped.charAt(end), 10) >= 0
                && stripped.charAt(end) < 128) {
            end++;
        }
        if (end == digits || end < stripped.length()) {
            sink.warn(SqlErrors.WRONG_VALUE, "Truncated incorrect INTEGER value: '" + text + "'");
        }
        return end == digits ? 0 : clamp(new BigDecimal(stripped.substring(0, end)), unsigned, sink);
    }

    private static long clamp(BigDecimal value, boolean unsigned, WarningSink sink) {
        boolean negative = value.signum() < 0;
        BigDecimal max = unsigned && !negative ? UNSIGNED_MAX : LONG_MAX;
        if (value.compareTo(max) > 0 || value.compareTo(LONG_MIN) < 0) {
            sink.warn(SqlErrors.WRONG_VALUE, "Truncated incorrect INTEGER value: '" + value.toPlainString() + "'");
            return negative ? Long.MIN_VALUE : max.toBigInteger().longValue();
        }
        return value.toBigInteger().longValue();
    }

    /** MySQL's truth of a value: a number that is not zero. */
    public static boolean isTrue(Object value, SqlType type, WarningSink sink) {
        return switch (type.family()) {
            case INTEGER -> (Long) value != 0;
            case DECIMAL -> ((BigDecimal) value).signum() != 0;
            default -> toDouble(value, type, sink) != 0;
        };
    }

    // ---- dates and times ----

    /** Packed DATETIME; null, with a warning, for what is none. */
    public static @Nullable Long toDateTime(Object value, SqlType type, long today, WarningSink sink) {
        switch (type.id()) {
            case DATETIME, TIMESTAMP:
                return (Long) value;
            case DATE:
                return Temporals.startOf((Long) value);
            case TIME:
                return Temporals.ofMicros(
                        Temporals.micros(Temporals.startOf(today)) + Temporals.microsOfTime((Long) value));
            default:
        }
        String text = toText(value, type);
        TemporalText.Reading reading = type.isInteger() && !type.isEnumerated()
                ? TemporalText.dateTime((long) (Long) value)
                : TemporalText.dateTime(text);
        if (reading == null) {
            sink.warn(SqlErrors.WRONG_VALUE, "Incorrect datetime value: '" + text + "'");
            return null;
        }
        if (reading.truncated()) {
            sink.warn(SqlErrors.WRONG_VALUE, "Truncated incorrect datetime value: '" + text + "'");
        }
        return reading.dateTime();
    }

    /** Packed DATE; null, with a warning, for what is none. */
    public static @Nullable Long toDate(Object value, SqlType type, long today, WarningSink sink) {
        if (type.id() == TypeId.DATE) {
            return (Long) value;
        }
        Long dateTime = toDateTime(value, type, today, sink);
        return dateTime == null ? null : Long.valueOf(PackedTemporal.dateOf(dateTime));
    }

    /** Packed TIME; null, with a warning, for what is none. */
    public static @Nullable Long toTime(Object value, SqlType type, WarningSink sink) {
        switch (type.id()) {
            case TIME:
                return (Long) value;
            case DATETIME, TIMESTAMP:
                return Temporals.timeOf((Long) value);
            case DATE:
                return 0L;
            default:
        }
        String text = toText(value, type);
        TemporalText.TimeReading read = TemporalText.time(text);
        if (read == null || read.truncated() || TemporalText.isBeyond(text, read.time())) {
            sink.warn(SqlErrors.WRONG_VALUE, "Truncated incorrect time value: '" + text + "'");
        }
        return read == null ? null : Long.valueOf(read.time());
    }
}
