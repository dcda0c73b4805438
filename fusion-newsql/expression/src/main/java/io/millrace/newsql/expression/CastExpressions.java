package io.millrace.newsql.expression;

import io.millrace.newsql.type.Casts;
import io.millrace.newsql.type.JsonText;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.Temporals;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** CAST and CONVERT. */
final class CastExpressions {

    private CastExpressions() {}

    static Expression cast(Expression operand, SqlType type) {
        return Expression.of(type, frame -> {
            Object value = operand.eval(frame);
            return value == null ? null : convert(value, operand.type(), type, frame);
        });
    }

    private static @Nullable Object convert(Object value, SqlType from, SqlType to, Frame frame) {
        return switch (to.id()) {
            case BIGINT -> Casts.toInteger(value, from, to.unsigned(), frame.warnings());
            case YEAR -> Casts.toInteger(value, from, false, frame.warnings());
            case DECIMAL -> decimal(Casts.toDecimal(value, from, frame.warnings()), to, frame);
            case DOUBLE -> Casts.toDouble(value, from, frame.warnings());
            case FLOAT -> (double) (float) Casts.toDouble(value, from, frame.warnings());
            case DATE -> Casts.toDate(value, from, frame.today(), frame.warnings());
            case DATETIME -> {
                Long dateTime = Casts.toDateTime(value, from, frame.today(), frame.warnings());
                yield dateTime == null ? null : (Object) Temporals.roundDateTime(dateTime, to.decimals());
            }
            case TIME -> {
                Long time = Casts.toTime(value, from, frame.warnings());
                yield time == null ? null : (Object) Temporals.roundTime(time, to.decimals());
            }
            case VARBINARY -> bytes(Casts.toBytes(value, from), to);
            case JSON -> JsonText.normalize(Casts.toText(value, from), "cast_as_json");
            default -> text(Casts.toText(value, from), to, frame);
        };
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

    private static byte[] bytes(byte[] value, SqlType to) {
        return value.length > to.length() ? Arrays.copyOf(value, (int) to.length()) : value;
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
