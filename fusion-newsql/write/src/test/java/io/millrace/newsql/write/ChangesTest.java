package io.millrace.newsql.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.newsql.definition.TableReport;
import io.millrace.newsql.transaction.Transaction;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** UPDATE and DELETE, of one table, of several, by foreign keys, and through views. */
@Tag("once")
class ChangesTest {

    private final WrittenTables tables;

    ChangesTest(@TempDir Path directory) {
        tables = new WrittenTables(directory);
    }

    @AfterEach
    void close() {
        assertThat(tables.check().findings()).isEmpty();
        tables.close();
    }

    private void family(String action) {
        tables.define(
                "CREATE TABLE p (id INT PRIMARY KEY, n INT)",
                "CREATE TABLE c (id INT PRIMARY KEY, p INT, FOREIGN KEY (p) REFERENCES p (id) " + action + ")");
        tables.write("INSERT INTO p VALUES (1, 10), (2, 20)");
        tables.write("INSERT INTO c VALUES (1, 1), (2, 1), (3, 2)");
    }

    @Test
    void updateCountsWhatItChanges() {
        family("");
        WriteRun.Result result = tables.write("UPDATE p SET n = 20");
        assertThat(result.affected()).isEqualTo(1);
        assertThat(result.info()).isEqualTo("Rows matched: 2  Changed: 1  Warnings: 0");
        tables.mode(new WriteRun.Mode(true, false, true, true));
        assertThat(tables.write("UPDATE p SET n = 20").affected()).isEqualTo(2);
    }

    @Test
    void updateIgnoreLeavesOutWhatWouldBeADuplicate() {
        family("");
        assertThat(tables.write("UPDATE IGNORE c SET id = 3 WHERE id IN (1, 2)").affected())
                .isZero();
        assertThat(tables.warnings()).containsExactly(1062, 1062);
    }

    @Test
    void aJoinChangesRowsOfSeveralTablesOnceEach() {
        family("");
        assertThat(tables.write("UPDATE p JOIN c ON c.p = p.id SET p.n = p.n + 1, c.id = c.id + 100 WHERE p.id = 1")
                        .affected())
                .isEqualTo(3);
        assertThat(tables.query("SELECT n FROM p ORDER BY id")).containsExactly("11", "20");
        assertThat(tables.query("SELECT id FROM c ORDER BY id")).containsExactly("3", "101", "102");
        assertThat(tables.write("DELETE c.* FROM p JOIN c ON c.p = p.id WHERE p.id = 1")
                        .affected())
                .isEqualTo(2);
        assertThat(tables.query("SELECT id FROM c")).containsExactly("3");
    }

    @Test
    void keysWithoutAnActionRefuse() {
        family("");
        assertThat(tables.code("DELETE FROM p WHERE id = 1")).isEqualTo(1451);
        assertThat(tables.code("INSERT INTO c VALUES (4, 9)")).isEqualTo(1452);
        tables.mode(new WriteRun.Mode(true, false, false, false));
        assertThat(tables.code("DELETE FROM p WHERE id = 1")).isZero();
        assertThat(tables.check().findings())
                .extracting(TableReport.Finding::what)
                .containsExactly(TableReport.Kind.PARENT_MISSING, TableReport.Kind.PARENT_MISSING);
        assertThat(tables.write("DELETE FROM c WHERE p = 1").affected()).isEqualTo(2);
    }

    @Test
    void keysWithActionsFollow() {
        family("ON DELETE SET NULL ON UPDATE CASCADE");
        tables.write("UPDATE p SET id = 7 WHERE id = 1");
        tables.write("DELETE FROM p WHERE id = 2");
        assertThat(tables.query("SELECT id, p FROM c ORDER BY id")).containsExactly("1,7", "2,7", "3,null");
    }

    @Test
    void twoChildrenOfOneParentDoNotWaitForEachOther() {
        family("");
        Transaction first = tables.begin();
        Transaction second = tables.begin();
        tables.write("INSERT INTO c VALUES (11, 1)", first);
        tables.write("INSERT INTO c VALUES (12, 1)", second);
        first.commit();
        second.commit();
        assertThat(tables.query("SELECT COUNT(*) FROM c WHERE p = 1")).containsExactly("4");
    }

