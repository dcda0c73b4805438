package io.millrace.newsql.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.newsql.plan.SelectPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("once")
class DirectRunTest {

    private static final int ROWS = 200;

    @TempDir
    private Path directory = Path.of("");

    private @Nullable StoredTables made;

    @BeforeEach
    void fill() {
        StoredTables tables = new StoredTables(directory);
        made = tables;
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (long i = 0; i < ROWS; i++) {
            rows.add(new @Nullable Object[] {
                i, i % 7 == 0 ? null : (Object) (i % 10), i % 3 == 0 ? null : (Object) (0 - i)
            });
        }
        tables.create("t", true, rows);
    }

    @AfterEach
    void close() {
        tables().close();
    }

    private StoredTables tables() {
        return Objects.requireNonNull(made);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM t WHERE id = 17",
                "SELECT v, id, v + 1 FROM t WHERE id = 17 AND v < 0",
                "SELECT v FROM t WHERE id = 17 AND v > 0",
                "SELECT id FROM t WHERE id = 1000",
                "SELECT id FROM t WHERE id = 17.5",
                "SELECT id FROM t WHERE id = '17'",
                "SELECT id FROM t WHERE id = NULL",
                "SELECT * FROM t WHERE id BETWEEN 20 AND 30",
                "SELECT * FROM t WHERE id > 20 AND id <= 30 AND id <> 25 ORDER BY id DESC",
                "SELECT * FROM t WHERE id > 20.5 AND id < 30.5",
                "SELECT id, v FROM t WHERE k < 3",
                "SELECT id, v FROM t WHERE k <= 3 AND k >= 2",
                "SELECT id, v FROM t WHERE k IS NULL",
                "SELECT id, v FROM t WHERE k <=> NULL",
                "SELECT id, v FROM t WHERE k = 3 AND id > 50",
                "SELECT id, v FROM t WHERE k IN (3, NULL, 5, 3)",
                "SELECT id, v FROM t WHERE k IN (3, 5) AND k IN (5, 6)",
                "SELECT id, v FROM t WHERE k = 3 AND k = 4",
                "SELECT * FROM t LIMIT 3 OFFSET 5",
                "SELECT id FROM t WHERE v IS NULL LIMIT 4",
                "SELECT id FROM t WHERE 1 = 0",
                "SELECT 1 + 1, 'a'",
                "SELECT id FROM t WHERE id = 17 LIMIT 0"
            })
    void givesTheRowsOfTheQuery(String sql) {
        SelectPlan plan = tables().plan(sql);
        assertThat(plan.direct()).isNotNull();
        TextSink out = new TextSink();
        long given = tables().run(execution -> DirectRun.run(plan, execution, plan.columns(), Long.MAX_VALUE, out));
        assertThat(out.begun()).isTrue();
        assertThat(out.rows).isEqualTo(tables().query(sql)).hasSize((int) given);
    }

    @Test
    void onlyAWholeKeyOfOneTableIsAPoint() {
        assertThat(tables().plan("SELECT * FROM t WHERE id = 5").isPoint()).isTrue();
        assertThat(tables().plan("SELECT * FROM t WHERE id = 5 ORDER BY v LIMIT 1")
                        .isPoint())
                .isTrue();
        assertThat(tables().plan("SELECT * FROM t WHERE k = 5").isPoint()).isFalse();
        assertThat(tables().plan("SELECT * FROM t WHERE id = 5 FOR UPDATE").isPoint())
                .isFalse();
        assertThat(tables().plan("SELECT COUNT(*) FROM t WHERE id = 5").direct())
                .isNull();
        assertThat(tables().plan("SELECT (SELECT 1) FROM t WHERE id = 5").direct())
                .isNull();
    }

    @Test
    void aSessionsLimitHolds() {
        SelectPlan plan = tables().plan("SELECT id FROM t");
        TextSink out = new TextSink();
        assertThat(tables().run(execution -> DirectRun.run(plan, execution, plan.columns(), 2, out)))
                .isEqualTo(2);
        assertThat(out.rows).containsExactly("0", "1");
    }

    @Test
    void whatFailsWithTheFirstRowWritesNothing() {
        SelectPlan plan = tables().plan("SELECT id, 9223372036854775807 + id FROM t WHERE id = 5");
        TextSink out = new TextSink();
        assertThatThrownBy(() ->
                        tables().run(execution -> DirectRun.run(plan, execution, plan.columns(), Long.MAX_VALUE, out)))
                .hasMessageContaining("out of range");
        assertThat(out.begun()).isFalse();
    }
}
