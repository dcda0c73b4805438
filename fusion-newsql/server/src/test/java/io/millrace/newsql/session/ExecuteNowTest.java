package io.millrace.newsql.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.newsql.NewSqlEngine;
import io.millrace.newsql.mysql.Capabilities;
import io.millrace.newsql.mysql.ConnectionControl;
import io.millrace.newsql.mysql.PreparedQuery;
import io.millrace.newsql.mysql.SessionStart;
import io.millrace.newsql.mysql.SqlEngine;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.mysql.SqlSession;
import io.millrace.newsql.node.NodeStore;
import io.millrace.newsql.node.StoreConfig;
import io.millrace.newsql.node.StoreException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an event loop may run, and what it must leave to a worker. */
@Tag("once")
class ExecuteNowTest {

    @TempDir
    private Path directory = Path.of("");

    private HeldBackStore store;
    private NewSqlEngine engine;
    private SqlSession session;
    private long lastId;

    @BeforeEach
    void open() {
        store = new HeldBackStore(NodeStore.open(directory, StoreConfig.defaults()));
        engine = NewSqlEngine.open(store);
        session = session("root");
        run("CREATE DATABASE d");
        run("USE d");
        run("CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(10), UNIQUE KEY (a))");
        run("INSERT INTO t VALUES (1, 10, 'one'), (2, 20, 'two')");
    }

    @AfterEach
    void close() {
        session.close();
        engine.close();
        store.close();
    }

    private SqlSession session(String user) {
        ConnectionControl connection = new ConnectionControl() {
            private final long id = ++lastId;

            @Override
            public long id() {
                return id;
            }

            @Override
            public void kill() {}

            @Override
            public boolean isClosed() {
                return false;
            }
        };
        return engine.open(new SessionStart(
                connection,
                user,
                Objects.requireNonNull(engine.findAccount(user, "127.0.0.1")),
                new InetSocketAddress("127.0.0.1", 1),
                null,
                SqlEngine.DEFAULT_COLLATION,
                Capabilities.MULTI_STATEMENTS,
                Map.of(),
                null));
    }

    private List<String> run(String sql) {
        RowsOfOneCall rows = new RowsOfOneCall();
        session.execute(sql, rows);
        return rows.rows();
    }

    /** The rows, if they came without a worker; else null, and a worker's run has made the plan. */
    private @Nullable List<String> now(String sql) {
        RowsOfOneCall rows = new RowsOfOneCall();
        CompletionStage<?> leaves = session.executeNow(sql, rows);
        if (leaves == null) {
            assertThat(rows.rows()).isEmpty();
            session.execute(sql, rows);
            return null;
        }
        assertThat(leaves.toCompletableFuture()).isCompleted();
        return rows.rows();
    }

    private void assertWorkersOnly(String sql) {
        assertThat(now(sql)).isNull();
        assertThat(now(sql)).isNull();
    }

    @Test
    void aRowByItsKeyIsReadNowOnceItsPlanIsKnown() {
        assertThat(now("SELECT b FROM t WHERE id = 1")).isNull();
        assertThat(now("SELECT b FROM t WHERE id = 1")).containsExactly("one");
        assertThat(now("select b from t where id = 2")).isNull();
        assertThat(now("SELECT b FROM t WHERE id = 3")).isEmpty();
        assertThat(now("SELECT 1")).isNull();
        assertThat(now("SELECT 1")).containsExactly("1");
    }

    @Test
    void aPreparedStatementRunsNowFromItsSecondExecution() {
        PreparedQuery query = session.prepare("SELECT b FROM t WHERE id = ?");
        assertThat(query.mayRunNow()).isFalse();
        RowsOfOneCall rows = new RowsOfOneCall();
        assertThat(session.executeNow(query, List.of(1L), rows)).isNull();
        session.execute(query, List.of(1L), rows);
        assertThat(query.mayRunNow()).isTrue();
        assertThat(session.executeNow(query, List.of(2L), rows)).isNotNull();
        assertThat(rows.rows()).containsExactly("one", "two");
        assertThat(session.executeNow(query, List.of("1"), rows))
                .as("another type, another plan")
                .isNull();
        run("ALTER TABLE t ADD COLUMN c INT");
        assertThat(session.executeNow(query, List.of(2L), rows)).isNull();
    }

    /** Whether a statement that writes ran without a worker; else a worker's run has done it. */
    private boolean writesNow(String sql) {
        CompletionStage<?> leaves = session.executeNow(sql, new RowsOfOneCall());
        if (leaves == null) {
            session.execute(sql, new RowsOfOneCall());
            return false;
        }
        leaves.toCompletableFuture().join();
        return true;
    }

