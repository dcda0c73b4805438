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
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a server ends, is copied, and lets statements be ended. */
class OperatingIT {

    @TempDir
    private Path directory = Path.of("");

    private NewSqlServer open(String name) {
        return NewSqlServer.open(
                directory.resolve(name), MysqlConfig.defaults().withAddress(new InetSocketAddress("127.0.0.1", 0)));
    }

    private static Connection connect(NewSqlServer server, String user) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + server.address().getPort() + "/?sslMode=DISABLED", user, "");
    }

    private static void run(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static String value(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            assertThat(row.next()).isTrue();
            return row.getString(1);
        }
    }

    private static int code(Connection connection, String sql) {
        try {
            run(connection, sql);
            return 0;
        } catch (SQLException e) {
            return e.getErrorCode();
        }
    }

    @Test
    void drainingEndsTheIdleAtOnceAndWaitsForTransactions() throws Exception {
        try (NewSqlServer server = open("drained");
                Connection idle = connect(server, "root");
                Connection busy = connect(server, "root")) {
            run(
                    busy,
                    "CREATE DATABASE d",
                    "CREATE TABLE d.t (a INT PRIMARY KEY)",
                    "BEGIN",
                    "INSERT INTO d.t VALUES (1)");
            assertThat(server.health().ready()).isTrue();
            CompletableFuture<Boolean> drained =
                    CompletableFuture.supplyAsync(() -> server.drain(Duration.ofSeconds(60)));
            Awaitility.await().until(() -> Integer.valueOf(1)
                    .equals(server.health().details().get("sessions")));
            assertThat(server.health().ready()).isFalse();
            assertThatThrownBy(() -> run(idle, "SELECT 1")).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> connect(server, "root")).isInstanceOf(SQLException.class);
            run(busy, "INSERT INTO d.t VALUES (2)");
            assertThat(drained).isNotDone();
            run(busy, "COMMIT");
            assertThat(drained.join()).isTrue();
        }
        try (NewSqlServer server = open("drained");
                Connection connection = connect(server, "root")) {
            assertThat(value(connection, "SELECT COUNT(*) FROM d.t")).isEqualTo("2");
        }
    }

    @Test
    void drainingGivesUpAtItsLimitAndASecondCloseDoesNothing() throws Exception {
        NewSqlServer server = open("limit");
        Connection holding = connect(server, "root");
        run(holding, "BEGIN");
        assertThat(server.drain(Duration.ofMillis(1))).isFalse();
        server.close();
        server.close();
        assertThatThrownBy(() -> run(holding, "SELECT 1")).isInstanceOf(SQLException.class);
    }

    @Test
    void aClonedDirectoryIsAServerOfItsOwn() throws Exception {
        Path copy = directory.resolve("copy");
        try (NewSqlServer server = open("cloned");
                Connection root = connect(server, "root")) {
            run(root, "CREATE DATABASE d", "CREATE TABLE d.t (a INT PRIMARY KEY)", "INSERT INTO d.t VALUES (1), (2)");
            run(root, "CREATE USER u", "GRANT ALL ON d.* TO u");
            try (Connection user = connect(server, "u")) {
                assertThat(code(user, "CLONE LOCAL DATA DIRECTORY = '" + copy + "'"))
                        .isEqualTo(1227);
            }
            assertThat(code(root, "CLONE LOCAL DATA DIRECTORY = 'relative'")).isEqualTo(1210);
            run(root, "CLONE LOCAL DATA DIRECTORY = '" + copy + "'", "INSERT INTO d.t VALUES (3)");
            assertThat(value(root, "SELECT STATE FROM performance_schema.clone_progress"))
                    .isEqualTo("Completed");
            assertThat(value(root, "SELECT DATA > 0 AND DATA = ESTIMATE FROM performance_schema.clone_progress"))
                    .isEqualTo("1");
            assertThat(code(root, "CLONE LOCAL DATA DIRECTORY '" + copy + "'")).isEqualTo(1007);
            assertThat(value(root, "SELECT STATE FROM performance_schema.clone_progress"))
                    .isEqualTo("Failed");
        }
        try (NewSqlServer server = open("copy");
                Connection user = connect(server, "u")) {
            assertThat(value(user, "SELECT COUNT(*) FROM d.t")).isEqualTo("2");
        }
    }

    @Test
    void aQueryThatReadsTablesFailsWhenItIsEndedAndASleepAloneDoesNot() throws Exception {
        try (NewSqlServer server = open("killed");
                Connection killer = connect(server, "root");
                Connection victim = connect(server, "root")) {
            run(killer, "CREATE DATABASE d", "CREATE TABLE d.t (a INT PRIMARY KEY)", "INSERT INTO d.t VALUES (1)");
            String id = value(victim, "SELECT CONNECTION_ID()");
            CompletableFuture<Integer> ended =
                    CompletableFuture.supplyAsync(() -> code(victim, "SELECT a FROM d.t WHERE SLEEP(600)"));
            awaitStatement(killer, id);
            run(killer, "KILL QUERY " + id);
            assertThat(ended.join()).isEqualTo(1317);
            CompletableFuture<String> alone = CompletableFuture.supplyAsync(() -> {
                try {
                    return value(victim, "SELECT SLEEP(600)");
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            awaitStatement(killer, id);
            run(killer, "KILL QUERY " + id);
            assertThat(alone.join()).isEqualTo("1");
        }
    }

    private static void awaitStatement(Connection connection, String id) {
        Awaitility.await().until(() -> value(
                        connection,
                        "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE INFO LIKE '%SLEEP%' AND ID = " + id)
                .equals("1"));
    }

    @Test
    void moreParametersThanTheProtocolCountsAre1390() throws Exception {
        try (NewSqlServer server = open("parameters");
                Connection connection = connect(server, "root")) {
            String marks = "?,".repeat(65_535) + "?";
            assertThat(code(connection, "PREPARE p FROM 'SELECT 1 IN (" + marks + ")'"))
                    .isEqualTo(1390);
            assertThat(code(connection, "PREPARE p FROM 'SELECT 1 IN (" + marks.substring(2) + ")'"))
                    .isZero();
        }
    }
}
