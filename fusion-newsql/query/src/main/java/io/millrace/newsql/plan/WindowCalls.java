package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLName;
import com.alibaba.druid.sql.ast.SQLReplaceable;
import com.alibaba.druid.sql.ast.expr.SQLAggregateExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.dialect.mysql.visitor.MySqlASTVisitorAdapter;
import io.millrace.newsql.expression.AggregateCall;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.plan.WindowPlan.FrameBounds;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Plans the functions that go over windows. */
final class WindowCalls {

    private final ExpressionCompiler compiler;
    private final UnaryOperator<SQLExpr> rewriting;
    private final FromScope scope;
    private final Supplier<ExpressionCompiler> compilers;
    private int groupedCount;

    /** @param compilers makes compilers over the same scope, for aggregates that are not the group's */
    WindowCalls(
            ExpressionCompiler compiler,
            FromScope scope,
            Supplier<ExpressionCompiler> compilers,
            UnaryOperator<SQLExpr> rewriting) {
        this.compiler = compiler;
        this.scope = scope;
        this.compilers = compilers;
        this.rewriting = rewriting;
    }

    WindowCall plan(SQLAggregateExpr call, FrameBounds frame, int slot) {
        String name = call.getMethodName().toUpperCase(Locale.ROOT);
        return switch (name) {
            case "ROW_NUMBER", "RANK", "DENSE_RANK" -> plain(call, name, 0, 0, frame, SqlType.BIGINT, slot);
            case "PERCENT_RANK", "CUME_DIST" -> plain(call, name, 0, 0, frame, SqlType.DOUBLE, slot);
            case "NTILE" -> plain(call, name, 1, 1, frame, SqlType.BIGINT, slot);
            case "LAG", "LEAD" -> offset(call, name, frame, slot);
            case "FIRST_VALUE", "LAST_VALUE" -> valued(call, name, 1, frame, slot);
            case "NTH_VALUE" -> valued(call, name, 2, frame, slot);
            default -> aggregate(call, frame, slot);
        };
    }

    private WindowCall plain(
            SQLAggregateExpr call, String name, int min, int max, FrameBounds frame, SqlType type, int slot) {
        return call(name, arguments(call, min, max), frame, type, slot);
    }

    private WindowCall valued(SQLAggregateExpr call, String name, int count, FrameBounds frame, int slot) {
        List<Expression> arguments = arguments(call, count, count);
        return call(name, arguments, frame, arguments.get(0).type(), slot);
    }

    private WindowCall offset(SQLAggregateExpr call, String name, FrameBounds frame, int slot) {
        List<Expression> arguments = arguments(call, 1, 3);
        SqlType type = arguments.get(0).type();
        if (arguments.size() == 3) {
            type = UnitedType.of(type, arguments.get(2).type());
            arguments.set(0, UnitedType.convert(arguments.get(0), type));
            arguments.set(2, UnitedType.convert(arguments.get(2), type));
        }
        return call(name, arguments, frame, type, slot);
    }

    private static WindowCall call(String name, List<Expression> arguments, FrameBounds frame, SqlType type, int slot) {
        List<WindowCall.Input> inputs = new ArrayList<>();
        List<Expression> kept = kept(arguments, slot + 1, inputs);
        SqlType known = type.id() == TypeId.NULL ? SqlType.bytes(0) : type;
        return new WindowCall(WindowCall.Kind.valueOf(name), inputs, kept, null, frame, known, slot);
    }

    /** Arguments are computed once for each row, whether or not some frame looks at it. @param slot of the first that has to be computed */
    private static List<Expression> kept(List<Expression> arguments, int slot, List<WindowCall.Input> inputs) {
        List<Expression> kept = new ArrayList<>();
        for (Expression argument : arguments) {
            if (argument.isSlot() || argument.isConstant()) {
                kept.add(argument);
            } else {
                WindowCall.Input input = new WindowCall.Input(argument, slot + inputs.size());
                inputs.add(input);
                kept.add(argument.inSlot(input.slot()));
            }
        }
        return kept;
    }

    private List<Expression> arguments(SQLAggregateExpr call, int min, int max) {
        if (call.getArguments().size() < min || call.getArguments().size() > max) {
            throw SqlErrors.wrongArguments(call.getMethodName().toLowerCase(Locale.ROOT));
        }
        List<Expression> arguments = new ArrayList<>();
        for (SQLExpr argument : call.getArguments()) {
            if (WindowTree.isIn(argument)) {
                throw SqlErrors.of(
                        3593,
                        "HY000",
                        "You cannot use the window function '"
                                + call.getMethodName().toLowerCase(Locale.ROOT) + "' in this context.'");
            }
            arguments.add(compiler.compile(rewriting.apply(argument), "field list"));
        }
        return arguments;
    }

    private WindowCall aggregate(SQLAggregateExpr call, FrameBounds frame, int slot) {
        if (call.isDistinct()) {
            throw SqlErrors.unsupported("<window function>(DISTINCT ..)");
        }
        SQLAggregateExpr plain = (SQLAggregateExpr) call.clone();
        plain.setOver(null);
        plain.setOverRef((SQLName) null);
        for (int i = 0; i < plain.getArguments().size(); i++) {
            SQLExpr argument = grouped(rewriting.apply(plain.getArguments().get(i)));
            plain.getArguments().set(i, argument);
            argument.setParent(plain);
        }
        ExpressionCompiler own = compilers.get().withAggregates(slot);
        own.compile(plain, "field list");
        if (own.aggregates().isEmpty()) {
            throw SqlErrors.unsupported(call.getMethodName() + "() OVER");
        }
        AggregateCall aggregate = own.aggregates().get(0);
        List<WindowCall.Input> inputs = new ArrayList<>();
        AggregateCall ofSlots = aggregate.withArguments(kept(aggregate.arguments(), slot + 1, inputs));
        return new WindowCall(WindowCall.Kind.AGGREGATE, inputs, List.of(), ofSlots, frame, aggregate.type(), slot);
    }

    /** Aggregates of the group inside of one over a window: {@code SUM(SUM(x)) OVER (…)}. They get names of their own. */
    private SQLExpr grouped(SQLExpr expr) {
        if (expr instanceof SQLAggregateExpr inner && !WindowTree.isWindow(inner)) {
            String name = FromScope.OWN + "grouped" + groupedCount++;
            scope.define(name, compiler.compile(inner, "field list"));
            return new SQLIdentifierExpr(name);
        }
        SQLExpr copy = expr.clone();
        copy.accept(new MySqlASTVisitorAdapter() {
            @Override
            public boolean visit(SQLAggregateExpr inner) {
                if (inner.getParent() instanceof SQLReplaceable parent) {
                    parent.replace(inner, grouped(inner));
                }
                return false;
            }
        });
        return copy;
    }
}
