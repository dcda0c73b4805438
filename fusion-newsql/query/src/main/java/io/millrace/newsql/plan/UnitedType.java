package io.millrace.newsql.plan;

import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.type.Casts;
import io.millrace.newsql.type.Comparing;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId;
import io.millrace.newsql.type.TypeId.Family;
import java.math.RoundingMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The type that the columns of united queries have, and values brought to it. */
public final class UnitedType {

    private static final int NUMBER_CHARACTERS = 20;
    private static final int LONG_DIGITS = 19;

    private UnitedType() {}

    /** Of several, which are at least one. */
    static SqlType of(List<SqlType> types) {
        SqlType united = types.get(0);
        for (SqlType type : types.subList(1, types.size())) {
            united = of(united, type);
        }
        return united;
    }

    static SqlType of(SqlType left, SqlType right) {
        if (left.equals(right)) {
            return right;
        }
        if (isNothing(left) || isNothing(right)) {
            return besideNothing(isNothing(left) ? right : left);
        }
        if (left.isNumber() && right.isNumber()) {
            SqlType united = ofNumbers(left, right);
            boolean unsigned = left.unsigned() && right.unsigned() && united.family() != Family.DOUBLE;
            return unsigned ? united.asUnsigned() : united;
        }
        if (left.isTemporal() && right.isTemporal()) {
            int fraction = Math.max(left.decimals(), right.decimals());
            return left.id() == TypeId.TIME && right.id() == TypeId.TIME
                    ? SqlType.time(fraction)
                    : left.id() == TypeId.DATE && right.id() == TypeId.DATE ? left : SqlType.dateTime(fraction);
        }
        long length = Math.max(characters(left), characters(right));
        if (left.family() == Family.BYTES || right.family() == Family.BYTES) {
            return SqlType.bytes(length);
        }
        String collation = left.isString() ? left.collation() : right.collation();
        boolean large = left.id().isLarge() || right.id().isLarge();
        return large
                ? new SqlType(TypeId.LONGTEXT, length, 0, false, text(collation), List.of())
                : SqlType.text(length, text(collation));
    }

    /** Whether it can be nothing but NULL. */
    private static boolean isNothing(SqlType type) {
        return type.id() == TypeId.NULL || type.id() == TypeId.VARBINARY && type.length() == 0 && !type.isDigits();
    }

    /** NULL has a sign: beside it a number that is no integer has one too. */
    private static SqlType besideNothing(SqlType type) {
        return type.unsigned() && (type.family() == Family.DECIMAL || type.family() == Family.DOUBLE)
                ? new SqlType(type.id(), type.length(), type.decimals(), false, type.collation(), type.elements())
                : type;
    }

    private static String text(String collation) {
        return collation.equals(SqlType.BINARY_COLLATION) ? SqlType.DEFAULT_COLLATION : collation;
    }

    private static SqlType ofNumbers(SqlType left, SqlType right) {
        if (left.family() == Family.DOUBLE || right.family() == Family.DOUBLE) {
            return SqlType.DOUBLE;
        }
        if (left.isInteger() && right.isInteger()) {
            if (left.unsigned() == right.unsigned()) {
                return left.digits() >= right.digits() ? left : right;
            }
            return left.digits() < LONG_DIGITS && right.digits() < LONG_DIGITS
                    ? SqlType.BIGINT
                    : SqlType.decimal(NUMBER_CHARACTERS, 0);
        }
        int scale = Math.max(scale(left), scale(right));
        int whole = Math.max(left.digits() - scale(left), right.digits() - scale(right));
        return SqlType.decimal(whole + scale, scale);
    }

    private static int scale(SqlType type) {
        return type.family() == Family.DECIMAL ? type.decimals() : 0;
    }

    private static long characters(SqlType type) {
        return switch (type.family()) {
            case TEXT, BYTES -> type.isEnumerated()
                    ? type.elements().stream().mapToInt(String::length).max().orElse(1)
                    : type.length();
            case DECIMAL -> type.length() + 2;
            case NULL -> 0;
            default -> Math.max(type.length(), NUMBER_CHARACTERS);
        };
    }

    /** A value of one type in another, which is common to it. */
    public static @Nullable Object convert(@Nullable Object value, SqlType from, SqlType to, Frame frame) {
        if (value == null || from.equals(to) && to.family() != Family.DECIMAL) {
            return value;
        }
        return switch (to.family()) {
            case INTEGER -> value instanceof Long
                    ? value
                    : (Object) Casts.toInteger(value, from, to.unsigned(), frame.warnings());
            case DECIMAL -> Casts.toDecimal(value, from, frame.warnings())
                    .setScale(to.decimals(), RoundingMode.HALF_UP);
            case DOUBLE -> Casts.toDouble(value, from, frame.warnings());
            case TEMPORAL -> to.id() == TypeId.TIME
                    ? Casts.toTime(value, from, frame.warnings())
                    : to.id() == TypeId.DATE
                            ? Casts.toDate(value, from, frame.today(), frame.warnings())
                            : Casts.toDateTime(value, from, frame.today(), frame.warnings());
            case BYTES -> Casts.toBytes(value, from);
            case NULL -> value;
            case TEXT -> to.isEnumerated() ? value : Casts.toText(value, from);
        };
    }

    static Expression convert(Expression value, SqlType to) {
        return value.type().equals(to) && to.family() != Family.DECIMAL
                ? value
                : new Expression(
                        to,
                        value.nullable(),
                        value.isConstant(),
                        frame -> convert(value.eval(frame), value.type(), to, frame));
    }

    /** The order of two values, neither NULL, in a direction. */
    public static int compare(
            Object left, SqlType leftType, Object right, SqlType rightType, boolean descending, Frame frame) {
        Comparing.Mode mode = Comparing.mode(leftType, rightType);
        long today = mode == Comparing.Mode.DATE_TIME ? frame.today() : 0;
        Object first = Comparing.convert(left, leftType, mode, today, frame.warnings());
        Object second = Comparing.convert(right, rightType, mode, today, frame.warnings());
        if (first == null || second == null) {
            return first == second ? 0 : first == null ? -1 : 1;
        }
        String collation = Comparing.collation(leftType, rightType);
        int order = Comparing.compare(first, leftType, second, rightType, mode, collation);
        return descending ? -order : order;
    }
}
