package io.millrace.newsql.row;

import io.millrace.newsql.encoding.DecimalLayout;
import io.millrace.newsql.encoding.KeyEncoder;
import io.millrace.newsql.encoding.KeyOrder;
import io.millrace.newsql.encoding.ValueCodec;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TextOrder;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Values of a column's type as bytes, in rows and in keys. */
final class ColumnBytes {

    private ColumnBytes() {}

    static byte[] encode(Object value, SqlType type) {
        if (value instanceof Long number) {
            return type.unsigned() ? ValueCodec.ofUnsigned(number) : ValueCodec.ofSigned(number);
        }
        if (value instanceof String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        if (value instanceof BigDecimal number) {
            return ValueCodec.ofDecimal(number, layout(type));
        }
        return value instanceof Double number ? ValueCodec.ofDouble(number) : (byte[]) value;
    }

    static Object decode(byte[] row, int offset, int count, SqlType type) {
        if (type.isEnumerated()) {
            return ValueCodec.toSigned(row, offset, count);
        }
        return switch (type.family()) {
            case INTEGER, TEMPORAL -> type.unsigned()
                    ? ValueCodec.toUnsigned(row, offset, count)
                    : ValueCodec.toSigned(row, offset, count);
            case DECIMAL -> ValueCodec.toDecimal(row, offset, count, layout(type));
            case DOUBLE -> ValueCodec.toDouble(row, offset, count);
            case TEXT -> new String(row, offset, count, StandardCharsets.UTF_8);
            default -> Arrays.copyOfRange(row, offset, offset + count);
        };
    }

    static void putKey(KeyEncoder key, Object value, SqlType type, int prefix, KeyOrder order) {
        if (value instanceof Long number) {
            if (type.unsigned()) {
                key.putUnsigned(number, order);
            } else {
                key.putSigned(number, order);
            }
        } else if (value instanceof String text) {
            TextOrder.putKey(key, cut(text, prefix), type.collation(), order);
        } else if (value instanceof BigDecimal number) {
            key.putDecimal(number, layout(type), order);
        } else if (value instanceof Double number) {
            key.putDouble(number, order);
        } else {
            byte[] bytes = (byte[]) value;
            key.putBytes(bytes, 0, prefix == 0 ? bytes.length : Math.min(prefix, bytes.length), order);
        }
    }

    /** As {@link TextOrder#putLike}. @param prefix characters of the column that the index has; 0 for all */
    static void putLike(KeyEncoder key, String text, SqlType type, int prefix, KeyOrder order, boolean behind) {
        TextOrder.putLike(key, cut(text, prefix), type.collation(), order, behind);
    }

    private static String cut(String text, int prefix) {
        return prefix == 0 || text.codePointCount(0, text.length()) <= prefix
                ? text
                : text.substring(0, text.offsetByCodePoints(0, prefix));
    }

    static DecimalLayout layout(SqlType type) {
        return new DecimalLayout((int) type.length(), type.decimals());
    }
}
