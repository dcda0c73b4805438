package io.millrace.newsql.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.ForeignKey;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.mysql.SqlException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What ALTER TABLE makes of definitions and of the rows that are there. */
@Tag("once")
class AlterStatementTest {

    @TempDir
    private Path directory = Path.of("");

    private DefinitionFixture fixture;

    @BeforeEach
    void open() {
        fixture = new DefinitionFixture(directory);
        fixture.run(
                "CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20) NOT NULL DEFAULT 'x', KEY a_idx (a), UNIQUE KEY b_u (b))");
        fixture.insert("t", 1L, 10L, "one");
        fixture.insert("t", 2L, null, "two");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private void assertRefused(int code, String sql) {
        TableInfo before = fixture.table("t");
        assertThatExceptionOfType(SqlException.class)
                .isThrownBy(() -> fixture.run(sql))
                .satisfies(e -> assertThat(e.code()).isEqualTo(code));
        assertThat(fixture.table("t")).isEqualTo(before);
        assertThat(fixture.check().findings()).isEmpty();
    }

    @Test
    void modifyConvertsTheRows() {
        assertThat(fixture.run("ALTER TABLE t MODIFY a VARCHAR(10)")).isEqualTo(2);

        assertThat(fixture.rows("t")).containsExactly(Arrays.asList(1L, "10", "one"), Arrays.asList(2L, null, "two"));
        assertThat(fixture.check().findings()).isEmpty();
    }

    @Test
    void modifyRefusesWhatDoesNotFit() {
        assertRefused(1265, "ALTER TABLE t MODIFY b VARCHAR(2)");
        assertRefused(1265, "ALTER TABLE t MODIFY a BIGINT NOT NULL");
        assertRefused(1138, "ALTER TABLE t MODIFY a INT NOT NULL");
        assertRefused(1366, "ALTER TABLE t MODIFY b INT");
    }

    @Test
    void aLongerTextTouchesNoRow() {
        long id = fixture.table("t").id();
        assertThat(fixture.run("ALTER TABLE t CHANGE b c VARCHAR(50) FIRST")).isZero();

        assertThat(fixture.table("t").id()).isEqualTo(id);
        assertThat(fixture.rows("t")).containsExactly(Arrays.asList("one", 1L, 10L), Arrays.asList("two", 2L, null));
        assertThat(fixture.check().findings()).isEmpty();
    }

    @Test
    void generatedColumnsAreComputedForOldRows() {
        fixture.run(
                "ALTER TABLE t ADD COLUMN g INT AS (a * 2), ADD COLUMN h VARCHAR(30) AS (CONCAT(b, '!')) STORED, ADD INDEX (g)");

        assertThat(fixture.rows("t"))
                .containsExactly(
                        Arrays.asList(1L, 10L, "one", 20L, "one!"), Arrays.asList(2L, null, "two", null, "two!"));
        assertThat(fixture.check().findings()).isEmpty();
        assertRefused(3108, "ALTER TABLE t DROP COLUMN a");
        assertRefused(3763, "ALTER TABLE t ADD COLUMN r DOUBLE AS (RAND())");
    }

    @Test
    void addedColumnsHaveTheirDefaultInOldRows() {
        fixture.run("ALTER TABLE t ADD COLUMN n INT NOT NULL, ADD COLUMN d VARCHAR(5) DEFAULT 'new' AFTER id");
        fixture.run("ALTER TABLE t ADD COLUMN e INT DEFAULT (1 + 2)");

        assertThat(fixture.rows("t").get(0)).isEqualTo(List.of(1L, "new", 10L, "one", 0L, 3L));
    }

    @Test
    void thePrimaryKeyChanges() {
        fixture.run("ALTER TABLE t DROP PRIMARY KEY, ADD PRIMARY KEY (b, id)");
        assertThat(fixture.table("t").primary()).isNotNull();
        fixture.run("ALTER TABLE t DROP PRIMARY KEY");
        assertThat(fixture.table("t").primary()).isNull();

        assertThat(fixture.rows("t")).hasSize(2);
        assertThat(fixture.check().findings()).isEmpty();
        fixture.insert("t", 1L, 11L, "three");
        assertRefused(1062, "ALTER TABLE t ADD PRIMARY KEY (id)");
    }

    @Test
    void aDroppedColumnLeavesItsIndexes() {
        fixture.run("ALTER TABLE t ADD UNIQUE KEY ba (b, a)");
        fixture.run("ALTER TABLE t DROP COLUMN a");

        assertThat(fixture.table("t").indexes())
                .extracting(index -> index.name())
                .containsOnly("b_u", "ba");
        assertThat(fixture.check().findings()).isEmpty();
    }

    @Test
    void checksHoldForOldRows() {
        assertRefused(3819, "ALTER TABLE t ADD CONSTRAINT c CHECK (id > 1)");
        fixture.run("ALTER TABLE t ADD CONSTRAINT c CHECK (id > 0)");
        assertRefused(3822, "ALTER TABLE t ADD CONSTRAINT c CHECK (id > 0)");
        assertRefused(3820, "ALTER TABLE t ADD CHECK (nosuch > 0)");
        assertRefused(3959, "ALTER TABLE t RENAME COLUMN id TO i");
        fixture.run("ALTER TABLE t DROP CHECK c");
        assertThat(fixture.table("t").checks()).isEmpty();
    }

    @Test
    void foreignKeysFollowNames() {
        fixture.run(
                "CREATE TABLE c (id INT PRIMARY KEY, p INT, CONSTRAINT fk FOREIGN KEY (p) REFERENCES t (id) ON DELETE CASCADE)");
        assertThat(fixture.table("t").referencedBy())
                .containsExactly(fixture.table("c").tableName());
        assertThat(fixture.table("c").indexes())
                .extracting(index -> index.name())
                .containsExactly("fk");

        fixture.run("ALTER TABLE t RENAME COLUMN id TO number");
        fixture.run("RENAME TABLE t TO parent");
        ForeignKey key = fixture.table("c").foreignKeys().get(0);
        assertThat(key.parent().table()).isEqualTo("parent");
        assertThat(key.parentColumns()).containsExactly("number");
        fixture.run("RENAME TABLE parent TO t");
        assertRefused(1829, "ALTER TABLE t DROP COLUMN number");
        assertRefused(1553, "ALTER TABLE t DROP PRIMARY KEY");
        assertRefused(3730, "DROP TABLE t");
        assertRefused(1701, "TRUNCATE TABLE t");
        assertRefused(1553, "ALTER TABLE c DROP INDEX fk");
        assertRefused(1828, "ALTER TABLE c DROP COLUMN p");
        fixture.run("ALTER TABLE c DROP FOREIGN KEY fk");
        assertThat(fixture.table("t").referencedBy()).isEmpty();
    }

    @Test
    void aForeignKeyNeedsTheParentsOfOldRows() {
        fixture.run("CREATE TABLE c (id INT PRIMARY KEY, p INT)");
        fixture.insert("c", 1L, 2L);
        fixture.insert("c", 2L, null);
        fixture.run("ALTER TABLE c ADD CONSTRAINT f1 FOREIGN KEY (p) REFERENCES t (id)");
        fixture.run("ALTER TABLE c DROP FOREIGN KEY f1");
        fixture.insert("c", 3L, 9L);
        assertRefused(1452, "ALTER TABLE c ADD CONSTRAINT f1 FOREIGN KEY (p) REFERENCES t (id)");
        assertRefused(1824, "ALTER TABLE c ADD FOREIGN KEY (p) REFERENCES nosuch (id)");
        assertRefused(3780, "ALTER TABLE c ADD FOREIGN KEY (p) REFERENCES t (b)");
        assertRefused(6125, "ALTER TABLE c ADD FOREIGN KEY (p) REFERENCES t (a)");
    }

    @Test
    void tablesSwapTheirNames() {
        fixture.run("CREATE TABLE other (x INT)");
        fixture.run("RENAME TABLE t TO tmp, other TO t, tmp TO other");

        assertThat(fixture.rows("other")).hasSize(2);
        assertThat(fixture.table("t").columns()).hasSize(1);
    }

    @Test
    void numbersGoBackAsFarAsTheRowsAllow() {
        fixture.run("CREATE TABLE n (id INT AUTO_INCREMENT PRIMARY KEY)");
        fixture.shared().counters().raise(fixture.table("n").id(), 2_147_483_647L);
        fixture.insert("n", 41L);
        fixture.run("ALTER TABLE n AUTO_INCREMENT = 20");
        assertThat(fixture.shared().counters().peek(fixture.table("n").id())).isEqualTo(42);
        fixture.run("ALTER TABLE n AUTO_INCREMENT = 2000");
        assertThat(fixture.shared().counters().peek(fixture.table("n").id())).isEqualTo(2000);
    }

    @Test
    void aRestartReadsTheSameDefinitions() {
        fixture.run("ALTER TABLE t ADD COLUMN g INT AS (a * 2) STORED, ADD CONSTRAINT c CHECK (a > 0) NOT ENFORCED");
        fixture.run(
                "CREATE TABLE c (id INT PRIMARY KEY, e INT DEFAULT (1 + 1), p INT, FOREIGN KEY (p) REFERENCES t (id) ON UPDATE SET NULL)");
        List<TableInfo> before = List.of(fixture.table("t"), fixture.table("c"));
        fixture.reopen();

        assertThat(List.of(fixture.table("t"), fixture.table("c"))).isEqualTo(before);
        assertThat(fixture.table("t").columns())
                .filteredOn(ColumnInfo::isGenerated)
                .hasSize(1);
        assertThat(fixture.check().findings()).isEmpty();
    }
}
