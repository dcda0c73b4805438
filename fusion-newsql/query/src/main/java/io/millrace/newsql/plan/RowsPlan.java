package io.millrace.newsql.plan;

import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Scope;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A join that finds rows to change.
 *
 * @param targets the tables whose rows' keys it gives
 * @param scope finds the columns of all its tables, in the slots of a joined row
 * @param condition what every joined row fulfils: conditions of inner joins and of WHERE; null for none
 */
public record RowsPlan(BlockPlan plan, List<Target> targets, Scope scope, @Nullable Expression condition) {

    /**
     * A table whose rows are changed.
     *
     * @param place in the FROM
     * @param offset slot of its first column
     */
    public record Target(TableRef table, String alias, int place, int offset) {}

    /** How many values a joined row has. */
    public int slots() {
        return plan.slots();
    }

    static RowsPlan of(BlockPlan plan, FromScope scope, @Nullable Expression condition, List<String> names) {
        List<Target> targets = new ArrayList<>();
        for (FromScope.Entry entry : scope.entries) {
            TableRef table = entry.table;
            if (names.isEmpty() && table != null && table.layout() != null) {
                targets.add(new Target(table, entry.alias, entry.place, entry.offset));
            }
        }
        for (String name : names) {
            FromScope.Entry entry = find(scope, name);
            TableRef table = entry.table;
            if (table == null || table.layout() == null) {
                throw SqlErrors.of(
                        1288, "HY000", "The target table " + entry.alias + " of the statement is not updatable");
            }
            targets.add(new Target(table, entry.alias, entry.place, entry.offset));
        }
        return new RowsPlan(plan, targets, scope, condition);
    }

    private static FromScope.Entry find(FromScope scope, String name) {
        String plain = name.replace("`", "");
        for (FromScope.Entry entry : scope.entries) {
            String whole = entry.schema + "."
                    + (entry.table == null ? entry.alias : entry.table.info().name());
            if (entry.alias.equals(plain) || whole.equals(plain)) {
                return entry;
            }
        }
        throw SqlErrors.of(1109, "42S02", "Unknown table '" + plain + "' in MULTI DELETE");
    }
}
