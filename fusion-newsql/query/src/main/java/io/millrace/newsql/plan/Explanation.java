package io.millrace.newsql.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What EXPLAIN answers: a result of texts and numbers.
 *
 * @param columns their names
 * @param rows values beside the columns: String, Long, or null for NULL
 */
public record Explanation(List<String> columns, List<@Nullable Object[]> rows) {

    private static final List<String> TABLE = List.of(
            "id",
            "select_type",
            "table",
            "partitions",
            "type",
            "possible_keys",
            "key",
            "key_len",
            "ref",
            "rows",
            "filtered",
            "Extra");

    /** MySQL's twelve columns, a row for each table in the order in which they are read. */
    public static Explanation table(SelectPlan plan) {
        return new Explanation(TABLE, new ExplainedTables().rows(plan));
    }

    /** As {@code FORMAT=TREE} tells it: one text. */
    public static Explanation tree(SelectPlan plan) {
        return tree(plan, Measured.NONE);
    }

    /** As EXPLAIN ANALYZE tells it: the tree with what a run measured. */
    public static Explanation tree(SelectPlan plan, Measured measured) {
        return new Explanation(
                List.of("EXPLAIN"),
                List.<@Nullable Object[]>of(new @Nullable Object[] {new ExplainedTree(measured).of(plan)}));
    }

    /** What a run measured of the parts of its plan. */
    @FunctionalInterface
    public interface Measured {

        /** Nothing was run. */
        Measured NONE = part -> null;

        /** What was measured of a part; null for nothing. */
        @Nullable
        Part of(Object part);

        /** @param rows that it gave, in all of its loops */
        record Part(long loops, long rows, long nanos) {}
    }
}
