package io.millrace.newsql.constraint;

import com.alibaba.druid.DbType;
import com.alibaba.druid.sql.SQLUtils;
import com.alibaba.druid.sql.ast.SQLCurrentTimeExpr;
import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLAggregateExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import com.alibaba.druid.sql.ast.expr.SQLQueryExpr;
import com.alibaba.druid.sql.ast.expr.SQLVariantRefExpr;
import com.alibaba.druid.sql.dialect.mysql.visitor.MySqlASTVisitorAdapter;
import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.expression.QueryParts;
import io.millrace.newsql.expression.SessionScopes;
import io.millrace.newsql.type.SqlErrors;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Expressions that are kept in definitions, as text: parsed, checked and compiled again. */
public final class StoredExpressions {

    /** Functions whose value depends on more than their arguments. */
    private static final Set<String> UNSTABLE = Set.of(
            "NOW",
            "SYSDATE",
            "CURDATE",
            "CURTIME",
            "CURRENT_DATE",
            "CURRENT_TIME",
            "CURRENT_TIMESTAMP",
            "LOCALTIME",
            "LOCALTIMESTAMP",
            "UTC_DATE",
            "UTC_TIME",
            "UTC_TIMESTAMP",
            "UNIX_TIMESTAMP",
            "RAND",
            "RANDOM_BYTES",
            "UUID",
            "UUID_SHORT",
            "CONNECTION_ID",
            "CURRENT_USER",
            "CURRENT_ROLE",
            "USER",
            "SESSION_USER",
            "SYSTEM_USER",
            "DATABASE",
            "SCHEMA",
            "VERSION",
            "FOUND_ROWS",
            "ROW_COUNT",
            "LAST_INSERT_ID",
            "SLEEP",
            "BENCHMARK",
            "GET_LOCK",
            "RELEASE_LOCK",
            "RELEASE_ALL_LOCKS",
            "IS_FREE_LOCK",
            "IS_USED_LOCK",
            "LOAD_FILE");

    private StoredExpressions() {}

    /** What stands in a definition, as it is kept. */
    public static String text(SQLExpr expr) {
        SQLExpr bare = expr.clone();
        return SQLUtils.toSQLString(bare, DbType.mysql).replace('\n', ' ').replace("\t", "");
    }

    /** @throws io.millrace.newsql.mysql.SqlException 1064 for what the parser does not take any more */
    public static SQLExpr parse(String text) {
        try {
            return SQLUtils.toSQLExpr(text, DbType.mysql);
        } catch (RuntimeException e) {
            throw SqlErrors.syntax(text, 1);
        }
    }

    /** Compiles over columns of a table. */
    static Expression compile(String text, List<ColumnInfo> columns, String clause) {
        return compile(parse(text), new ColumnScope(columns), clause);
    }

    public static Expression compile(SQLExpr expr, ColumnScope scope, String clause) {
        return new ExpressionCompiler(scope, List.of(), SessionScopes.NONE, QueryParts.NONE).compile(expr, clause);
    }

    /** What an expression may not contain. */
    public interface Refusal {
        RuntimeException of(String what);
    }

    /**
     * Refuses what is not the same whenever it is computed of the same row.
     *
     * @param unstable for functions of that kind; not asked for those of a DEFAULT, which may be any
     * @param otherwise for variables and subqueries
     */
    public static void checkStable(SQLExpr expr, boolean mayBeUnstable, Refusal unstable, Refusal otherwise) {
        expr.accept(new MySqlASTVisitorAdapter() {
            @Override
            public boolean visit(SQLMethodInvokeExpr call) {
                checkName(call.getMethodName());
                return true;
            }

            @Override
            public boolean visit(SQLIdentifierExpr name) {
                checkName(name.getName().startsWith("`") ? "" : name.getName());
                return true;
            }

            @Override
            public boolean visit(SQLCurrentTimeExpr now) {
                checkName(now.getType().name());
                return true;
            }

            private void checkName(String name) {
                boolean constant = name.equalsIgnoreCase("USER") && expr instanceof SQLIdentifierExpr;
                if (!mayBeUnstable && !constant && UNSTABLE.contains(name.toUpperCase(Locale.ROOT))) {
                    throw unstable.of(name.toLowerCase(Locale.ROOT));
                }
            }

            @Override
            public boolean visit(SQLVariantRefExpr variable) {
                throw otherwise.of(variable.getName());
            }

            @Override
            public boolean visit(SQLQueryExpr query) {
                throw otherwise.of("subquery");
            }

            @Override
            public boolean visit(SQLAggregateExpr call) {
                throw SqlErrors.of(1111, "HY000", "Invalid use of group function");
            }
        });
    }
}
