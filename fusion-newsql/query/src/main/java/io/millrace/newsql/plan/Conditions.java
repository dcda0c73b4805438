package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLAllExpr;
import com.alibaba.druid.sql.ast.expr.SQLAnyExpr;
import com.alibaba.druid.sql.ast.expr.SQLBetweenExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOpExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOperator;
import com.alibaba.druid.sql.ast.expr.SQLInListExpr;
import com.alibaba.druid.sql.ast.expr.SQLInSubQueryExpr;
import com.alibaba.druid.sql.ast.expr.SQLListExpr;
import com.alibaba.druid.sql.ast.expr.SQLNullExpr;
import com.alibaba.druid.sql.ast.expr.SQLSomeExpr;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.expression.LikeParts;
import io.millrace.newsql.expression.Patterns;
import io.millrace.newsql.plan.Condition.Kind;
import io.millrace.newsql.type.Comparing;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compiles conditions, and finds what indexes and hash joins can serve of them. */
final class Conditions {

    private final FromScope scope;
    private final ExpressionCompiler compiler;
    private final BlockParts parts;
    private final List<Condition> found = new ArrayList<>();
    private Conjunct.@Nullable Equality equality;
    private boolean served;
    private String clause = "where clause";

    /** @param parts where the compiler plans subqueries */
    Conditions(FromScope scope, ExpressionCompiler compiler, BlockParts parts) {
        this.scope = scope;
        this.parts = parts;
        this.compiler = compiler;
    }

    /** Compiles one condition. @param clause where it stands, for errors */
    Conjunct conjunct(SQLExpr source, String clause) {
        scope.startTracking();
        Expression condition = compiler.compile(source, clause).ofRows();
        BitSet tables = scope.touched();
        found.clear();
        equality = null;
        served = false;
        this.clause = clause;
        collect(source);
        return new Conjunct(condition, tables, List.copyOf(found), served, equality);
    }

    /** The equality of two columns that USING or NATURAL merges. */
    Conjunct equality(FromScope.Found left, FromScope.Found right, SQLExpr source) {
        Expression condition = compiler.compile(source, "on clause");
        BitSet leftTables = new BitSet();
        leftTables.set(left.entry().place);
        BitSet rightTables = new BitSet();
        rightTables.set(right.entry().place);
        BitSet both = (BitSet) leftTables.clone();
        both.or(rightTables);
        Expression first = scope.expression(left);
        Expression second = scope.expression(right);
        found.clear();
        addColumn(left, Kind.EQUAL, List.of(second), rightTables);
        addColumn(right, Kind.EQUAL, List.of(first), leftTables);
        Conjunct.Equality equal = RowKeys.areComparable(first.type(), second.type())
                ? new Conjunct.Equality(first, leftTables, second, rightTables)
                : null;
        return new Conjunct(condition, both, List.copyOf(found), false, equal);
    }

    private void collect(SQLExpr condition) {
        if (condition instanceof SQLBinaryOpExpr binary) {
            collectBinary(binary);
        } else if (condition instanceof SQLBetweenExpr between && !between.isNot()) {
            add(between.getTestExpr(), Kind.GREATER_OR_EQUAL, List.of(between.getBeginExpr()));
            add(between.getTestExpr(), Kind.LESS_OR_EQUAL, List.of(between.getEndExpr()));
            served = found.size() == 2;
            if (!served) {
                add(between.getBeginExpr(), Kind.LESS_OR_EQUAL, List.of(between.getTestExpr()));
                add(between.getEndExpr(), Kind.GREATER_OR_EQUAL, List.of(between.getTestExpr()));
            }
        } else if (condition instanceof SQLInListExpr in && !in.isNot() && !(in.getExpr() instanceof SQLListExpr)) {
            add(in.getExpr(), Kind.IN, in.getTargetList());
            served = true;
        } else if (condition instanceof SQLInSubQueryExpr in && !in.isNot()) {
            addRows(in);
            served = true;
        }
    }

    private void addRows(SQLInSubQueryExpr in) {
        FromScope.Found column = columnOf(in.getExpr());
        Path.Values rows =
                column == null || !isStored(column) ? null : parts.rows(scope.expression(column), in.getSubQuery());
        if (column != null && rows != null && canSeek(column.column().type(), rows.type(), false)) {
            found.add(new Condition(column.entry().place, column.ordinal(), Kind.ROWS, List.of(), rows, new BitSet()));
        }
    }

