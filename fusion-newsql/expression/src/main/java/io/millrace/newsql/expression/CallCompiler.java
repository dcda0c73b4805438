package io.millrace.newsql.expression;

import com.alibaba.druid.sql.ast.SQLDataType;
import com.alibaba.druid.sql.ast.SQLDataTypeImpl;
import com.alibaba.druid.sql.ast.SQLDataTypeRefExpr;
import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLDateTypeExpr;
import com.alibaba.druid.sql.ast.expr.SQLIntervalExpr;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import com.alibaba.druid.sql.ast.expr.SQLQueryExpr;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId.Family;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Calls of functions whose arguments have a syntax of their own; the others go to {@link Functions}. */
final class CallCompiler {

    /** Of utf8mb4. */
    private static final int CHARACTER_BYTES_MAX = 4;

    private static final Map<String, String> FORMATS = Map.ofEntries(
            Map.entry("DATE USA", "%m.%d.%Y"),
            Map.entry("DATE JIS", "%Y-%m-%d"),
            Map.entry("DATE ISO", "%Y-%m-%d"),
            Map.entry("DATE EUR", "%d.%m.%Y"),
            Map.entry("DATE INTERNAL", "%Y%m%d"),
            Map.entry("DATETIME USA", "%Y-%m-%d %H.%i.%s"),
            Map.entry("DATETIME JIS", "%Y-%m-%d %H:%i:%s"),
            Map.entry("DATETIME ISO", "%Y-%m-%d %H:%i:%s"),
            Map.entry("DATETIME EUR", "%Y-%m-%d %H.%i.%s"),
            Map.entry("DATETIME INTERNAL", "%Y%m%d%H%i%s"),
            Map.entry("TIME USA", "%h:%i:%s %p"),
            Map.entry("TIME JIS", "%H:%i:%s"),
            Map.entry("TIME ISO", "%H:%i:%s"),
            Map.entry("TIME EUR", "%H.%i.%s"),
            Map.entry("TIME INTERNAL", "%H%i%s"));

    private final ExpressionCompiler compiler;
    private final QueryParts parts;

    CallCompiler(ExpressionCompiler compiler, QueryParts parts) {
        this.compiler = compiler;
        this.parts = parts;
    }

    Expression call(SQLMethodInvokeExpr call) {
        if (call.getOwner() != null) {
            throw SqlErrors.unknownFunction(call.getOwner() + "." + call.getMethodName());
        }
        List<SQLExpr> arguments = call.getArguments();
        String name = ExpressionCompiler.unquote(call.getMethodName()).toUpperCase(Locale.ROOT);
        return switch (name) {
            case "VALUES" -> compiler.valuesOf(one(call));
            case "DEFAULT" -> compiler.defaultOf(one(call));
            case "DATE_ADD", "ADDDATE" -> add(call, 1);
            case "DATE_SUB", "SUBDATE" -> add(call, -1);
            case "TIMESTAMPADD" -> {
                expect(call, arguments.size() == 3);
                yield IntervalArithmetic.add(
                        compiler.compileOne(arguments.get(2)),
                        compiler.compileOne(arguments.get(1)),
                        unit(arguments.get(0)),
                        1);
            }
            case "TIMESTAMPDIFF" -> {
                expect(call, arguments.size() == 3);
                yield IntervalArithmetic.difference(
                        compiler.compileOne(arguments.get(1)),
                        compiler.compileOne(arguments.get(2)),
                        unit(arguments.get(0)));
            }
            case "TRIM" -> trim(call);
            case "CONVERT" -> convert(call);
            case "CHAR" -> characters(call);
            case "GET_FORMAT" -> format(call);
            case "WEIGHT_STRING" -> throw SqlErrors.unsupported("WEIGHT_STRING");
            case "ROW" -> throw SqlErrors.operands(1);
            case "EXISTS" -> parts.exists(((SQLQueryExpr) one(call)).getSubQuery(), false);
            case "IF", "SUBSTRING", "MID", "REPEAT", "REPLACE", "LEFT", "RIGHT", "INSERT", "MOD", "TRUNCATE" -> {
                // Their names are words of the grammar, which knows their arguments.
                expect(call, plainCount(call) >= (name.equals("IF") || name.equals("REPLACE") ? 3 : 2));
                yield plain(call);
            }
            default -> plain(call);
        };
    }

    private static int plainCount(SQLMethodInvokeExpr call) {
        return call.getArguments().size() + (call.getFrom() == null ? 0 : 1);
    }

    private static void expect(SQLMethodInvokeExpr call, boolean condition) {
        if (!condition) {
            throw SqlErrors.syntax(call.toString(), 1);
        }
    }

    private static SQLExpr one(SQLMethodInvokeExpr call) {
        expect(call, call.getArguments().size() == 1);
        return call.getArguments().get(0);
    }

