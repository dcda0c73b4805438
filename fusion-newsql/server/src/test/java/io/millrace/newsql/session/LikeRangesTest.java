package io.millrace.newsql.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.newsql.NewSqlEngine;
import io.millrace.newsql.node.NodeStore;
import io.millrace.newsql.node.StoreConfig;
import io.millrace.testkit.Seeds;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** LIKE by ranges of an index finds what it finds without one. */
@Tag("once")
class LikeRangesTest {

    private static final List<String> CHARACTERS =
            List.of("a", "A", "ä", "b", "ß", "s", "c", "h", " ", "%", "_", "|", "'", "é", "\\", "z", "中", "😀");
    private static final List<String> PARTS = List.of("%", "_", "\\%", "\\_", "|%");

    private final Random random = Seeds.random("LikeRangesTest");

    @TempDir
    private Path directory = Path.of("");

    private NodeStore store;
    private NewSqlEngine engine;
    private LocalClient client;

    @BeforeEach
    void open() {
        store = NodeStore.open(directory, StoreConfig.defaults());
        engine = NewSqlEngine.open(store);
        client = new LocalClient(engine);
        client.run("CREATE DATABASE d");
        client.run("USE d");
    }

    @AfterEach
    void close() {
        client.close();
        engine.close();
        store.close();
    }

    private String text(int most, List<String> more) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(most + 1); length > 0; length--) {
            boolean special = !more.isEmpty() && random.nextInt(4) == 0;
            List<String> from = special ? more : CHARACTERS;
            text.append(from.get(random.nextInt(from.size())));
        }
        return text.toString();
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'";
    }

    private String access(String sql) {
        return client.run("EXPLAIN FORMAT=TREE " + sql).get(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "utf8mb4_bin",
                "utf8mb4_0900_bin",
                "utf8mb4_general_ci",
                "utf8mb4_unicode_ci",
                "utf8mb4_0900_ai_ci",
                "utf8mb4_0900_as_cs"
            })
    void findsWhatAWalkOverAllRowsFinds(String collation) {
        client.run("SET NAMES utf8mb4 COLLATE " + collation);
        String columns = "(id INT PRIMARY KEY, g INT, c VARCHAR(40)";
        String end = ") CHARACTER SET utf8mb4 COLLATE " + collation;
        client.run("CREATE TABLE walked " + columns + end);
        client.run("CREATE TABLE up " + columns + ", KEY (c)" + end);
        client.run("CREATE TABLE down " + columns + ", KEY (g, c DESC)" + end);
        client.run("CREATE TABLE begun " + columns + ", KEY (c(2))" + end);
        StringBuilder rows = new StringBuilder("VALUES (0, 0, NULL)");
        for (int id = 1; id < 300; id++) {
            rows.append(", (" + id + ", " + id % 3 + ", " + quoted(text(5, List.of())) + ")");
        }
        List<String> tables = List.of("walked", "up", "down", "begun");
        tables.forEach(table -> client.run("INSERT INTO " + table + " " + rows));
        assertThat(access("SELECT id FROM up WHERE c LIKE 'ab%'")).contains("Index range scan");
        assertThat(access("SELECT id FROM down WHERE g = 1 AND c LIKE 'ab%'")).contains("Index range scan");
        assertThat(access("SELECT id FROM begun WHERE c LIKE 'ab%'")).contains("Index range scan");

        for (int query = 0; query < 200; query++) {
            String like = "g = " + query % 3 + " AND c LIKE " + quoted(text(4, PARTS))
                    + (random.nextInt(4) == 0 ? " ESCAPE '|'" : "");
            List<String> expected = client.run("SELECT id FROM walked WHERE " + like + " ORDER BY id");
            for (String table : tables) {
                assertThat(client.run("SELECT id FROM " + table + " WHERE " + like + " ORDER BY id"))
                        .as("%s: %s", table, like)
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void patternsThatBeginAnyhowHavePlansOfTheirOwn() {
        client.run("CREATE TABLE t (id INT PRIMARY KEY, c VARCHAR(10), KEY (c))");
        client.run("INSERT INTO t VALUES (1, 'abc'), (2, 'xbc'), (3, NULL)");
        assertThat(access("SELECT id FROM t WHERE c LIKE 'a%'")).contains("Index range scan");
        assertThat(access("SELECT id FROM t WHERE c LIKE '%bc'")).doesNotContain("range");
        assertThat(access("SELECT id FROM t WHERE c NOT LIKE 'a%'")).doesNotContain("range");
        client.run("PREPARE p FROM 'SELECT id FROM t WHERE c LIKE ? ORDER BY id'");
        for (int run = 0; run < 2; run++) {
            client.run("SET @pattern = 'a%'");
            assertThat(client.run("EXECUTE p USING @pattern")).containsExactly("1");
            client.run("SET @pattern = '%bc'");
            assertThat(client.run("EXECUTE p USING @pattern")).containsExactly("1", "2");
            client.run("SET @pattern = NULL");
            assertThat(client.run("EXECUTE p USING @pattern")).isEmpty();
        }
        assertThat(client.run("SELECT t.id FROM t JOIN t AS p ON t.c LIKE CONCAT(LEFT(p.c, 1), '%') ORDER BY t.id"))
                .containsExactly("1", "2");
    }
}