    @Test
    void aViewIsWrittenAsItsTable() {
        family("");
        tables.define(
                "CREATE VIEW low AS SELECT id AS k, n AS v FROM p WHERE n < 100",
                "CREATE VIEW checked AS SELECT * FROM low WHERE v > 5 WITH CASCADED CHECK OPTION");
        tables.write("INSERT INTO checked VALUES (3, 30)");
        tables.write("UPDATE checked SET v = v + 1 WHERE k = 1");
        assertThat(tables.code("INSERT INTO checked VALUES (4, 100)")).isEqualTo(1369);
        assertThat(tables.code("UPDATE checked SET v = 5 WHERE k = 1")).isEqualTo(1369);
        assertThat(tables.write("INSERT IGNORE INTO checked VALUES (4, 1), (5, 50)")
                        .affected())
                .isEqualTo(1);
        tables.write("DELETE FROM checked WHERE v = 50");
        assertThat(tables.query("SELECT id, n FROM p ORDER BY id")).containsExactly("1,11", "2,20", "3,30");
    }

    @Test
    void aViewOfAJoinTakesRowsOfOneOfItsTables() {
        family("");
        tables.define(
                "CREATE VIEW joined AS SELECT y.id, p, x.id AS parent, n FROM c AS y JOIN p x ON x.id = y.p",
                "CREATE VIEW outer_joined AS SELECT c.id, c.p, p.n FROM c LEFT JOIN p ON p.id = c.p",
                "CREATE VIEW computed AS SELECT c.id, p.n + 1 AS m FROM c JOIN p ON p.id = c.p");
        assertThat(tables.write("INSERT INTO joined (parent, n) VALUES (7, 70), (8, 80)")
                        .affected())
                .isEqualTo(2);
        assertThat(tables.write("INSERT INTO joined (id, p) SELECT id + 10, 7 FROM c")
                        .affected())
                .isEqualTo(3);
        assertThat(tables.write("INSERT INTO joined (parent, n) VALUES (7, 1) ON DUPLICATE KEY UPDATE n = n + 1")
                        .affected())
                .isEqualTo(2);
        assertThat(tables.query("SELECT id, n FROM p WHERE id > 2 ORDER BY id")).containsExactly("7,71", "8,80");
        assertThat(tables.code("INSERT INTO joined (parent, n) VALUES (7, 1) ON DUPLICATE KEY UPDATE id = 1"))
                .isEqualTo(1393);
        assertThat(tables.code("REPLACE INTO joined (n, parent) VALUES (81, 8)"))
                .isEqualTo(1395);
        assertThat(tables.query("SELECT COUNT(*) FROM c WHERE p = 7")).containsExactly("3");
        assertThat(tables.code("INSERT INTO joined VALUES (1, 2, 3, 4)")).isEqualTo(1394);
        assertThat(tables.code("INSERT INTO joined (id, n) VALUES (1, 2)")).isEqualTo(1393);
        assertThat(tables.code("INSERT INTO outer_joined (id, p) VALUES (50, 1)"))
                .isEqualTo(1471);
        assertThat(tables.code("INSERT INTO computed (id) VALUES (50)")).isEqualTo(1471);
    }

    @Test
    void aNumberThatAnUpdateGivesIsNotGivenAgain() {
        tables.define("CREATE TABLE n (id INT PRIMARY KEY AUTO_INCREMENT, v INT UNIQUE)");
        tables.write("INSERT INTO n (v) VALUES (1)");
        tables.write("UPDATE n SET id = 40");
        tables.write("INSERT INTO n (v) VALUES (2)");
        tables.write("INSERT INTO n (v) VALUES (2) ON DUPLICATE KEY UPDATE id = 60");
        tables.write("INSERT INTO n (v) VALUES (3)");
        assertThat(tables.query("SELECT id FROM n ORDER BY id")).containsExactly("40", "60", "61");
    }

    @Test
    void aViewOfARowsOwnMakingIsNotWritten() {
        family("");
        tables.define(
                "CREATE VIEW counted AS SELECT p, COUNT(*) AS n FROM c GROUP BY p",
                "CREATE VIEW doubled AS SELECT id, n * 2 AS d FROM p",
                "CREATE VIEW joined AS SELECT c.id, p.n FROM c JOIN p ON p.id = c.p");
        assertThat(tables.code("INSERT INTO counted VALUES (1, 1)")).isEqualTo(1471);
        assertThat(tables.code("UPDATE counted SET n = 1")).isEqualTo(1288);
        assertThat(tables.code("UPDATE doubled SET d = 1")).isEqualTo(1348);
        assertThat(tables.code("DELETE FROM joined")).isEqualTo(1395);
        assertThat(tables.write("UPDATE joined SET n = 77 WHERE id = 3").affected())
                .isEqualTo(1);
        assertThat(tables.query("SELECT n FROM p WHERE id = 2")).containsExactly("77");
    }
}
