package io.millrace.newsql.clients;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A server with a heap so small that nothing large fits into it twice, and a schema. */
abstract class BadDay {

    private static final String SCHEMA = "bad";

    @RegisterExtension
    static final RunningServer SERVER = new RunningServer("-Xmx384m", "-XX:MaxDirectMemorySize=256m");

    @BeforeEach
    void renew() throws SQLException {
        SERVER.renew(SCHEMA);
    }

    static Connection connect() throws SQLException {
        return DriverManager.getConnection(
                SERVER.server().mysqlUrl(SCHEMA) + "?useServerPrepStmts=true&maxAllowedPacket=67108864", "root", "");
    }

    static void run(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** The error's code, 0 for none. */
    static int code(Connection connection, String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
            return 0;
        } catch (SQLException e) {
            return e.getErrorCode();
        }
    }

    static long number(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
