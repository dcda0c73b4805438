package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.plan.BlockPlan;
import io.millrace.newsql.plan.RowsPlan;
import io.millrace.newsql.plan.SelectPlan;
import io.millrace.newsql.plan.SortKey;
import io.millrace.newsql.plan.TableLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds the rows that a statement is to change. All are found before the first is changed: a row that moves is not found twice. */
public final class RowFinder {

    private static final int KEY_BYTES = 48;

    /**
     * A joined row.
     *
     * @param rowKeys one a target; null where an outer join has none
     * @param slots the row's values; the finder's caller owns them
     */
    public record FoundRow(byte[] @Nullable [] rowKeys, @Nullable Object[] slots) {}

    private record Match<T>(T row, @Nullable Object[] sortKeys) {}

    private RowFinder() {}

    /** Keys of the rows of the first table. Whoever locks them reads them again: one that a whole primary key leads to is not read here, and may not be there. */
    public static List<byte[]> find(SelectPlan plan, Execution execution) {
        byte[] key =
                isPoint((BlockPlan) plan) ? PointRow.key(plan.levels().get(0), execution.newFrame(plan.slots())) : null;
        if (key != null) {
            return List.of(key);
        }
        return find((BlockPlan) plan, execution, join -> {
            byte[] rowKey = join.firstRowKey();
            execution.hold(KEY_BYTES + rowKey.length);
            return rowKey;
        });
    }

    private static boolean isPoint(BlockPlan plan) {
        if (plan.levels().size() != 1
                || plan.join().size() != 1
                || plan.constant() != null
                || plan.limit() != null
                || !plan.sort().isEmpty()) {
            return false;
        }
        TableLevel level = plan.levels().get(0);
        return level.table().layout() != null && level.path().isPointByPrimaryKey();
    }

    /** The joined rows with the keys of the plan's targets, in the order of the statement. */
    public static List<FoundRow> find(RowsPlan plan, Execution execution) {
        ExecutionFrame frame = new ExecutionFrame(execution, null, plan.slots());
        return find(plan.plan(), execution, frame, join -> {
            byte[] @Nullable [] keys = new byte[plan.targets().size()][];
            for (int i = 0; i < keys.length; i++) {
                keys[i] = join.rowKey(plan.targets().get(i).place());
            }
            @Nullable Object[] slots = frame.slots().clone();
            execution.hold(KEY_BYTES * (1L + keys.length) + RowBytes.of(slots));
            return new FoundRow(keys, slots);
        });
    }

    private static <T> List<T> find(BlockPlan plan, Execution execution, Function<JoinCursor, T> match) {
        return find(plan, execution, new ExecutionFrame(execution, null, plan.slots()), match);
    }

    private static <T> List<T> find(
            BlockPlan plan, Execution execution, ExecutionFrame frame, Function<JoinCursor, T> match) {
        Expression most = plan.limit();
        long limit = most != null && most.eval(frame) instanceof Long count ? count : Long.MAX_VALUE;
        List<Match<T>> matches = new ArrayList<>();
        boolean possible = plan.constant() == null || plan.constant().isTrue(frame);
        try (JoinCursor cursor = new JoinCursor(plan.join(), execution, frame)) {
            while (possible && (!plan.sort().isEmpty() || matches.size() < limit) && cursor.next()) {
                @Nullable Object[] keys = new @Nullable Object[plan.sort().size()];
                for (int i = 0; i < keys.length; i++) {
                    keys[i] = plan.sort().get(i).value().eval(frame);
                }
                matches.add(new Match<>(match.apply(cursor), keys));
            }
        }
        List<SortKey> sort = plan.sort();
        if (!sort.isEmpty()) {
            matches.sort((left, right) -> Sorter.compare(sort, left.sortKeys(), right.sortKeys()));
        }
        return matches.stream().limit(limit).map(Match::row).toList();
    }
}
