package io.millrace.newsql.conformance;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A query that two servers answer differently, made as small as it gets.
 *
 * @param statement the small query
 * @param verdict in what the answers differ
 */
record QueryDifference(CorpusStatement statement, Verdict verdict) {

    /** Tries more than this are not worth a smaller statement. */
    private static final int TRIES_MAX = 400;

    /** Differences of one template and one cause are likely one fault. */
    String rule() {
        String cause = String.valueOf(verdict.cause());
        return statement.template() + " | " + (cause.startsWith("error ") ? cause.replaceFirst("(?s):.*", "") : cause);
    }

    /** What two servers answer differently to a query; null if they agree. The reference is right. */
    static @Nullable QueryDifference compare(AreaRun reference, AreaRun tested, QueryPart query) throws SQLException {
        CorpusStatement statement = statement(query.sql());
        Exchange expected = new Exchange(statement, reference.answer(statement));
        Verdict verdict = Verdict.of(expected, tested.answer(statement), Difference.ALL);
        return verdict.agrees() ? null : new QueryDifference(statement, verdict);
    }

    /** The smallest query that is still answered differently in the same kind of way. */
    static QueryDifference shrink(AreaRun reference, AreaRun tested, QueryPart query, QueryDifference found)
            throws SQLException {
        QueryPart smallest = query;
        QueryDifference difference = found;
        int tries = 0;
        boolean shrinks = true;
        while (shrinks) {
            shrinks = false;
            for (QueryPart candidate : smallest.smaller()) {
                if (candidate.sql().length() >= smallest.sql().length() || tries++ > TRIES_MAX) {
                    continue;
                }
                QueryDifference still = compare(reference, tested, candidate);
                if (still != null && sameKind(still, found)) {
                    smallest = candidate;
                    difference = still;
                    shrinks = true;
                    break;
                }
            }
        }
        return difference;
    }

    /** An error of the statement itself must not take the place of the difference that is looked for. */
    private static boolean sameKind(QueryDifference one, QueryDifference other) {
        return firstWord(one).equals(firstWord(other));
    }

    private static String firstWord(QueryDifference difference) {
        return String.valueOf(difference.verdict().cause()).split("[ :]", 2)[0];
    }

    static CorpusStatement statement(String sql) {
        return new CorpusStatement(1, "a", sql);
    }
}
