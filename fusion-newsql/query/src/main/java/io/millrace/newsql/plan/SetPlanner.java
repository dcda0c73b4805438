package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLLimit;
import com.alibaba.druid.sql.ast.SQLOrderBy;
import com.alibaba.druid.sql.ast.SQLOrderingSpecification;
import com.alibaba.druid.sql.ast.expr.SQLIntegerExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelectOrderByItem;
import com.alibaba.druid.sql.ast.statement.SQLSelectQuery;
import com.alibaba.druid.sql.ast.statement.SQLUnionOperator;
import com.alibaba.druid.sql.ast.statement.SQLUnionQuery;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.expression.Scope;
import io.millrace.newsql.mysql.ColumnDefinition;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plans UNION, EXCEPT and INTERSECT. INTERSECT binds closer than the others, which go from left to right. */
final class SetPlanner {

    private record Link(SQLUnionOperator operator, SQLSelectQuery query) {}

    private final QueryPlanner queries;
    private final @Nullable Scope outer;
    private final Ctes ctes;

    SetPlanner(QueryPlanner queries, @Nullable Scope outer, Ctes ctes) {
        this.queries = queries;
        this.outer = outer;
        this.ctes = ctes;
    }

    SelectPlan plan(SQLUnionQuery union, List<String> names) {
        List<Link> links = new ArrayList<>();
        flatten(union, SQLUnionOperator.UNION, links);
        List<SelectPlan> plans = new ArrayList<>();
        List<SQLUnionOperator> operators = new ArrayList<>();
        for (Link link : links) {
            SelectPlan next = queries.plan(link.query(), outer, ctes, plans.isEmpty() ? names : List.of());
            if (!plans.isEmpty() && kind(link.operator()) == SetPlan.Kind.INTERSECT) {
                SelectPlan left = plans.remove(plans.size() - 1);
                plans.add(combined(SetPlan.Kind.INTERSECT, isAll(link.operator()), List.of(left, next)));
            } else {
                plans.add(next);
                operators.add(link.operator());
            }
        }
        SelectPlan result = plans.get(0);
        for (int i = 1; i < plans.size(); i++) {
            result = fold(result, plans.get(i), operators.get(i));
        }
        return ordered(result, union.getOrderBy(), union.getLimit());
    }

    /** Unions of one kind are one: their rows are brought to their types once. */
    private SelectPlan fold(SelectPlan left, SelectPlan right, SQLUnionOperator operator) {
        boolean all = isAll(operator);
        if (kind(operator) == SetPlan.Kind.UNION
                && left instanceof SetPlan united
                && united.kind() == SetPlan.Kind.UNION
                && united.all() == all
                && united.sort().isEmpty()
                && united.limit() == null) {
            List<SelectPlan> parts = new ArrayList<>(united.parts());
            parts.add(right);
            return combined(SetPlan.Kind.UNION, all, parts);
        }
        return combined(kind(operator), all, List.of(left, right));
    }

    private static void flatten(SQLUnionQuery union, SQLUnionOperator first, List<Link> links) {
        SQLUnionOperator operator = first;
        for (SQLSelectQuery part : union.getRelations()) {
            if (part instanceof SQLUnionQuery inner
                    && !inner.isParenthesized()
                    && inner.getOrderBy() == null
                    && inner.getLimit() == null) {
                flatten(inner, operator, links);
            } else {
                links.add(new Link(operator, part));
            }
            operator = union.getOperator();
        }
    }

    private static SetPlan.Kind kind(SQLUnionOperator operator) {
        return switch (operator) {
            case UNION, UNION_ALL, DISTINCT -> SetPlan.Kind.UNION;
            case INTERSECT, INTERSECT_ALL, INTERSECT_DISTINCT -> SetPlan.Kind.INTERSECT;
            default -> SetPlan.Kind.EXCEPT;
        };
    }

    private static boolean isAll(SQLUnionOperator operator) {
        return operator.name().endsWith("_ALL");
    }

    SelectPlan united(List<SelectPlan> parts, boolean all) {
        return combined(SetPlan.Kind.UNION, all, parts);
    }

