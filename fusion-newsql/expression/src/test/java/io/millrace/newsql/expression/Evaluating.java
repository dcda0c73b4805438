package io.millrace.newsql.expression;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelectStatement;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.sql.SqlParser;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.type.Casts;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.WarningSink;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Evaluates an expression as a SELECT without a table does, in a session of given warnings and collation. */
final class Evaluating {

    final List<Integer> warnings = new ArrayList<>();
    private final String collation;

    Evaluating() {
        this(SqlType.DEFAULT_COLLATION);
    }

    Evaluating(String collation) {
        this.collation = collation;
    }

    Expression compile(String expression) {
        StatementText statement = StatementText.split("SELECT " + expression).get(0);
        SQLSelectStatement select = (SQLSelectStatement) SqlParser.parse(statement, statement.whole());
        SQLExpr expr = select.getSelect().getQueryBlock().getSelectList().get(0).getExpr();
        return new ExpressionCompiler(Scope.EMPTY, List.<Literal>of(), session(), QueryParts.NONE)
                .compile(expr, "field list");
    }

    Frame frame() {
        return new Frame(session(), List.of(), 0);
    }

    /** The value as text, {@code NULL}, bytes as {@code 0x…}, or the code of the error. */
    String value(String expression) {
        try {
            Expression compiled = compile(expression);
            Object value = compiled.eval(frame());
            return value == null
                    ? "NULL"
                    : value instanceof byte[] bytes
                            ? "0x" + HexFormat.of().withUpperCase().formatHex(bytes)
                            : Casts.toText(value, compiled.type());
        } catch (SqlException e) {
            return "error " + e.code();
        }
    }

    /** {@link SessionScopes#NONE} with what this one knows better. */
    private SessionScope session() {
        WarningSink sink = (code, message) -> warnings.add(code);
        return (SessionScope) Proxy.newProxyInstance(
                Evaluating.class.getClassLoader(), new Class<?>[] {SessionScope.class}, (proxy, method, args) -> {
                    return switch (method.getName()) {
                        case "warnings" -> sink;
                        case "collation" -> collation;
                        default -> method.invoke(SessionScopes.NONE, args);
                    };
                });
    }
}
