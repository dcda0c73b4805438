package io.millrace.newsql.conformance;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Records the corpus anew from a MariaDB of its own: all areas, or those named. Run from the module's directory.
 *
 * <p>Each area runs twice. A statement that answers differently the second time cannot be held against anybody; it is named,
 * and the area is not written.
 */
public final class Recording {

    private Recording() {}

    public static void main(String[] arguments) throws IOException, SQLException, InterruptedException {
        List<String> areas = arguments.length > 0 ? List.of(arguments) : Corpus.areas();
        boolean steady = true;
        try (MariaDbServer server = MariaDbServer.start()) {
            for (String area : areas) {
                steady &= record(server, area);
            }
        }
        if (!steady) {
            System.exit(1);
        }
    }

    private static boolean record(ServerUnderTest server, String area) throws IOException, SQLException {
        List<CorpusStatement> statements = Corpus.source(area);
        List<Exchange> first = exchanges(statements, AreaRun.answers(server, statements));
        List<Exchange> second = exchanges(statements, AreaRun.answers(server, statements));
        List<String> unsteady = new ArrayList<>();
        int errors = 0;
        for (int i = 0; i < first.size(); i++) {
            if (!Verdict.of(first.get(i), second.get(i).answer(), List.of()).agrees()) {
                unsteady.add(statements.get(i).sql());
            }
            if (first.get(i).answer().outcome() instanceof Outcome.Failed failed) {
                errors++;
                if (failed.code() <= 0 || failed.code() == 1064 || failed.code() == 1305 && !area.equals("errors")) {
                    System.out.println(area + " [" + statements.get(i).id() + "] "
                            + statements.get(i).sql() + "\n    " + failed.message());
                }
            }
        }
        if (!unsteady.isEmpty()) {
            System.out.println(area + ": answers differ between two runs: " + unsteady);
            return false;
        }
        Corpus.record(area, first);
        System.out.println(area + ": " + first.size() + " statements, " + errors + " of them errors");
        return true;
    }

    private static List<Exchange> exchanges(List<CorpusStatement> statements, List<Answer> answers) {
        List<Exchange> exchanges = new ArrayList<>();
        for (int i = 0; i < statements.size(); i++) {
            exchanges.add(new Exchange(statements.get(i), answers.get(i)));
        }
        return exchanges;
    }
}
