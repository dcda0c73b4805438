package io.millrace.newsql.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Our server and a MariaDB answer random queries alike.
 *
 * <p>The build asks the same queries each time, so that its list of known differences can be exact. {@code -Dmillrace.queries=100000} asks
 * others, from a printed seed; then a difference that is in no rule of the list fails.
 */
class RandomQueriesIT {

    /** What is known to differ in the build's queries: a rule a line, as {@link QueryDifference#rule} gives it. */
    static final Path KNOWN = Path.of("src", "test", "resources", "random", "known-differences.txt");

    static final int QUERIES = 2000;
    static final long SEED = 1;

    @Test
    void theServersAgree() throws Exception {
        Integer more = Integer.getInteger("millrace.queries");
        long seed = more == null ? SEED : Seeds.seed("RandomQueriesIT");
        Map<String, String> rules = new LinkedHashMap<>();
        try (MariaDbServer real = MariaDbServer.start();
                MillraceServer ours = MillraceServer.start();
                AreaRun reference = AreaRun.open(real);
                AreaRun tested = AreaRun.open(ours)) {
            int queries = more == null ? QUERIES : more;
            for (QueryDifference difference : new QueryComparison(reference, tested).find(new Random(seed), queries)) {
                rules.putIfAbsent(difference.rule(), difference.statement().sql() + " -- " + difference.verdict());
            }
        }
        List<String> known = Files.readAllLines(KNOWN);
        Map<String, String> unknown = new LinkedHashMap<>(rules);
        known.forEach(unknown::remove);
        assertThat(unknown).as("differ, and are not known to").isEmpty();
        if (more == null) {
            assertThat(new TreeSet<>(known))
                    .as("known to differ; those that agree now have to leave %s", KNOWN)
                    .isEqualTo(new TreeSet<>(rules.keySet()));
        }
    }
}
