package io.millrace.newsql.expression;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOpExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOperator;
import io.millrace.newsql.type.SqlErrors;
import org.jspecify.annotations.Nullable;

/**
 * What LIKE is written of, wherever the parser hangs its ESCAPE.
 *
 * @param escape null for the backslash
 */
public record LikeParts(SQLExpr text, SQLExpr pattern, @Nullable SQLExpr escape, boolean not) {

    /** Null for another operator. @throws io.millrace.newsql.mysql.SqlException 1064 for ESCAPE behind something else */
    public static @Nullable LikeParts of(SQLBinaryOpExpr expr) {
        SQLBinaryOpExpr like = expr;
        SQLExpr pattern = expr.getRight();
        SQLExpr escape = null;
        if (expr.getOperator() == SQLBinaryOperator.Escape) {
            if (!(expr.getLeft() instanceof SQLBinaryOpExpr inner)) {
                throw SqlErrors.syntax(expr.toString(), 1);
            }
            like = inner;
            pattern = inner.getRight();
            escape = expr.getRight();
        }
        if (like.getOperator() != SQLBinaryOperator.Like && like.getOperator() != SQLBinaryOperator.NotLike) {
            return null;
        }
        if (escape == null
                && pattern instanceof SQLBinaryOpExpr inner
                && inner.getOperator() == SQLBinaryOperator.Escape) {
            pattern = inner.getLeft();
            escape = inner.getRight();
        }
        return new LikeParts(like.getLeft(), pattern, escape, like.getOperator() == SQLBinaryOperator.NotLike);
    }
}
