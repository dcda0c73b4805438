package io.millrace.newsql.definition;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.newsql.definition.TableReport.Finding;
import io.millrace.newsql.definition.TableReport.Kind;
import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.StoreBatch;
import io.millrace.newsql.row.IndexKeys;
import io.millrace.newsql.row.TableLayout;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import org.assertj.core.groups.Tuple;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damages that a test makes are found, each by its kind. */
@Tag("once")
class TableCheckTest {

    private static final @Nullable Object[] ROW = {1L, 10L, "one"};

    @TempDir
    private Path directory = Path.of("");

    private DefinitionFixture fixture;
    private TableLayout layout;
    private byte[] rowKey;

    @BeforeEach
    void open() {
        fixture = new DefinitionFixture(directory);
        fixture.run("CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20), UNIQUE KEY (a), KEY (b))");
        fixture.insert("t", ROW);
        fixture.insert("t", 2L, 20L, "two");
        layout = new TableLayout(fixture.table("t"));
        rowKey = layout.rowKey(ROW, 0);
        TableReport report = fixture.check();
        assertThat(report.isClean()).isTrue();
        assertThat(report.rows()).isEqualTo(2);
        assertThat(report.entries()).isEqualTo(4);
        assertThat(report.claims()).isEqualTo(2);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private void damage(StoreBatch batch) {
        fixture.store().commit(batch).toCompletableFuture().join();
    }

    private void assertFound(Kind... kinds) {
        assertThat(fixture.check().findings()).extracting(Finding::what).containsExactlyInAnyOrder(kinds);
    }

    private byte[] entry(int index) {
        return layout.indexes().get(index).entryKey(ROW, rowKey);
    }

    @Test
    void aMissingClaim() {
        damage(new StoreBatch().delete(KeySpace.INDEXES, entry(0)));
        assertFound(Kind.ENTRY_MISSING);
    }

    @Test
    void aMissingRow() {
        damage(new StoreBatch().delete(KeySpace.ROWS, rowKey));
        assertFound(Kind.ENTRY_ORPHANED, Kind.ENTRY_ORPHANED);
    }

    @Test
    void aClaimOfAnotherRow() {
        IndexKeys keys = layout.indexes().get(0);
        byte[] other = layout.rowKey(new @Nullable Object[] {2L, 20L, "two"}, 0);
        damage(new StoreBatch().put(KeySpace.INDEXES, entry(0), keys.entryValue(ROW, other)));
        assertFound(Kind.ENTRY_WRONG, Kind.ENTRY_ORPHANED);
    }

    @Test
    void aRowThatCannotBeRead() {
        byte[] row = Objects.requireNonNull(fixture.store().get(KeySpace.ROWS, rowKey));
        damage(new StoreBatch().put(KeySpace.ROWS, rowKey, Arrays.copyOf(row, row.length - 2)));
        assertFound(Kind.ROW_DAMAGED);
    }

    @Test
    void aRowUnderAnotherKey() {
        byte[] row = layout.rows().encode(new @Nullable Object[] {9L, 10L, "one"}, 1);
        damage(new StoreBatch().put(KeySpace.ROWS, rowKey, row));
        assertFound(Kind.ROW_MISPLACED);
    }

    @Test
    void aChildWithoutParent() {
        fixture.run("CREATE TABLE p (id INT PRIMARY KEY, u INT, UNIQUE KEY (u))");
        fixture.run(
                "CREATE TABLE c (id INT PRIMARY KEY, p INT, u INT, CONSTRAINT to_p FOREIGN KEY (p) REFERENCES p (id),"
                        + " CONSTRAINT to_u FOREIGN KEY (u) REFERENCES p (u))");
        fixture.insert("p", 1L, 10L);
        fixture.insert("c", 1L, 1L, 10L);
        fixture.insert("c", 2L, null, null);
        assertThat(fixture.check().isClean()).isTrue();

        fixture.insert("c", 3L, 7L, 10L);
        fixture.insert("c", 4L, 1L, 70L);

        assertThat(fixture.check().findings())
                .extracting(Finding::table, Finding::what)
                .containsExactly(Tuple.tuple("s.c", Kind.PARENT_MISSING), Tuple.tuple("s.c", Kind.PARENT_MISSING));
        assertThat(fixture.check().findings().get(0).text()).contains("to_p", "s.p");
        assertThat(fixture.check().findings().get(1).text()).contains("to_u");
    }

    @Test
    void aParentThatIsNotThere() {
        fixture.withoutForeignKeyChecks();
        fixture.run("CREATE TABLE c (id INT PRIMARY KEY, p INT, CONSTRAINT to_p FOREIGN KEY (p) REFERENCES gone (id))");
        fixture.insert("c", 1L, null);
        assertThat(fixture.check().isClean()).isTrue();

        fixture.insert("c", 2L, 5L);

        assertFound(Kind.PARENT_MISSING);
    }

    @Test
    void aNumberThatWouldBeGivenAgain() {
        fixture.run("CREATE TABLE n (id INT PRIMARY KEY AUTO_INCREMENT)");
        long given = fixture.shared().counters().take(fixture.table("n").id(), 1);
        fixture.insert("n", given);
        assertThat(fixture.check().isClean()).isTrue();

        fixture.insert("n", 5_000L);

        assertFound(Kind.NUMBER_BEHIND);
        assertThat(fixture.check().findings().get(0).text()).contains("ALTER TABLE s.n AUTO_INCREMENT = 5001");
        fixture.run("ALTER TABLE n AUTO_INCREMENT = 5001");
        assertThat(fixture.check().isClean()).isTrue();
    }

    @Test
    void rowsOfNoTable() {
        damage(new StoreBatch().put(KeySpace.ROWS, new byte[] {0, 0, 99, 1, 5}, new byte[] {1}));
        assertFound(Kind.UNKNOWN);
    }
}
