package io.millrace.newsql.expression;

import io.millrace.newsql.type.SqlType;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Several conditions joined by AND or by OR. Its value is asked of as many as decide it; where only TRUE counts, a NULL ends an AND.
 *
 * @param decisive the truth of one operand that decides: FALSE for AND, TRUE for OR
 */
record Junction(List<Expression> operands, boolean decisive) implements Truth {

    static Expression and(List<Expression> operands) {
        return Expression.of(SqlType.BOOLEAN, new Junction(operands, false));
    }

    static Expression or(List<Expression> operands) {
        return Expression.of(SqlType.BOOLEAN, new Junction(operands, true));
    }

    /** A condition of rows: what is the same for all of them is asked first, and may spare the rest. NOT is asked of each part. */
    static Expression ofRows(Expression condition) {
        if (condition.code() instanceof Logic.Not not && not.operand().code() instanceof Junction junction) {
            return junction.opposite().ofRows();
        }
        if (condition.code() instanceof Junction junction) {
            return junction.ofRows();
        }
        Boolean known = Comparison.ofItself(condition);
        return known == null ? condition : Expression.constant(SqlType.BOOLEAN, Comparison.of(known));
    }

    private Expression ofRows() {
        List<Expression> parts = operands.stream()
                .map(Junction::ofRows)
                .sorted(Comparator.comparing(operand -> !operand.isConstant()))
                .toList();
        boolean constant = parts.stream().allMatch(Expression::isConstant);
        return Expression.of(SqlType.BOOLEAN, new Junction(parts, decisive)).constantIf(constant);
    }

    private Junction opposite() {
        return new Junction(operands.stream().map(Comparison::opposite).toList(), !decisive);
    }

    @Override
    public @Nullable Object eval(Frame frame) {
        boolean unknown = false;
        for (Expression operand : operands) {
            Boolean truth = operand.truth(frame);
            if (truth != null && truth == decisive) {
                return Comparison.of(decisive);
            }
            unknown |= truth == null;
        }
        return unknown ? null : Comparison.of(!decisive);
    }

    @Override
    public boolean isTrue(Frame frame) {
        for (Expression operand : operands) {
            if (operand.isTrue(frame) == decisive) {
                return decisive;
            }
        }
        return !decisive;
    }
}
