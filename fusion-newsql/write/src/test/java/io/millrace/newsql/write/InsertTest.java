package io.millrace.newsql.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InsertTest {

    private final WrittenTables tables;

    InsertTest(@TempDir Path directory) {
        tables = new WrittenTables(directory);
    }

    @BeforeEach
    void open() {
        tables.define(
                "CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, u INT UNIQUE, v VARCHAR(5), n INT DEFAULT 7)");
    }

    @AfterEach
    void close() {
        assertThat(tables.check().findings()).isEmpty();
        tables.close();
    }

    @Test
    void rowsOfAStatementHaveNumbersInARow() {
        assertThat(tables.write("INSERT INTO t (u) VALUES (1), (2), (3)").insertId())
                .isEqualTo(1);
        assertThat(tables.write("INSERT INTO t (id, u) VALUES (10, 10), (NULL, 11)")
                        .insertId())
                .isEqualTo(11);
        assertThat(tables.query("SELECT id FROM t ORDER BY id")).containsExactly("1", "2", "3", "10", "11");
    }

    @Test
    void rowsMayBeWrittenAsRowConstructors() {
        assertThat(tables.write("INSERT INTO t VALUES ROW(1, 10, 'a', 0), ROW(2, 20, 'b', 1)")
                        .affected())
                .isEqualTo(2);
        assertThat(tables.query("SELECT id, u, v FROM t ORDER BY id")).containsExactly("1,10,a", "2,20,b");
    }

    @Test
    void aRefusedRowGivesItsNumberToTheNext() {
        tables.write("INSERT INTO t (u) VALUES (1)");
        WriteRun.Result result = tables.write("INSERT IGNORE INTO t (u) VALUES (2), (1), (3)");
        assertThat(result.affected()).isEqualTo(2);
        assertThat(tables.warnings()).containsExactly(1062);
        assertThat(tables.query("SELECT id, u FROM t ORDER BY id")).containsExactly("1,1", "2,2", "3,3");
        assertThat(tables.write("INSERT INTO t (u) VALUES (4)").insertId())
                .as("what is left of a portion is lost")
                .isEqualTo(5);
    }

    @Test
    void aQueryReservesGrowingPortions() {
        tables.write("INSERT INTO t (u) VALUES (1), (2), (3), (4)");
        assertThat(tables.write("INSERT INTO t (u) SELECT u + 10 FROM t ORDER BY u")
                        .insertId())
                .isEqualTo(5);
        assertThat(tables.write("INSERT INTO t (u) VALUES (99)").insertId()).isEqualTo(12);
    }

    @Test
    void behindTheLastNumberOfItsColumnTheLastComesAgain() {
        tables.write("INSERT INTO t (id) VALUES (2147483647)");
        assertThat(tables.code("INSERT INTO t (u) VALUES (1)")).isEqualTo(1062);
    }

    @Test
    void aDuplicateIsAnErrorAndUndoesTheStatementsRowsWithItsTransaction() {
        tables.write("INSERT INTO t (u) VALUES (1)");
        assertThat(tables.code("INSERT INTO t (u) VALUES (5), (1)")).isEqualTo(1062);
        assertThat(tables.query("SELECT u FROM t")).containsExactly("1");
    }

    @Test
    void onDuplicateKeyUpdateCountsTwoForAChangeAndNoneForNone() {
        tables.write("INSERT INTO t (u, n) VALUES (1, 1)");
        assertThat(tables.write("INSERT INTO t (u, n) VALUES (1, 9), (2, 9) ON DUPLICATE KEY UPDATE n = n + VALUES(n)")
                        .affected())
                .isEqualTo(3);
        WriteRun.Result same = tables.write("INSERT INTO t (u) VALUES (1) ON DUPLICATE KEY UPDATE n = n");
        assertThat(same.affected()).isZero();
        assertThat(same.insertId()).isZero();
        assertThat(tables.query("SELECT u, n FROM t ORDER BY u")).containsExactly("1,10", "2,9");
    }

    @Test
    void onDuplicateKeyUpdateReadsTheQuerysTables() {
        tables.define("CREATE TABLE o (a INT PRIMARY KEY, b INT)");
        tables.write("INSERT INTO o VALUES (1, 100), (2, 200)");
        tables.write("INSERT INTO t (u, n) VALUES (1, 1)");
        tables.write("INSERT INTO t (u) SELECT a FROM o ON DUPLICATE KEY UPDATE n = t.n + o.b");
        assertThat(tables.query("SELECT u, n FROM t ORDER BY u")).containsExactly("1,101", "2,7");
    }

    @Test
    void replaceRemovesAllRowsThatAreInTheWay() {
        tables.write("INSERT INTO t (id, u) VALUES (1, 1), (2, 2)");
        assertThat(tables.write("REPLACE INTO t (id, u) VALUES (1, 2)").affected())
                .isEqualTo(3);
        assertThat(tables.query("SELECT id, u FROM t")).containsExactly("1,2");
    }

    @Test
    void queriesAmongValuesDoNotSeeTheStatementsRows() {
        tables.write("INSERT INTO t (u) VALUES (1)");
        tables.write("INSERT INTO t (u, n) VALUES (50, 0), (51, (SELECT MAX(x.u) FROM (SELECT u FROM t) x))");
        assertThat(tables.query("SELECT n FROM t WHERE u = 51")).containsExactly("1");
    }

    @Test
    void whatDoesNotFitIsAnErrorInStrictModeAndCutElse() {
        assertThat(tables.code("INSERT INTO t (v) VALUES ('too long')")).isEqualTo(1406);
        assertThat(tables.code("INSERT INTO t (u) VALUES (3000000000)")).isEqualTo(1264);
        assertThat(tables.code("INSERT INTO t (u) VALUES ('x')")).isEqualTo(1366);
        tables.mode(new WriteRun.Mode(false, false, false, true));
        tables.write("INSERT INTO t (u, v) VALUES (3000000000, 'too long')");
        assertThat(tables.warnings()).containsExactlyInAnyOrder(1264, 1265);
        assertThat(tables.query("SELECT u, v FROM t")).containsExactly("2147483647,too l");
    }

    @Test
    void zeroIsANumberIfTheModeSaysSo() {
        tables.mode(new WriteRun.Mode(true, true, false, true));
        tables.write("INSERT INTO t (id) VALUES (0)");
        assertThat(tables.query("SELECT id FROM t")).containsExactly("0");
    }
}
