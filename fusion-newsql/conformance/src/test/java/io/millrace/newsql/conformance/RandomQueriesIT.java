package io.millrace.newsql.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Our server and a MariaDB answer random queries alike.
 *
 * <p>The build asks the same queries each time. {@code -Dmillrace.queries=100000} asks others, from a printed seed.
 */
class RandomQueriesIT {

    private static final int QUERIES = 10_000;
    private static final long SEED = 1;

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
        assertThat(rules).isEmpty();
    }
}
