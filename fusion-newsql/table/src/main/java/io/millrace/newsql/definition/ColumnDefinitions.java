package io.millrace.newsql.definition;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLExprImpl;
import com.alibaba.druid.sql.ast.expr.SQLCharExpr;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import com.alibaba.druid.sql.ast.expr.SQLNullExpr;
import com.alibaba.druid.sql.ast.expr.SQLUnaryExpr;
import com.alibaba.druid.sql.ast.expr.SQLUnaryOperator;
import com.alibaba.druid.sql.ast.statement.SQLColumnConstraint;
import com.alibaba.druid.sql.ast.statement.SQLColumnDefinition;
import com.alibaba.druid.sql.ast.statement.SQLColumnPrimaryKey;
import com.alibaba.druid.sql.ast.statement.SQLNotNullConstraint;
import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.ColumnInfo.Fallback;
import io.millrace.newsql.catalog.ColumnInfo.Kind;
import io.millrace.newsql.catalog.Generation;
import io.millrace.newsql.constraint.StoredExpressions;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.type.Casts;
import io.millrace.newsql.type.ColumnValues;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId;
import io.millrace.newsql.type.WarningSink;
import java.time.ZoneOffset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Definitions of columns. */
final class ColumnDefinitions {

    private static final int NAME_MAX = 64;

    private ColumnDefinitions() {}

    /** @param collation of the table, for texts that name none */
    static ColumnInfo column(SQLColumnDefinition definition, int id, int version, String collation) {
        String name = checkName(ExpressionCompiler.unquote(definition.getName().getSimpleName()));
        boolean serial = definition.getDataType() != null
                && definition.getDataType().getName().equalsIgnoreCase("SERIAL");
        boolean auto = definition.isAutoIncrement() || serial;
        SqlType type = ColumnTypes.of(name, definition, collation);
        boolean nullable = true;
        for (SQLColumnConstraint constraint : definition.getConstraints()) {
            nullable &= !(constraint instanceof SQLNotNullConstraint) && !(constraint instanceof SQLColumnPrimaryKey);
        }
        Fallback fallback = fallback(name, definition.getDefaultExpr(), type, nullable);
        if (auto && (!type.isNumber() || type.family() == TypeId.Family.DECIMAL || fallback != null)) {
            throw SqlErrors.of(1063, "42000", "Incorrect column specifier for column '" + name + "'");
        }
        boolean updates = definition.getOnUpdate() != null;
        String comment = definition.getComment() instanceof SQLCharExpr text ? text.getText() : "";
        return new ColumnInfo(
                id,
                name,
                type,
                nullable && !auto,
                fallback,
                null,
                version,
                auto,
                updates,
                comment,
                generation(name, definition, auto || updates || fallback != null));
    }

    private static @Nullable Generation generation(
            String name, SQLColumnDefinition definition, boolean otherwiseFilled) {
        SQLExpr expr =
                definition.getGeneratedAlwaysAs() == null ? definition.getAsExpr() : definition.getGeneratedAlwaysAs();
        if (expr == null) {
            return null;
        }
        if (otherwiseFilled) {
            throw SqlErrors.of(1221, "HY000", "Incorrect usage of DEFAULT and generated column");
        }
        StoredExpressions.checkStable(
                expr,
                false,
                what -> SqlErrors.of(
                        3763,
                        "HY000",
                        "Expression of generated column '" + name + "' contains a disallowed function: " + what + "."),
                what -> SqlErrors.of(
                        3765, "HY000", "Expression of generated column '" + name + "' cannot refer to " + what + "."));
        return new Generation(StoredExpressions.text(expr), definition.isStored());
    }

    static String checkTableName(String name) {
        if (name.isEmpty() || name.endsWith(" ")) {
            throw SqlErrors.of(1103, "42000", "Incorrect table name '" + name + "'");
        }
        return checkName(name);
    }

    static String checkName(String name) {
        if (name.isEmpty() || name.endsWith(" ")) {
            throw SqlErrors.of(1166, "42000", "Incorrect column name '" + name + "'");
        }
        if (name.codePointCount(0, name.length()) > NAME_MAX) {
            throw SqlErrors.of(1059, "42000", "Identifier name '" + name + "' is too long");
        }
        return name;
    }

    // ---- defaults ----

    static @Nullable Fallback fallback(String column, @Nullable SQLExpr expr, SqlType type, boolean nullable) {
        if (expr == null) {
            return null;
        }
        if (expr instanceof SQLNullExpr) {
            if (!nullable) {
                throw invalid(column);
            }
            return new Fallback(Kind.NULL, "");
        }
        if (isNow(expr)) {
            return new Fallback(Kind.NOW, "");
        }
        boolean negative = expr instanceof SQLUnaryExpr unary && unary.getOperator() == SQLUnaryOperator.Negative;
        Literal literal = ExpressionCompiler.literal(negative ? ((SQLUnaryExpr) expr).getExpr() : expr);
        boolean large = type.id().isLarge() || type.id() == TypeId.JSON;
        if (literal == null || literal.value() == null || large && isInParentheses(expr)) {
            return expression(column, expr);
        }
        if (large) {
            throw SqlErrors.of(
                    1101, "42000", "BLOB, TEXT, GEOMETRY or JSON column '" + column + "' can't have a default value");
        }
        String text = (negative ? "-" : "") + Casts.toText(literal.value(), literal.type());
        if (literal.value() instanceof byte[] bytes && type.isNumber()) {
            text = new java.math.BigInteger(1, bytes).toString();
        }
        try {
            ColumnValues.Target target = new ColumnValues.Target(column, true, 1, ZoneOffset.UTC, 0, WarningSink.NONE);
            ColumnValues.assign(text, SqlType.text(text.length()), type, target);
        } catch (io.millrace.newsql.mysql.SqlException e) {
            throw invalid(column);
        }
        return new Fallback(Kind.LITERAL, text);
    }

    private static boolean isInParentheses(SQLExpr expr) {
        return expr instanceof SQLExprImpl written && written.isParenthesized();
    }

    private static Fallback expression(String column, SQLExpr expr) {
        StoredExpressions.checkStable(expr, true, what -> invalid(column), what -> invalid(column));
        return new Fallback(Kind.EXPRESSION, StoredExpressions.text(expr));
    }

    private static io.millrace.newsql.mysql.SqlException invalid(String column) {
        return SqlErrors.of(1067, "42000", "Invalid default value for '" + column + "'");
    }

    /** What CREATE TABLE … SELECT gives a column that cannot be NULL; null for types that have no such text. */
    static @Nullable Fallback zero(SqlType type) {
        return type.isNumber()
                ? new Fallback(Kind.LITERAL, "0")
                : type.isString() && !type.id().isLarge() && !type.isEnumerated()
                        ? new Fallback(Kind.LITERAL, "")
                        : null;
    }

    static boolean isNow(SQLExpr expr) {
        String name = expr instanceof SQLMethodInvokeExpr call ? call.getMethodName() : expr.toString();
        return switch (name.toUpperCase(Locale.ROOT)) {
            case "CURRENT_TIMESTAMP", "NOW", "LOCALTIME", "LOCALTIMESTAMP" -> true;
            default -> false;
        };
    }
}
