package io.millrace.newsql.expression;

import io.millrace.newsql.type.Casts;
import io.millrace.newsql.type.Comparing;
import io.millrace.newsql.type.Comparing.Mode;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Comparisons: {@code =}, {@code <=>}, IN and BETWEEN, each in the type that MySQL takes for its two sides. */
final class Comparison {

    private static final Long TRUE = 1L;
    private static final Long FALSE = 0L;

    /** What is no date or time comes before all of them. */
    private static final Long NO_DATE = Long.MIN_VALUE;

    private Comparison() {}

    /** Which orders of two values make a comparison true. */
    interface Passes {
        boolean test(int order);
    }

    static Long of(boolean value) {
        return value ? TRUE : FALSE;
    }

    static Passes passes(String operator) {
        return switch (operator) {
            case "=" -> order -> order == 0;
            case "<>" -> order -> order != 0;
            case "<" -> order -> order < 0;
            case "<=" -> order -> order <= 0;
            case ">" -> order -> order > 0;
            case ">=" -> order -> order >= 0;
            default -> throw new IllegalArgumentException("no comparison: " + operator);
        };
    }

    /** @param operator {@code =}, {@code <>}, {@code <}, {@code <=}, {@code >}, {@code >=}, {@code <=>} */
    static Expression compare(Expression first, Expression second, String operator) {
        Expression left = yearOf(first, second);
        Expression right = yearOf(second, first);
        boolean constant = left.isConstant() && right.isConstant();
        if (operator.equals("<=>")) {
            return nullSafeEqual(left, right).constantIf(constant);
        }
        Comparator comparator = new Comparator(left, right, operator);
        Passes passes = passes(operator);
        Evaluator code = new Compared(left, right, comparator, passes);
        return new Expression(SqlType.BOOLEAN, left.nullable() || right.nullable(), constant, code);
    }

    /** NOT of a condition: of a comparison the opposite one. */
    static Expression opposite(Expression condition) {
        return condition.code() instanceof Compared compared
                ? new Expression(condition.type(), condition.nullable(), condition.isConstant(), compared.opposite())
                : Logic.not(condition);
    }

    /** Whether a comparison of a column with itself is true, the same for all rows; null for any other condition. */
    static @Nullable Boolean ofItself(Expression condition) {
        if (condition.code() instanceof Compared compared && isSame(compared.left(), compared.right())) {
            boolean equal = compared.passes().test(0);
            return equal && condition.nullable() ? null : Boolean.valueOf(equal);
        }
        return condition.code() instanceof SafelyCompared compared && isSame(compared.left(), compared.right())
                ? Boolean.TRUE
                : null;
    }

    private static boolean isSame(Expression left, Expression right) {
        return left.isSlot() && left.code().equals(right.code());
    }

    /** A comparison: it is NULL if one of its sides is, whatever they compare as. */
    private record Compared(Expression left, Expression right, Comparator comparator, Passes passes)
            implements NullTest {
        @Override
        public @Nullable Object eval(Frame frame) {
            Object a = left.eval(frame);
            Object b = a == null ? null : right.eval(frame);
            if (a == null || b == null) {
                return null;
            }
            if (comparator.mode == Mode.INTEGER) {
                return of(passes.test(comparator.integers((Long) a, (Long) b)));
            }
            Integer order = comparator.compareShown(a, b, frame);
            return order == null ? null : of(passes.test(order));
        }

        @Override
        public boolean isNull(Frame frame) {
            return left.eval(frame) == null || right.eval(frame) == null;
        }

        private Compared opposite() {
            return new Compared(left, right, comparator, order -> !passes.test(order));
        }
    }

    /** {@code <=>}: NULL equals NULL. */
    private static Expression nullSafeEqual(Expression left, Expression right) {
        Evaluator code = new SafelyCompared(left, right, new Comparator(left, right, "<=>"));
        return new Expression(SqlType.BOOLEAN, false, false, code);
    }

    private record SafelyCompared(Expression left, Expression right, Comparator comparator) implements NullTest {
        @Override
        public Object eval(Frame frame) {
            Object a = left.eval(frame);
            Object b = right.eval(frame);
            if (a == null || b == null) {
                return of(a == b);
            }
            Integer order = comparator.compareShown(a, b, frame);
            return of(order != null && order == 0);
        }

        @Override
        public boolean isNull(Frame frame) {
            return false;
        }
    }

