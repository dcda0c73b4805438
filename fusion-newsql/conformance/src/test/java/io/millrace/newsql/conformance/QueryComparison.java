package io.millrace.newsql.conformance;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Puts many random queries to two servers, over several connections at once. The same seed asks the same queries and gives the same differences. */
final class QueryComparison {

    /** Pairs of connections: each waits for one server while another computes. */
    private static final int WORKERS = 4;

    /** Differences beyond this are not made smaller: it takes hundreds of queries each. */
    private static final int SHRUNK_MAX = 300;

    private record Found(QueryPart query, QueryDifference difference) {}

    private final AreaRun reference;
    private final AreaRun tested;

    /** @param reference whose answers are right */
    QueryComparison(AreaRun reference, AreaRun tested) {
        this.reference = reference;
        this.tested = tested;
    }

    /**
     * Makes the tables and compares.
     *
     * @return the differences, in the order of their queries; the first of them made small
     */
    List<QueryDifference> find(Random random, int queries) throws SQLException, InterruptedException {
        for (String sql : QueryGenerator.TABLES) {
            CorpusStatement statement = QueryDifference.statement(sql);
            reference.answer(statement);
            if (tested.answer(statement).outcome() instanceof Outcome.Failed failed) {
                throw new IllegalStateException(sql + ": " + failed.message());
            }
        }
        QueryGenerator generator = new QueryGenerator(random);
        List<QueryPart> all = new ArrayList<>();
        for (int i = 0; i < queries; i++) {
            all.add(generator.next());
        }
        List<QueryDifference> differences = new ArrayList<>();
        for (Found found : compare(all).values()) {
            differences.add(
                    differences.size() < SHRUNK_MAX
                            ? QueryDifference.shrink(reference, tested, found.query(), found.difference())
                            : found.difference());
        }
        return differences;
    }

    /** What differs, by the number of its query. */
    private Map<Integer, Found> compare(List<QueryPart> queries) throws SQLException, InterruptedException {
        ExecutorService workers = Executors.newFixedThreadPool(WORKERS);
        try {
            List<Callable<Map<Integer, Found>>> shares = new ArrayList<>();
            for (int worker = 0; worker < WORKERS; worker++) {
                int first = worker;
                shares.add(() -> share(queries, first));
            }
            Map<Integer, Found> found = new TreeMap<>();
            for (Future<Map<Integer, Found>> share : workers.invokeAll(shares)) {
                found.putAll(share.get());
            }
            return found;
        } catch (ExecutionException e) {
            throw new SQLException("a comparison failed", e.getCause());
        } finally {
            workers.shutdownNow();
        }
    }

    /** Every so manieth query, from the first on. */
    private Map<Integer, Found> share(List<QueryPart> queries, int first) throws SQLException {
        Map<Integer, Found> found = new TreeMap<>();
        try (AreaRun right = reference.beside();
                AreaRun other = tested.beside()) {
            for (int i = first; i < queries.size(); i += WORKERS) {
                QueryDifference difference = QueryDifference.compare(right, other, queries.get(i));
                if (difference != null) {
                    found.put(i, new Found(queries.get(i), difference));
                }
            }
        }
        return found;
    }
}
