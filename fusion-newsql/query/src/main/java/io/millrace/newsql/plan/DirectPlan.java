package io.millrace.newsql.plan;

import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a block knows that reads one stored table, or none, and gives each row as it comes: columns can go to the client as they lie in the storage.
 *
 * @param table null if it reads none: it has one row
 * @param ordinals for each of the output the column that it is; -1 for what has to be computed
 * @param decoded columns that conditions and computed values need, by ordinal
 * @param isPoint whether it gives one row at most, found by a whole key
 */
public record DirectPlan(@Nullable TableLevel table, int[] ordinals, boolean[] decoded, boolean isPoint) {

    /** @param conditions columns that WHERE reads */
    static DirectPlan of(List<Level> levels, List<Integer> columns, boolean[] conditions) {
        if (levels.isEmpty()) {
            int[] computed = new int[columns.size()];
            java.util.Arrays.fill(computed, -1);
            return new DirectPlan(null, computed, new boolean[0], true);
        }
        TableLevel table = (TableLevel) levels.get(0);
        int[] ordinals = columns.stream().mapToInt(Integer::intValue).toArray();
        boolean computes = columns.contains(-1);
        return new DirectPlan(table, ordinals, computes ? table.wanted() : conditions, isPoint(table));
    }

    /** Whether a block of such levels can be one: an index that holds all that is wanted is faster than its rows. */
    static boolean reads(List<Level> levels) {
        return levels.isEmpty()
                || levels.size() == 1
                        && levels.get(0) instanceof TableLevel table
                        && table.table().layout() != null
                        && !table.outer()
                        && table.hash() == null
                        && (table.path().isPoint() || !table.isCovered());
    }

    /** A key with a NULL in it is not unique: neither column nor value may be NULL. */
    private static boolean isPoint(TableLevel level) {
        Path path = level.path();
        if (!path.isPoint() || path.keys() == null || level.lock() != null) {
            return false;
        }
        for (int i = 0; i < path.equal().size(); i++) {
            int ordinal = path.keys().index().parts().get(i).ordinal();
            SqlType value = path.equal().get(i).type();
            if (level.table().info().columns().get(ordinal).nullable()
                    && (value.id() == TypeId.NULL || path.equal().get(i).nullable())) {
                return false;
            }
        }
        return true;
    }
}