    /** NULLIF: the first operand, but NULL where {@code =} finds the two equal. */
    static Expression nullIf(Expression left, Expression right) {
        Comparator comparator = new Comparator(left, right, "nullif");
        return Expression.of(left.type(), frame -> {
                    Object a = left.eval(frame);
                    Object b = a == null ? null : right.eval(frame);
                    Integer order = a == null || b == null ? null : comparator.compareShown(a, b, frame);
                    return order != null && order == 0 ? null : a;
                })
                .withCoercibility(left.coercibility());
    }

    /** A constant of one or two digits beside a YEAR is one of this or the last century. */
    private static Expression yearOf(Expression operand, Expression other) {
        boolean plain = operand.isConstant()
                && (operand.type().isNumber() || operand.type().isString());
        if (other.type().id() != TypeId.YEAR || operand.type().id() == TypeId.YEAR || !plain) {
            return operand;
        }
        return new Expression(
                SqlType.DOUBLE,
                operand.nullable(),
                true,
                frame -> {
                    Double number = operand.real(frame);
                    boolean isShort = number != null && number >= 1 && number < 100;
                    return number == null || !isShort ? number : (Object) (number + (number < 70 ? 2000 : 1900));
                },
                Collations.NUMERIC);
    }

    static Expression in(Expression left, List<Expression> list, boolean not) {
        List<Expression> items = list.stream().map(item -> yearOf(item, left)).toList();
        List<Comparator> comparators =
                items.stream().map(item -> new Comparator(left, item, "in")).toList();
        boolean alike = comparators.stream().allMatch(each -> each.mode == comparators.get(0).mode);
        ListMembers members = ListMembers.of(items, comparators);
        boolean constant = left.isConstant() && items.stream().allMatch(Expression::isConstant);
        return Expression.of(SqlType.BOOLEAN, frame -> {
                    Object value = left.eval(frame);
                    // Converted once, so that what is cut leaves one warning.
                    Object a =
                            value == null || !alike ? value : comparators.get(0).left(value, frame);
                    if (a == null) {
                        return null;
                    }
                    if (members != null) {
                        Boolean found = members.has(a, frame);
                        return found == null ? null : of(found != not);
                    }
                    for (Comparator each : comparators) {
                        each.readConstant(frame);
                    }
                    boolean unknown = false;
                    for (int i = 0; i < comparators.size(); i++) {
                        Object b = items.get(i).eval(frame);
                        Integer order = b == null
                                ? null
                                : alike
                                        ? comparators.get(i).compareConverted(a, b, frame)
                                        : comparators.get(i).compare(a, b, frame);
                        if (order != null && order == 0) {
                            return of(!not);
                        }
                        unknown |= order == null;
                    }
                    return unknown ? null : of(not);
                })
                .constantIf(constant);
    }

    /** BETWEEN: each operand is computed once, whether or not the first bound decides. */
    static Expression between(Expression value, Expression from, Expression to, boolean not) {
        Mode fromMode = Comparing.mode(value.type(), from.type());
        Mode toMode = Comparing.mode(value.type(), to.type());
        Comparator lower = new Comparator(value, from, inOne(fromMode, toMode), "between");
        Comparator upper = new Comparator(value, to, inOne(toMode, fromMode), "between");
        boolean alike = lower.mode == upper.mode;
        boolean constant = value.isConstant() && from.isConstant() && to.isConstant();
        return Expression.of(SqlType.BOOLEAN, frame -> {
                    Object a = value.eval(frame);
                    if (a == null) {
                        return null;
                    }
                    Object low = from.eval(frame);
                    Object high = to.eval(frame);
                    Object kept = alike ? lower.left(a, frame) : a;
                    Boolean above = bound(lower, alike, kept, low, true, frame);
                    Boolean below = bound(upper, alike, kept, high, false, frame);
                    boolean outside = Boolean.FALSE.equals(above) || Boolean.FALSE.equals(below);
                    return !outside && (above == null || below == null) ? null : of(outside == not);
                })
                .constantIf(constant)
                .oncePerRun();
    }

    /** What a value is compared in with one bound: where one of the bounds takes numbers, all three are numbers of one kind. */
    private static Mode inOne(Mode mode, Mode other) {
        boolean texts = mode == Mode.TEXT && other == Mode.TEXT;
        boolean plain = mode.compareTo(Mode.TEXT) <= 0 && other.compareTo(Mode.TEXT) <= 0;
        Mode wider = mode.compareTo(other) > 0 ? mode : other;
        return texts || !plain ? mode : wider == Mode.TEXT ? Mode.DOUBLE : wider;
    }

