package io.millrace.newsql.write;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLJoinTableSource;
import com.alibaba.druid.sql.ast.statement.SQLTableSource;
import com.alibaba.druid.sql.ast.statement.SQLUpdateSetItem;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlDeleteStatement;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlUpdateStatement;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.plan.Planner;
import io.millrace.newsql.plan.RowsPlan;
import io.millrace.newsql.plan.RowsPlan.Target;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.write.WritePlan.Assignment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Plans changes of several tables. One for each statement, one thread. */
final class JoinedPlanner {

    private final Planner planner;

    JoinedPlanner(Planner planner) {
        this.planner = planner;
    }

    WritePlan update(MySqlUpdateStatement update) {
        if (update.getOrderBy() != null || update.getLimit() != null) {
            throw SqlErrors.of(
                    1221,
                    "HY000",
                    "Incorrect usage of UPDATE and " + (update.getOrderBy() != null ? "ORDER BY" : "LIMIT"));
        }
        RowsPlan found = planner.findRows(update.getTableSource(), update.getWhere(), null, null, List.of());
        ExpressionCompiler compiler = planner.compiler(found.scope());
        Map<Integer, List<Assignment>> byTarget = new TreeMap<>();
        for (SQLUpdateSetItem item : update.getItems()) {
            int target = targetOf(found, item.getColumn());
            TableInfo table = found.targets().get(target).table().info();
            byTarget.computeIfAbsent(target, place -> new ArrayList<>())
                    .add(WritePlanner.assignment(compiler, table, item.getColumn(), item.getValue()));
        }
        int[] targets = byTarget.keySet().stream().mapToInt(Integer::intValue).toArray();
        WriteTables tables = WriteTables.of(
                planner,
                byTarget.keySet().stream()
                        .map(target -> found.targets().get(target).table())
                        .toList());
        return new WritePlan.UpdateJoined(tables, found, targets, List.copyOf(byTarget.values()), update.isIgnore());
    }

    /** Place of the table whose column is assigned. */
    private static int targetOf(RowsPlan found, SQLExpr column) {
        String owner = column instanceof SQLPropertyExpr property
                ? ExpressionCompiler.unquote(
                        property.getOwner() instanceof SQLPropertyExpr qualified
                                ? qualified.getName()
                                : property.getOwner().toString())
                : null;
        String name = ExpressionCompiler.unquote(
                column instanceof SQLPropertyExpr property ? property.getName() : column.toString());
        found.scope().resolve(null, owner, name, "field list");
        for (int i = 0; i < found.targets().size(); i++) {
            Target target = found.targets().get(i);
            if ((owner == null || owner.equals(target.alias()))
                    && target.table().info().ordinalOf(name) >= 0) {
                return i;
            }
        }
        throw SqlErrors.of(
                1288,
                "HY000",
                "The target table " + (owner == null ? name : owner) + " of the UPDATE is not updatable");
    }

    WritePlan delete(MySqlDeleteStatement delete) {
        SQLTableSource from = delete.getUsing() != null ? delete.getUsing() : delete.getFrom();
        List<String> targets = new ArrayList<>();
        addNames(delete.getTableSource(), targets);
        RowsPlan found = planner.findRows(from, delete.getWhere(), null, null, targets);
        WriteTables tables = WriteTables.of(
                planner, found.targets().stream().map(Target::table).toList());
        return new WritePlan.DeleteJoined(tables, found, delete.isIgnore());
    }

    private static void addNames(SQLTableSource source, List<String> names) {
        if (source instanceof SQLJoinTableSource join) {
            addNames(join.getLeft(), names);
            addNames(join.getRight(), names);
        } else if (source instanceof SQLExprTableSource table) {
            SQLExpr expr = table.getExpr();
            String name = expr.toString();
            names.add(name.endsWith(".*") ? name.substring(0, name.length() - 2) : name);
        } else {
            throw SqlErrors.syntax(source.toString(), 1);
        }
    }
}
