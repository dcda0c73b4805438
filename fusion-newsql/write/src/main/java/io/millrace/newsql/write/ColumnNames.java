package io.millrace.newsql.write;

import com.alibaba.druid.sql.SQLUtils;
import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLReplaceable;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.ast.statement.SQLSelectItem;
import com.alibaba.druid.sql.dialect.mysql.visitor.MySqlASTVisitorAdapter;
import io.millrace.newsql.expression.ExpressionCompiler;
import org.jspecify.annotations.Nullable;

/** Puts expressions in the places of names of columns. */
final class ColumnNames {

    /** What a name becomes. */
    interface Meaning {
        /** @param owner null for none @param nested whether it stands in a subquery @return null to leave it as it is */
        @Nullable
        SQLExpr of(@Nullable String owner, String column, boolean nested);
    }

    private ColumnNames() {}

    /** A copy of the expression with the names replaced. */
    static SQLExpr replaced(SQLExpr expr, Meaning meaning) {
        SQLSelectItem holder = new SQLSelectItem(expr.clone());
        holder.accept(new MySqlASTVisitorAdapter() {
            private int depth;

            @Override
            public boolean visit(SQLSelect query) {
                depth++;
                return true;
            }

            @Override
            public void endVisit(SQLSelect query) {
                depth--;
            }

            @Override
            public boolean visit(SQLIdentifierExpr name) {
                replace(name, meaning.of(null, ExpressionCompiler.unquote(name.getName()), depth > 0));
                return false;
            }

            @Override
            public boolean visit(SQLPropertyExpr name) {
                String owner = name.getOwner() instanceof SQLPropertyExpr qualified
                        ? qualified.getName()
                        : name.getOwner().toString();
                replace(
                        name,
                        meaning.of(
                                ExpressionCompiler.unquote(owner),
                                ExpressionCompiler.unquote(name.getName()),
                                depth > 0));
                return false;
            }
        });
        return holder.getExpr();
    }

    private static void replace(SQLExpr name, @Nullable SQLExpr meaning) {
        if (meaning != null && name.getParent() instanceof SQLReplaceable) {
            SQLUtils.replaceInParent(name, meaning.clone());
        }
    }
}
