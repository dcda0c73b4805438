package io.millrace.newsql.write;

import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.type.ColumnValues;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** What a column takes when a statement gives it nothing. */
final class Defaults {

    private Defaults() {}

    /**
     * @param expression the column's DEFAULT if that is one to be computed; null for any other
     * @throws io.millrace.newsql.mysql.SqlException 1364 in strict mode for a column that has none
     */
    static @Nullable Object of(
            ColumnInfo column, @Nullable Expression expression, ColumnValues.Target target, Frame frame) {
        ColumnInfo.Fallback fallback = column.fallback();
        if (expression != null) {
            Object value = expression.eval(frame);
            if (value == null && !column.nullable()) {
                throw SqlErrors.notNull(column.name());
            }
            return value == null ? null : ColumnValues.assign(value, expression.type(), column.type(), target);
        }
        if (fallback != null && fallback.kind() == ColumnInfo.Kind.LITERAL) {
            return literal(column, fallback, target);
        }
        if (fallback != null && fallback.kind() == ColumnInfo.Kind.NOW) {
            return now(column, target, frame);
        }
        if (column.nullable() || column.autoIncrement()) {
            return null;
        }
        if (column.type().id() == TypeId.ENUM) {
            return 1L;
        }
        if (target.strict()) {
            throw SqlErrors.noDefault(column.name());
        }
        target.sink().warn(1364, "Field '" + column.name() + "' doesn't have a default value");
        return implicit(column.type());
    }

    static Object literal(ColumnInfo column, ColumnInfo.Fallback fallback, ColumnValues.Target target) {
        return ColumnValues.assign(fallback.text(), SqlType.text(fallback.text().length()), column.type(), target);
    }

    static Object now(ColumnInfo column, ColumnValues.Target target, Frame frame) {
        long now = frame.now();
        long unit =
                (long) Math.pow(10, SqlType.FRACTION_DIGITS_MAX - column.type().decimals());
        return ColumnValues.assign(
                now - io.millrace.newsql.encoding.PackedTemporal.microsOf(now) % unit,
                SqlType.dateTime(6),
                column.type(),
                target);
    }

    /** What a type has for nothing: zero, or empty. */
    static Object implicit(SqlType type) {
        return switch (type.family()) {
            case DECIMAL -> BigDecimal.ZERO.setScale(type.decimals());
            case DOUBLE -> 0.0;
            case TEXT -> type.id() == TypeId.ENUM ? (Object) 1L : type.id() == TypeId.SET ? (Object) 0L : "";
            case BYTES -> new byte[type.id() == TypeId.BINARY ? (int) type.length() : 0];
            default -> 0L;
        };
    }
}