    @Test
    void aRowIsWrittenNowOnceItsPlanIsKnown() {
        assertThat(writesNow("INSERT INTO t VALUES (10, 110, 'ten')")).isFalse();
        assertThat(writesNow("INSERT INTO t VALUES (11, 111, 'elf')")).isTrue();
        assertThat(writesNow("UPDATE t SET b = '10.' WHERE id = 10")).isFalse();
        assertThat(writesNow("UPDATE t SET b = '11.' WHERE id = 11")).isTrue();
        assertThat(run("SELECT b FROM t WHERE id >= 10")).containsExactly("10.", "11.");
        assertThat(writesNow("DELETE FROM t WHERE id = 10")).isFalse();
        assertThat(writesNow("DELETE FROM t WHERE id = 11")).isTrue();
        assertThat(writesNow("DELETE FROM t WHERE id = 11")).as("there is none").isTrue();
        assertThat(run("SELECT b FROM t WHERE id >= 10")).isEmpty();
    }

    @Test
    void aRowThatIsRefusedNowLeavesNothing() {
        writesNow("INSERT INTO t VALUES (10, 110, 'ten')");
        assertThatThrownBy(() -> session.executeNow("INSERT INTO t VALUES (10, 111, 'two')", new RowsOfOneCall()))
                .isInstanceOfSatisfying(
                        SqlException.class, e -> assertThat(e.code()).isEqualTo(1062));
        assertThat(run("SHOW WARNINGS")).hasSize(1);
        assertThat(run("SELECT b FROM t WHERE id = 10")).containsExactly("ten");
    }

    @Test
    void aRowThatAnotherSessionHasLockedIsLeftToAWorkerThatWaits() throws Exception {
        String sql = "UPDATE t SET b = 'mine' WHERE id = 1";
        writesNow(sql);
        assertThat(writesNow(sql)).isTrue();
        try (SqlSession other = session("root")) {
            other.execute("BEGIN", new RowsOfOneCall());
            other.execute("UPDATE d.t SET b = 'other' WHERE id = 1", new RowsOfOneCall());
            assertThat(session.executeNow(sql, new RowsOfOneCall())).isNull();
            CompletableFuture<Void> waits = CompletableFuture.runAsync(() -> session.execute(sql, new RowsOfOneCall()));
            other.execute("COMMIT", new RowsOfOneCall());
            waits.get(30, TimeUnit.SECONDS);
        }
        assertThat(run("SELECT b FROM t WHERE id = 1")).containsExactly("mine");
        assertThat(writesNow(sql)).isTrue();
    }

    @Test
    void writesThatMayWaitOrDoMoreAreLeftToWorkers() {
        run("CREATE TABLE parent (id INT PRIMARY KEY)");
        run("CREATE TABLE child (id INT PRIMARY KEY, p INT, FOREIGN KEY (p) REFERENCES parent (id))");
        run("CREATE TABLE checked (id INT PRIMARY KEY, c INT CHECK (c > 0))");
        run("INSERT INTO parent VALUES (1)");
        for (String sql : List.of(
                "UPDATE t SET b = 'x' WHERE b = 'y'",
                "UPDATE t SET b = REPEAT('x', 2) WHERE id = 1",
                "UPDATE t SET b = 'x' WHERE id IN (1, 2)",
                "DELETE FROM t WHERE b = 'y'",
                "DELETE FROM child WHERE id = 1",
                "UPDATE parent SET id = 1 WHERE id = 1",
                "UPDATE checked SET c = 2 WHERE id = 1")) {
            assertThat(writesNow(sql)).as(sql).isFalse();
            assertThat(writesNow(sql)).as(sql).isFalse();
        }
        for (int id = 100; id < 102; id++) {
            for (String sql : List.of(
                    "INSERT INTO t VALUES (%d, NULL, REPEAT('x', 2))",
                    "INSERT INTO t SET id = %d, b = LOWER('X')",
                    "INSERT INTO t SELECT %d + 10, NULL, 'x'",
                    "REPLACE INTO t VALUES (%d, NULL, 'x')",
                    "INSERT INTO child VALUES (%d, 1)",
                    "INSERT INTO checked VALUES (%d, 1)")) {
                run("DELETE FROM t WHERE id = " + id);
                assertThat(writesNow(String.format(sql, id))).as(sql).isFalse();
            }
        }
    }

