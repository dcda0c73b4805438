package io.millrace.newsql.conformance;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a server did in one area.
 *
 * @param failures what failed, by statement, in order, each with its cause
 */
record AreaReport(String area, int statements, Map<CorpusStatement, Verdict> failures) {

    /** Puts an area's statements to a server and compares its answers with those recorded. */
    static AreaReport of(ServerUnderTest server, String area, List<Difference> differences)
            throws IOException, SQLException {
        List<Exchange> recorded = Corpus.recorded(area);
        List<Answer> given = AreaRun.answers(
                server, recorded.stream().map(Exchange::statement).toList());
        Map<CorpusStatement, Verdict> failures = new LinkedHashMap<>();
        for (int i = 0; i < recorded.size(); i++) {
            Verdict verdict = Verdict.of(recorded.get(i), given.get(i), differences);
            if (!verdict.agrees()) {
                failures.put(recorded.get(i).statement(), verdict);
            }
        }
        return new AreaReport(area, recorded.size(), failures);
    }

    /** What failed, in words. */
    List<String> failed() {
        List<String> failed = new ArrayList<>();
        failures.forEach((statement, verdict) -> failed.add(
                "[" + statement.id() + "] " + statement.sql() + "\n    " + verdict.cause() + " " + verdict.detail()));
        return failed;
    }

    /** One line: the area, how many agree, and their share. */
    String line() {
        int agree = statements - failures.size();
        return String.format("%-14s %5d of %5d agree  %5.1f %%", area, agree, statements, 100.0 * agree / statements);
    }
}
