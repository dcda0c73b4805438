package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLReplaceable;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.dialect.mysql.visitor.MySqlASTVisitorAdapter;
import io.millrace.newsql.expression.ExpressionCompiler;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Puts the expressions of the select list in the place of their names, in HAVING and inside of ORDER BY's expressions. */
final class AliasRewriter extends MySqlASTVisitorAdapter {

    private final Function<String, @Nullable SQLExpr> aliases;

    AliasRewriter(Function<String, @Nullable SQLExpr> aliases) {
        this.aliases = aliases;
    }

    /** A copy without the names. */
    SQLExpr rewrite(SQLExpr expr) {
        if (expr instanceof SQLIdentifierExpr name) {
            SQLExpr source = sourceOf(name);
            return source == null ? expr : source.clone();
        }
        SQLExpr copy = expr.clone();
        copy.accept(this);
        return copy;
    }

    private @Nullable SQLExpr sourceOf(SQLIdentifierExpr name) {
        SQLExpr source = aliases.apply(ExpressionCompiler.unquote(name.getName()));
        boolean itself =
                source instanceof SQLIdentifierExpr same && same.getName().equals(name.getName());
        return itself ? null : source;
    }

    @Override
    public boolean visit(SQLSelect query) {
        return false;
    }

    @Override
    public boolean visit(SQLIdentifierExpr name) {
        SQLExpr source = sourceOf(name);
        if (source != null && name.getParent() instanceof SQLReplaceable parent) {
            parent.replace(name, source.clone());
        }
        return false;
    }
}
