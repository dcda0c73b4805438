package io.millrace.newsql.plan;

import io.millrace.newsql.expression.Expression;
import java.util.List;

/**
 * A hash join: the rows of a level are kept by the first values and found by the second ones. What is equal has equal keys; the conditions are checked once more.
 *
 * @param build over the level's own slots; none: every row is looked at
 * @param probe over the slots before it, beside {@code build}
 * @param aroundAlone whether nothing is before it, and the row of the block around gives what is looked for: worth keeping rows only if the block runs again
 */
public record HashKeys(List<Expression> build, List<Expression> probe, boolean aroundAlone) {

    /** Every row is looked at. */
    static final HashKeys NONE = new HashKeys(List.of(), List.of(), false);
}
