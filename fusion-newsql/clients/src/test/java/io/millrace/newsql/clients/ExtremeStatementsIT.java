package io.millrace.newsql.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Statements too deep, too long or too wide end in an answer or an error, and the session and the others live on. */
class ExtremeStatementsIT extends BadDay {

    private static final int TOO_DEEP = 1436;
    private static final int LEVELS = 10_000;

    @Test
    void tenThousandBracketsAreAnswered() throws SQLException {
        endsWell("SELECT " + "(".repeat(LEVELS) + "1" + ")".repeat(LEVELS));
    }

    @Test
    void tenThousandCallsAreAnswered() throws SQLException {
        endsWell("SELECT " + "ABS(".repeat(LEVELS) + "1" + ")".repeat(LEVELS));
    }

    @Test
    void tenThousandSignsAreAnswered() throws SQLException {
        endsWell("SELECT " + "- ".repeat(LEVELS) + "1");
        endsWell("SELECT " + "NOT ".repeat(LEVELS) + "1");
    }

    @Test
    void aChainOfTenThousandConditionsIsAnswered() throws SQLException {
        endsWell("SELECT 1 WHERE " + String.join(" AND ", Collections.nCopies(LEVELS, "1 = 1")));
        endsWell("SELECT " + String.join(" + ", Collections.nCopies(LEVELS, "1")));
    }

    @Test
    void tenThousandSubqueriesAreAnswered() throws SQLException {
        endsWell("SELECT " + "(SELECT ".repeat(LEVELS) + "1" + ")".repeat(LEVELS));
    }

    /** An answer, or the error for a stack that is too small; either way the same session goes on. */
    private static void endsWell(String sql) throws SQLException {
        try (Connection connection = connect()) {
            assertThat(code(connection, sql)).isIn(0, TOO_DEEP, 1064);
            assertThat(code(connection, "SELECT 1")).isZero();
            assertThat(connection.isValid(60)).isTrue();
        }
    }

    @Test
    void aListOfAHundredThousandValuesIsLookedUp() throws SQLException {
        run("CREATE TABLE t (id INT PRIMARY KEY, n INT)", "INSERT INTO t VALUES (1, 1), (50000, 2), (200000, 3)");
        String list = IntStream.range(0, 100_000).mapToObj(String::valueOf).collect(Collectors.joining(","));
        assertThat(number("SELECT COUNT(*) FROM t WHERE id IN (" + list + ")")).isEqualTo(2);
        assertThat(number("SELECT COUNT(*) FROM t WHERE n + 49998 NOT IN (" + list + ")"))
                .isZero();
    }

    @Test
    void tenMegabytesOfStatementAreTaken() throws SQLException {
        run("CREATE TABLE t (id INT PRIMARY KEY, s LONGTEXT)");
        run("INSERT INTO t VALUES (1, '" + "x".repeat(10 << 20) + "')");
        assertThat(number("SELECT LENGTH(s) FROM t")).isEqualTo(10 << 20);
        String rows = IntStream.range(2, 50_000)
                .mapToObj(id -> "(" + id + ",'" + "y".repeat(180) + "')")
                .collect(Collectors.joining(","));
        assertThat(rows.length()).isGreaterThan(9_000_000);
        run("INSERT INTO t VALUES " + rows);
        assertThat(number("SELECT COUNT(*) FROM t")).isEqualTo(49_999);
    }

    @Test
    void tooManyParametersAreRefused() throws SQLException {
        try (Connection connection = connect()) {
            String marks = String.join(",", Collections.nCopies(65_535, "?"));
            try (PreparedStatement most = connection.prepareStatement("SELECT 1 WHERE 7 IN (" + marks + ")")) {
                for (int i = 1; i <= 65_535; i++) {
                    most.setInt(i, i);
                }
                try (ResultSet row = most.executeQuery()) {
                    assertThat(row.next()).isTrue();
                }
            }
            assertThat(code(connection, "PREPARE p FROM 'SELECT 1 WHERE 7 IN (" + marks + ",?)'"))
                    .isNotZero();
            assertThat(code(connection, "SELECT 1")).isZero();
        }
    }
}
