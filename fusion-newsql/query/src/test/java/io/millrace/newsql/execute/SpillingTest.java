package io.millrace.newsql.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.newsql.mysql.SqlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("once")
class SpillingTest {

    private static final int ROWS = 3000;
    private static final long TINY = 64 * 1024;
    private static final long AMPLE = 1L << 30;

    @TempDir
    private Path directory = Path.of("");

    private @Nullable StoredTables made;

    @BeforeEach
    void fill() {
        StoredTables tables = new StoredTables(directory.resolve("store"));
        made = tables;
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (long i = 0; i < ROWS; i++) {
            rows.add(new @Nullable Object[] {i, i * 7919 % 2003, i % 5 == 0 ? null : (Object) (i % 1501)});
        }
        tables.create("t", false, rows);
    }

    @AfterEach
    void close() {
        tables().close();
    }

    private StoredTables tables() {
        return Objects.requireNonNull(made);
    }

    private Path files() {
        return directory.resolve("spill");
    }

    private MemoryBudget tiny(long fileBytes) {
        return new MemoryBudget(TINY, AMPLE, files(), fileBytes);
    }

    private void assertNothingIsLeft(MemoryBudget budget) throws IOException {
        assertThat(budget.written()).isZero();
        assertThat(budget.taken()).isZero();
        try (Stream<Path> left = Files.list(files())) {
            assertThat(left).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT id, k, v, k + 0.5, 'text' FROM t ORDER BY k DESC, v",
                "SELECT id FROM t ORDER BY v LIMIT 2000",
                "SELECT id FROM t ORDER BY v LIMIT 11 OFFSET 2900",
                "SELECT k, COUNT(*), SUM(v), MIN(id) FROM t GROUP BY k ORDER BY k",
                "SELECT v, AVG(k) FROM t GROUP BY v HAVING COUNT(*) > 1 ORDER BY v",
                "SELECT DISTINCT k, v FROM t ORDER BY k, v",
                "SELECT DISTINCT v FROM t ORDER BY v",
                "SELECT k FROM t UNION SELECT v FROM t ORDER BY 1",
                "SELECT k FROM t EXCEPT SELECT v FROM t ORDER BY 1",
                "SELECT k FROM t EXCEPT ALL SELECT v FROM t ORDER BY 1",
                "SELECT k FROM t INTERSECT SELECT v FROM t ORDER BY 1",
                "SELECT k FROM t INTERSECT ALL SELECT v FROM t ORDER BY 1",
                "SELECT k, v, COUNT(*), SUM(id), GROUPING(v) FROM t GROUP BY k, v WITH ROLLUP",
                "SELECT id, ROW_NUMBER() OVER (ORDER BY k), SUM(v) OVER (PARTITION BY k ORDER BY id) FROM t",
                "SELECT id, LAG(v, 3) OVER w, NTILE(7) OVER w, CUME_DIST() OVER w FROM t WINDOW w AS (ORDER BY v)",
                "SELECT id, SUM(v) OVER (ORDER BY id ROWS BETWEEN 40 PRECEDING AND 2 FOLLOWING) FROM t",
                "SELECT id, COUNT(*) OVER (ORDER BY k RANGE BETWEEN 10 PRECEDING AND 5 FOLLOWING) FROM t",
                "SELECT id, MAX(v) OVER (), FIRST_VALUE(k) OVER () FROM t"
            })
    void theRowsAreThoseOfAmpleMemory(String sql) throws IOException {
        assertSame(sql, TINY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT a.id, b.v FROM t a JOIN t b ON a.k = b.v WHERE b.id > 200 ORDER BY 1, 2",
                "SELECT a.id, b.id FROM t a LEFT JOIN t b ON a.k = b.v AND b.id > 1500 ORDER BY 1, 2",
                "SELECT a.id, d.c FROM t a JOIN (SELECT k, COUNT(*) c FROM t GROUP BY k) d ON a.v = d.k ORDER BY 1",
                "SELECT a.id, COUNT(*) FROM t a JOIN t b ON a.k > b.v + 700 WHERE a.id < 9 GROUP BY a.id ORDER BY 1"
            })
    void joinedRowsAreThoseOfAmpleMemory(String sql) throws IOException {
        assertSame(sql, TINY);
    }