    static void checkWidth(int left, int right) {
        if (left != right) {
            throw SqlErrors.of(1222, "21000", "The used SELECT statements have a different number of columns");
        }
    }

    private static SelectPlan combined(SetPlan.Kind kind, boolean all, List<SelectPlan> parts) {
        SelectPlan first = parts.get(0);
        List<Expression> output = new ArrayList<>();
        List<ColumnDefinition> columns = new ArrayList<>();
        for (SelectPlan part : parts) {
            checkWidth(first.output().size(), part.output().size());
        }
        for (int i = 0; i < first.output().size(); i++) {
            int column = i;
            SqlType type = UnitedType.of(
                    parts.stream().map(part -> part.output().get(column).type()).toList());
            boolean nullable =
                    parts.stream().anyMatch(part -> part.output().get(column).nullable());
            Expression slot = Expression.slot(type.id() == TypeId.NULL ? SqlType.bytes(0) : type, nullable, i);
            output.add(slot);
            columns.add(ResultColumns.of(first.columns().get(i).name(), slot));
        }
        boolean correlated = parts.stream().anyMatch(SelectPlan::correlated);
        return new SetPlan(kind, all, parts, output, columns, List.of(), null, null, correlated);
    }

    /** Slots from 0 on of the types of a query. */
    static List<Expression> slots(List<Expression> output) {
        List<Expression> slots = new ArrayList<>(output.size());
        for (Expression each : output) {
            slots.add(Expression.slot(each.type(), each.nullable(), slots.size()));
        }
        return slots;
    }

    // ---- ORDER BY and LIMIT ----

    /** The rows of a query in an order of its columns, or cut. */
    SelectPlan ordered(SelectPlan plan, @Nullable SQLOrderBy orderBy, @Nullable SQLLimit limit) {
        if (orderBy == null && limit == null) {
            return plan;
        }
        List<Expression> slots = slots(plan.output());
        FromScope scope = new FromScope(null);
        FromScope.Entry entry = scope.add(null, "", "", columns(plan));
        List<FromScope.Found> visible = new ArrayList<>();
        for (int i = 0; i < entry.columns.size(); i++) {
            visible.add(new FromScope.Found(entry, i));
        }
        scope.show(visible);
        ExpressionCompiler compiler = queries.compiler(scope, ctes);
        List<SortKey> sort = new ArrayList<>();
        if (orderBy != null) {
            for (SQLSelectOrderByItem item : orderBy.getItems()) {
                boolean descending = item.getType() == SQLOrderingSpecification.DESC;
                sort.add(new SortKey(key(item.getExpr(), slots, compiler), descending));
            }
        }
        boolean plain = plan instanceof SetPlan set && set.sort().isEmpty() && set.limit() == null;
        SetPlan base = plain ? (SetPlan) plan : null;
        return new SetPlan(
                base == null ? SetPlan.Kind.UNION : base.kind(),
                base == null || base.all(),
                base == null ? List.of(plan) : base.parts(),
                slots,
                plan.columns(),
                sort,
                limit == null ? null : queries.limit(limit.getRowCount(), compiler),
                limit == null || limit.getOffset() == null ? null : queries.limit(limit.getOffset(), compiler),
                plan.correlated());
    }

    private static List<FromScope.Column> columns(SelectPlan plan) {
        List<FromScope.Column> columns = new ArrayList<>();
        for (int i = 0; i < plan.output().size(); i++) {
            Expression value = plan.output().get(i);
            columns.add(new FromScope.Column(plan.columns().get(i).name(), value.type(), value.nullable()));
        }
        return columns;
    }

    private static Expression key(SQLExpr expr, List<Expression> slots, ExpressionCompiler compiler) {
        if (!(expr instanceof SQLIntegerExpr place)) {
            return compiler.compile(expr, "order clause");
        }
        int index = place.getNumber().intValue();
        if (index < 1 || index > slots.size()) {
            throw SqlErrors.unknownColumn(String.valueOf(index), "order clause");
        }
        return slots.get(index - 1);
    }
}