    private void collectBinary(SQLBinaryOpExpr binary) {
        SQLExpr left = binary.getLeft();
        SQLExpr right = binary.getRight();
        if (isManyRows(right)) {
            return;
        }
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
        if (left instanceof SQLListExpr || right instanceof SQLListExpr) {
            return;
        }
        served = true;
        switch (binary.getOperator()) {
            case Equality -> {
                addBothWays(left, right, Kind.EQUAL, Kind.EQUAL);
                equality = equality(left, right);
            }
            case LessThanOrEqualOrGreaterThan -> addBothWays(left, right, Kind.EQUAL, Kind.EQUAL);
            case LessThan -> addBothWays(left, right, Kind.LESS, Kind.GREATER);
            case LessThanOrEqual -> addBothWays(left, right, Kind.LESS_OR_EQUAL, Kind.GREATER_OR_EQUAL);
            case GreaterThan -> addBothWays(left, right, Kind.GREATER, Kind.LESS);
            case GreaterThanOrEqual -> addBothWays(left, right, Kind.GREATER_OR_EQUAL, Kind.LESS_OR_EQUAL);
            case Is -> {
                if (right instanceof SQLNullExpr) {
                    add(left, Kind.EQUAL, List.of(right));
                }
            }
            case Like, Escape -> addLike(binary);
            default -> {}
        }
    }

    /** The characters before the first that stands for others: a range of the column's keys begins with them. LIKE itself is still to be asked. */
    private void addLike(SQLBinaryOpExpr binary) {
        served = false;
        LikeParts like = LikeParts.of(binary);
        FromScope.Found column = like == null || like.not() ? null : columnOf(like.text());
        if (like == null
                || column == null
                || !isStored(column)
                || column.column().type().family() != TypeId.Family.TEXT
                || column.column().type().isEnumerated()
                || compiler.isOpenPattern(like.pattern())) {
            return;
        }
        scope.startTracking();
        Expression pattern = compiler.compile(like.pattern(), clause);
        Expression escape = like.escape() == null ? Patterns.BACKSLASH : compiler.compile(like.escape(), clause);
        if (pattern.type().id() != TypeId.NULL) {
            addColumn(column, Kind.LIKE, List.of(pattern), List.of(pattern, escape), scope.touched());
        }
    }

    /** A side that is no value by itself: {@code = ANY (SELECT …)}, {@code (a, b) = (SELECT …)}. */
    private static boolean isManyRows(SQLExpr right) {
        return right instanceof SQLAnyExpr || right instanceof SQLSomeExpr || right instanceof SQLAllExpr;
    }

    private void addBothWays(SQLExpr left, SQLExpr right, Kind kind, Kind turned) {
        add(left, kind, List.of(right));
        add(right, turned, List.of(left));
    }

    private Conjunct.@Nullable Equality equality(SQLExpr left, SQLExpr right) {
        if (columnOf(left) == null && columnOf(right) == null) {
            return null;
        }
        scope.startTracking();
        Expression first = compiler.compile(left, clause);
        BitSet firstTables = scope.touched();
        boolean firstOuter = isOuter(left);
        scope.startTracking();
        Expression second = compiler.compile(right, clause);
        BitSet secondTables = scope.touched();
        boolean joins = !firstTables.intersects(secondTables)
                && (!firstTables.isEmpty() || firstOuter)
                && (!secondTables.isEmpty() || isOuter(right));
        return joins && RowKeys.areComparable(first.type(), second.type())
                ? new Conjunct.Equality(first, firstTables, second, secondTables)
                : null;
    }

    /** Whether what was compiled last is a column of a block around this one. */
    private boolean isOuter(SQLExpr side) {
        return Names.isColumn(side) && scope.touched().isEmpty() && scope.touchedOuter();
    }

    private void add(SQLExpr side, Kind kind, List<SQLExpr> sources) {
        FromScope.Found column = columnOf(side);
        if (column == null || !isStored(column)) {
            return;
        }
        scope.startTracking();
        List<Expression> values = new ArrayList<>(sources.size());
        for (SQLExpr source : sources) {
            values.add(compiler.compile(source, clause));
        }
        addColumn(column, kind, values, scope.touched());
    }

    private static boolean isStored(FromScope.Found column) {
        return column.entry().table != null && column.entry().table.layout() != null;
    }

    private void addColumn(FromScope.Found column, Kind kind, List<Expression> values, BitSet tables) {
        addColumn(column, kind, values, values, tables);
    }

    /** @param compared those of the values that the column is compared with */
    private void addColumn(
            FromScope.Found column, Kind kind, List<Expression> compared, List<Expression> values, BitSet tables) {
        SqlType type = column.column().type();
        int table = column.entry().place;
        boolean ranged = kind != Kind.EQUAL && kind != Kind.IN;
        if (isStored(column)
                && !tables.get(table)
                && compared.stream().allMatch(value -> canSeek(type, value.type(), ranged))) {
            found.add(new Condition(table, column.ordinal(), kind, values, null, tables));
        }
    }

    private FromScope.@Nullable Found columnOf(SQLExpr expr) {
        return Names.columnOf(scope, expr, clause);
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
