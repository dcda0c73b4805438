package io.millrace.newsql.expression;

import io.millrace.newsql.encoding.PackedTemporal;
import io.millrace.newsql.type.Casts;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.Temporals;
import io.millrace.newsql.type.TypeId;
import io.millrace.newsql.type.WarningSink;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** CAST and CONVERT. */
final class CastExpressions {

    /** Of a value that was brought into another range of integers. */
    private static final int OTHER_RANGE = 1105;

    private static final String NEGATIVE = "Cast to unsigned converted negative integer to its positive complement";
    private static final String POSITIVE =
            "Cast to signed converted positive out-of-range integer to its negative complement";

    private CastExpressions() {}

    static Expression cast(Expression operand, SqlType type) {
        return new Expression(
                type,
                operand.nullable() || !operand.type().isNumber(),
                operand.isConstant(),
                frame -> {
                    Object value = operand.eval(frame);
                    return value == null ? null : convert(value, operand.type(), type, frame);
                },
                type.isString() ? Collations.IMPLICIT : Collations.coercibility(type));
    }

    /** The DATE, TIME or DATETIME that a literal says; null if none. */
    static @Nullable Object constant(String text, SqlType type, WarningSink sink) {
        SqlType from = SqlType.text(text.length());
        Long packed =
                switch (type.id()) {
                    case TIME -> Casts.toTime(text, from, sink);
                    case DATE -> Casts.toDate(text, from, 0, sink);
                    default -> Casts.toDateTime(text, from, 0, sink);
                };
        boolean incomplete = packed != null
                && type.id() != TypeId.TIME
                && !Temporals.isWhole(type.id() == TypeId.DATE ? packed : PackedTemporal.dateOf(packed));
        return incomplete ? null : packed;
    }

    private static @Nullable Object convert(Object value, SqlType from, SqlType to, Frame frame) {
        return switch (to.id()) {
            case BIGINT -> integer(value, from, to, frame);
            case YEAR -> Casts.toInteger(value, from, false, frame.warnings());
            case DECIMAL -> decimal(Casts.toDecimal(value, from, frame.warnings()), to, frame);
            case DOUBLE -> Casts.toDouble(value, from, frame.warnings());
            case FLOAT -> (double) (float) Casts.toDouble(value, from, frame.warnings());
            case DATE -> {
                Long dateTime = dateTime(value, from, frame);
                yield dateTime == null ? null : (Object) PackedTemporal.dateOf(dateTime);
            }
            case DATETIME -> {
                Long dateTime = dateTime(value, from, frame);
                yield dateTime == null ? null : (Object) Temporals.roundDateTime(dateTime, to.decimals());
            }
            case TIME -> {
                // A year is a day without a clock.
                Long time = from.id() == TypeId.YEAR ? (Long) 0L : Casts.toTime(value, from, frame.warnings());
                yield time == null ? null : (Object) Temporals.roundTime(time, to.decimals());
            }
            case VARBINARY, BINARY -> bytes(Casts.toBytes(value, from), to, frame);
            case JSON -> JsonDocuments.cast(value, from);
            default -> text(Casts.toText(value, from), to, frame);
        };
    }

    /** The zero date that a text or number says is none in a mode without zero dates. */
    private static @Nullable Long dateTime(Object value, SqlType from, Frame frame) {
        Long dateTime = Casts.toDateTime(value, from, frame.today(), frame.warnings());
        if (dateTime != null
                && !from.isTemporal()
                && PackedTemporal.dateOf(dateTime) == 0
                && frame.session().hasMode("NO_ZERO_DATE")) {
            String text = Casts.toText(value, from);
            frame.warnings().warn(SqlErrors.WRONG_VALUE, "Incorrect datetime value: '" + text + "'");
            return null;
        }
        return dateTime;
    }

    private static BigDecimal decimal(BigDecimal value, SqlType to, Frame frame) {
        BigDecimal rounded = value.setScale(to.decimals(), RoundingMode.HALF_UP);
        BigDecimal limit = BigDecimal.ONE.movePointRight((int) to.length() - to.decimals());
        if (rounded.abs().compareTo(limit) < 0) {
            return rounded;
        }
        frame.warnings().warn(SqlErrors.OUT_OF_RANGE, "Out of range value for column 'CAST' at row 1");
        BigDecimal most =
                limit.subtract(BigDecimal.ONE.movePointLeft(to.decimals())).setScale(to.decimals());
        return rounded.signum() < 0 ? most.negate() : most;
    }

    private static long integer(Object value, SqlType from, SqlType to, Frame frame) {
        boolean fraction =
                from.family() == TypeId.Family.DECIMAL || from.family() == TypeId.Family.DOUBLE || from.isTemporal();
        if (to.unsigned() && fraction) {
            return unsigned(value, from, frame);
        }
        boolean text = value instanceof String;
        long bits = Casts.toInteger(value, from, to.unsigned() || text, frame.warnings());
        if (to.unsigned()) {
            warnIf(
                    bits < 0 && (text ? isNegative((String) value) : from.isInteger() && !from.unsigned()),
                    NEGATIVE,
                    frame);
        } else {
            warnIf(text && bits < 0 && bits != -1 && !isNegative((String) value), POSITIVE, frame);
        }
        return bits;
    }

    private static void warnIf(boolean condition, String message, Frame frame) {
        if (condition) {
            frame.warnings().warn(OTHER_RANGE, message);
        }
    }

    private static boolean isNegative(String text) {
        return text.strip().startsWith("-");
    }

    /** A fraction below 0 is 0, with a warning, unless it rounds to it. */
    private static long unsigned(Object value, SqlType from, Frame frame) {
        BigDecimal exact = Casts.toDecimal(value, from, frame.warnings());
        BigDecimal rounded = exact.setScale(
                0, from.family() == TypeId.Family.DOUBLE ? RoundingMode.HALF_EVEN : RoundingMode.HALF_UP);
        if (rounded.signum() >= 0) {
            return Casts.toInteger(value, from, true, frame.warnings());
        }
        frame.warnings()
                .warn(SqlErrors.WRONG_VALUE, "Truncated incorrect INTEGER value: '" + exact.toPlainString() + "'");
        return 0;
    }

    /** Cut with a warning, or filled up with zeros if the type says its length. */
    private static byte[] bytes(byte[] value, SqlType to, Frame frame) {
        if (value.length > to.length()) {
            frame.warnings()
                    .warn(
                            SqlErrors.WRONG_VALUE,
                            "Truncated incorrect BINARY(" + to.length() + ") value: '"
                                    + new String(value, java.nio.charset.StandardCharsets.UTF_8) + "'");
        }
        return value.length > to.length() || to.id() == TypeId.BINARY ? Arrays.copyOf(value, (int) to.length()) : value;
    }

    private static String text(String value, SqlType to, Frame frame) {
        if (value.codePointCount(0, value.length()) <= to.length()) {
            return value;
        }
        frame.warnings()
                .warn(SqlErrors.WRONG_VALUE, "Truncated incorrect CHAR(" + to.length() + ") value: '" + value + "'");
        return value.substring(0, value.offsetByCodePoints(0, (int) to.length()));
    }
}
