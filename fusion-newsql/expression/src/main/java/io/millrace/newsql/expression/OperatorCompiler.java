package io.millrace.newsql.expression;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLBetweenExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOpExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOperator;
import com.alibaba.druid.sql.ast.expr.SQLBooleanExpr;
import com.alibaba.druid.sql.ast.expr.SQLCaseExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLIntervalExpr;
import com.alibaba.druid.sql.ast.expr.SQLNotExpr;
import com.alibaba.druid.sql.ast.expr.SQLNullExpr;
import com.alibaba.druid.sql.ast.expr.SQLUnaryExpr;
import com.alibaba.druid.sql.ast.expr.SQLUnaryOperator;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Compiles operators. */
final class OperatorCompiler {

    private final ExpressionCompiler compiler;
    private final RowCompiler rows;

    OperatorCompiler(ExpressionCompiler compiler, RowCompiler rows) {
        this.compiler = compiler;
        this.rows = rows;
    }

    Expression binary(SQLBinaryOpExpr expr) {
        SQLExpr first = expr.getLeft();
        SQLExpr second = expr.getRight();
        SQLBinaryOperator operator = expr.getOperator();
        String comparison = RowCompiler.symbol(operator);
        if (comparison != null) {
            return rows.compare(first, second, comparison).oncePerRun();
        }
        switch (operator) {
            case Is, IsNot:
                return is(expr, operator == SQLBinaryOperator.IsNot);
            case COLLATE:
                String name = ExpressionCompiler.unquote(second.toString()).replaceAll("['\"]", "");
                return Collations.explicit(compiler.compileOne(first), name.toLowerCase(Locale.ROOT));
            case Assignment:
                return compiler.assignment(first, compiler.compileOne(second));
            case Add, Subtract:
                if (second instanceof SQLIntervalExpr interval) {
                    int sign = operator == SQLBinaryOperator.Add ? 1 : -1;
                    return compiler.interval(compiler.compileOne(first), interval, sign);
                }
                if (first instanceof SQLIntervalExpr interval && operator == SQLBinaryOperator.Add) {
                    return compiler.interval(compiler.compileOne(second), interval, 1);
                }
                break;
            case Escape, Like, NotLike:
                return like(expr);
            default:
        }
        Expression left = compiler.compileOne(first);
        Expression right = compiler.compileOne(second);
        return operator(operator, left, right, expr)
                .constantIf(left.isConstant() && right.isConstant())
                .oncePerRun();
    }

    private Expression like(SQLBinaryOpExpr expr) {
        LikeParts parts = LikeParts.of(expr);
        if (parts == null) {
            throw SqlErrors.syntax(expr.toString(), 1);
        }
        SQLExpr escape = parts.escape();
        return Patterns.like(
                compiler.compileOne(parts.text()),
                compiler.compileOne(parts.pattern()),
                escape == null ? Patterns.BACKSLASH : compiler.compileOne(escape),
                parts.not());
    }

    private Expression operator(SQLBinaryOperator operator, Expression left, Expression right, SQLBinaryOpExpr expr) {
        return switch (operator) {
            case Add -> Arithmetic.add(left, right, source(expr));
            case Subtract -> Arithmetic.subtract(left, right, source(expr));
            case Multiply -> Arithmetic.multiply(left, right, source(expr));
            case Divide -> Arithmetic.divide(left, right, compiler.divisionDigits(), source(expr));
            case DIV -> Arithmetic.integerDivide(left, right, source(expr));
            case Modulus, Mod -> Arithmetic.modulo(left, right);
            case BitwiseAnd -> BitOperators.both(left, right, (a, b) -> a & b);
            case BitwiseOr -> BitOperators.both(left, right, (a, b) -> a | b);
            case BitwiseXor -> BitOperators.both(left, right, (a, b) -> a ^ b);
            case LeftShift -> BitOperators.shift(left, right, (a, b) -> b < 0 || b >= Long.SIZE ? 0 : a << b);
            case RightShift -> BitOperators.shift(left, right, (a, b) -> b < 0 || b >= Long.SIZE ? 0 : a >>> b);
            case BooleanAnd -> Junction.and(List.of(left, right));
            case BooleanOr -> Junction.or(List.of(left, right));
            case BooleanXor -> Logic.xor(left, right);
            case RegExp, RLike -> Patterns.regexp(left, right, false);
            case NotRegExp, NotRLike -> Patterns.regexp(left, right, true);
            case Concat -> compiler.call("concat", List.of(left, right));
            case SubGt -> compiler.call("json_extract", List.of(left, right));
            case SubGtGt -> compiler.call("json_unquote", List.of(compiler.call("json_extract", List.of(left, right))));
            case SoudsLike -> Comparison.compare(
                    compiler.call("soundex", List.of(left)), compiler.call("soundex", List.of(right)), "=");
            default -> throw SqlErrors.unsupported("operator " + operator.getName());
        };
    }

