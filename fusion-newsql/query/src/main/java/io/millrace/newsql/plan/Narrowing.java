package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLAllColumnExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.expr.SQLVariantRefExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelectItem;
import com.alibaba.druid.sql.ast.statement.SQLSelectQueryBlock;
import com.alibaba.druid.sql.dialect.mysql.visitor.MySqlASTVisitorAdapter;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Takes conditions on a block's result into the block itself, where they decide what is read: those on plain columns, if no row that is left out then could change another.
 * One use.
 */
final class Narrowing {

    /** A query of which fewer rows are made. @param taken conditions that all of them fulfil */
    record Narrowed(SelectPlan plan, List<PushedCondition> taken) {}

    private final SQLSelectQueryBlock block;
    private final FromScope scope;
    private final ExpressionCompiler compiler;
    private final List<PushedCondition> taken = new ArrayList<>();

    Narrowing(SQLSelectQueryBlock block, FromScope scope, ExpressionCompiler compiler) {
        this.block = block;
        this.scope = scope;
        this.compiler = compiler;
    }

    List<PushedCondition> taken() {
        return taken;
    }

    /**
     * What can be asked of the block's own columns.
     *
     * @param wanted conditions on its result
     * @param selected what an item of GROUP BY stands for
     */
    List<SQLExpr> own(List<PushedCondition> wanted, UnaryOperator<SQLExpr> selected) {
        List<SQLExpr> conditions = new ArrayList<>();
        if (wanted.isEmpty() || !everyRowStandsForItself()) {
            return conditions;
        }
        List<@Nullable SQLExpr> columns = columns();
        for (PushedCondition each : wanted) {
            int ordinal = each.column().ordinal();
            SQLExpr column = ordinal < columns.size() ? columns.get(ordinal) : null;
            FromScope.Found found = column == null ? null : Names.columnOf(scope, column, "field list");
            if (column != null && found != null && isDecidedBefore(found, each, selected)) {
                conditions.add(each.on().apply(column));
                taken.add(each);
            }
        }
        return conditions;
    }

    private boolean everyRowStandsForItself() {
        boolean cut = block.getLimit() != null || WindowTree.slots(block) > 0;
        boolean rollup = block.getGroupBy() != null && block.getGroupBy().isWithRollUp();
        return !cut && !rollup && !usesVariables();
    }

    /** A variable that a row sets is read by the next. */
    private boolean usesVariables() {
        boolean[] found = new boolean[1];
        block.accept(new MySqlASTVisitorAdapter() {
            @Override
            public boolean visit(SQLVariantRefExpr variable) {
                found[0] |= !variable.getName().equals("?");
                return true;
            }
        });
        return found[0];
    }

    /** Whether a condition says the same of every row of a group as of the row that stands for it. */
    private boolean isDecidedBefore(
            FromScope.Found column, PushedCondition condition, UnaryOperator<SQLExpr> selected) {
        boolean grouped =
                block.getGroupBy() != null && !block.getGroupBy().getItems().isEmpty();
        if (grouped
                && block.getGroupBy().getItems().stream()
                        .noneMatch(item ->
                                column.equals(Names.columnOf(scope, selected.apply(item), "group statement")))) {
            return false;
        }
        // Texts that are equal may differ in their bytes.
        return !grouped && !block.isDistinct()
                || column.column().type().family() != TypeId.Family.TEXT
                || condition.values().stream().allMatch(this::isText);
    }

    private boolean isText(SQLExpr value) {
        SqlType type = compiler.compile(value, "where clause").type();
        return type.family() == TypeId.Family.TEXT;
    }

    /** The columns that the block's result consists of, as they are written; null for what is computed. */
    private List<@Nullable SQLExpr> columns() {
        List<@Nullable SQLExpr> columns = new ArrayList<>();
        for (SQLSelectItem item : block.getSelectList()) {
            SQLExpr expr = item.getExpr();
            if (expr instanceof SQLAllColumnExpr all && all.getOwner() == null) {
                scope.visible().forEach(found -> columns.add(name(found)));
            } else if (expr instanceof SQLAllColumnExpr all) {
                addAll(all.getOwner(), columns);
            } else if (expr instanceof SQLPropertyExpr all && all.getName().equals("*")) {
                addAll(all.getOwner(), columns);
            } else {
                columns.add(expr instanceof SQLIdentifierExpr || expr instanceof SQLPropertyExpr ? expr : null);
            }
        }
        return columns;
    }

    private void addAll(SQLExpr owner, List<@Nullable SQLExpr> columns) {
        FromScope.Entry entry = SelectItems.entry(scope, owner);
        for (int i = 0; i < entry.columns.size(); i++) {
            columns.add(name(new FromScope.Found(entry, i)));
        }
    }

    private static SQLExpr name(FromScope.Found found) {
        String schema = found.entry().schema;
        SQLExpr alias = new SQLIdentifierExpr(SelectItems.quote(found.entry().alias));
        SQLExpr owner = schema.isEmpty()
                ? alias
                : new SQLPropertyExpr(
                        new SQLIdentifierExpr(SelectItems.quote(schema)), SelectItems.quote(found.entry().alias));
        return new SQLPropertyExpr(owner, SelectItems.quote(found.column().name()));
    }
}
