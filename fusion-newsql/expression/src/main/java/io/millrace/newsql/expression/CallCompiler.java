package io.millrace.newsql.expression;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLIntervalExpr;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import com.alibaba.druid.sql.ast.expr.SQLQueryExpr;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Calls of functions whose arguments have a syntax of their own; the others go to {@link Functions}. */
final class CallCompiler {

    private final ExpressionCompiler compiler;
    private final QueryParts parts;

    CallCompiler(ExpressionCompiler compiler, QueryParts parts) {
        this.compiler = compiler;
        this.parts = parts;
    }

    Expression call(SQLMethodInvokeExpr call) {
        List<SQLExpr> arguments = call.getArguments();
        String name = call.getMethodName();
        return switch (name.toUpperCase(Locale.ROOT)) {
            case "VALUES" -> compiler.valuesOf(arguments.get(0));
            case "DATE_ADD", "ADDDATE" -> add(arguments, name, 1);
            case "DATE_SUB", "SUBDATE" -> add(arguments, name, -1);
            case "TIMESTAMPADD" -> DateFunctions.addInterval(
                    compiler.compileOne(arguments.get(2)),
                    compiler.compileOne(arguments.get(1)),
                    unit(arguments.get(0)),
                    1);
            case "TIMESTAMPDIFF" -> DateFunctions.difference(
                    compiler.compileOne(arguments.get(1)),
                    compiler.compileOne(arguments.get(2)),
                    unit(arguments.get(0)));
            case "TRIM" -> trim(call);
            case "CONVERT" -> convert(call);
            case "EXISTS" -> parts.exists(((SQLQueryExpr) arguments.get(0)).getSubQuery(), false);
            default -> plain(call);
        };
    }

    private Expression plain(SQLMethodInvokeExpr call) {
        List<SQLExpr> all = new ArrayList<>(call.getArguments());
        addIfThere(all, call.getFrom());
        addIfThere(all, call.getFor());
        return Functions.call(ExpressionCompiler.unquote(call.getMethodName()), compiler.compileAll(all));
    }

    private static void addIfThere(List<SQLExpr> all, @Nullable SQLExpr argument) {
        if (argument != null) {
            all.add(argument);
        }
    }

    private Expression add(List<SQLExpr> arguments, String name, int sign) {
        if (arguments.size() != 2) {
            throw SqlErrors.wrongArguments(name);
        }
        Expression date = compiler.compileOne(arguments.get(0));
        return arguments.get(1) instanceof SQLIntervalExpr interval
                ? compiler.interval(date, interval, sign)
                : DateFunctions.addInterval(date, compiler.compileOne(arguments.get(1)), "DAY", sign);
    }

    private static String unit(SQLExpr unit) {
        return unit.toString().toUpperCase(Locale.ROOT).replaceFirst("^SQL_TSI_", "");
    }

    private Expression trim(SQLMethodInvokeExpr call) {
        String option = call.getTrimOption();
        boolean leading = !"TRAILING".equalsIgnoreCase(option);
        boolean trailing = !"LEADING".equalsIgnoreCase(option);
        Expression first = compiler.compileOne(call.getArguments().get(0));
        return call.getFrom() == null
                ? StringFunctions.trim(first, null, leading, trailing)
                : StringFunctions.trim(compiler.compileOne(call.getFrom()), first, leading, trailing);
    }

    private Expression convert(SQLMethodInvokeExpr call) {
        Expression operand = compiler.compileOne(call.getArguments().get(0));
        if (call.getUsing() != null) {
            String charset = call.getUsing().toString().toLowerCase(Locale.ROOT);
            return CastExpressions.cast(
                    operand,
                    charset.equals("binary")
                            ? SqlType.bytes(Logic.textLength(operand.type()))
                            : SqlType.text(Logic.textLength(operand.type())));
        }
        if (call.getArguments().size() != 2) {
            throw SqlErrors.wrongArguments("CONVERT");
        }
        SQLExpr type = call.getArguments().get(1);
        com.alibaba.druid.sql.ast.SQLDataType dataType =
                type instanceof com.alibaba.druid.sql.ast.expr.SQLDateTypeExpr typed
                        ? typed.getDataType()
                        : type instanceof SQLMethodInvokeExpr sized
                                ? sized(sized)
                                : new com.alibaba.druid.sql.ast.SQLDataTypeImpl(type.toString());
        return CastExpressions.cast(operand, TypeNames.ofCast(dataType));
    }

    private static com.alibaba.druid.sql.ast.SQLDataType sized(SQLMethodInvokeExpr call) {
        com.alibaba.druid.sql.ast.SQLDataTypeImpl type =
                new com.alibaba.druid.sql.ast.SQLDataTypeImpl(call.getMethodName());
        type.getArguments().addAll(call.getArguments());
        return type;
    }
}
