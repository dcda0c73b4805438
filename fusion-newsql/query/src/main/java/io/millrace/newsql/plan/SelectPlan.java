package io.millrace.newsql.plan;

import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.mysql.ColumnDefinition;
import io.millrace.newsql.transaction.LockWait;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A query. Immutable; may run in many sessions at once. */
public sealed interface SelectPlan permits BlockPlan, SetPlan, ValuesPlan, RecursivePlan, WorkPlan {

    /** What a row consists of; the types are the result's. */
    List<Expression> output();

    List<ColumnDefinition> columns();

    /** Whether it reads a row of a block around it, so that it has to run again for each of them. */
    boolean correlated();

    /** The queries that it reads: parts, derived tables, subqueries. */
    List<SelectPlan> inputs();

    /** How many values a row has while it is computed. */
    default int slots() {
        return output().size();
    }

    /** Its tables of the storage and of the server, of this block alone. */
    default List<TableLevel> levels() {
        return List.of();
    }

    /** Whether rows are grouped. */
    default boolean grouped() {
        return false;
    }

    /** What it groups by, if it does. */
    default List<Expression> groupBy() {
        return List.of();
    }

    /** What is left to sort. */
    default List<SortKey> sort() {
        return List.of();
    }

    /** Whether rows of it or of what it reads are locked, and how long it waits; null for a plain read. */
    default @Nullable LockWait lock() {
        for (SelectPlan input : inputs()) {
            LockWait lock = input.lock();
            if (lock != null) {
                return lock;
            }
        }
        return null;
    }

    /** How its rows go to the client as they lie in the storage; null if they do not. */
    default @Nullable DirectPlan direct() {
        return null;
    }

    /** The same without its own LIMIT: what SQL_CALC_FOUND_ROWS counts. */
    default SelectPlan withoutLimit() {
        return this;
    }

    /** Whether it gives one row at most, which a whole key leads to, and waits for nothing. */
    default boolean isPoint() {
        DirectPlan direct = direct();
        return direct != null && direct.isPoint();
    }
}
