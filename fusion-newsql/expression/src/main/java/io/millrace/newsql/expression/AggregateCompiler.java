package io.millrace.newsql.expression;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLOrderBy;
import com.alibaba.druid.sql.ast.SQLOrderingSpecification;
import com.alibaba.druid.sql.ast.expr.SQLAggregateExpr;
import com.alibaba.druid.sql.ast.expr.SQLAggregateOption;
import com.alibaba.druid.sql.ast.expr.SQLAllColumnExpr;
import com.alibaba.druid.sql.ast.expr.SQLCharExpr;
import com.alibaba.druid.sql.ast.expr.SQLIntegerExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelectOrderByItem;
import io.millrace.newsql.expression.AggregateCall.Kind;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import java.util.ArrayList;
import java.util.List;

/** Compiles aggregates, each of a text once: its result is a slot of the grouped row. */
final class AggregateCompiler {

    private final ExpressionCompiler compiler;
    private final List<AggregateCall> calls = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();
    private int firstSlot = -1;
    private boolean inside;

    AggregateCompiler(ExpressionCompiler compiler) {
        this.compiler = compiler;
    }

    void allow(int slot) {
        firstSlot = slot;
    }

    List<AggregateCall> calls() {
        return calls;
    }

    Expression compile(SQLAggregateExpr call) {
        if (firstSlot < 0 || inside) {
            throw SqlErrors.of(1111, "HY000", "Invalid use of group function");
        }
        String text = call.toString();
        int known = texts.indexOf(text);
        if (known >= 0) {
            return slot(calls.get(known));
        }
        inside = true;
        try {
            AggregateCall compiled = call(call, firstSlot + calls.size());
            calls.add(compiled);
            texts.add(text);
            return slot(compiled);
        } finally {
            inside = false;
        }
    }

    private static Expression slot(AggregateCall call) {
        boolean nullable = call.kind() != Kind.COUNT
                && call.kind() != Kind.BIT_AND
                && call.kind() != Kind.BIT_OR
                && call.kind() != Kind.BIT_XOR;
        return Expression.slot(call.type(), nullable, call.slot());
    }

    /** The call without its slot: what a window runs over its frame. */
    AggregateCall call(SQLAggregateExpr call, int slot) {
        Kind kind = AggregateCall.kind(call.getMethodName());
        boolean all = call.getArguments().size() == 1 && call.getArguments().get(0) instanceof SQLAllColumnExpr;
        boolean distinct = call.getOption() == SQLAggregateOption.DISTINCT;
        List<Expression> arguments = all ? List.of() : compiler.compileAll(call.getArguments());
        if (!isCount(kind, arguments.size(), all, distinct)) {
            throw SqlErrors.syntax(call.toString(), 1);
        }
        List<Expression> order = new ArrayList<>();
        List<Boolean> descending = new ArrayList<>();
        SQLOrderBy orderBy = call.getOrderBy();
        if (orderBy != null) {
            for (SQLSelectOrderByItem item : orderBy.getItems()) {
                order.add(ordering(item.getExpr(), arguments));
                descending.add(item.getType() == SQLOrderingSpecification.DESC);
            }
        }
        Object separator = call.getAttribute("SEPARATOR");
        String joint = separator instanceof SQLCharExpr text ? text.getText() : ",";
        SqlType type = AggregateCall.type(kind, arguments, compiler.divisionDigits());
        return new AggregateCall(kind, arguments, distinct, type, slot, joint, order, descending);
    }

    /** What an ORDER BY inside of GROUP_CONCAT means: a number is the place of an argument. @throws io.millrace.newsql.mysql.SqlException 1054 for a place that is none */
    private Expression ordering(SQLExpr item, List<Expression> arguments) {
        if (!(item instanceof SQLIntegerExpr place)) {
            return compiler.compileOne(item);
        }
        int index = place.getNumber().intValue();
        if (index < 1 || index > arguments.size()) {
            throw SqlErrors.unknownColumn(String.valueOf(index), "order clause");
        }
        return arguments.get(index - 1);
    }

    private static boolean isCount(Kind kind, int count, boolean all, boolean distinct) {
        return switch (kind) {
            case COUNT -> all ? !distinct : count == 1 || count > 1 && distinct;
            case GROUP_CONCAT -> count > 0;
            case JSON_OBJECTAGG -> count == 2;
            default -> count == 1;
        };
    }
}
