package io.millrace.newsql.conformance;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Compares two running servers by random queries, and prints what differs by rule, most frequent first, with the smallest statement of each.
 *
 * <p>Arguments: the JDBC address of a MariaDB, that of the server under test, how many queries, and a seed.
 */
public final class ComparingRandom {

    private static final int RULES = 200;

    private ComparingRandom() {}

    public static void main(String[] arguments) throws SQLException, InterruptedException {
        int queries = Integer.parseInt(arguments[2]);
        long seed = Long.parseLong(arguments[3]);
        long start = System.nanoTime();
        Map<String, List<QueryDifference>> rules = new LinkedHashMap<>();
        try (AreaRun reference = AreaRun.open(new RemoteServer("MariaDB", arguments[0]));
                AreaRun tested = AreaRun.open(new RemoteServer("server", arguments[1]))) {
            Random random = new Random(seed);
            for (QueryDifference difference : new QueryComparison(reference, tested).find(random, queries)) {
                rules.computeIfAbsent(difference.rule(), rule -> new ArrayList<>())
                        .add(difference);
            }
        }
        int differences = rules.values().stream().mapToInt(List::size).sum();
        System.out.printf(
                "%d queries, %d differ, by %d rules, in %.1f s%n",
                queries, differences, rules.size(), (System.nanoTime() - start) / 1e9);
        rules.values().stream()
                .sorted(Comparator.comparing(found -> -found.size()))
                .limit(RULES)
                .forEach(ComparingRandom::print);
    }

    private static void print(List<QueryDifference> found) {
        QueryDifference smallest = found.stream()
                .min(Comparator.comparing(
                        difference -> difference.statement().sql().length()))
                .orElseThrow();
        System.out.printf(
                "%5d x %s%n        %s  %s%n",
                found.size(),
                smallest.statement().sql(),
                smallest.verdict().cause(),
                smallest.verdict().detail());
    }
}
