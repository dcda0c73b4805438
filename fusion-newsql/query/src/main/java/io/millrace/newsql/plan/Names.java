package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import io.millrace.newsql.expression.ExpressionCompiler;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Names as the parser's tree has them. */
final class Names {

    /** Functions that are called without parentheses. */
    private static final Set<String> CALLS = Set.of(
            "CURRENT_TIMESTAMP",
            "CURRENT_DATE",
            "CURRENT_TIME",
            "CURRENT_USER",
            "LOCALTIME",
            "LOCALTIMESTAMP",
            "UTC_TIMESTAMP",
            "UTC_DATE",
            "UTC_TIME");

    private Names() {}

    /** The column of the block that an expression names; null if it is none. */
    static FromScope.@Nullable Found columnOf(FromScope scope, SQLExpr expr, String clause) {
        if (expr instanceof SQLIdentifierExpr name && name.getCollate() == null && !isCall(name)) {
            return scope.find(null, null, ExpressionCompiler.unquote(name.getName()), clause);
        }
        if (!(expr instanceof SQLPropertyExpr name) || name.getName().equals("*")) {
            return null;
        }
        String column = ExpressionCompiler.unquote(name.getName());
        if (name.getOwner() instanceof SQLIdentifierExpr table) {
            return scope.find(null, ExpressionCompiler.unquote(table.getName()), column, clause);
        }
        return name.getOwner() instanceof SQLPropertyExpr table && table.getOwner() instanceof SQLIdentifierExpr schema
                ? scope.find(
                        ExpressionCompiler.unquote(schema.getName()),
                        ExpressionCompiler.unquote(table.getName()),
                        column,
                        clause)
                : null;
    }

    /** Whether an expression is written as a column is, of whatever block. */
    static boolean isColumn(SQLExpr expr) {
        return expr instanceof SQLIdentifierExpr name && !isCall(name) || expr instanceof SQLPropertyExpr;
    }

    private static boolean isCall(SQLIdentifierExpr name) {
        return CALLS.contains(name.getName().toUpperCase(Locale.ROOT));
    }

    /** The column's own part of a name. */
    static String last(SQLExpr name) {
        return ExpressionCompiler.unquote(
                name instanceof SQLPropertyExpr property ? property.getName() : ((SQLIdentifierExpr) name).getName());
    }

    /** An alias without its quotes, of any kind. */
    static String alias(String alias) {
        char first = alias.charAt(0);
        return alias.length() > 1 && (first == '\'' || first == '"')
                ? alias.substring(1, alias.length() - 1)
                : ExpressionCompiler.unquote(alias);
    }
}
