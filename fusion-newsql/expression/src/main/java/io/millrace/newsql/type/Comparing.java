package io.millrace.newsql.type;

import io.millrace.newsql.type.TypeId.Family;
import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** How two values of given types compare: the type in which MySQL compares them, decided once, and the comparison. */
public final class Comparing {

    /** The type in which two values are compared; of the first three each has room for those before it. */
    public enum Mode {
        INTEGER,
        DECIMAL,
        DOUBLE,
        TEXT,
        BYTES,
        DATE_TIME,
        TIME
    }

    private Comparing() {}

    public static Mode mode(SqlType left, SqlType right) {
        if (left.isTemporal() || right.isTemporal()) {
            return temporalMode(left, right);
        }
        if (left.isString() && right.isString()) {
            return left.family() == Family.BYTES || right.family() == Family.BYTES ? Mode.BYTES : Mode.TEXT;
        }
        if (left.id() == TypeId.NULL || right.id() == TypeId.NULL) {
            return left.id() == TypeId.NULL && right.id() == TypeId.NULL
                    ? Mode.INTEGER
                    : mode(known(left, right), known(left, right));
        }
        if (left.isInteger() && right.isInteger()) {
            return Mode.INTEGER;
        }
        boolean exact = left.isNumber()
                && right.isNumber()
                && left.family() != Family.DOUBLE
                && right.family() != Family.DOUBLE;
        return exact ? Mode.DECIMAL : Mode.DOUBLE;
    }

    private static SqlType known(SqlType left, SqlType right) {
        return left.id() == TypeId.NULL ? right : left;
    }

    private static Mode temporalMode(SqlType left, SqlType right) {
        SqlType other = left.isTemporal() ? right : left;
        SqlType temporal = left.isTemporal() ? left : right;
        if (other.isNumber()) {
            return temporal.hasDate() && other.isInteger() ? Mode.DATE_TIME : Mode.DOUBLE;
        }
        if (temporal.id() == TypeId.TIME && (other.id() == TypeId.TIME || !other.isTemporal())) {
            return Mode.TIME;
        }
        return Mode.DATE_TIME;
    }

    /** The collation in which two strings are compared: a column's before a literal's. */
    public static String collation(SqlType left, SqlType right) {
        if (left.collation().equals(right.collation())) {
            return left.collation();
        }
        if (left.collation().equals(SqlType.BINARY_COLLATION)
                || right.collation().equals(SqlType.BINARY_COLLATION)) {
            return left.family() == Family.TEXT && right.family() != Family.TEXT ? left.collation() : right.collation();
        }
        return left.collation().equals(SqlType.DEFAULT_COLLATION) ? right.collation() : left.collation();
    }

    /** A value as the mode compares it; null for what cannot be one. */
    public static @Nullable Object convert(Object value, SqlType type, Mode mode, long today, WarningSink sink) {
        return switch (mode) {
            case INTEGER -> value instanceof Long ? value : (Object) Casts.toInteger(value, type, false, sink);
            case DECIMAL -> Casts.toDecimal(value, type, sink);
            case DOUBLE -> Casts.toDouble(value, type, sink);
            case TEXT -> value instanceof String ? value : Casts.toText(value, type);
            case BYTES -> Casts.toBytes(value, type);
            case DATE_TIME -> Casts.toDateTime(value, type, today, sink);
            case TIME -> Casts.toTime(value, type, sink);
        };
    }

    /** Compares what {@link #convert} gave; integers are of the types given. */
    public static int compare(
            Object left, SqlType leftType, Object right, SqlType rightType, Mode mode, String collation) {
        return switch (mode) {
            case INTEGER -> compareIntegers((Long) left, leftType.unsigned(), (Long) right, rightType.unsigned());
            case DECIMAL -> ((BigDecimal) left).compareTo((BigDecimal) right);
            case DOUBLE -> compareDoubles((Double) left, (Double) right);
            case TEXT -> TextOrder.compare((String) left, (String) right, collation);
            case BYTES -> Arrays.compareUnsigned((byte[]) left, (byte[]) right);
            case DATE_TIME, TIME -> Long.compare((Long) left, (Long) right);
        };
    }

    private static int compareDoubles(double left, double right) {
        return left == right ? 0 : left < right ? -1 : 1;
    }

    /** Of two numbers, each signed or not. */
    public static int compareIntegers(long left, boolean leftUnsigned, long right, boolean rightUnsigned) {
        if (leftUnsigned == rightUnsigned) {
            return leftUnsigned ? Long.compareUnsigned(left, right) : Long.compare(left, right);
        }
        if (leftUnsigned) {
            return left < 0 || right < 0 ? 1 : Long.compare(left, right);
        }
        return left < 0 || right < 0 ? -1 : Long.compare(left, right);
    }

    /** Two values of one type, neither NULL: the order of ORDER BY, MIN and MAX. */
    public static int compareSame(Object left, Object right, SqlType type) {
        if (left instanceof Long first && right instanceof Long second) {
            return type.unsigned() ? Long.compareUnsigned(first, second) : Long.compare(first, second);
        }
        if (left instanceof String first && right instanceof String second) {
            return TextOrder.compare(first, second, type.collation());
        }
        if (left instanceof BigDecimal first && right instanceof BigDecimal second) {
            return first.compareTo(second);
        }
        if (left instanceof byte[] first && right instanceof byte[] second) {
            return Arrays.compareUnsigned(first, second);
        }
        return compareDoubles((Double) left, (Double) right);
    }

    /** What is equal for two values exactly if they are: the key of groups and DISTINCT. */
    public static Object groupKey(Object value, SqlType type) {
        if (value instanceof String text) {
            return TextOrder.groupKey(text, type.collation());
        }
        if (value instanceof byte[] bytes) {
            return java.nio.ByteBuffer.wrap(bytes);
        }
        if (value instanceof BigDecimal number) {
            return Casts.shown(number, type).stripTrailingZeros();
        }
        return value instanceof Double number && number == 0 ? (Object) 0.0 : value;
    }
}