    private Expression characters(SQLMethodInvokeExpr call) {
        expect(call, !call.getArguments().isEmpty());
        SQLExpr last = call.getArguments().get(call.getArguments().size() - 1);
        // The parser takes the USING behind a hexadecimal literal for the literal's own.
        Object using = call.getUsing() == null ? last.getAttribute("USING") : call.getUsing();
        TextCharset charset = using == null ? TextCharset.BINARY : charset(using);
        boolean text = charset != TextCharset.BINARY;
        Expression characters = CodeFunctions.ofCodes(compiler.compileAll(call.getArguments()), text);
        return text
                ? charset.convert(characters.withType(characters.type().withCollation(compiler.collation())))
                : characters;
    }

    private static TextCharset charset(Object name) {
        return TextCharset.of(
                ExpressionCompiler.unquote(name.toString()).replace("'", "").replace("\"", ""));
    }

    private Expression format(SQLMethodInvokeExpr call) {
        expect(call, call.getArguments().size() == 2);
        String kind = call.getArguments().get(0).toString().toUpperCase(Locale.ROOT);
        Expression region = compiler.compileOne(call.getArguments().get(1));
        return Expression.of(SqlType.text(17, compiler.collation()), frame -> {
            String name = region.text(frame);
            return name == null ? null : FORMATS.get(kind + " " + name.toUpperCase(Locale.ROOT));
        });
    }

    private Expression plain(SQLMethodInvokeExpr call) {
        List<SQLExpr> all = new ArrayList<>(call.getArguments());
        addIfThere(all, call.getFrom());
        addIfThere(all, call.getFor());
        return compiler.call(ExpressionCompiler.unquote(call.getMethodName()), compiler.compileAll(all));
    }

    private static void addIfThere(List<SQLExpr> all, @Nullable SQLExpr argument) {
        if (argument != null) {
            all.add(argument);
        }
    }

    private Expression add(SQLMethodInvokeExpr call, int sign) {
        List<SQLExpr> arguments = call.getArguments();
        expect(call, arguments.size() == 2);
        Expression date = compiler.compileOne(arguments.get(0));
        return arguments.get(1) instanceof SQLIntervalExpr interval
                ? compiler.interval(date, interval, sign)
                : IntervalArithmetic.add(date, compiler.compileOne(arguments.get(1)), "DAY", sign);
    }

    private static String unit(SQLExpr unit) {
        return unit.toString().toUpperCase(Locale.ROOT).replaceFirst("^SQL_TSI_", "");
    }

    private Expression trim(SQLMethodInvokeExpr call) {
        String option = call.getTrimOption();
        boolean leading = !"TRAILING".equalsIgnoreCase(option);
        boolean trailing = !"LEADING".equalsIgnoreCase(option);
        SQLExpr from = call.getFrom();
        expect(call, call.getArguments().size() == 1 || call.getArguments().isEmpty() && from != null);
        Expression first = call.getArguments().isEmpty()
                ? null
                : compiler.compileOne(call.getArguments().get(0));
        Expression text = from == null ? first : compiler.compileOne(from);
        if (text == null) {
            throw SqlErrors.syntax(call.toString(), 1);
        }
        Expression trimmed = StringFunctions.trim(text, from == null ? null : first, leading, trailing);
        return trimmed.type().family() == Family.TEXT
                ? trimmed.withType(trimmed.type()
                                .withCollation(
                                        text.type().isString() ? text.type().collation() : compiler.collation()))
                        .withCoercibility(text.coercibility())
                : text.type().family() == Family.NULL || Logic.isOfNull(text)
                        ? trimmed.withCoercibility(Collations.IGNORABLE)
                        : trimmed;
    }

    private Expression convert(SQLMethodInvokeExpr call) {
        if (call.getUsing() != null) {
            Expression operand = compiler.compileOne(one(call));
            long length = Logic.textLength(operand.type());
            TextCharset charset = charset(call.getUsing());
            boolean encodes = operand.type().family() == Family.TEXT;
            SqlType type = charset == TextCharset.BINARY
                    ? SqlType.bytes(encodes ? length * CHARACTER_BYTES_MAX : length)
                    : SqlType.text(length, compiler.collation());
            return charset.convert(CastExpressions.cast(operand, type));
        }
        expect(call, call.getArguments().size() == 2);
        Expression operand = compiler.compileOne(call.getArguments().get(0));
        SQLExpr type = call.getArguments().get(1);
        SQLDataType dataType = type instanceof SQLDataTypeRefExpr named
                ? named.getDataType()
                : type instanceof SQLDateTypeExpr typed
                        ? typed.getDataType()
                        : type instanceof SQLMethodInvokeExpr sized
                                ? sized(sized)
                                : new SQLDataTypeImpl(type.toString());
        return CastExpressions.cast(operand, TypeNames.ofCast(dataType, compiler.collation()));
    }

    private static SQLDataType sized(SQLMethodInvokeExpr call) {
        SQLDataTypeImpl type = new SQLDataTypeImpl(call.getMethodName());
        type.getArguments().addAll(call.getArguments());
        return type;
    }
}
