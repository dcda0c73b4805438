package io.millrace.newsql.expression;

import io.millrace.newsql.type.Casts;
import io.millrace.newsql.type.SqlType;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An expression with its type, compiled once a plan. <b>Threads.</b> Safe: what changes is in the {@link Frame}.
 *
 * @param nullable whether it can be NULL
 * @param isConstant whether it is the same for every row of a statement
 * @param coercibility how much its collation weighs against another's, as {@code COERCIBILITY()} counts: one of {@link Collations}' constants
 */
public record Expression(SqlType type, boolean nullable, boolean isConstant, Evaluator code, int coercibility) {

    /** A value that was there when the plan was made. */
    private record Constant(@Nullable Object value) implements Evaluator {
        @Override
        public @Nullable Object eval(Frame frame) {
            return value;
        }
    }

    /** A value of the row. */
    private record Slot(int index) implements Evaluator {
        @Override
        public @Nullable Object eval(Frame frame) {
            return frame.slot(index);
        }
    }

    /** Of a column's collation if it is text. */
    public Expression(SqlType type, boolean nullable, boolean isConstant, Evaluator code) {
        this(type, nullable, isConstant, code, Collations.coercibility(type));
    }

    public static Expression of(SqlType type, Evaluator code) {
        return new Expression(type, true, false, code);
    }

    public static Expression constant(SqlType type, @Nullable Object value) {
        int coercibility = type.isString() ? Collations.COERCIBLE : Collations.coercibility(type);
        return new Expression(type, value == null, true, new Constant(value), coercibility);
    }

    /** A slot of the row. */
    public static Expression slot(SqlType type, boolean nullable, int slot) {
        return new Expression(type, nullable, false, new Slot(slot));
    }

    public @Nullable Object eval(Frame frame) {
        return code.eval(frame);
    }

    /** Its value where it was put into a slot of the row. */
    public Expression inSlot(int slot) {
        return new Expression(type, nullable, false, new Slot(slot), coercibility);
    }

    Expression withType(SqlType other) {
        return new Expression(other, nullable, isConstant, code, coercibility);
    }

    /** NULL only if one of the operands may be. */
    Expression nullableAs(List<Expression> operands) {
        boolean any = operands.stream().anyMatch(Expression::nullable);
        return any == nullable ? this : new Expression(type, any, isConstant, code, coercibility);
    }

    Expression withCoercibility(int other) {
        return new Expression(type, nullable, isConstant, code, other);
    }

    /** The same for every row if what it is made of is. */
    Expression constantIf(boolean constant) {
        return constant == isConstant ? this : new Expression(type, nullable, constant, code, coercibility);
    }

    /** Computed, and warned of, for the first row only if it is the same for all. */
    Expression oncePerRun() {
        if (!isConstant || isKnown()) {
            return this;
        }
        return new Expression(type, nullable, true, new Once(code), coercibility);
    }

    /** What computes the value, each time that it is asked. */
    Evaluator codeOfEach() {
        return code instanceof Once once ? once.code : code;
    }

    /** Its own identity is the key of what it has computed in a run. */
    private static final class Once implements Evaluator {

        private final Evaluator code;

        Once(Evaluator code) {
            this.code = code;
        }

        @Override
        public @Nullable Object eval(Frame frame) {
            Optional<Object> known = frame.converted(this);
            if (known != null) {
                return known.orElse(null);
            }
            Object value = code.eval(frame);
            frame.keepConverted(this, value);
            return value;
        }
    }

    /** Whether its value was there when the plan was made; a parameter's is not. */
    boolean isKnown() {
        return code instanceof Constant;
    }

    /** Whether it is a value that lies in the row: nothing is computed for it. */
    public boolean isSlot() {
        return code instanceof Slot;
    }

    /** The value of one that {@link #isKnown}. */
    @Nullable
    Object known() {
        return ((Constant) code).value();
    }

    // ---- as values of one kind; null is NULL ----

    /** MySQL's truth: NULL is neither. */
    public @Nullable Boolean truth(Frame frame) {
        Object value = eval(frame);
        return value == null ? null : Boolean.valueOf(Casts.isTrue(value, type, frame.warnings()));
    }

    /** As a condition of rows, of which only those pass that it is true for: it may be asked for less than its value. */
    public Expression ofRows() {
        return Junction.ofRows(this);
    }

    /** Whether a row passes. */
    public boolean isTrue(Frame frame) {
        if (code instanceof Truth condition) {
            return condition.isTrue(frame);
        }
        Object value = eval(frame);
        return value != null && Casts.isTrue(value, type, frame.warnings());
    }

    @Nullable
    String text(Frame frame) {
        Object value = eval(frame);
        return value == null ? null : Casts.toText(value, type);
    }

    byte @Nullable [] bytes(Frame frame) {
        Object value = eval(frame);
        return value == null ? null : Casts.toBytes(value, type);
    }

    @Nullable
    Long integer(Frame frame) {
        Object value = eval(frame);
        return value == null ? null : Long.valueOf(Casts.toInteger(value, type, false, frame.warnings()));
    }

    @Nullable
    Double real(Frame frame) {
        Object value = eval(frame);
        return value == null ? null : Double.valueOf(Casts.toDouble(value, type, frame.warnings()));
    }

    @Nullable
    BigDecimal decimal(Frame frame) {
        Object value = eval(frame);
        return value == null ? null : Casts.toDecimal(value, type, frame.warnings());
    }

    @Nullable
    Long dateTime(Frame frame) {
        Object value = eval(frame);
        return value == null ? null : Casts.toDateTime(value, type, frame.today(), frame.warnings());
    }
}
