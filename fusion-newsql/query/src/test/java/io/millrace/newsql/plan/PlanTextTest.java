package io.millrace.newsql.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alibaba.druid.sql.ast.statement.SQLSelectStatement;
import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.expression.SessionScopes;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.row.TableLayout;
import io.millrace.newsql.sql.SqlParser;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.type.SqlType;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTextTest {

    private static final Tables TABLES = (schema, name) -> table(name);

    private static TableRef table(String name) {
        List<ColumnInfo> columns = List.of(column(0, "id", false), column(1, "k", true), column(2, "v", true));
        IndexInfo primary = new IndexInfo(0, IndexInfo.PRIMARY, true, List.of(new IndexInfo.Part(0, 0, false)), "");
        IndexInfo byK = new IndexInfo(7, "k", false, List.of(new IndexInfo.Part(1, 0, false)), "");
        TableInfo info = new TableInfo(
                1, 1, "s", name, columns, primary, name.equals("c") ? List.of() : List.of(byK), 3, "binary", "", 0);
        return new TableRef(info, new TableLayout(info), null);
    }

    private static ColumnInfo column(int id, String name, boolean nullable) {
        return new ColumnInfo(id, name, SqlType.INT, nullable, null, null, 1, false, false, "");
    }

    private static SelectPlan plan(String sql) {
        StatementText text = StatementText.split(sql).get(0);
        SQLSelectStatement parsed = (SQLSelectStatement) SqlParser.parse(text, text.whole());
        return new Planner(TABLES, List.of(), SessionScopes.NONE).select(parsed.getSelect(), List.of());
    }

    private static String tree(String sql) {
        return String.valueOf(Explanation.tree(plan(sql)).rows().get(0)[0]);
    }

    @Test
    void readsOneRowByItsKey() {
        assertThat(tree("SELECT v FROM a WHERE id = 5"))
                .isEqualTo("-> Filter: where\n    -> Single-row index lookup on a using PRIMARY (id)\n");
    }

    @Test
    void readsTheRowsWhoseColumnsAConstantLiesBetween() {
        assertThat(tree("SELECT v FROM a WHERE 5 BETWEEN k AND v"))
                .isEqualTo("-> Filter: where\n    -> Index range scan on a using k\n");
    }

    @Test
    void readsNothingWhereAConditionHoldsForNoRow() {
        for (String condition : List.of("v > 1 AND ABS(id) IS NULL", "v > 1 AND v < v")) {
            BlockPlan block = (BlockPlan) plan("SELECT v FROM a WHERE " + condition);
            assertThat(block.constant()).as(condition).isNotNull();
        }
    }

    @Test
    void beginsWithTheTableThatAConstantLeadsTo() {
        assertThat(tree("SELECT 1 FROM c JOIN a ON a.k = c.v WHERE a.id = 3"))
                .isEqualTo(
                        """
                        -> Hash inner join
                            -> Filter: where
                                -> Single-row index lookup on a using PRIMARY (id)
                            -> Filter: where
                                -> Hash
                                    -> Table scan on c
                        """);
    }

    @Test
    void looksUpTheInnerTableByItsIndexRatherThanByHash() {
        assertThat(tree("SELECT 1 FROM c JOIN a ON a.k = c.v"))
                .isEqualTo(
                        """
                        -> Nested loop inner join
                            -> Table scan on c
                            -> Filter: where
                                -> Covering index lookup on a using k (k)
                        """);
    }

    @Test
    void keepsTheOuterSideOfARightJoinFirst() {
        assertThat(tree("SELECT * FROM a RIGHT JOIN c ON a.id = c.id"))
                .isEqualTo(
                        """
                        -> Nested loop left join
                            -> Table scan on c
                            -> Single-row index lookup on a using PRIMARY (id)
                        """);
    }

    @Test
    void takesTheOrderOfAnIndexInsteadOfSorting() {
        assertThat(tree("SELECT k FROM a ORDER BY k DESC LIMIT 3"))
                .isEqualTo("-> Limit\n    -> Covering index scan on a using k (reverse)\n");
    }

    @Test
    void runsASubqueryThatReadsNothingAroundItOnce() {
        assertThat(tree("SELECT id FROM a WHERE v IN (SELECT v FROM c)")).contains("run only once");
        assertThat(tree("SELECT id FROM a WHERE v IN (SELECT v FROM c WHERE c.id = a.id)"))
                .contains("dependent");
    }

    @Test
    void findsTheRowsOfASubqueryThatRunsForEachRowByAHash() {
        assertThat(tree("SELECT id FROM a WHERE EXISTS (SELECT 1 FROM c WHERE c.v = a.v)"))
                .contains("-> Hash\n", "-> Table scan on c");
        assertThat(tree("SELECT id FROM a WHERE EXISTS (SELECT 1 FROM a b WHERE b.k = a.v)"))
                .contains("Covering index lookup on b using k (k)")
                .doesNotContain("Hash");
        assertThat(tree("SELECT id FROM a WHERE EXISTS (SELECT 1 FROM c WHERE c.v > a.v)"))
                .doesNotContain("Hash");
    }

    @Test
    void looksForWhatASubqueryGives() {
        assertThat(tree("SELECT v FROM a WHERE id IN (SELECT v FROM c)"))
                .startsWith("-> Filter: where\n    -> Index range scan on a using PRIMARY");
        assertThat(tree("SELECT v FROM a WHERE id NOT IN (SELECT v FROM c)")).contains("Table scan on a");
        assertThat(tree("SELECT v FROM a WHERE id IN (SELECT v FROM c WHERE c.id = a.id)"))
                .contains("Table scan on a");
    }

    @Test
    void takesConditionsIntoDerivedTables() {
        assertThat(tree("SELECT * FROM (SELECT id x, v FROM a) d WHERE d.x = 5 AND 3 < v"))
                .isEqualTo(
                        """
                        -> Derived table d
                            -> Filter: where
                                -> Single-row index lookup on a using PRIMARY (id)
                        """);
        assertThat(tree("SELECT * FROM (SELECT k, COUNT(*) n FROM a GROUP BY k) d WHERE k IN (3, 4) AND n > 1"))
                .contains("-> Filter: where\n    -> Derived table d", "Covering index range scan on a using k");
        assertThat(tree("WITH d AS (SELECT * FROM a) SELECT 1 FROM (SELECT * FROM d) e WHERE e.k = 7"))
                .contains("Index lookup on a using k (k)");
    }

    @Test
    void leavesConditionsOutsideOfWhatTheyWouldChange() {
        for (String query : List.of(
                "SELECT id FROM a LIMIT 3",
                "SELECT id, ROW_NUMBER() OVER () n FROM a",
                "SELECT id + 0 id FROM a",
                "SELECT id, @n := @n + 1 FROM a",
                "SELECT id, COUNT(*) FROM a GROUP BY id WITH ROLLUP",
                "SELECT id FROM a UNION ALL SELECT id FROM c")) {
            assertThat(tree("SELECT 1 FROM (" + query + ") d WHERE d.id = 1"))
                    .startsWith("-> Filter: where\n    -> Derived table d");
        }
        assertThat(tree("SELECT 1 FROM c LEFT JOIN (SELECT id FROM a) d ON d.id = c.id WHERE d.id IS NULL"))
                .contains("Table scan on a");
    }

    @Test
    void numbersTheQueriesOfAUnion() {
        List<Object> types = Explanation.table(plan("SELECT id FROM a UNION SELECT id FROM c")).rows().stream()
                .map(row -> (Object) String.valueOf(row[1]))
                .toList();
        assertThat(types).containsExactly("PRIMARY", "UNION", "UNION RESULT");
    }

    @Test
    void refusesWithMysqlsCodes() {
        assertCode("WITH x AS (SELECT 1), x AS (SELECT 2) SELECT 1", 1066);
        assertCode("SELECT * FROM (SELECT 1, 1) t", 1060);
        assertCode("SELECT * FROM (SELECT 1)", 1248);
        assertCode("SELECT id FROM a WHERE id IN (SELECT id, k FROM c)", 1241);
        assertCode("SELECT 1 UNION SELECT 1, 2", 1222);
        assertCode("SELECT * FROM a JOIN c USING (nosuch)", 1054);
        assertCode("SELECT id FROM a, c", 1052);
        assertCode("SELECT id FROM a WHERE ROW_NUMBER() OVER () = 1", 3593);
    }

    private static void assertCode(String sql, int code) {
        assertThatThrownBy(() -> plan(sql)).isInstanceOfSatisfying(SqlException.class, e -> assertThat(e.code())
                .isEqualTo(code));
    }
}
