package io.millrace.newsql.plan;

import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.type.Comparing;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keys of rows for hash tables: equal where MySQL calls the values equal. */
public final class RowKeys {

    /** Stands for NULL in the keys of groups, where NULL equals NULL. */
    private enum Nothing {
        NULL
    }

    private RowKeys() {}

    /** Whether values of both types have equal keys if a comparison calls them equal. */
    static boolean areComparable(SqlType left, SqlType right) {
        if (left.isEnumerated() || right.isEnumerated() || left.id() == TypeId.JSON || right.id() == TypeId.JSON) {
            return false;
        }
        return switch (left.family()) {
            case INTEGER -> right.isInteger() && left.unsigned() == right.unsigned();
            case DECIMAL, DOUBLE -> left.family() == right.family();
            case TEMPORAL -> left.id() == right.id() && left.id() != TypeId.TIMESTAMP;
            case TEXT -> right.family() == TypeId.Family.TEXT
                    && left.collation().equals(right.collation());
            case BYTES -> right.family() == TypeId.Family.BYTES;
            default -> false;
        };
    }

    /** The key of values of a row, NULLs equal. */
    public static Object ofRow(@Nullable Object[] values, List<Expression> types) {
        if (values.length == 1) {
            return of(values[0], types.get(0).type());
        }
        List<Object> key = new ArrayList<>(values.length);
        for (int i = 0; i < values.length; i++) {
            key.add(of(values[i], types.get(i).type()));
        }
        return key;
    }

    /** The key of the expressions' values, NULLs equal. */
    public static Object ofFrame(List<Expression> expressions, Frame frame) {
        if (expressions.size() == 1) {
            return of(expressions.get(0).eval(frame), expressions.get(0).type());
        }
        List<Object> key = new ArrayList<>(expressions.size());
        for (Expression expression : expressions) {
            key.add(of(expression.eval(frame), expression.type()));
        }
        return key;
    }

    /** The key for a comparison with {@code =}; null if one of the values is NULL. */
    public static @Nullable Object ofEqual(List<Expression> expressions, Frame frame) {
        List<Object> key = expressions.size() == 1 ? null : new ArrayList<>(expressions.size());
        for (Expression expression : expressions) {
            Object value = expression.eval(frame);
            if (value == null) {
                return null;
            }
            Object part = Comparing.groupKey(value, expression.type());
            if (key == null) {
                return part;
            }
            key.add(part);
        }
        return key;
    }

    static Object of(@Nullable Object value, SqlType type) {
        return value == null ? Nothing.NULL : Comparing.groupKey(value, type);
    }
}