    private static @Nullable Boolean bound(
            Comparator comparator,
            boolean isConverted,
            @Nullable Object value,
            @Nullable Object bound,
            boolean isLower,
            Frame frame) {
        if (value == null || bound == null) {
            return null;
        }
        Integer order = isConverted
                ? comparator.compareConverted(value, bound, frame)
                : comparator.compare(value, bound, frame);
        return order == null ? null : Boolean.valueOf(isLower ? order >= 0 : order <= 0);
    }

    /** Orders two values of given expressions. */
    static final class Comparator {
        private final SqlType left;
        private final SqlType right;
        private final Mode mode;
        private final String collation;

        /** Under which a constant side is kept in its frame; null for a side that changes or needs no work. */
        private final @Nullable Object leftKey;

        private final @Nullable Object rightKey;
        private final Expression constantRight;

        /** @param operation for the error of collations that do not go together */
        Comparator(Expression left, Expression right, String operation) {
            this(left, right, Comparing.mode(left.type(), right.type()), operation);
        }

        private Comparator(Expression left, Expression right, Mode mode, String operation) {
            this.left = left.type();
            this.right = right.type();
            this.mode = mode;
            this.collation = mode == Mode.TEXT ? Collations.compared(left, right, operation) : SqlType.BINARY_COLLATION;
            this.leftKey = isKept(left, mode) ? new Object() : null;
            this.rightKey = isKept(right, mode) ? new Object() : null;
            this.constantRight = right;
        }

        /** Whether it compares a right side as another does: then equal values have equal keys. */
        boolean isAlike(Comparator other) {
            return mode == other.mode && collation.equals(other.collation);
        }

        Mode mode() {
            return mode;
        }

        String collation() {
            return collation;
        }

        boolean isLeftUnsigned() {
            return left.unsigned();
        }

        boolean isRightUnsigned() {
            return right.unsigned();
        }

        private static boolean isKept(Expression side, Mode mode) {
            return side.isConstant()
                    && mode != Mode.INTEGER
                    && mode != Mode.TEXT
                    && side.type().isString();
        }

        private int integers(long a, long b) {
            return Comparing.compareIntegers(a, left.unsigned(), b, right.unsigned());
        }

        /** The left value as it is compared; null for what cannot be. */
        private @Nullable Object left(Object value, Frame frame) {
            return leftKey == null ? convert(value, left, frame) : constant(value, left, leftKey, frame);
        }

        private @Nullable Object right(Object value, Frame frame) {
            return rightKey == null ? convert(value, right, frame) : constant(value, right, rightKey, frame);
        }

        private @Nullable Object convert(Object value, SqlType type, Frame frame) {
            long today = mode == Mode.DATE_TIME ? frame.today() : 0;
            Object converted = Comparing.convert(value, type, mode, today, frame.warnings());
            return converted == null && (mode == Mode.DATE_TIME || mode == Mode.TIME) ? NO_DATE : converted;
        }

        /** Converted for the first row: a text is read once, and warned of once. */
        private @Nullable Object constant(Object value, SqlType type, Object key, Frame frame) {
            Optional<Object> known = frame.converted(key);
            if (known != null) {
                return known.orElse(null);
            }
            Object converted = convert(value, type, frame);
            frame.keepConverted(key, converted);
            return converted;
        }

        /** Reads the right side if it is a text that is kept: all of a list are read, found or not. */
        private void readConstant(Frame frame) {
            if (rightKey != null && frame.converted(rightKey) == null) {
                Object value = constantRight.eval(frame);
                if (value != null) {
                    right(value, frame);
                }
            }
        }

        /** The right value as it is compared; null for what cannot be. */
        @Nullable
        Object rightConverted(Object value, Frame frame) {
            return mode == Mode.INTEGER ? value : right(value, frame);
        }

        private @Nullable Integer compareConverted(Object a, Object b, Frame frame) {
            Object second = mode == Mode.INTEGER ? b : right(b, frame);
            return second == null ? null : Integer.valueOf(Comparing.compare(a, left, second, right, mode, collation));
        }

        /** Null if one of them cannot be compared with the other. */
        @Nullable
        Integer compare(Object a, Object b, Frame frame) {
            Object first = mode == Mode.INTEGER ? a : left(a, frame);
            return first == null ? null : compareConverted(first, b, frame);
        }

        /** As {@link #compare}; a quotient counts with the digits that it shows. */
        private @Nullable Integer compareShown(Object a, Object b, Frame frame) {
            return mode == Mode.DECIMAL ? compare(shown(a, left), shown(b, right), frame) : compare(a, b, frame);
        }

        private static Object shown(Object value, SqlType type) {
            return value instanceof BigDecimal decimal ? Casts.shown(decimal, type) : value;
        }
    }
}
