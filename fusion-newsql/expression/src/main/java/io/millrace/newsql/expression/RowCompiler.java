package io.millrace.newsql.expression;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLAllExpr;
import com.alibaba.druid.sql.ast.expr.SQLAnyExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOperator;
import com.alibaba.druid.sql.ast.expr.SQLInListExpr;
import com.alibaba.druid.sql.ast.expr.SQLInSubQueryExpr;
import com.alibaba.druid.sql.ast.expr.SQLListExpr;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import com.alibaba.druid.sql.ast.expr.SQLQueryExpr;
import com.alibaba.druid.sql.ast.expr.SQLSomeExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Comparisons: of values, of rows {@code (1, 2) < (3, 4)}, and with queries. */
final class RowCompiler {

    private final ExpressionCompiler compiler;
    private final QueryParts parts;

    RowCompiler(ExpressionCompiler compiler, QueryParts parts) {
        this.compiler = compiler;
        this.parts = parts;
    }

    /** The items of a row of several; null for a single value. */
    static @Nullable List<SQLExpr> items(SQLExpr expr) {
        if (expr instanceof SQLListExpr list && list.getItems().size() > 1) {
            return list.getItems();
        }
        boolean row = expr instanceof SQLMethodInvokeExpr call
                && call.getOwner() == null
                && call.getMethodName().equalsIgnoreCase("ROW");
        return row ? ((SQLMethodInvokeExpr) expr).getArguments() : null;
    }

    /** How a comparison is written; null for an operator that compares nothing. */
    static @Nullable String symbol(SQLBinaryOperator operator) {
        return switch (operator) {
            case Equality -> "=";
            case NotEqual, LessThanOrGreater -> "<>";
            case LessThan, NotGreaterThan -> "<";
            case LessThanOrEqual -> "<=";
            case GreaterThan -> ">";
            case GreaterThanOrEqual, NotLessThan -> ">=";
            case LessThanOrEqualOrGreaterThan -> "<=>";
            default -> null;
        };
    }

    Expression compare(SQLExpr left, SQLExpr right, String operator) {
        SQLSelect query = quantified(right);
        if (query != null) {
            return quantified(left, operator, right instanceof SQLAllExpr, query);
        }
        List<SQLExpr> first = items(left);
        List<SQLExpr> second = items(right);
        if (first != null && right instanceof SQLQueryExpr rows) {
            return parts.row(compiler.compileAll(first), operator, rows.getSubQuery());
        }
        if (second != null && left instanceof SQLQueryExpr rows) {
            return parts.row(compiler.compileAll(second), mirrored(operator), rows.getSubQuery());
        }
        if (first == null && second == null) {
            return Comparison.compare(compiler.compileOne(left), compiler.compileOne(right), operator);
        }
        if (first == null || second == null || first.size() != second.size()) {
            throw SqlErrors.operands(first == null ? 1 : first.size());
        }
        return rows(first, second, operator);
    }

    private Expression rows(List<SQLExpr> left, List<SQLExpr> right, String operator) {
        List<Expression> equal = new ArrayList<>();
        if (operator.equals("=") || operator.equals("<>") || operator.equals("<=>")) {
            String each = operator.equals("<=>") ? "<=>" : "=";
            for (int i = 0; i < left.size(); i++) {
                equal.add(compare(left.get(i), right.get(i), each));
            }
            Expression all = Junction.and(equal);
            return operator.equals("<>") ? Logic.not(all) : all;
        }
        return inOrder(compiler.compileAll(left), compiler.compileAll(right), operator);
    }

    /** The first two that differ decide; a NULL before them leaves it open. */
    private static Expression inOrder(List<Expression> left, List<Expression> right, String operator) {
        List<Comparison.Comparator> comparators = new ArrayList<>();
        for (int i = 0; i < left.size(); i++) {
            comparators.add(new Comparison.Comparator(left.get(i), right.get(i), operator));
        }
        Comparison.Passes passes = Comparison.passes(operator);
        return Expression.of(SqlType.BOOLEAN, frame -> {
            for (int i = 0; i < comparators.size(); i++) {
                Object a = left.get(i).eval(frame);
                Object b = a == null ? null : right.get(i).eval(frame);
                Integer order =
                        a == null || b == null ? null : comparators.get(i).compare(a, b, frame);
                if (order == null) {
                    return null;
                }
                if (order != 0) {
                    return Comparison.of(passes.test(order));
                }
            }
            return Comparison.of(passes.test(0));
        });
    }

    private static String mirrored(String operator) {
        return switch (operator) {
            case "<" -> ">";
            case "<=" -> ">=";
            case ">" -> "<";
            case ">=" -> "<=";
            default -> operator;
        };
    }

    // ---- queries ----

    /** Whether it stands for the rows of a query, each of which is compared: ANY, SOME, ALL. */
    static boolean isQuantified(SQLExpr expr) {
        return quantified(expr) != null;
    }

    private static @Nullable SQLSelect quantified(SQLExpr expr) {
        if (expr instanceof SQLAnyExpr any) {
            return any.getSubQuery();
        }
        if (expr instanceof SQLSomeExpr some) {
            return some.getSubQuery();
        }
        return expr instanceof SQLAllExpr all ? all.getSubQuery() : null;
    }

    private Expression quantified(SQLExpr left, String operator, boolean all, SQLSelect query) {
        List<SQLExpr> row = items(left);
        if (row == null) {
            QueryParts.Quantifier quantifier = all ? QueryParts.Quantifier.ALL : QueryParts.Quantifier.ANY;
            return parts.quantified(compiler.compileOne(left), operator, quantifier, query);
        }
        boolean in = operator.equals("=") && !all;
        if (!in && !(operator.equals("<>") && all)) {
            throw SqlErrors.operands(1);
        }
        return parts.in(compiler.compileAll(row), query, !in);
    }

    Expression in(SQLInSubQueryExpr in) {
        List<SQLExpr> row = items(in.getExpr());
        List<Expression> left = row == null ? List.of(compiler.compileOne(in.getExpr())) : compiler.compileAll(row);
        return parts.in(left, in.getSubQuery(), in.isNot());
    }

    Expression in(SQLInListExpr in) {
        if (in.getTargetList().isEmpty()) {
            throw SqlErrors.syntax(")", 1);
        }
        List<SQLExpr> row = items(in.getExpr());
        if (row == null && in.getTargetList().stream().allMatch(item -> items(item) == null)) {
            return Comparison.in(
                    compiler.compileOne(in.getExpr()), compiler.compileAll(in.getTargetList()), in.isNot());
        }
        List<Expression> alternatives = new ArrayList<>();
        for (SQLExpr item : in.getTargetList()) {
            alternatives.add(compare(in.getExpr(), item, "="));
        }
        Expression any = Junction.or(alternatives);
        return in.isNot() ? Logic.not(any) : any;
    }
}
