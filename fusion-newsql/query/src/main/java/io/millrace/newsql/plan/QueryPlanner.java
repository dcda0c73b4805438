package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLIntegerExpr;
import com.alibaba.druid.sql.ast.expr.SQLListExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.ast.statement.SQLSelectQuery;
import com.alibaba.druid.sql.ast.statement.SQLSelectQueryBlock;
import com.alibaba.druid.sql.ast.statement.SQLSelectStatement;
import com.alibaba.druid.sql.ast.statement.SQLUnionQuery;
import com.alibaba.druid.sql.ast.statement.SQLValuesTableSource;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.expression.Scope;
import io.millrace.newsql.expression.SessionScope;
import io.millrace.newsql.mysql.ColumnDefinition;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.sql.SqlParser;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Plans the queries of one statement, whatever they stand in. One use, one thread. */
final class QueryPlanner {

    private static final int LIMIT_BITS_MAX = 63;

    /** Queries in each other: deeper than people write, and shallower than a worker's stack. */
    private static final int DEPTH_MAX = 63;

    /** Each plans a query once more, and those in it: so many are worth it. */
    private static final int NARROWINGS_MAX = 16;

    private final Tables tables;
    private final List<Literal> parameters;
    private final SessionScope session;
    private final List<ExpressionCompiler> compilers = new ArrayList<>();
    private final Deque<ViewText> views = new ArrayDeque<>();
    private final Set<Long> nested = new HashSet<>();
    private @Nullable RowLock viewLock;
    private boolean dependsOnSession;
    private int depth;
    private int narrowings;

    QueryPlanner(Tables tables, List<Literal> parameters, SessionScope session) {
        this.tables = tables;
        this.parameters = parameters;
        this.session = session;
    }

    SessionScope session() {
        return session;
    }

    boolean dependsOnSession() {
        return dependsOnSession || compilers.stream().anyMatch(ExpressionCompiler::dependsOnSession);
    }

    void markDependsOnSession() {
        dependsOnSession = true;
    }

    /** Whether a subquery or derived table reads a table. */
    boolean readsNested(long table) {
        return nested.contains(table);
    }

    // ---- queries ----

    /** @param names of columns without an alias; empty for the text of their expressions */
    SelectPlan plan(SQLSelect select, @Nullable Scope outer, Ctes ctes, List<String> names) {
        Ctes inside = select.getWithSubQuery() == null
                ? ctes
                : new CtePlanner(this).with(select.getWithSubQuery(), outer, ctes);
        SelectPlan plan = plan(select.getQuery(), outer, inside, names);
        return new SetPlanner(this, outer, inside).ordered(plan, select.getOrderBy(), select.getLimit());
    }

    SelectPlan plan(SQLSelectQuery query, @Nullable Scope outer, Ctes ctes, List<String> names) {
        if (++depth > DEPTH_MAX) {
            throw SqlErrors.of(1473, "HY000", "Too high level of nesting for select");
        }
        try {
            if (query instanceof SQLSelectQueryBlock block) {
                return new SelectPlanner(this, block, names, outer, ctes).plan();
            }
            if (query instanceof SQLUnionQuery union) {
                Ctes inside = union.getWith() == null ? ctes : new CtePlanner(this).with(union.getWith(), outer, ctes);
                return new SetPlanner(this, outer, inside).plan(union, names);
            }
            if (query instanceof SQLValuesTableSource values) {
                return values(values, outer, ctes);
            }
            throw SqlErrors.unsupported(String.valueOf(query));
        } finally {
            depth--;
        }
    }

    /** A query that was planned before, with conditions on its columns that it checks itself; null if it can check none of them. */
    Narrowing.@Nullable Narrowed narrowed(
            SQLSelect select, @Nullable Scope outer, Ctes ctes, List<PushedCondition> conditions) {
        if (!(select.getQuery() instanceof SQLSelectQueryBlock block)
                || select.getLimit() != null
                || ++narrowings > NARROWINGS_MAX) {
            return null;
        }
        depth++;
        try {
            Ctes inside = select.getWithSubQuery() == null
                    ? ctes
                    : new CtePlanner(this).with(select.getWithSubQuery(), outer, ctes);
            SelectPlanner planner = new SelectPlanner(this, block, List.of(), outer, inside, conditions);
            BlockPlan plan = planner.plan();
            boolean single = plan.group() != null && plan.group().keys().isEmpty();
            return planner.taken().isEmpty() || single ? null : new Narrowing.Narrowed(plan, planner.taken());
        } finally {
            depth--;
        }
    }

