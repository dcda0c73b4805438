package io.millrace.newsql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.newsql.mysql.MysqlConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Accounts, roles and privileges, as both Java drivers meet them. */
class AccountsIT {

    private static final String CONNECTOR = "jdbc:mysql://127.0.0.1:%d/?sslMode=DISABLED&allowPublicKeyRetrieval=true";
    private static final String MARIADB = "jdbc:mariadb://127.0.0.1:%d/?sslMode=disable&allowPublicKeyRetrieval=true";

    @TempDir
    private Path directory = Path.of("");

    private NewSqlServer open() {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        return NewSqlServer.open(directory, MysqlConfig.defaults().withAddress(any));
    }

    private static Connection connect(NewSqlServer server, String url, String user, String password)
            throws SQLException {
        return DriverManager.getConnection(url.formatted(server.address().getPort()), user, password);
    }

    private static void run(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static int code(Connection connection, String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
            return 0;
        } catch (SQLException e) {
            return e.getErrorCode();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {CONNECTOR, MARIADB})
    void anAccountMayDoWhatWasGrantedAndNothingElse(String url) throws SQLException {
        try (NewSqlServer server = open();
                Connection root = connect(server, url, "root", "")) {
            run(
                    root,
                    "CREATE DATABASE d",
                    "CREATE TABLE d.t (id INT PRIMARY KEY, v INT)",
                    "INSERT INTO d.t VALUES (1, 10)",
                    "CREATE USER reader IDENTIFIED BY 'pw', old IDENTIFIED WITH mysql_native_password BY 'pw2'",
                    "CREATE ROLE writing",
                    "GRANT SELECT ON d.t TO reader",
                    "GRANT INSERT ON d.* TO writing",
                    "GRANT writing TO reader",
                    "GRANT SELECT (id) ON d.t TO old");
            try (Connection reader = connect(server, url, "reader", "pw")) {
                assertThat(code(reader, "SELECT * FROM d.t")).isZero();
                assertThat(code(reader, "INSERT INTO d.t VALUES (2, 20)")).isEqualTo(1142);
                run(reader, "SET ROLE writing");
                assertThat(code(reader, "INSERT INTO d.t VALUES (2, 20)")).isZero();
                assertThat(code(reader, "DELETE FROM d.t")).isEqualTo(1142);
                assertThat(code(reader, "USE mysql")).isEqualTo(1044);
                assertThat(code(reader, "SET GLOBAL wait_timeout = 5")).isEqualTo(1227);
                run(root, "REVOKE SELECT ON d.t FROM reader");
                assertThat(code(reader, "SELECT * FROM d.t")).isEqualTo(1142);
            }
            try (Connection old = connect(server, url, "old", "pw2")) {
                assertThat(code(old, "SELECT id FROM d.t")).isZero();
                assertThat(code(old, "SELECT v FROM d.t")).isEqualTo(1143);
            }
            assertThatThrownBy(() -> connect(server, url, "reader", "wrong").close())
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(1045));
        }
    }

    @Test
    void accountsAndPersistedVariablesOutliveTheServer() throws SQLException {
        try (NewSqlServer server = open();
                Connection root = connect(server, MARIADB, "root", "")) {
            run(
                    root,
                    "ALTER USER root@localhost IDENTIFIED BY 'secret'",
                    "CREATE USER kept IDENTIFIED BY 'pw'",
                    "SET PERSIST wait_timeout = 77");
        }
        try (NewSqlServer server = open();
                Connection kept = connect(server, MARIADB, "kept", "pw");
                Statement statement = kept.createStatement();
                ResultSet rows = statement.executeQuery("SHOW GLOBAL VARIABLES LIKE 'wait_timeout'")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getLong(2)).isEqualTo(77);
            assertThat(server.health().details()).containsEntry("rootOpen", false);
            assertThatThrownBy(() -> connect(server, MARIADB, "root", "").close())
                    .isInstanceOf(SQLException.class);
        }
    }

    @Test
    void nobodyElseComesNearWhileRootHasNoPassword() {
        InetSocketAddress everywhere = new InetSocketAddress("0.0.0.0", 0);
        NewSqlConfig config =
                NewSqlConfig.of(directory).withWire(MysqlConfig.defaults().withAddress(everywhere));
        assertThatThrownBy(() -> NewSqlServer.open(config).close()).isInstanceOf(OpenRootException.class);
        NewSqlServer.open(config.withInitialRootPassword("secret")).close();
    }

    @Test
    void everyTableOfTheServerCanBeRead() throws SQLException {
        try (NewSqlServer server = open();
                Connection root = connect(server, MARIADB, "root", "");
                Statement names = root.createStatement();
                ResultSet tables =
                        names.executeQuery("SELECT TABLE_SCHEMA, TABLE_NAME FROM information_schema.TABLES")) {
            int read = 0;
            while (tables.next()) {
                run(root, "SELECT * FROM `" + tables.getString(1) + "`.`" + tables.getString(2) + "`");
                read++;
            }
            assertThat(read).isGreaterThan(40);
        }
    }
}
