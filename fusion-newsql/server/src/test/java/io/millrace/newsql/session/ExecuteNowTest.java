package io.millrace.newsql.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an event loop may run, and what it must leave to a worker. */
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