    /** As error 1690 prints it. */
    private static String source(SQLBinaryOpExpr expr) {
        return "(" + expr.getLeft() + " " + expr.getOperator().getName() + " " + expr.getRight() + ")";
    }

    private Expression is(SQLBinaryOpExpr expr, boolean not) {
        SQLExpr right = expr.getRight();
        Expression operand = compiler.compileOne(expr.getLeft());
        Expression result;
        if (right instanceof SQLNullExpr
                || right instanceof SQLIdentifierExpr name && name.getName().equalsIgnoreCase("UNKNOWN")) {
            result = Logic.isNull(operand, not);
        } else if (right instanceof SQLBooleanExpr bool) {
            result = Logic.isTruth(operand, bool.getBooleanValue(), not);
        } else if (right instanceof SQLNotExpr inner && inner.getExpr() instanceof SQLNullExpr) {
            result = Logic.isNull(operand, !not);
        } else {
            throw SqlErrors.syntax(right.toString(), 1);
        }
        return result.isKnown() ? result : result.constantIf(operand.isConstant());
    }

    /** NOT of a comparison is the opposite comparison: its NULL is that of its sides. */
    Expression not(SQLExpr operand) {
        String comparison = operand instanceof SQLBinaryOpExpr binary ? RowCompiler.symbol(binary.getOperator()) : null;
        String opposite = comparison == null ? null : opposite(comparison);
        if (opposite == null
                || !(operand instanceof SQLBinaryOpExpr binary)
                || RowCompiler.isQuantified(binary.getRight())) {
            return Logic.not(compiler.compileOne(operand));
        }
        return rows.compare(binary.getLeft(), binary.getRight(), opposite).oncePerRun();
    }

    private static @Nullable String opposite(String comparison) {
        return switch (comparison) {
            case "=" -> "<>";
            case "<>" -> "=";
            case "<" -> ">=";
            case "<=" -> ">";
            case ">" -> "<=";
            case ">=" -> "<";
            default -> null;
        };
    }

    Expression unary(SQLUnaryExpr unary) {
        if (unary.getOperator() == SQLUnaryOperator.Not || unary.getOperator() == SQLUnaryOperator.NOT) {
            return not(unary.getExpr());
        }
        if (unary.getOperator() == SQLUnaryOperator.Negative) {
            Literal negative = Literals.negative(unary);
            if (negative != null) {
                return compiler.constant(negative);
            }
        }
        Expression operand = compiler.compileOne(unary.getExpr());
        Expression result =
                switch (unary.getOperator()) {
                    case Negative -> Arithmetic.negate(operand, unary.getExpr().toString());
                    case Plus -> operand;
                    case Compl -> BitOperators.invert(operand);
                    case BINARY -> CastExpressions.cast(operand, SqlType.bytes(Logic.textLength(operand.type())));
                    default -> throw SqlErrors.unsupported("operator " + unary.getOperator().name);
                };
        return result.constantIf(operand.isConstant());
    }

    Expression between(SQLBetweenExpr between) {
        Expression value = compiler.compileOne(between.getTestExpr());
        return Comparison.between(
                value,
                compiler.compileOne(between.getBeginExpr()),
                compiler.compileOne(between.getEndExpr()),
                between.isNot());
    }

    Expression caseOf(SQLCaseExpr chosen) {
        Expression value = chosen.getValueExpr() == null ? null : compiler.compileOne(chosen.getValueExpr());
        List<Expression> conditions = new ArrayList<>();
        List<Expression> results = new ArrayList<>();
        for (SQLCaseExpr.Item item : chosen.getItems()) {
            Expression condition = compiler.compileOne(item.getConditionExpr());
            conditions.add(value == null ? condition : Comparison.compare(value, condition, "="));
            results.add(compiler.compileOne(item.getValueExpr()));
        }
        Expression otherwise = chosen.getElseExpr() == null
                ? Expression.constant(SqlType.NULL, null)
                : compiler.compileOne(chosen.getElseExpr());
        return Logic.caseWhen(conditions, results, otherwise);
    }
}
