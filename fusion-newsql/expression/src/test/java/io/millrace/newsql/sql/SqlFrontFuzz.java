package io.millrace.newsql.sql;

import com.alibaba.druid.sql.ast.SQLStatement;
import com.alibaba.druid.sql.ast.statement.SQLSelectItem;
import com.alibaba.druid.sql.ast.statement.SQLSelectQueryBlock;
import com.alibaba.druid.sql.ast.statement.SQLSelectStatement;
import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.expression.QueryParts;
import io.millrace.newsql.expression.Scope;
import io.millrace.newsql.expression.SessionScopes;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.testkit.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Any text: an answer or an error of SQL, and nothing else comes out of tokens, parser and compiler. */
@Tag("once")
class SqlFrontFuzz {

    private static final int ROUNDS = 20_000;

    private static final String[] PIECES = {
        "SELECT",
        "INSERT INTO t VALUES",
        "(",
        ")",
        ",",
        "1",
        "-",
        "+",
        "'a'",
        "''",
        "NULL",
        "a",
        "`b`",
        "t.c",
        "@x",
        "@@y",
        "?",
        "FROM",
        "t",
        "WHERE",
        "IN",
        "BETWEEN",
        "AND",
        "OR",
        "NOT",
        "LIKE",
        "ESCAPE",
        "CASE",
        "WHEN",
        "THEN",
        "END",
        "CAST(",
        "AS",
        "DECIMAL(4,1)",
        "SIGNED",
        "INTERVAL",
        "DAY",
        "OVER",
        "WINDOW",
        "w",
        "PARTITION BY",
        "ORDER BY",
        "GROUP BY",
        "COUNT(*)",
        "SUM(",
        "TRIM(",
        "LEADING",
        "CONVERT(",
        "USING utf8mb4",
        "x'41'",
        "b'1'",
        "0x4",
        "1e5",
        ".5",
        "COLLATE",
        "utf8mb4_bin",
        "->",
        "'$.a'",
        "JSON_SET(",
        "UNION",
        "ALL",
        "EXISTS",
        "ANY",
        "/*!",
        "*/",
        "--",
        ";",
        "DATE '2024-01-01'",
        "ROW(",
        "=",
        "<=>",
        ":=",
        "||",
        "IS",
        "TRUE",
        "{",
        "}",
        "TABLE",
        "ON DUPLICATE KEY UPDATE",
        "DELETE",
        "UPDATE t SET",
        "LIMIT",
        "OFFSET",
        "CHAR(",
        "REGEXP",
        "DIV",
        "\\",
        "\"",
        "\n",
        "ä",
        "😀"
    };

    @FuzzTest(maxDuration = "60s")
    void anyTextIsAnsweredOrRefused(FuzzedDataProvider data) {
        run(data.consumeRemainingAsString());
    }

    @Test
    void anyPiecesAreAnsweredOrRefused() {
        Random random = Seeds.random("SqlFrontFuzz");
        for (int i = 0; i < ROUNDS; i++) {
            StringBuilder sql = new StringBuilder(random.nextBoolean() ? "SELECT " : "");
            for (int left = 1 + random.nextInt(14); left > 0; left--) {
                sql.append(PIECES[random.nextInt(PIECES.length)]).append(random.nextInt(5) == 0 ? "" : " ");
            }
            run(sql.toString());
        }
    }

    private static void run(String sql) {
        try {
            for (StatementText statement : StatementText.split(sql)) {
                compile(statement, statement.template());
                compile(statement, statement.whole());
                SelectNames.of(statement);
            }
        } catch (SqlException e) {
            assert e.code() > 0 : "an error of SQL has a code";
        } catch (RuntimeException | StackOverflowError e) {
            throw new AssertionError("for: " + sql, e);
        }
    }

    private static void compile(StatementText statement, StatementText.Template template) {
        SQLStatement parsed = SqlParser.parse(statement, template);
        if (!(parsed instanceof SQLSelectStatement select)
                || !(select.getSelect().getQuery() instanceof SQLSelectQueryBlock block)
                || statement.parameterCount() > 0) {
            return;
        }
        ExpressionCompiler compiler =
                new ExpressionCompiler(Scope.EMPTY, template.literals(), SessionScopes.NONE, QueryParts.NONE);
        for (SQLSelectItem item : block.getSelectList()) {
            Expression compiled = compiler.compile(item.getExpr(), "field list");
            compiled.eval(new Frame(SessionScopes.NONE, template.literals(), 0));
        }
    }
}
