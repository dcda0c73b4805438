package io.millrace.newsql.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;

/**
 * Compares two running servers by random queries, and prints what differs by rule, most frequent first, with the smallest statement of each.
 *
 * <p>Arguments: the JDBC address of a MariaDB, that of the server under test, how many queries, and a seed; or instead of these two
 * {@code --write-known-differences}, which asks the queries of the build and writes its list. Run from the module's directory.
 */
public final class ComparingRandom {

    private static final String WRITE = "--write-known-differences";
    private static final int RULES = 200;

    private ComparingRandom() {}

    public static void main(String[] arguments) throws IOException, SQLException, InterruptedException {
        boolean writes = arguments[2].equals(WRITE);
        int queries = writes ? RandomQueriesIT.QUERIES : Integer.parseInt(arguments[2]);
        long seed = writes ? RandomQueriesIT.SEED : Long.parseLong(arguments[3]);
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
        if (writes) {
            Files.createDirectories(RandomQueriesIT.KNOWN.getParent());
            Files.write(RandomQueriesIT.KNOWN, new TreeSet<>(rules.keySet()));
        }
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