    @Test
    void aTransactionOfSingleRowsNeedsNoWorker() {
        writesNow("UPDATE t SET b = 'plan' WHERE id = 1");
        try (SqlSession other = session("root")) {
            assertThat(writesNow("BEGIN")).isTrue();
            assertThat(writesNow("UPDATE t SET b = 'first' WHERE id = 1")).isTrue();
            assertThat(writesNow("UPDATE t SET b = 'second' WHERE id = 2")).isTrue();
            RowsOfOneCall seen = new RowsOfOneCall();
            other.execute("SELECT b FROM d.t WHERE id = 1", seen);
            assertThat(seen.rows()).containsExactly("plan");
            CompletableFuture<Void> durable = store.hold();
            CompletableFuture<?> leaves = Objects.requireNonNull(session.executeNow("COMMIT", new RowsOfOneCall()))
                    .toCompletableFuture();
            assertThat(leaves).isNotDone();
            durable.complete(null);
            leaves.join();
        }
        assertThat(run("SELECT b FROM t ORDER BY id")).containsExactly("first", "second");
        assertThat(writesNow("START TRANSACTION")).isTrue();
        assertThat(writesNow("UPDATE t SET b = 'no' WHERE id = 1")).isTrue();
        assertThat(writesNow("ROLLBACK")).isTrue();
        assertThat(run("SELECT b FROM t WHERE id = 1")).containsExactly("first");
    }

    @Test
    void aTransactionKeepsWhatItWroteBeforeALockThatIsAnothers() throws Exception {
        writesNow("UPDATE t SET b = 'plan' WHERE id = 1");
        try (SqlSession other = session("root")) {
            other.execute("BEGIN", new RowsOfOneCall());
            other.execute("UPDATE d.t SET b = 'other' WHERE id = 2", new RowsOfOneCall());
            assertThat(writesNow("BEGIN")).isTrue();
            assertThat(writesNow("UPDATE t SET b = 'mine' WHERE id = 1")).isTrue();
            String sql = "UPDATE t SET b = 'mine' WHERE id = 2";
            assertThat(session.executeNow(sql, new RowsOfOneCall())).isNull();
            CompletableFuture<Void> waits = CompletableFuture.runAsync(() -> session.execute(sql, new RowsOfOneCall()));
            other.execute("COMMIT", new RowsOfOneCall());
            waits.get(30, TimeUnit.SECONDS);
            assertThat(writesNow("COMMIT")).isTrue();
        }
        assertThat(run("SELECT b FROM t")).containsExactly("mine", "mine");
    }

    @Test
    void theEndOfALargeTransactionIsLeftToAWorker() {
        run("BEGIN");
        StringBuilder many = new StringBuilder("INSERT INTO t (id) VALUES (1000)");
        for (int id = 1001; id < 1500; id++) {
            many.append(", (").append(id).append(')');
        }
        run(many.toString());
        assertThat(writesNow("COMMIT")).isFalse();
        assertThat(run("SELECT COUNT(*) FROM t WHERE id >= 1000")).containsExactly("500");
        run("LOCK TABLES t READ");
        assertThat(writesNow("BEGIN")).as("it unlocks tables").isFalse();
    }

    @Test
    void aWriteIsToldOnceItIsDurable() {
        String sql = "UPDATE t SET b = 'held' WHERE id = 1";
        writesNow(sql);
        CompletableFuture<Void> durable = store.hold();
        CompletableFuture<?> leaves = Objects.requireNonNull(
                        session.executeNow("UPDATE t SET b = 'held' WHERE id = 2", new RowsOfOneCall()))
                .toCompletableFuture();
        assertThat(leaves).isNotDone();
        durable.complete(null);
        leaves.join();
        assertThat(run("SELECT b FROM t WHERE id = 2")).containsExactly("held");
    }

    @Test
    void whatASubqueryReadIsToldOnceItIsDurable() throws Exception {
        CompletableFuture<Void> durable = store.hold();
        CompletableFuture<List<String>> told =
                CompletableFuture.supplyAsync(() -> run("SELECT (SELECT COUNT(*) FROM t) + 1"));
        await().until(() -> told.isDone() || durable.getNumberOfDependents() > 0);
        assertThat(told).isNotDone();
        durable.complete(null);
        assertThat(told.get(30, TimeUnit.SECONDS)).containsExactly("3");
    }

    @Test
    void aCommitThatFailsBehindItsAnswerIsTold() {
        writesNow("UPDATE t SET b = 'kept' WHERE id = 1");
        CompletableFuture<Void> lost = store.hold();
        CompletableFuture<?> leaves = Objects.requireNonNull(
                        session.executeNow("UPDATE t SET b = 'lost' WHERE id = 1", new RowsOfOneCall()))
                .toCompletableFuture();
        lost.completeExceptionally(new StoreException(StoreException.Reason.FAILED, "the log has failed"));
        assertThatThrownBy(leaves::join).isInstanceOf(CompletionException.class).hasCauseInstanceOf(SqlException.class);
        assertThat(run("SHOW WARNINGS")).singleElement().asString().contains("the log has failed");
    }

