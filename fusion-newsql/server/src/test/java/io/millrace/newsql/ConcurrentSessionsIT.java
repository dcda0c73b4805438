package io.millrace.newsql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.newsql.mysql.MysqlConfig;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What two sessions see of each other, through MySQL's own driver. */
class ConcurrentSessionsIT {

    private NewSqlServer server;
    private Connection first;
    private Connection second;

    @BeforeEach
    void open(@TempDir Path directory) throws SQLException {
        server =
                NewSqlServer.open(directory, MysqlConfig.defaults().withAddress(new InetSocketAddress("127.0.0.1", 0)));
        first = connect();
        run(first, "CREATE DATABASE c");
        run(first, "USE c");
        run(first, "CREATE TABLE t (id INT PRIMARY KEY, n INT, UNIQUE KEY (n))");
        run(first, "INSERT INTO t VALUES (1, 10), (2, 20000)");
        second = connect();
        run(second, "USE c");
    }

    @AfterEach
    void close() throws SQLException {
        first.close();
        second.close();
        server.close();
    }

    @Test
    void aSnapshotDoesNotSeeWhatIsCommittedLater() throws SQLException {
        run(first, "BEGIN");
        assertThat(number(first, "SELECT n FROM t WHERE id = 1")).isEqualTo(10);
        run(second, "UPDATE t SET n = 11 WHERE id = 1");
        assertThat(number(first, "SELECT n FROM t WHERE id = 1")).isEqualTo(10);
        run(first, "COMMIT");
        assertThat(number(first, "SELECT n FROM t WHERE id = 1")).isEqualTo(11);
    }

    @Test
    void aSnapshotIsTakenWhenATableIsFirstRead() throws SQLException {
        run(first, "SET autocommit = 0");
        run(first, "SET @one = 1");
        assertThat(number(first, "SELECT GET_LOCK('migration', 1)")).isEqualTo(1);
        assertThat(number(first, "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'c'"))
                .isEqualTo(1);
        run(second, "UPDATE t SET n = 11 WHERE id = 1");
        run(second, "CREATE TABLE history (id INT PRIMARY KEY)");
        run(second, "INSERT INTO history VALUES (7)");
        assertThat(number(first, "SELECT id FROM history")).isEqualTo(7);
        assertThat(number(first, "SELECT n FROM t WHERE id = 1")).isEqualTo(11);
        run(second, "UPDATE t SET n = 12 WHERE id = 1");
        assertThat(number(first, "SELECT n FROM t WHERE id = 1")).isEqualTo(11);
        run(second, "CREATE TABLE later (id INT PRIMARY KEY)");
        assertThat(code(first, "SELECT id FROM later")).isEqualTo(1412);
        run(first, "COMMIT");
        assertThat(number(first, "SELECT COUNT(*) FROM later")).isZero();
    }

    @Test
    void aSnapshotThatIsAskedForIsTakenAtOnce() throws SQLException {
        run(first, "START TRANSACTION WITH CONSISTENT SNAPSHOT");
        run(second, "UPDATE t SET n = 11 WHERE id = 1");
        assertThat(number(first, "SELECT n FROM t WHERE id = 1")).isEqualTo(10);
        assertThat(number(first, "SELECT (SELECT n FROM t WHERE id = 1) + 1")).isEqualTo(11);
        run(first, "COMMIT");
    }

    @Test
    void nothingIsSeenBeforeItIsCommitted() throws SQLException {
        run(first, "BEGIN");
        run(first, "INSERT INTO t VALUES (3, 30)");
        assertThat(number(second, "SELECT COUNT(*) FROM t")).isEqualTo(2);
        run(first, "COMMIT");
        assertThat(number(second, "SELECT COUNT(*) FROM t")).isEqualTo(3);
    }

    @Test
    void incrementsOfTwoSessionsAreNotLost() throws Exception {
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> increment(second));
        increment(first);
        other.join();
        assertThat(number(first, "SELECT n FROM t WHERE id = 1")).isEqualTo(10 + 400);
    }

    private static void increment(Connection connection) {
        try {
            for (int i = 0; i < 200; i++) {
                run(connection, "UPDATE t SET n = n + 1 WHERE id = 1");
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aLockThatIsNotLetGoEndsInATimeout() throws SQLException {
        run(first, "BEGIN");
        run(first, "UPDATE t SET n = 11 WHERE id = 1");
        run(second, "SET innodb_lock_wait_timeout = 1");
        assertThatThrownBy(() -> run(second, "UPDATE t SET n = 12 WHERE id = 1"))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(1205));
        assertThatThrownBy(() -> run(second, "SELECT * FROM t WHERE id = 1 FOR UPDATE NOWAIT"))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(3572));
        assertThat(number(second, "SELECT id FROM t WHERE id > 0 ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED"))
                .isEqualTo(2);
        run(first, "ROLLBACK");
        run(second, "UPDATE t SET n = 12 WHERE id = 1");
    }

    @Test
    void readersShareALockThatKeepsAWriterOut() throws SQLException {
        run(first, "BEGIN");
        run(first, "SELECT * FROM t WHERE id = 1 FOR SHARE");
        run(second, "BEGIN");
        run(second, "SELECT * FROM t WHERE id = 1 FOR SHARE NOWAIT");
        assertThatThrownBy(() -> run(second, "SELECT * FROM t WHERE id = 1 FOR UPDATE NOWAIT"))
                .hasMessageContaining("NOWAIT is set");
        run(second, "ROLLBACK");
        run(first, "ROLLBACK");
    }

    @Test
    void aCircleOfLocksEndsOneOfItsTransactions() throws Exception {
        run(first, "BEGIN");
        run(second, "BEGIN");
        run(first, "UPDATE t SET n = n + 1 WHERE id = 1");
        run(second, "UPDATE t SET n = n + 1 WHERE id = 2");
        CompletableFuture<Integer> one =
                CompletableFuture.supplyAsync(() -> code(first, "UPDATE t SET n = n + 1 WHERE id = 2"));
        CompletableFuture<Integer> two =
                CompletableFuture.supplyAsync(() -> code(second, "UPDATE t SET n = n + 1 WHERE id = 1"));
        assertThat(one.join() + two.join()).isEqualTo(1213);
        run(first, "COMMIT");
        run(second, "COMMIT");
    }

    @Test
    void aUniqueValueThatIsNotCommittedIsWaitedFor() throws Exception {
        run(first, "BEGIN");
        run(first, "INSERT INTO t VALUES (3, 30)");
        CompletableFuture<Integer> other =
                CompletableFuture.supplyAsync(() -> code(second, "INSERT INTO t VALUES (4, 30)"));
        run(first, "COMMIT");
        assertThat(other.join()).isEqualTo(1062);
    }

    private static int code(Connection connection, String sql) {
        try {
            run(connection, sql);
            return 0;
        } catch (SQLException e) {
            return e.getErrorCode();
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + server.address().getPort() + "/", "root", "");
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            return rows.getInt(1);
        }
    }
}
