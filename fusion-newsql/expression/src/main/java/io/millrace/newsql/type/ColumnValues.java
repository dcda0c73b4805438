package io.millrace.newsql.type;

import io.millrace.newsql.encoding.PackedTemporal;
import io.millrace.newsql.type.TypeId.Family;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Arrays;

/**
 * Brings a value into a column: converted, rounded and checked as strict mode asks, or cut with a warning where the mode or IGNORE allows.
 *
 * <p>The result is what the row holds: as {@link Casts} describes, but a TIMESTAMP is microseconds since 1970, a FLOAT is rounded to one, and a decimal has its
 * column's scale.
 */
public final class ColumnValues {

    private static final double FLOAT_MAX = Float.MAX_VALUE;

    private ColumnValues() {}

    /**
     * What a column is told of the statement that writes to it.
     *
     * @param strict whether what does not fit is an error
     * @param row ordinal of the row in the statement, from 1, for messages
     */
    public record Target(String column, boolean strict, long row, ZoneId zone, long today, WarningSink sink) {

        /** Throws in strict mode, else warns. */
        void refuse(io.millrace.newsql.mysql.SqlException error) {
            if (strict) {
                throw error;
            }
            sink.warn(error.code(), String.valueOf(error.getMessage()));
        }

        /** Throws in strict mode, else warns that the value was cut. */
        void cut(io.millrace.newsql.mysql.SqlException error) {
            if (strict) {
                throw error;
            }
            note();
        }

        /** Says that the value was cut, in any mode. */
        void note() {
            sink.warn(SqlErrors.DATA_TRUNCATED, "Data truncated for column '" + column + "' at row " + row);
        }

        /** The same without warnings. */
        Target silent() {
            return strict ? this : new Target(column, false, row, zone, today, WarningSink.NONE);
        }
    }

