package io.millrace.newsql.expression;

import io.millrace.newsql.type.Casts;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId;
import io.millrace.newsql.type.TypeId.Family;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Three-valued logic, and the expressions that choose between values. */
public final class Logic {

    private Logic() {}

    static Expression xor(Expression left, Expression right) {
        return Expression.of(SqlType.BOOLEAN, frame -> {
            Boolean a = left.truth(frame);
            Boolean b = a == null ? null : right.truth(frame);
            return a == null || b == null ? null : Comparison.of(!a.equals(b));
        });
    }

    static Expression not(Expression operand) {
        return Expression.of(SqlType.BOOLEAN, new Not(operand)).constantIf(operand.isConstant());
    }

    /** NOT of a condition. */
    record Not(Expression operand) implements Evaluator {
        @Override
        public @Nullable Object eval(Frame frame) {
            Boolean truth = operand.truth(frame);
            return truth == null ? null : Comparison.of(!truth);
        }
    }

    static Expression isNull(Expression operand, boolean not) {
        // What never is NULL is not computed, but for a column: its table may have no row.
        if (!not && !operand.nullable() && !operand.isSlot()) {
            return Expression.constant(SqlType.BOOLEAN, Comparison.of(false));
        }
        return new Expression(
                SqlType.BOOLEAN, false, false, frame -> Comparison.of(NullTest.of(operand, frame) != not));
    }

    /** IS TRUE and IS FALSE. */
    static Expression isTruth(Expression operand, boolean wanted, boolean not) {
        return new Expression(SqlType.BOOLEAN, false, false, frame -> {
            Boolean truth = operand.truth(frame);
            return Comparison.of((truth != null && truth == wanted) != not);
        });
    }

    static Expression iff(Expression condition, Expression yes, Expression no) {
        SqlType type = result(List.of(yes, no));
        if (common(List.of(yes, no)).id() == TypeId.NULL) {
            return Expression.of(type, frame -> {
                        condition.isTrue(frame);
                        return null;
                    })
                    .withCoercibility(Collations.IGNORABLE);
        }
        boolean nullable = yes.nullable() || no.nullable();
        return new Expression(type, nullable, false, frame -> convert(condition.isTrue(frame) ? yes : no, type, frame));
    }

    static Expression caseWhen(List<Expression> conditions, List<Expression> results, Expression otherwise) {
        List<Expression> all = new java.util.ArrayList<>(results);
        all.add(otherwise);
        SqlType type = common(all).id() == TypeId.NULL ? SqlType.NULL : result(all);
        return Expression.of(type, frame -> {
                    for (int i = 0; i < conditions.size(); i++) {
                        if (Boolean.TRUE.equals(conditions.get(i).truth(frame))) {
                            return convert(results.get(i), type, frame);
                        }
                    }
                    return convert(otherwise, type, frame);
                })
                .withCoercibility(weight(type, all));
    }

    /** How much the collation of a choice weighs: as that of what there is to choose from. */
    private static int weight(SqlType type, List<Expression> operands) {
        return type.isString() ? Collations.coercibility(operands) : Collations.coercibility(type);
    }

    static Expression coalesce(List<Expression> operands) {
        SqlType type = common(operands).id() == TypeId.NULL ? SqlType.NULL : result(operands);
        boolean nullable = operands.stream().allMatch(Expression::nullable);
        return new Expression(type, nullable, false, frame -> {
                    for (Expression operand : operands) {
                        Object value = convert(operand, type, frame);
                        if (value != null) {
                            return value;
                        }
                    }
                    return null;
                })
                .withCoercibility(weight(type, operands));
    }

    // ---- one type for several values ----

    /** The type of a choice: text if there is nothing but NULL to choose from, and of the operands' collation. */
    private static SqlType result(List<Expression> operands) {
        SqlType type = common(operands);
        if (type.id() == TypeId.NULL) {
            return SqlType.bytes(0);
        }
        return type.family() == Family.TEXT && type.id() != TypeId.JSON && !type.isEnumerated()
                ? type.withCollation(Collations.joined(operands, "case"))
                : type;
    }

