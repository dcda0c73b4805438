package io.millrace.newsql.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlInsertStatement;
import io.millrace.newsql.mysql.SqlException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatementTextTest {

    private static StatementText only(String sql, String... modes) {
        return StatementText.split(sql, Set.of(modes)).get(0);
    }

    @Test
    void aNegativeNumberIsOneLiteral() {
        StatementText.Template template =
                only("INSERT INTO t VALUES (-5),(a-3)").template();
        assertThat(template.text()).isEqualTo("INSERT INTO t VALUES ( ?),(a-?)");
        assertThat(template.literals()).extracting(Literal::value).containsExactly(-5L, 3L);
    }

    @Test
    void theParserTakesASignRightBehindAParenthesis() {
        StatementText statement = only("INSERT INTO t VALUES (-a),(-'5')");
        MySqlInsertStatement insert = (MySqlInsertStatement) SqlParser.parse(statement, statement.template());
        assertThat(insert.getValuesList()).hasSize(2);
    }

    @Test
    void theInsertedRowsAliasBecomesValues() {
        assertThat(only("INSERT INTO t (a, b) VALUES (1, 2) AS n (p, q) ON DUPLICATE KEY UPDATE a = n.q + p")
                        .whole()
                        .text())
                .isEqualTo(
                        "INSERT INTO t (a, b) VALUES (1, 2) ON DUPLICATE KEY UPDATE a = VALUES ( `b` ) + `VALUES` ( `a` )");
    }

    @Test
    void aWindowThatExtendsAnotherIsWrittenOut() {
        assertThat(only("SELECT SUM(a) OVER (w ORDER BY b) FROM t WINDOW w AS (PARTITION BY c)")
                        .whole()
                        .text())
                .isEqualTo("SELECT SUM(a) OVER ( PARTITION BY c ORDER BY b) FROM t WINDOW w AS (PARTITION BY c)");
    }

    @Test
    void aWordOfTheGrammarBehindASignIsAFunction() {
        assertThat(only("SELECT -LEFT('1', 1), a - LEFT (b, 1)").whole().text())
                .isEqualTo("SELECT -`LEFT`('1', 1), a - `LEFT` (b, 1)");
    }

    @Test
    void longTypesHaveAnotherName() {
        assertThat(only("CREATE TABLE t (a LONG VARCHAR, b LONG VARBINARY, `long` INT)")
                        .whole()
                        .text())
                .isEqualTo("CREATE TABLE t (a MEDIUMTEXT , b MEDIUMBLOB , `long` INT)");
    }

    @Test
    void commentsAreNoPartOfAName() {
        assertThat(SelectNames.of(only("SELECT /*! 1 + */ 2, 3 /* no */ + 4, '/* text */', 5 /*!99999 - 1 */ + 6")))
                .isEqualTo(List.of("1 +  2", "3  + 4", "/* text */", "5  + 6"));
    }

    @Test
    void aWrappedLiteralBearsItsOwnName() {
        assertThat(SelectNames.of(only("SELECT (1), +2, ((+'x')), (1)+2, (a)")))
                .containsExactly("1", "2", "x", "(1)+2", "(a)");
    }

    @Test
    void aTableIsAQuery() {
        assertThat(only("TABLE t ORDER BY a").whole().text()).isEqualTo("SELECT * FROM t ORDER BY a");
    }

    @Test
    void whatTheParserDoesNotKnowOfLocksStandsBehindWait() {
        assertThat(only("SELECT 1 FROM a, b FOR UPDATE OF a, s.b NOWAIT FOR SHARE SKIP LOCKED")
                        .whole()
                        .text()
                        .replace(" ", ""))
                .isEqualTo("SELECT1FROMa,bFORUPDATEWAIT`lockrows`(`update`(`nowait`,a,s.b),`share`(`skiplocked`))");
    }

    @Test
    void aSchemaWithoutEncryptionIsPlain() {
        assertThat(only("CREATE DATABASE d /*!40100 COLLATE utf8mb4_bin */ /*!80016 DEFAULT ENCRYPTION='N' */")
                        .whole()
                        .text()
                        .strip())
                .isEqualTo("CREATE DATABASE d COLLATE utf8mb4_bin");
        StatementText encrypted = only("ALTER DATABASE d ENCRYPTION 'Y'");
        assertThatThrownBy(encrypted::whole).hasMessageContaining("ENCRYPTION");
    }

    @Test
    void modesChangeWhatQuotesAndBackslashesMean() {
        assertThat(only("SELECT \"a\"", "ANSI_QUOTES").whole().text()).isEqualTo("SELECT `a`");
        assertThat(only("SELECT 1 FROM t WHERE a = 'x\\'", "NO_BACKSLASH_ESCAPES")
                        .template()
                        .literals())
                .extracting(Literal::value)
                .containsExactly("x\\");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT FROM t",
                "SELECT 1 UNION",
                "SELECT 1 FROM t AS",
                "SELECT @",
                "DELETE t",
                "SELECT * FROM t WHERE a IN ()",
                "SELECT b'2'",
                "SELECT x'1'",
                "SELECT 'a",
                "SELECT /* a",
                "SELECT 1 LIMIT 1 OFFSET -1",
                "SELECT ) FROM t",
                "UPDATE"
            })
    void malformedStatementsAreSyntaxErrors(String sql) {
        assertThatThrownBy(() -> {
                    StatementText statement = only(sql);
                    SqlParser.parse(statement, statement.template());
                })
                .isInstanceOfSatisfying(
                        SqlException.class, e -> assertThat(e.code()).isEqualTo(1064));
    }

    @Test
    void anErrorTellsThePlaceInTheSource() {
        StatementText statement = only("SELECT 1\nFROM t\nWHERE a = 'x' nonsense y");
        assertThatThrownBy(() -> SqlParser.parse(statement, statement.template()))
                .hasMessageContaining("at line 3");
    }

    @Test
    void depthIsBounded() {
        assertThatThrownBy(() -> StatementText.split("SELECT " + "(".repeat(10_000) + "1" + ")".repeat(10_000)))
                .isInstanceOfSatisfying(
                        SqlException.class, e -> assertThat(e.code()).isEqualTo(1436));
        StatementText flat = only("SELECT 1" + " + 1".repeat(20_000));
        try {
            SqlParser.parse(flat, flat.whole());
        } catch (SqlException e) {
            assertThat(e.code()).isEqualTo(1436);
        }
    }

    @Test
    void namesOfColumnsAreTheTextOfTheItems() {
        assertThat(SelectNames.of(only("SELECT 1 + 1, 'it''s', null FROM t")))
                .isEqualTo(List.of("1 + 1", "it's", "NULL"));
        assertThat(SelectNames.of(only("WITH x AS (SELECT 1, 2) SELECT a + 1 FROM x")))
                .isEqualTo(List.of("a + 1"));
        assertThat(SelectNames.of(only("(SELECT 1) UNION (SELECT 2)"))).isEqualTo(List.of("1"));
    }
}
