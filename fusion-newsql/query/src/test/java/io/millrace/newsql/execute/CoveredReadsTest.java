package io.millrace.newsql.execute;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queries that an index, a derived table's own conditions or a hash answers, beside the same ones that none of them can. */
@Tag("once")
class CoveredReadsTest {

    private static final int ROWS = 500;

    private static void fill(StoredTables tables) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (long i = 0; i < ROWS; i++) {
            rows.add(new @Nullable Object[] {i - 100, i % 7 == 0 ? null : (Object) (i * 31 % 50 - 20), i % 13});
        }
        tables.create("t", true, rows);
        tables.create("plain", false, rows);
    }

    /** Both tables have the same rows; one of them has an index over k, whose entries hold k and id. */
    @Test
    void anIndexAnswersWhatItHolds(@TempDir Path directory) {
        try (StoredTables tables = new StoredTables(directory)) {
            fill(tables);
            for (String query : List.of(
                    "SELECT COUNT(*), SUM(id), MIN(k) FROM t WHERE k > 3",
                    "SELECT id, k FROM t WHERE k = 5 ORDER BY id",
                    "SELECT id, k FROM t WHERE k IN (-20, 29, 77) ORDER BY k DESC, id",
                    "SELECT COUNT(*) FROM t WHERE k IS NULL",
                    "SELECT k, COUNT(*) FROM t GROUP BY k ORDER BY k",
                    "SELECT a.id, b.id FROM t a JOIN t b ON b.k = a.v WHERE a.id < 10 ORDER BY 1, 2",
                    "SELECT k FROM t ORDER BY k DESC LIMIT 70 OFFSET 9")) {
                assertThat(tables.query(query))
                        .as(query)
                        .isEqualTo(tables.query(
                                query.replace("FROM t", "FROM plain").replace("JOIN t", "JOIN plain")));
            }
        }
    }

    /** {@code + 0} keeps a condition where it is written. */
    @Test
    void aDerivedTableChecksConditionsItself(@TempDir Path directory) {
        try (StoredTables tables = new StoredTables(directory)) {
            fill(tables);
            for (String derived : List.of(
                    "SELECT * FROM t",
                    "SELECT v, id, k FROM t WHERE v > 3",
                    "SELECT k, MAX(id) id, COUNT(*) v FROM t GROUP BY k",
                    "SELECT DISTINCT k, v, 1 id FROM t",
                    "SELECT a.id, b.k, b.v FROM t a LEFT JOIN plain b ON b.id = a.k",
                    "SELECT id, k, SUM(v) OVER (PARTITION BY k) v FROM t",
                    "SELECT id, k, v FROM t ORDER BY v, id LIMIT 40",
                    "SELECT id, k, v FROM (SELECT * FROM t) i WHERE i.v < 9")) {
                for (String condition :
                        List.of("k = 5", "k IS NULL", "3 < k", "k BETWEEN -4 AND 9", "k NOT IN (1, 2, 5)", "id <> 7")) {
                    String query = "SELECT * FROM (" + derived + ") d WHERE d." + condition.replace("3 < k", "k > 3");
                    String unmoved =
                            query.replace("WHERE d.k", "WHERE d.k + 0").replace("WHERE d.id", "WHERE d.id + 0");
                    assertThat(tables.query(query))
                            .as(query)
                            .containsExactlyInAnyOrderElementsOf(tables.query(unmoved));
                }
            }
        }
    }

    @Test
    void aSubqueryFindsItsRowsByAHash(@TempDir Path directory) {
        try (StoredTables tables = new StoredTables(directory)) {
            fill(tables);
            for (String query : List.of(
                    "SELECT id FROM t a WHERE EXISTS (SELECT 1 FROM plain b WHERE b.k = a.v AND b.id > a.id) ORDER BY 1",
                    "SELECT id, (SELECT MAX(b.id) FROM plain b WHERE b.v = a.k) FROM t a ORDER BY 1",
                    "SELECT id FROM t a WHERE k NOT IN (SELECT b.v FROM plain b WHERE b.k = a.v) ORDER BY 1",
                    "SELECT id, (SELECT b.id FROM plain b WHERE a.k = b.k ORDER BY b.v DESC, b.id LIMIT 1) FROM t a")) {
                assertThat(tables.query(query))
                        .as(query)
                        .isEqualTo(tables.query(query.replace("b.k =", "b.k + 0 =")
                                .replace("b.v =", "b.v + 0 =")
                                .replace("= b.k", "= b.k + 0")));
            }
        }
    }

    /** Few values of a subquery are looked for by a key, many are not. */
    @Test
    void aSubqueryGivesTheKeysThatAreLookedFor(@TempDir Path directory) {
        try (StoredTables tables = new StoredTables(directory)) {
            fill(tables);
            for (String query : List.of(
                    "SELECT id, v FROM t WHERE id IN (SELECT k FROM plain WHERE v = 3) ORDER BY 1",
                    "SELECT id, v FROM t WHERE k IN (SELECT id FROM plain WHERE k IS NULL) ORDER BY 1",
                    "SELECT id FROM t WHERE k IN (SELECT NULL FROM plain) ORDER BY 1",
                    "SELECT id FROM t WHERE id IN (SELECT a.id * 20 + b.id FROM plain a JOIN plain b ON b.id < 40) ORDER BY 1",
                    "SELECT t.id, p.id FROM plain p JOIN t ON t.k = p.k WHERE t.id IN (SELECT k FROM plain) ORDER BY 1, 2")) {
                assertThat(tables.query(query))
                        .as(query)
                        .isEqualTo(
                                tables.query(query.replace("id IN", "id + 0 IN").replace("k IN", "k + 0 IN")));
            }
        }
    }
}