    /** The type that can hold the values of all. */
    static SqlType common(List<Expression> operands) {
        SqlType type = SqlType.NULL;
        for (Expression operand : operands) {
            type = common(type, isOfNull(operand) ? SqlType.NULL : operand.type());
        }
        return type;
    }

    /** Whether it is bytes only because it was made of NULL. */
    static boolean isOfNull(Expression operand) {
        return operand.type().family() == Family.BYTES && operand.coercibility() == Collations.IGNORABLE;
    }

    static SqlType common(SqlType left, SqlType right) {
        if (left.id() == TypeId.NULL || right.id() == TypeId.NULL) {
            SqlType only = left.id() == TypeId.NULL ? right : left;
            return only.family() == Family.DOUBLE && only.unsigned() ? SqlType.real(only.decimals()) : only;
        }
        if (left.equals(right)) {
            return left;
        }
        if (left.isNumber() && right.isNumber()) {
            return commonNumber(left, right);
        }
        if (left.isTemporal() && right.isTemporal()) {
            return left.id() == right.id() && left.decimals() >= right.decimals() ? left : commonTemporal(left, right);
        }
        if (left.id() == TypeId.JSON && right.id() == TypeId.JSON) {
            return left;
        }
        boolean bytes = left.family() == Family.BYTES || right.family() == Family.BYTES;
        long length = Math.max(textLength(left), textLength(right));
        String collation =
                left.isString() ? left.collation() : right.isString() ? right.collation() : SqlType.DEFAULT_COLLATION;
        return bytes ? SqlType.bytes(length) : SqlType.text(length, collation);
    }

    private static SqlType commonTemporal(SqlType left, SqlType right) {
        int fraction = Math.max(left.decimals(), right.decimals());
        return left.id() == right.id() && left.id() == TypeId.TIME
                ? SqlType.time(fraction)
                : SqlType.dateTime(fraction);
    }

    private static SqlType commonNumber(SqlType left, SqlType right) {
        if (left.family() == Family.DOUBLE || right.family() == Family.DOUBLE) {
            return SqlType.real(Math.max(Arithmetic.realDecimals(left), Arithmetic.realDecimals(right)));
        }
        if (left.isInteger() && right.isInteger()) {
            if (left.unsigned() == right.unsigned()) {
                return left.unsigned()
                        ? SqlType.UNSIGNED
                        : left.digits() > 10 || right.digits() > 10 ? SqlType.BIGINT : SqlType.INT;
            }
            return left.digits() < 19 && right.digits() < 19 ? SqlType.BIGINT : SqlType.decimal(20, 0);
        }
        int scale = Math.max(Arithmetic.scale(left), Arithmetic.scale(right));
        int whole = Math.max(left.digits() - Arithmetic.scale(left), right.digits() - Arithmetic.scale(right));
        SqlType exact = SqlType.decimal(whole + scale, scale);
        return left.unsigned() && right.unsigned() ? exact.asUnsigned() : exact;
    }

    static long textLength(SqlType type) {
        return switch (type.family()) {
            case TEXT, BYTES -> type.length();
            case DECIMAL -> type.length() + 2;
            default -> Math.max(type.length(), 20);
        };
    }

    /** An operand's value in the common type. */
    static @Nullable Object convert(Expression operand, SqlType type, Frame frame) {
        Object value = operand.eval(frame);
        if (value == null || operand.type().equals(type)) {
            return value;
        }
        return switch (type.family()) {
            case INTEGER -> value instanceof Long
                    ? value
                    : (Object) Casts.toInteger(value, operand.type(), type.unsigned(), frame.warnings());
            case DECIMAL -> Casts.toDecimal(value, operand.type(), frame.warnings());
            case DOUBLE -> Casts.toDouble(value, operand.type(), frame.warnings());
            case TEMPORAL -> type.id() == TypeId.TIME
                    ? Casts.toTime(value, operand.type(), frame.warnings())
                    : type.id() == TypeId.DATE
                            ? Casts.toDate(value, operand.type(), frame.today(), frame.warnings())
                            : Casts.toDateTime(value, operand.type(), frame.today(), frame.warnings());
            case BYTES -> Casts.toBytes(value, operand.type());
            case NULL -> null;
            default -> Casts.toText(value, operand.type());
        };
    }
}
