package io.millrace.newsql.plan;

import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.mysql.ColumnDefinition;
import io.millrace.newsql.transaction.LockWait;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One SELECT … FROM … block.
 *
 * @param join what it reads, in the order in which it is read; none for SELECT without FROM
 * @param slots how many values a row has while it is computed
 * @param constant a condition that is the same for all rows; null for none
 * @param group what is grouped; null if it does not group
 * @param windows in the order in which they are computed
 * @param sort what is left to sort: empty if the rows come in order
 * @param locking its own lock; null if it locks nothing itself
 * @param direct how its rows go to the client as they lie in the storage; null if they do not
 * @param subqueries that its expressions run
 */
public record BlockPlan(
        List<Level> join,
        int slots,
        @Nullable Expression constant,
        @Nullable Group group,
        @Nullable Expression having,
        List<WindowPlan> windows,
        List<Expression> output,
        List<ColumnDefinition> columns,
        boolean distinct,
        List<SortKey> sort,
        @Nullable Expression limit,
        @Nullable Expression offset,
        @Nullable RowLock locking,
        boolean correlated,
        @Nullable DirectPlan direct,
        List<SelectPlan> subqueries)
        implements SelectPlan {

    @Override
    public @Nullable LockWait lock() {
        return locking != null ? locking.patience() : SelectPlan.super.lock();
    }

    @Override
    public SelectPlan withoutLimit() {
        return new BlockPlan(
                join,
                slots,
                constant,
                group,
                having,
                windows,
                output,
                columns,
                distinct,
                List.of(),
                null,
                null,
                locking,
                correlated,
                null,
                subqueries);
    }

    @Override
    public boolean grouped() {
        return group != null;
    }

    @Override
    public List<Expression> groupBy() {
        return group == null ? List.of() : group.keys();
    }

    @Override
    public List<TableLevel> levels() {
        List<TableLevel> tables = new ArrayList<>(join.size());
        collect(join, tables);
        return tables;
    }

    private static void collect(List<Level> levels, List<TableLevel> tables) {
        for (Level level : levels) {
            if (level instanceof TableLevel table) {
                tables.add(table);
            } else if (level instanceof JoinLevel nested) {
                collect(nested.levels(), tables);
            }
        }
    }

    @Override
    public List<SelectPlan> inputs() {
        List<SelectPlan> queries = new ArrayList<>(subqueries);
        collectQueries(join, queries);
        return queries;
    }

    private static void collectQueries(List<Level> levels, List<SelectPlan> queries) {
        for (Level level : levels) {
            if (level instanceof QueryLevel query) {
                queries.add(query.query());
            } else if (level instanceof JoinLevel nested) {
                collectQueries(nested.levels(), queries);
            }
        }
    }
}
