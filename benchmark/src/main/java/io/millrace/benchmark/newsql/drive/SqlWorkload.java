package io.millrace.benchmark.newsql.drive;

import static io.millrace.benchmark.newsql.drive.SqlStatement.NO_ROWS;
import static io.millrace.benchmark.newsql.drive.SqlStatement.RANGE;
import static io.millrace.benchmark.newsql.drive.SqlStatement.SOME;

import io.millrace.benchmark.newsql.drive.SqlStatement.Argument;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What connections of a SQL server do, over and over: the statements of sysbench's workloads of the same names. */
public enum SqlWorkload {
    POINT_SELECT(List.of(point())),
    READ_ONLY(readOnly()),
    INSERT(List.of(new SqlStatement(
            "INSERT INTO sbtest%d (k, c, pad) VALUES (?, ?, ?)",
            List.of(Argument.K, Argument.C, Argument.PAD), NO_ROWS))),
    UPDATE_INDEX(
            List.of(new SqlStatement("UPDATE sbtest%d SET k = k + 1 WHERE id = ?", List.of(Argument.ID), NO_ROWS))),
    /** Logged in, and silent. */
    IDLE(List.of());

    private final List<SqlStatement> statements;

    SqlWorkload(List<SqlStatement> statements) {
        this.statements = List.copyOf(statements);
    }

    /** In their order; the first follows the last. */
    List<SqlStatement> statements() {
        return statements;
    }

    private static SqlStatement point() {
        return new SqlStatement("SELECT c FROM sbtest%d WHERE id = ?", List.of(Argument.ID), 1);
    }

    private static List<SqlStatement> readOnly() {
        List<SqlStatement> transaction = new ArrayList<>();
        transaction.add(new SqlStatement("BEGIN", List.of(), NO_ROWS));
        transaction.addAll(Collections.nCopies(10, point()));
        transaction.add(range("SELECT c FROM sbtest%d WHERE id BETWEEN ? AND ?", RANGE));
        transaction.add(range("SELECT SUM(k) FROM sbtest%d WHERE id BETWEEN ? AND ?", 1));
        transaction.add(range("SELECT c FROM sbtest%d WHERE id BETWEEN ? AND ? ORDER BY c", RANGE));
        transaction.add(range("SELECT DISTINCT c FROM sbtest%d WHERE id BETWEEN ? AND ? ORDER BY c", SOME));
        transaction.add(new SqlStatement("COMMIT", List.of(), NO_ROWS));
        return transaction;
    }

    private static SqlStatement range(String text, int rows) {
        return new SqlStatement(text, List.of(Argument.FROM, Argument.TO), rows);
    }
}
