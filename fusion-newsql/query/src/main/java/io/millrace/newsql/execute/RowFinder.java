package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Accumulator;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.plan.SelectPlan;
import io.millrace.newsql.plan.SortKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the rows that a statement is to change. */
public final class RowFinder {

    private static final int KEY_BYTES = 48;

    private record Match(byte[] rowKey, @Nullable Object[] sortKeys) {}

    private RowFinder() {}

    /** Keys of the rows of the first table. All are found before the first is changed: a row that moves is not found twice. */
    public static List<byte[]> find(SelectPlan plan, Execution execution) {
        Frame frame = execution.newFrame(plan.slots());
        long limit = plan.limit() != null && plan.limit().eval(frame) instanceof Long count ? count : Long.MAX_VALUE;
        List<Match> matches = new ArrayList<>();
        boolean possible = plan.constant() == null || plan.constant().isTrue(frame);
        try (JoinCursor cursor = new JoinCursor(plan.levels(), execution, frame)) {
            while (possible && (!plan.sort().isEmpty() || matches.size() < limit) && cursor.next()) {
                @Nullable Object[] keys = new @Nullable Object[plan.sort().size()];
                for (int i = 0; i < keys.length; i++) {
                    keys[i] = plan.sort().get(i).value().eval(frame);
                }
                byte[] rowKey = cursor.firstRowKey();
                execution.hold(KEY_BYTES + rowKey.length);
                matches.add(new Match(rowKey, keys));
            }
        }
        if (!plan.sort().isEmpty()) {
            matches.sort((left, right) -> compare(plan.sort(), left.sortKeys(), right.sortKeys()));
        }
        return matches.stream().limit(limit).map(Match::rowKey).toList();
    }

    private static int compare(List<SortKey> sort, @Nullable Object[] left, @Nullable Object[] right) {
        for (int i = 0; i < left.length; i++) {
            int order = Accumulator.compareNullable(
                    left[i], right[i], sort.get(i).value().type());
            if (order != 0) {
                return sort.get(i).descending() ? -order : order;
            }
        }
        return 0;
    }
}
