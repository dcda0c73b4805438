package io.millrace.newsql.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
                "SELECT k FROM t UNION SELECT v FROM t ORDER BY 1"
            })
    void theRowsAreThoseOfAmpleMemory(String sql) throws IOException {
        assertSame(sql, TINY);
    }

    /** What a hash join finds rows by stays in memory. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT a.id, b.v FROM t a JOIN t b ON a.k = b.v WHERE b.id > 200 ORDER BY 1, 2",
                "SELECT a.id, d.c FROM t a JOIN (SELECT k, COUNT(*) c FROM t GROUP BY k) d ON a.v = d.k ORDER BY 1"
            })
    void joinedRowsAreThoseOfAmpleMemory(String sql) throws IOException {
        assertSame(sql, 10 * TINY);
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
                .isInstanceOf(io.millrace.newsql.mysql.SqlException.class);
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
                .hasMessageContaining("temporary-files=" + TINY / 2);
        assertNothingIsLeft(tiny);
    }

    @Test
    void whatCannotGoOnInFilesEndsWithTheStatementsBudget() throws IOException {
        MemoryBudget tiny = tiny(AMPLE);
        tables().limit(tiny);
        assertThatThrownBy(() -> tables().query("SELECT id, ROW_NUMBER() OVER (ORDER BY k) FROM t"))
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