    /** What sorts, groups and joins at the same time shares the statement's bytes. */
    @Test
    void aFewMebibytesAreEnoughForManyRows() throws IOException {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (long i = 0; i < 10L * ROWS; i++) {
            rows.add(new @Nullable Object[] {i, i * 7919 % 20_011, i % 10_007});
        }
        tables().create("big", false, rows);
        assertSame(
                "SELECT d.k, d.c, RANK() OVER (ORDER BY d.c), SUM(d.c) OVER (ORDER BY d.k ROWS 3 PRECEDING)"
                        + " FROM (SELECT a.k, COUNT(*) c FROM big a JOIN big b ON a.v = b.k"
                        + " WHERE b.k NOT IN (SELECT k FROM t EXCEPT SELECT v FROM t) GROUP BY a.k, a.v WITH ROLLUP) d"
                        + " ORDER BY 2 DESC, 1, 4",
                20 * TINY);
    }

    /** What a query holds it lets go when it ends, however often it runs in a statement. */
    @Test
    void aSubqueryThatRunsForEachRowHoldsNothingBetween() {
        tables().limit(MemoryBudget.ofStatement(TINY));
        String[] queries = {
            "SELECT RANK() OVER (ORDER BY b.v) FROM t b WHERE b.id BETWEEN a.id AND a.id + 20",
            "SELECT b.v, COUNT(*) FROM t b WHERE b.id BETWEEN a.id AND a.id + 20 GROUP BY b.v WITH ROLLUP",
            "SELECT b.v FROM t b WHERE b.id BETWEEN a.id AND a.id + 20 EXCEPT SELECT -1",
            "SELECT b.v FROM t b WHERE b.id BETWEEN a.id AND a.id + 20 ORDER BY b.v"
        };
        for (String query : queries) {
            assertThat(tables().query("SELECT COUNT(*) FROM t a WHERE EXISTS (" + query + ")"))
                    .containsExactly("" + ROWS);
        }
    }

    private void assertSame(String sql, long statementBytes) throws IOException {
        List<String> expected = tables().query(sql);
        MemoryBudget tiny = new MemoryBudget(statementBytes, AMPLE, files(), AMPLE);
        tables().limit(tiny);
        assertThat(tables().query(sql)).isEqualTo(expected);
        assertThat(files()).exists();
        assertNothingIsLeft(tiny);
    }

    @Test
    void filesAreGoneAfterAnError() throws IOException {
        MemoryBudget tiny = tiny(AMPLE);
        tables().limit(tiny);
        assertThatThrownBy(() -> tables().query("SELECT id, 9223372036854774807 + d.n FROM"
                        + " (SELECT id, ROW_NUMBER() OVER () n FROM t) d ORDER BY d.n"))
                .isInstanceOf(SqlException.class);
        tables().limit(tiny);
        assertThatThrownBy(() -> tables().query("SELECT id, 9223372036854774807 + id FROM t ORDER BY v"))
                .hasMessageContaining("out of range");
        assertNothingIsLeft(tiny);
    }

    @Test
    void filesHaveAnEnd() throws IOException {
        MemoryBudget tiny = tiny(TINY / 2);
        tables().limit(tiny);
        assertThatThrownBy(() -> tables().query("SELECT id, k FROM t ORDER BY k"))
                .hasMessageContaining("temporary-files=" + TINY / 2)
                .extracting(e -> ((SqlException) e).code())
                .isEqualTo(1021);
        assertNothingIsLeft(tiny);
    }

    @Test
    void whatCannotGoOnInFilesEndsWithTheStatementsBudget() throws IOException {
        MemoryBudget tiny = tiny(AMPLE);
        tables().limit(tiny);
        assertThatThrownBy(() -> tables().query("SELECT COUNT(DISTINCT id) FROM t"))
                .hasMessageContaining("Out of sort memory");
        tables().limit(MemoryBudget.ofStatement(TINY));
        assertThatThrownBy(() -> tables().query("SELECT id, k FROM t ORDER BY k"))
                .hasMessageContaining("Out of sort memory");
        assertThat(tiny.taken()).isZero();
    }

    @Test
    void allStatementsTogetherHaveAnEnd() {
        MemoryBudget shared = new MemoryBudget(AMPLE, MemoryBudget.STEP_BYTES, null, 0);
        tables().limit(shared);
        assertThat(tables().query("SELECT id, k FROM t ORDER BY k")).hasSize(ROWS);
        shared.take(MemoryBudget.STEP_BYTES);
        assertThatThrownBy(() -> tables().query("SELECT id, k FROM t ORDER BY k"))
                .hasMessageContaining("all statements together");
        shared.give(MemoryBudget.STEP_BYTES);
        assertThat(tables().query("SELECT id, k FROM t ORDER BY k")).hasSize(ROWS);
        assertThat(shared.taken()).isZero();
    }
}
