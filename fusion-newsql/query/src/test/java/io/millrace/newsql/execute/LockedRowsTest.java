package io.millrace.newsql.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.newsql.transaction.Transaction;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("once")
class LockedRowsTest {

    @TempDir
    private Path directory = Path.of("");

    private @Nullable StoredTables made;

    @BeforeEach
    void fill() {
        StoredTables tables = new StoredTables(directory);
        made = tables;
        for (String name : List.of("a", "b")) {
            tables.create(name, false, List.of(new Object[] {1L, 1L, 1L}, new Object[] {2L, 2L, 2L}));
        }
    }

    @AfterEach
    void close() {
        tables().close();
    }

    private StoredTables tables() {
        return java.util.Objects.requireNonNull(made);
    }

    /** What is not locked of both tables, after a query in a transaction that goes on. */
    private List<List<String>> free(String sql) {
        Transaction holder = tables().begin();
        try {
            tables().query(sql, holder);
            return List.of(
                    tables().query("SELECT id FROM a FOR UPDATE SKIP LOCKED"),
                    tables().query("SELECT id FROM b FOR UPDATE SKIP LOCKED"));
        } finally {
            holder.rollback();
        }
    }

    @Test
    void allTablesOfTheBlockAreLocked() {
        assertThat(free("SELECT 1 FROM a JOIN b ON a.id = b.id WHERE a.id = 1 FOR UPDATE"))
                .containsExactly(List.of("2"), List.of("2"));
    }

    @Test
    void onlyTheNamedTablesAreLocked() {
        assertThat(free("SELECT 1 FROM a x JOIN b y ON x.id = y.id WHERE x.id = 1 FOR UPDATE OF y NOWAIT"))
                .containsExactly(List.of("1", "2"), List.of("2"));
        assertThat(free("SELECT 1 FROM a JOIN b ON a.id = b.id WHERE a.id = 1 FOR SHARE OF a SKIP LOCKED FOR"
                        + " UPDATE OF b"))
                .containsExactly(List.of("2"), List.of("2"));
    }

    @Test
    void whatASubqueryReadsIsLockedIfItSaysSo() {
        assertThat(free("SELECT (SELECT b.id FROM b WHERE b.id = 1) FROM a WHERE id = 2 FOR UPDATE"))
                .containsExactly(List.of("1"), List.of("1", "2"));
        assertThat(free("SELECT (SELECT b.id FROM b WHERE b.id = 1 FOR UPDATE) FROM a WHERE id = 2"))
                .containsExactly(List.of("1", "2"), List.of("2"));
    }

    @Test
    void aLockedRowIsRefusedAtOnce() {
        Transaction holder = tables().begin();
        try {
            tables().query("SELECT 1 FROM a WHERE id = 1 FOR UPDATE", holder);
            assertThat(tables().query("SELECT id FROM a WHERE id = 2 FOR UPDATE OF a NOWAIT"))
                    .containsExactly("2");
            assertThatThrownBy(() -> tables().query("SELECT id FROM a WHERE id = 1 FOR UPDATE OF a NOWAIT"))
                    .hasMessageContaining("NOWAIT is set");
        } finally {
            holder.rollback();
        }
    }

    @Test
    void aClauseNamesTablesOfItsBlockOnce() {
        assertThatThrownBy(() -> tables().query("SELECT 1 FROM a x FOR UPDATE OF a"))
                .hasMessageContaining("Unresolved table name `a` in locking clause");
        assertThatThrownBy(() -> tables().query("SELECT 1 FROM a FOR UPDATE OF a FOR SHARE OF a"))
                .hasMessageContaining("appears in multiple locking clauses");
        assertThatThrownBy(() -> tables().query("SELECT 1 FROM a FOR UPDATE WAIT 3"))
                .hasMessageContaining("syntax");
        assertThatThrownBy(() -> tables().query("SELECT 1 FROM a FOR UPDATE OF"))
                .hasMessageContaining("syntax");
    }
}