    SelectPlan values(SQLValuesTableSource values, @Nullable Scope outer, Ctes ctes) {
        FromScope scope = new FromScope(outer);
        ExpressionCompiler compiler = compiler(scope, ctes);
        List<List<Expression>> rows = new ArrayList<>();
        for (SQLListExpr row : values.getValues()) {
            List<Expression> items = new ArrayList<>();
            for (SQLExpr item : row.getItems()) {
                items.add(compiler.compile(item, "field list"));
            }
            if (!rows.isEmpty() && rows.get(0).size() != items.size()) {
                throw SqlErrors.of(1136, "21S01", "Column count doesn't match value count at row " + (rows.size() + 1));
            }
            rows.add(items);
        }
        List<Expression> output = new ArrayList<>();
        List<ColumnDefinition> columns = new ArrayList<>();
        for (int i = 0; i < rows.get(0).size(); i++) {
            int column = i;
            SqlType type = UnitedType.of(
                    rows.stream().map(row -> row.get(column).type()).toList());
            output.add(Expression.slot(type, true, i));
            columns.add(ResultColumns.of("column_" + i, output.get(i)));
        }
        List<List<Expression>> converted = new ArrayList<>();
        for (List<Expression> row : rows) {
            List<Expression> items = new ArrayList<>();
            for (int i = 0; i < row.size(); i++) {
                items.add(UnitedType.convert(row.get(i), output.get(i).type()));
            }
            converted.add(items);
        }
        return new ValuesPlan(converted, output, columns, scope.usesOuter());
    }

    // ---- what expressions need ----

    ExpressionCompiler compiler(Scope scope, Ctes ctes) {
        return compiler(scope, new BlockParts(this, scope, ctes));
    }

    ExpressionCompiler compiler(Scope scope, BlockParts parts) {
        ExpressionCompiler compiler = new ExpressionCompiler(scope, parameters, session, parts);
        compilers.add(compiler);
        return compiler;
    }

    Expression limit(SQLExpr expr, ExpressionCompiler compiler) {
        if (expr instanceof SQLIntegerExpr number && number.getNumber().longValue() < 0) {
            throw SqlErrors.syntax(expr.toString(), 1);
        }
        Expression value = compiler.compile(expr, "limit");
        if (!value.type().isInteger() || value.type().digits() > LIMIT_BITS_MAX) {
            throw SqlErrors.syntax(expr.toString(), 1);
        }
        return value;
    }

    // ---- tables and views ----

    /** The table of a name, with or without its schema. */
    TableRef table(SQLExpr expr) {
        String[] name = name(expr);
        if (name == null) {
            throw SqlErrors.unsupported("table function " + expr);
        }
        ViewText within = views.peek();
        String schema = name[0] == null && within != null ? within.schema() : name[0];
        TableRef table = tables.find(schema, java.util.Objects.requireNonNull(name[1]));
        if (depth > 1 && table.layout() != null) {
            nested.add(table.info().id());
        }
        return table;
    }

    /** Whether a name in a FROM is that of a query: a common table expression or a view. */
    boolean isQuery(SQLExprTableSource source, Ctes ctes) {
        return source.getExpr() instanceof SQLIdentifierExpr name
                        && ctes.find(ExpressionCompiler.unquote(name.getName())) != null
                || view(source.getExpr()) != null;
    }

    @Nullable
    ViewText view(SQLExpr expr) {
        String[] name = name(expr);
        if (name == null) {
            return null;
        }
        ViewText within = views.peek();
        String schema = name[0] == null && within != null ? within.schema() : name[0];
        return tables.findView(schema, java.util.Objects.requireNonNull(name[1]));
    }

    private static @Nullable String @Nullable [] name(SQLExpr expr) {
        if (expr instanceof SQLPropertyExpr name) {
            return new @Nullable String[] {
                ExpressionCompiler.unquote(name.getOwner().toString()), ExpressionCompiler.unquote(name.getName())
            };
        }
        return expr instanceof SQLIdentifierExpr name
                ? new @Nullable String[] {null, ExpressionCompiler.unquote(name.getName())}
                : null;
    }

    /** How the tables of the view that is being planned are locked; null if they are not. */
    @Nullable
    RowLock viewLock() {
        return viewLock;
    }

    /** The query of a view. Its names are found in the view's schema. @param lock of its tables; null for none */
    SelectPlan viewPlan(ViewText view, @Nullable RowLock lock) {
        SQLSelect select = select(view);
        return within(
                view,
                lock,
                () -> CtePlanner.renamed(plan(select, null, Ctes.NONE, List.of()), view.columns(), view.name()));
    }

    /** The query of a view with conditions on its columns; null if it can check none of them. */
    Narrowing.@Nullable Narrowed narrowedView(ViewText view, @Nullable RowLock lock, List<PushedCondition> conditions) {
        SQLSelect select = select(view);
        return within(view, lock, () -> {
            Narrowing.Narrowed found = narrowed(select, null, Ctes.NONE, conditions);
            return found == null
                    ? null
                    : new Narrowing.Narrowed(
                            CtePlanner.renamed(found.plan(), view.columns(), view.name()), found.taken());
        });
    }

    private SQLSelect select(ViewText view) {
        for (ViewText around : views) {
            if (around.schema().equals(view.schema()) && around.name().equals(view.name())) {
                throw SqlErrors.of(
                        1462, "HY000", "`" + view.schema() + "`.`" + view.name() + "` contains view recursion");
            }
        }
        StatementText text = StatementText.split(view.select()).get(0);
        if (!(SqlParser.parse(text, text.whole()) instanceof SQLSelectStatement select)) {
            throw new IllegalStateException("a view's text is no query: view=" + view.name());
        }
        return select.getSelect();
    }

    private <T extends @Nullable Object> T within(ViewText view, @Nullable RowLock lock, Supplier<T> plan) {
        RowLock around = viewLock;
        viewLock = lock;
        views.push(view);
        try {
            return plan.get();
        } finally {
            views.pop();
            viewLock = around;
        }
    }
}
