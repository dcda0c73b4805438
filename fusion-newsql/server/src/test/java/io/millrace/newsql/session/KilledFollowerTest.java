package io.millrace.newsql.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.newsql.StoreCheck;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.definition.SharedTables;
import io.millrace.newsql.node.NodeStore;
import io.millrace.testkit.CrashLoop;
import io.millrace.testkit.JavaProcess;
import io.millrace.testkit.Seeds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a server with SIGKILL while its definitions change below its writers and a second store follows. Each time: what was being built goes on until it is there or given up, rows and indexes agree, and
 * the second store becomes the same as the first by the events alone.
 */
@Tag("once")
class KilledFollowerTest {

    private static final int ROUNDS = 6;
    private static final int ROUNDS_LONG = 150;

    @TempDir
    private Path directory = Path.of("");

    @Test
    void theSecondStoreBecomesTheSame() {
        kill(ROUNDS);
    }

    @Tag("long")
    @Test
    void theSecondStoreBecomesTheSameOverAndOver() {
        kill(ROUNDS_LONG);
    }

    private void kill(int rounds) {
        Random seeds = new Random(Seeds.seed("changes of a followed server"));
        CrashLoop.of("followed server", round -> JavaProcess.of(ChangingServer.class)
                        .arguments(first().toString(), second().toString(), Long.toString(seeds.nextLong())))
                .rounds(rounds)
                .armedBy("OPEN")
                .killWithin(Duration.ofMillis(2500))
                .run(crash -> check(crash.output()));
    }

    private Path first() {
        return directory.resolve("first");
    }

    private Path second() {
        return directory.resolve("second");
    }

    private void check(List<String> output) {
        assertThat(output).noneMatch(line -> line.startsWith("FAILED"));
        try (NodeStore first = NodeStore.open(first(), ChangingServer.config());
                NodeStore second = NodeStore.open(second(), ChangingServer.config())) {
            SharedTables tables = new SharedTables(first);
            long unfinished = building(tables);
            tables.resumeBuilds();
            assertThat(building(tables)).isZero();
            StoreCheck report = StoreCheck.run(first, looked -> {});
            assertThat(report.findings()).isEmpty();

            FollowedStore follower = new FollowedStore(second);
            follower.follow(first.changes(), Duration.ZERO);

            follower.assertSameAs(first);
            System.out.println("rows " + report.rows() + ", entries " + report.entries() + ", interrupted builds "
                    + unfinished + ", events behind the kill " + follower.events() + ", changes of definitions "
                    + output.stream().filter(line -> line.startsWith("DONE")).count());
        }
    }

    private static long building(SharedTables tables) {
        return tables.catalog().picture().schemas().values().stream()
                .flatMap(schema -> schema.tables().values().stream())
                .map(TableInfo::building)
                .filter(building -> !building.isEmpty())
                .count();
    }
}
