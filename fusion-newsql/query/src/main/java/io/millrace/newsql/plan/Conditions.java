package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLBetweenExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOpExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOperator;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLInListExpr;
import com.alibaba.druid.sql.ast.expr.SQLListExpr;
import com.alibaba.druid.sql.ast.expr.SQLNullExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.plan.Condition.Kind;
import io.millrace.newsql.type.Comparing;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the conditions that an index can serve. */
final class Conditions {

    private final FromScope scope;
    private final ExpressionCompiler compiler;
    private final List<Condition> found = new ArrayList<>();

    Conditions(FromScope scope, ExpressionCompiler compiler) {
        this.scope = scope;
        this.compiler = compiler;
    }

    List<Condition> found() {
        return found;
    }

    void collect(SQLExpr condition) {
        if (condition instanceof SQLBinaryOpExpr binary) {
            collectBinary(binary);
        } else if (condition instanceof SQLBetweenExpr between && !between.isNot()) {
            add(between.getTestExpr(), Kind.GREATER_OR_EQUAL, List.of(between.getBeginExpr()));
            add(between.getTestExpr(), Kind.LESS_OR_EQUAL, List.of(between.getEndExpr()));
        } else if (condition instanceof SQLInListExpr in && !in.isNot() && !(in.getExpr() instanceof SQLListExpr)) {
            add(in.getExpr(), Kind.IN, in.getTargetList());
        }
    }

    private void collectBinary(SQLBinaryOpExpr binary) {
        SQLExpr left = binary.getLeft();
        SQLExpr right = binary.getRight();
        if (left instanceof SQLListExpr lefts
                && right instanceof SQLListExpr rights
                && binary.getOperator() == SQLBinaryOperator.Equality) {
            for (int i = 0;
                    i < Math.min(lefts.getItems().size(), rights.getItems().size());
                    i++) {
                addBothWays(lefts.getItems().get(i), rights.getItems().get(i), Kind.EQUAL, Kind.EQUAL);
            }
            return;
        }
        switch (binary.getOperator()) {
            case Equality, LessThanOrEqualOrGreaterThan -> addBothWays(left, right, Kind.EQUAL, Kind.EQUAL);
            case LessThan -> addBothWays(left, right, Kind.LESS, Kind.GREATER);
            case LessThanOrEqual -> addBothWays(left, right, Kind.LESS_OR_EQUAL, Kind.GREATER_OR_EQUAL);
            case GreaterThan -> addBothWays(left, right, Kind.GREATER, Kind.LESS);
            case GreaterThanOrEqual -> addBothWays(left, right, Kind.GREATER_OR_EQUAL, Kind.LESS_OR_EQUAL);
            case Is -> {
                if (right instanceof SQLNullExpr) {
                    add(left, Kind.EQUAL, List.of(right));
                }
            }
            default -> {}
        }
    }

    private void addBothWays(SQLExpr left, SQLExpr right, Kind kind, Kind turned) {
        add(left, kind, List.of(right));
        add(right, turned, List.of(left));
    }

    private void add(SQLExpr side, Kind kind, List<SQLExpr> sources) {
        FromScope.Found column = columnOf(side);
        if (column == null) {
            return;
        }
        scope.startTracking();
        List<Expression> values = new ArrayList<>(sources.size());
        for (SQLExpr source : sources) {
            values.add(compiler.compile(source, "where clause"));
        }
        BitSet tables = scope.touched();
        SqlType type = column.column().type();
        int table = scope.entries.indexOf(column.entry());
        boolean ranged = kind != Kind.EQUAL && kind != Kind.IN;
        if (!tables.get(table) && values.stream().allMatch(value -> canSeek(type, value.type(), ranged))) {
            found.add(new Condition(table, column.ordinal(), kind, values, tables));
        }
    }

    private FromScope.@Nullable Found columnOf(SQLExpr expr) {
        if (expr instanceof SQLIdentifierExpr name) {
            return scope.find(null, null, ExpressionCompiler.unquote(name.getName()), "where clause");
        }
        if (expr instanceof SQLPropertyExpr name && name.getOwner() instanceof SQLIdentifierExpr table) {
            return scope.find(
                    null,
                    ExpressionCompiler.unquote(table.getName()),
                    ExpressionCompiler.unquote(name.getName()),
                    "where clause");
        }
        return null;
    }

    /** Whether the order of the column's keys is that of the comparison. */
    private static boolean canSeek(SqlType column, SqlType value, boolean ranged) {
        if (value.id() == TypeId.NULL) {
            return true;
        }
        if (column.id() == TypeId.SET || column.id() == TypeId.JSON) {
            return false;
        }
        if (column.id() == TypeId.ENUM) {
            return !ranged && value.family() == TypeId.Family.TEXT;
        }
        return switch (column.family()) {
            case INTEGER, DECIMAL -> value.isNumber() && (!ranged || value.family() != TypeId.Family.DOUBLE)
                    || value.isString() && !ranged && !value.isEnumerated();
            case DOUBLE -> value.isNumber() || value.isString();
            case TEMPORAL -> column.id() == TypeId.TIME
                    ? value.id() == TypeId.TIME || value.isString()
                    : value.hasDate() || value.isString() || value.isInteger();
            case TEXT -> value.family() == TypeId.Family.TEXT
                    && !value.isEnumerated()
                    && Comparing.collation(column, value).equals(column.collation());
            case BYTES -> value.isString() && !value.isEnumerated();
            default -> false;
        };
    }
}