    @Test
    void whatMayWaitOrTakeLongIsLeftToWorkers() {
        run("CREATE VIEW v AS SELECT id, SLEEP(0) AS s FROM t");
        run("CREATE TEMPORARY TABLE tmp (id INT PRIMARY KEY)");
        for (String sql : List.of(
                "SELECT b FROM t WHERE id = 1 FOR UPDATE",
                "SELECT b FROM t WHERE b = 'one'",
                "SELECT b FROM t",
                "SELECT SLEEP(0)",
                "SELECT b FROM t WHERE id IN (1, 2)",
                "SELECT b FROM t WHERE id = 1 AND b LIKE '%o%n%e%'",
                "SELECT b FROM t WHERE id = (SELECT 1)",
                "SELECT x.b FROM t x JOIN t y ON x.id = y.id WHERE x.id = 1",
                "SELECT s FROM v WHERE id = 1",
                "SELECT id FROM tmp WHERE id = 1",
                "SELECT @a := 1",
                "SELECT 1; SELECT 2",
                "SELECT 1 UNION SELECT 2",
                "INSERT INTO t VALUES (7, 7, 'x') ON DUPLICATE KEY UPDATE b = 'y'")) {
            assertWorkersOnly(sql);
        }
    }

    @Test
    void aTransactionSeesItsOwnWritesAndASerializableOneLocks() {
        now("SELECT b FROM t WHERE id = 1");
        run("BEGIN");
        run("UPDATE t SET b = 'mine' WHERE id = 1");
        assertThat(now("SELECT b FROM t WHERE id = 1")).containsExactly("mine");
        run("ROLLBACK");
        assertThat(now("SELECT b FROM t WHERE id = 1")).containsExactly("one");
        run("SET autocommit = 0");
        assertThat(now("SELECT b FROM t WHERE id = 1"))
                .as("it begins a transaction")
                .isNull();
        assertThat(now("SELECT b FROM t WHERE id = 1")).containsExactly("one");
        run("SET autocommit = 1");
        run("SET SESSION TRANSACTION ISOLATION LEVEL SERIALIZABLE");
        assertWorkersOnly("SELECT b FROM t WHERE id = 1");
    }

    @Test
    void aTableThatAnotherSessionHasAloneIsNotWaitedFor() {
        now("SELECT b FROM t WHERE id = 1");
        try (SqlSession other = session("root")) {
            other.execute("LOCK TABLES d.t WRITE", new RowsOfOneCall());
            assertThat(session.executeNow("SELECT b FROM t WHERE id = 1", new RowsOfOneCall()))
                    .isNull();
            other.execute("UNLOCK TABLES", new RowsOfOneCall());
        }
        assertThat(now("SELECT b FROM t WHERE id = 1")).containsExactly("one");
        run("LOCK TABLES t READ");
        assertWorkersOnly("SELECT b FROM t WHERE id = 1");
        run("UNLOCK TABLES");
        run("DROP TABLE t");
    }

    @Test
    void privilegesAreCheckedAtEachRun() {
        run("CREATE USER u");
        run("GRANT SELECT ON d.t TO u");
        SqlSession root = session;
        try (SqlSession user = session("u")) {
            session = user;
            assertThat(now("SELECT b FROM d.t WHERE id = 1")).isNull();
            assertThat(now("SELECT b FROM d.t WHERE id = 1")).containsExactly("one");
            root.execute("REVOKE SELECT ON d.t FROM u", new RowsOfOneCall());
            assertThatThrownBy(() -> now("SELECT b FROM d.t WHERE id = 1"))
                    .isInstanceOfSatisfying(
                            SqlException.class, e -> assertThat(e.code()).isIn(1142, 1044));
        } finally {
            session = root;
        }
    }

    @Test
    void anAnswerLeavesWhenWhatItShowsIsDurable() {
        String sql = "SELECT b FROM t WHERE id = 1";
        now(sql);
        CompletableFuture<Void> durable = store.hold();
        RowsOfOneCall rows = new RowsOfOneCall();
        CompletableFuture<?> leaves =
                Objects.requireNonNull(session.executeNow(sql, rows)).toCompletableFuture();
        assertThat(rows.rows()).containsExactly("one");
        assertThat(leaves).isNotDone();
        durable.complete(null);
        assertThat(leaves).isCompleted();
        CompletableFuture<Void> lost = store.hold();
        CompletableFuture<?> failed =
                Objects.requireNonNull(session.executeNow(sql, rows)).toCompletableFuture();
        lost.completeExceptionally(new StoreException(StoreException.Reason.FAILED, "the log has failed"));
        assertThatThrownBy(failed::join).isInstanceOf(CompletionException.class).hasCauseInstanceOf(SqlException.class);
    }
}
