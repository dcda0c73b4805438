package io.millrace.newsql.conformance;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares a running server with the corpus and prints the share that agrees and what fails most.
 *
 * <p>Arguments: the server's JDBC address without parameters, like {@code jdbc:mariadb://127.0.0.1:3307/}; then areas, all if
 * none. Run from the module's directory.
 */
public final class Comparing {

    private static final int EXAMPLES = 200;
    private static final int CAUSES = 400;

    private Comparing() {}

    public static void main(String[] arguments) throws IOException, SQLException {
        List<String> words = new ArrayList<>(List.of(arguments));
        ServerUnderTest server = new RemoteServer("server", words.remove(0));
        Map<String, List<String>> causes = new LinkedHashMap<>();
        int statements = 0;
        int failed = 0;
        for (String area : words.isEmpty() ? Corpus.areas() : words) {
            AreaReport report = AreaReport.of(server, area, Difference.ALL);
            System.out.println(report.line());
            statements += report.statements();
            failed += report.failures().size();
            report.failures().forEach((statement, verdict) -> causes.computeIfAbsent(
                            String.valueOf(verdict.cause()), cause -> new ArrayList<>())
                    .add(area + " [" + statement.id() + "] " + statement.sql()
                            + (verdict.detail().isEmpty() ? "" : "  -- " + verdict.detail())));
        }
        System.out.printf(
                "%-14s %5d of %5d agree  %5.1f %%%n",
                "all", statements - failed, statements, 100.0 * (statements - failed) / statements);
        causes.entrySet().stream()
                .sorted(Comparator.comparing(entry -> -entry.getValue().size()))
                .limit(CAUSES)
                .forEach(entry -> print(entry.getKey(), entry.getValue()));
    }

    private static void print(String cause, List<String> statements) {
        System.out.println();
        System.out.println(statements.size() + " x " + cause);
        statements.stream().limit(EXAMPLES).forEach(statement -> System.out.println("    " + statement));
    }
}