    public static Object assign(Object value, SqlType from, SqlType to, Target target) {
        return switch (to.id()) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT -> integer(value, from, to, target);
            case BIT -> bit(value, from, to, target);
            case YEAR -> year(value, from, to, target);
            case DECIMAL -> decimal(value, from, to, target);
            case FLOAT, DOUBLE -> floating(value, from, to, target);
            case DATE, DATETIME, TIMESTAMP -> dateTime(value, from, to, target);
            case TIME -> time(value, from, to, target);
            case ENUM -> enumerated(value, from, to, target);
            case SET -> set(value, from, to, target);
            case BINARY, VARBINARY, TINYBLOB, BLOB, MEDIUMBLOB, LONGBLOB -> bytes(value, from, to, target);
            case JSON -> JsonText.normalize(Casts.toText(value, from), target.column());
            default -> text(value, from, to, target);
        };
    }

    // ---- numbers ----

    private static Object integer(Object value, SqlType from, SqlType to, Target target) {
        if (from.isInteger() && value instanceof Long bits && fits(bits, from.unsigned(), to)) {
            return bits;
        }
        BigDecimal number = number(value, from, to, target.silent())
                .setScale(0, from.family() == Family.DOUBLE ? RoundingMode.HALF_EVEN : RoundingMode.HALF_UP);
        BigDecimal min = BigDecimal.valueOf(to.unsigned() ? 0 : minimum(to));
        BigDecimal max = new BigDecimal(maximum(to));
        if (number.compareTo(min) < 0 || number.compareTo(max) > 0) {
            target.refuse(SqlErrors.columnOutOfRange(target.column(), target.row()));
            number = number.signum() < 0 ? min : max;
        } else if (!target.strict()) {
            // What is out of range is told by one warning, what is only cut by its own.
            number(value, from, to, target);
        }
        return number.toBigInteger().longValue();
    }

    private static boolean fits(long bits, boolean fromUnsigned, SqlType to) {
        if (bits < 0) {
            return fromUnsigned ? to.unsigned() && to.id() == TypeId.BIGINT : !to.unsigned() && bits >= minimum(to);
        }
        return to.id() == TypeId.BIGINT || bits <= maximum(to).longValue();
    }

    private static long minimum(SqlType type) {
        return -1L << (integerBits(type) - 1);
    }

    private static BigInteger maximum(SqlType type) {
        return BigInteger.ONE
                .shiftLeft(type.unsigned() ? integerBits(type) : integerBits(type) - 1)
                .subtract(BigInteger.ONE);
    }

    private static int integerBits(SqlType type) {
        return switch (type.id()) {
            case TINYINT -> 8;
            case SMALLINT -> 16;
            case MEDIUMINT -> 24;
            case INT -> 32;
            default -> 64;
        };
    }

    /** The number of anything; of a string what it begins with, which strict mode refuses to be less than all. */
    private static BigDecimal number(Object value, SqlType from, SqlType to, Target target) {
        if (!from.isString() || from.isDigits() || value instanceof Long) {
            return Casts.toDecimal(value, from, target.sink());
        }
        String text = Casts.toText(value, from);
        int length = NumberText.prefix(text);
        if (length == 0) {
            target.refuse(SqlErrors.incorrectNumber(kind(to), text, target.column(), target.row()));
            return BigDecimal.ZERO;
        }
        if (!text.substring(length).isBlank()) {
            target.refuse(SqlErrors.truncated(target.column(), target.row()));
        }
        return new BigDecimal(text.substring(0, length).strip());
    }

    private static String kind(SqlType type) {
        return switch (type.family()) {
            case DECIMAL -> "decimal";
            case DOUBLE -> "double";
            default -> "integer";
        };
    }

    private static Object decimal(Object value, SqlType from, SqlType to, Target target) {
        BigDecimal exact = number(value, from, to, target);
        BigDecimal rounded = exact.setScale(to.decimals(), RoundingMode.HALF_UP);
        BigDecimal limit = BigDecimal.ONE.movePointRight((int) to.length() - to.decimals());
        boolean tooLarge = rounded.abs().compareTo(limit) >= 0;
        if (tooLarge || to.unsigned() && rounded.signum() < 0) {
            target.refuse(SqlErrors.columnOutOfRange(target.column(), target.row()));
            BigDecimal most =
                    limit.subtract(BigDecimal.ONE.movePointLeft(to.decimals())).setScale(to.decimals());
            return rounded.signum() >= 0
                    ? most
                    : to.unsigned() ? BigDecimal.ZERO.setScale(to.decimals()) : most.negate();
        }
        if (from.family() != Family.DOUBLE && rounded.compareTo(exact) != 0) {
            target.note();
        }
        return rounded;
    }

    private static Object floating(Object value, SqlType from, SqlType to, Target target) {
        double number = from.family() == Family.DOUBLE
                ? (Double) value
                : number(value, from, to, target).doubleValue();
        if (to.decimals() != SqlType.FLOATING) {
            number = new BigDecimal(number)
                    .setScale(to.decimals(), RoundingMode.HALF_EVEN)
                    .doubleValue();
        }
        double max = to.id() == TypeId.FLOAT ? FLOAT_MAX : Double.MAX_VALUE;
        if (Math.abs(number) > max || to.unsigned() && number < 0) {
            target.refuse(SqlErrors.columnOutOfRange(target.column(), target.row()));
            number = to.unsigned() && number < 0 ? 0 : Math.copySign(max, number);
        }
        return to.id() == TypeId.FLOAT ? (double) (float) number : number;
    }

    private static Object bit(Object value, SqlType from, SqlType to, Target target) {
        BigInteger bits = value instanceof byte[] bytes
                ? new BigInteger(1, bytes)
                : value instanceof String text && from.family() == Family.TEXT
                        ? new BigInteger(1, text.getBytes(StandardCharsets.UTF_8))
                        : number(value, from, to, target).toBigInteger();
        if (bits.signum() < 0 || bits.bitLength() > to.length()) {
            target.refuse(SqlErrors.tooLong(target.column(), target.row()));
            return to.length() == Long.SIZE ? -1L : (1L << to.length()) - 1;
        }
        return bits.longValue();
    }

    private static Object year(Object value, SqlType from, SqlType to, Target target) {
        BigDecimal number = number(value, from, to, target).setScale(0, RoundingMode.HALF_UP);
        long year = number.longValue();
        boolean zeroText = value instanceof String text && text.strip().length() < 4;
        if (year > 0 && year < 100 || year == 0 && zeroText) {
            year += year < 70 ? 2000 : 1900;
        }
        if (year != 0 && (year < 1901 || year > 2155)) {
            target.refuse(SqlErrors.columnOutOfRange(target.column(), target.row()));
            return 0L;
        }
        return year;
    }

    // ---- dates and times ----

    private static Object dateTime(Object value, SqlType from, SqlType to, Target target) {
        Long packed;
        boolean truncated = false;
        if (from.isTemporal()) {
            packed = Casts.toDateTime(value, from, target.today(), target.sink());
        } else {
            TemporalText.Reading reading = from.isInteger() && value instanceof Long number
                    ? TemporalText.dateTime((long) number)
                    : TemporalText.dateTime(Casts.toText(value, from));
            packed = reading == null ? null : Long.valueOf(reading.dateTime());
            truncated = reading != null && reading.truncated();
        }
        if (packed == null || hasZeroPart(packed)) {
            target.cut(incorrect(value, from, to, target));
            packed = 0L;
        } else if (truncated) {
            if (to.id() == TypeId.DATE) {
                target.note();
            } else {
                target.cut(incorrect(value, from, to, target));
            }
        }
        if (to.id() == TypeId.DATE) {
            if (!truncated && packed != Temporals.startOf(PackedTemporal.dateOf(packed))) {
                target.note();
            }
            return PackedTemporal.dateOf(packed);
        }
        long rounded = packed == 0 ? 0 : Temporals.roundDateTime(packed, to.decimals());
        if (rounded < packed && Temporals.roundsBeyond(packed, to.decimals())) {
            target.cut(incorrect(value, from, to, target));
        }
        return to.id() == TypeId.TIMESTAMP ? timestamp(rounded, value, from, to, target) : (Object) rounded;
    }

    private static boolean hasZeroPart(long packed) {
        return !Temporals.isWhole(PackedTemporal.dateOf(packed));
    }

    private static Object timestamp(long dateTime, Object value, SqlType from, SqlType to, Target target) {
        if (dateTime == 0) {
            return 0L;
        }
        try {
            long micros = Temporals.toEpochMicros(dateTime, target.zone());
            if (micros >= Temporals.MICROS && micros < (1L << 31) * Temporals.MICROS) {
                return micros;
            }
        } catch (DateTimeException e) {
            assert e != null : "no such time: refused below";
        }
        target.refuse(incorrect(value, from, to, target));
        return 0L;
    }

    private static io.millrace.newsql.mysql.SqlException incorrect(
            Object value, SqlType from, SqlType to, Target target) {
        String kind = to.id() == TypeId.DATE ? "date" : "datetime";
        return SqlErrors.incorrectValue(kind, Casts.toText(value, from), target.column(), target.row());
    }

    private static Object time(Object value, SqlType from, SqlType to, Target target) {
        TemporalText.TimeReading read = from.isTemporal() ? null : TemporalText.time(Casts.toText(value, from));
        Long packed = from.isTemporal()
                ? Casts.toTime(value, from, target.sink())
                : read == null ? null : Long.valueOf(read.time());
        if (packed != null && read != null && read.truncated()) {
            target.cut(SqlErrors.incorrectValue("time", Casts.toText(value, from), target.column(), target.row()));
        } else if (packed == null) {
            target.cut(SqlErrors.incorrectValue("time", Casts.toText(value, from), target.column(), target.row()));
            packed = 0L;
        } else if (!from.isTemporal() && TemporalText.isBeyond(Casts.toText(value, from), packed)) {
            if (target.strict()) {
                throw SqlErrors.incorrectValue("time", Casts.toText(value, from), target.column(), target.row());
            }
            target.refuse(SqlErrors.columnOutOfRange(target.column(), target.row()));
        }
        return Temporals.roundTime(packed, to.decimals());
    }

    // ---- strings ----

    private static Object text(Object value, SqlType from, SqlType to, Target target) {
        String text = Casts.toText(value, from);
        long characters = text.length() <= to.length() ? 0 : text.codePointCount(0, text.length());
        boolean tooLong = to.id().isLarge()
                ? text.length() * 4L > to.bytesMax() && utf8Length(text) > to.bytesMax()
                : characters > to.length();
        if (tooLong) {
            String cut = to.id().isLarge()
                    ? cutBytes(text, to.bytesMax())
                    : text.substring(0, text.offsetByCodePoints(0, (int) to.length()));
            if (!text.substring(cut.length()).isBlank() || to.id().isLarge()) {
                target.cut(SqlErrors.tooLong(target.column(), target.row()));
            } else if (to.id() != TypeId.CHAR) {
                target.note();
            }
            text = cut;
        }
        return to.id() == TypeId.CHAR ? text.replaceAll(" +$", "") : text;
    }

    private static long utf8Length(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static String cutBytes(String text, long bytes) {
        int end = 0;
        long used = 0;
        while (end < text.length()) {
            int point = text.codePointAt(end);
            used += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
            if (used > bytes) {
                break;
            }
            end += Character.charCount(point);
        }
        return text.substring(0, end);
    }

    private static Object bytes(Object value, SqlType from, SqlType to, Target target) {
        byte[] bytes = Casts.toBytes(value, from);
        if (bytes.length > to.bytesMax()) {
            target.cut(SqlErrors.tooLong(target.column(), target.row()));
            bytes = Arrays.copyOf(bytes, (int) to.bytesMax());
        }
        return to.id() == TypeId.BINARY ? Arrays.copyOf(bytes, (int) to.length()) : bytes;
    }

    private static Object enumerated(Object value, SqlType from, SqlType to, Target target) {
        long number = 0;
        if (from.isNumber()) {
            number = Casts.toInteger(value, from, false, target.sink());
        } else {
            String text = Casts.toText(value, from).replaceAll(" +$", "");
            for (int i = 0; i < to.elements().size() && number == 0; i++) {
                number = sameElement(to.elements().get(i), text) ? i + 1 : 0;
            }
            if (number == 0 && text.matches("[0-9]{1,5}")) {
                number = Long.parseLong(text);
            }
        }
        if (number < 1 || number > to.elements().size()) {
            target.refuse(SqlErrors.truncated(target.column(), target.row()));
            return 0L;
        }
        return number;
    }

    private static boolean sameElement(String element, String text) {
        return element.equalsIgnoreCase(text);
    }

    private static Object set(Object value, SqlType from, SqlType to, Target target) {
        if (from.isNumber()) {
            long bits = Casts.toInteger(value, from, true, target.sink());
            if (to.elements().size() < Long.SIZE && bits >>> to.elements().size() != 0) {
                target.refuse(SqlErrors.truncated(target.column(), target.row()));
                bits &= (1L << to.elements().size()) - 1;
            }
            return bits;
        }
        long bits = 0;
        String text = Casts.toText(value, from);
        for (String member : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            long found = 0;
            for (int i = 0; i < to.elements().size() && found == 0; i++) {
                found = sameElement(to.elements().get(i), member) ? 1L << i : 0;
            }
            if (found == 0) {
                target.refuse(SqlErrors.truncated(target.column(), target.row()));
            }
            bits |= found;
        }
        return bits;
    }
}
