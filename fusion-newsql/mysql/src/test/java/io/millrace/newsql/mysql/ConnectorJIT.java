package io.millrace.newsql.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mysql.cj.jdbc.JdbcConnection;
import io.millrace.testkit.LeakCheck;
import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** MySQL's own driver. */
class ConnectorJIT {
    @RegisterExtension
    static final LeakCheck LEAKS = LeakCheck.perClass();

    private static TestServer server;

    @BeforeAll
    static void open() throws Exception {
        var tls = TestServer.tls();
        server = TestServer.open(config -> config.withTls(tls, false));
    }

    @AfterAll
    static void close() {
        server.close();
    }

    // ---- the way in ----

    @ParameterizedTest
    @ValueSource(strings = {"sslMode=DISABLED", "sslMode=REQUIRED", "sslMode=REQUIRED&enabledTLSProtocols=TLSv1.2"})
    void bothPluginsLogInWithAndWithoutTls(String options) throws SQLException {
        for (String user : new String[] {"sha", "sha", "native", "nopass", "nativeempty"}) {
            String password = user.contains("empty") || user.equals("nopass") ? "" : EchoEngine.PASSWORD;
            try (Connection connection = server.mysql(user, password, options)) {
                ResultSet session = connection.createStatement().executeQuery("select session");
                session.next();
                assertThat(session.getString("user")).isEqualTo(user);
                assertThat(session.getString("schema")).isEqualTo("echo");
                assertThat(session.getString("tls"))
                        .startsWith(
                                options.contains("TLSv1.2")
                                        ? "TLSv1.2 "
                                        : options.contains("REQ") ? "TLSv1.3 " : "null");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sha", "native", "nobody", "nopass"})
    void aWrongPasswordIs1045(String user) {
        for (String options : new String[] {"sslMode=DISABLED", "sslMode=REQUIRED"}) {
            assertThatThrownBy(() -> server.mysql(user, "wrong", options))
                    .isInstanceOfSatisfying(SQLException.class, e -> {
                        assertThat(e.getErrorCode()).isEqualTo(1045);
                        assertThat(e.getSQLState()).isEqualTo("28000");
                        assertThat(e.getMessage()).contains("'" + user + "'@'127.0.0.1' (using password: YES)");
                    });
        }
    }

    @Test
    void aPasswordThatWasProvenOnceDoesNotLetAWrongOneIn() throws SQLException {
        server.mysql("sha", EchoEngine.PASSWORD, "sslMode=DISABLED").close();
        assertThatThrownBy(() -> server.mysql("sha", "wrong", "sslMode=DISABLED"))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(1045));
        server.server.forgetPasswords();
        server.mysql("sha", EchoEngine.PASSWORD, "sslMode=DISABLED").close();
    }

    @Test
    void lockedAccountsAndMissingSchemasAndTheNeedForTlsAreToldByCode() {
        assertError(3118, () -> server.mysql("locked", EchoEngine.PASSWORD, "sslMode=DISABLED"));
        assertError(1045, () -> server.mysql("tlsonly", EchoEngine.PASSWORD, "sslMode=DISABLED"));
        assertError(
                1049,
                () -> java.sql.DriverManager.getConnection(
                        "jdbc:mysql://127.0.0.1:" + server.port() + "/missing?sslMode=DISABLED", "nopass", ""));
    }

    private static void assertError(int code, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                .isEqualTo(code));
    }

    // ---- values ----

    @ParameterizedTest
    @ValueSource(
            strings = {
                "useServerPrepStmts=false",
                "useServerPrepStmts=true",
                "useServerPrepStmts=true&useCompression=true"
            })
    void everyTypeArrivesInTextAndBinary(String options) throws SQLException {
        try (Connection connection = server.mysql(options);
                PreparedStatement statement = connection.prepareStatement("select types");
                ResultSet rows = statement.executeQuery()) {
            for (int i = 0; i < TypesTable.VALUES; i++) {
                assertThat(rows.next()).isTrue();
                for (TypesTable.Case each : TypesTable.CASES) {
                    String name = each.column().name();
                    assertValue(rows, name, each, i);
                    assertThat(rows.wasNull()).as(name).isFalse();
                }
            }
            assertThat(rows.next()).isTrue();
            for (TypesTable.Case each : TypesTable.CASES) {
                assertThat(rows.getObject(each.column().name()))
                        .as(each.column().name())
                        .isNull();
            }
            assertThat(rows.next()).isFalse();
        }
    }

    private static void assertValue(ResultSet rows, String name, TypesTable.Case each, int i) throws SQLException {
        String expected = each.texts().get(i);
        switch (each.column().type()) {
            case DOUBLE, FLOAT -> assertThat(rows.getDouble(name)).as(name).isEqualTo(Double.parseDouble(expected));
            case NEWDECIMAL -> assertThat(rows.getBigDecimal(name)).as(name).isEqualTo(new BigDecimal(expected));
            case DATE -> assertThat(rows.getObject(name, LocalDate.class))
                    .as(name)
                    .isEqualTo(LocalDate.parse(expected));
            case DATETIME, TIMESTAMP -> assertThat(rows.getObject(name, LocalDateTime.class))
                    .as(name)
                    .isEqualTo(LocalDateTime.parse(expected.replace(' ', 'T')));
            case TINY_BLOB, BLOB, MEDIUM_BLOB, LONG_BLOB -> assertThat(rows.getBytes(name))
                    .as(name)
                    .asString()
                    .isEqualTo(expected);
            case YEAR -> assertThat(rows.getInt(name)).as(name).isEqualTo(Integer.parseInt(expected));
            default -> assertThat(rows.getString(name)).as(name).isEqualTo(expected);
        }
    }

    @Test
    void parametersOfEveryTypeComeBackAsTheyWereSent() throws SQLException {
        try (Connection connection = server.mysql("useServerPrepStmts=true");
                PreparedStatement statement =
                        connection.prepareStatement("select ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?")) {
            byte[] bytes = {0, -1, 39, 92, 127};
            LocalDateTime time = LocalDateTime.of(2026, 11, 21, 20, 15, 7, 123_456_000);
            for (int round = 0; round < 3; round++) { // types are sent with the first one only
                statement.setByte(1, (byte) -7);
                statement.setShort(2, Short.MIN_VALUE);
                statement.setInt(3, Integer.MAX_VALUE - round);
                statement.setLong(4, Long.MIN_VALUE);
                statement.setDouble(5, -2.5e-300);
                statement.setFloat(6, 1.5f);
                statement.setBigDecimal(7, new BigDecimal("12345678901234567890.123456789"));
                statement.setString(8, "grüße 😀' \\");
                statement.setBytes(9, bytes);
                statement.setObject(10, LocalDate.of(2026, 2, 28));
                statement.setObject(11, time);
                statement.setNull(12, java.sql.Types.INTEGER);
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    assertThat(row.getByte(1)).isEqualTo((byte) -7);
                    assertThat(row.getShort(2)).isEqualTo(Short.MIN_VALUE);
                    assertThat(row.getInt(3)).isEqualTo(Integer.MAX_VALUE - round);
                    assertThat(row.getLong(4)).isEqualTo(Long.MIN_VALUE);
                    assertThat(row.getDouble(5)).isEqualTo(-2.5e-300);
                    assertThat(row.getFloat(6)).isEqualTo(1.5f);
                    assertThat(row.getBigDecimal(7)).isEqualTo(new BigDecimal("12345678901234567890.123456789"));
                    assertThat(row.getString(8)).isEqualTo("grüße 😀' \\");
                    assertThat(row.getBytes(9)).isEqualTo(bytes);
                    assertThat(row.getObject(10, LocalDate.class)).isEqualTo(LocalDate.of(2026, 2, 28));
                    assertThat(row.getObject(11, LocalDateTime.class)).isEqualTo(time);
                    assertThat(row.getObject(12)).isNull();
                }
            }
        }
    }

    @Test
    void longDataIsSentAheadAndMeasured() throws SQLException {
        try (Connection connection = server.mysql("useServerPrepStmts=true");
                PreparedStatement statement = connection.prepareStatement("select length ?")) {
            for (int bytes : new int[] {0, 1, 8192, 3_000_000}) {
                statement.setBinaryStream(1, new ByteArrayInputStream(new byte[bytes]), bytes);
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    assertThat(row.getInt(1)).isEqualTo(bytes);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {16_777_213, 16_777_214, 16_777_215, 16_777_216, 33_554_430, 40_000_000})
    void packetsAround16MiBPassBothWays(int bytes) throws SQLException {
        try (Connection connection = server.mysql("useServerPrepStmts=true&maxAllowedPacket=67108864");
                PreparedStatement length = connection.prepareStatement("select length ?");
                Statement plain = connection.createStatement()) {
            length.setBytes(1, new byte[bytes]);
            try (ResultSet row = length.executeQuery()) {
                row.next();
                assertThat(row.getInt(1)).isEqualTo(bytes);
            }
            try (ResultSet row =
                    plain.executeQuery("select big " + (bytes - 4))) { // the value's length stands before it
                row.next();
                byte[] expected = new byte[bytes - 4];
                java.util.Arrays.fill(expected, (byte) 'b');
                assertThat(java.util.Arrays.equals(row.getBytes(1), expected)).isTrue();
            }
        }
    }

    // ---- results ----

    @Test
    void aCursorFetchesInPortions() throws SQLException {
        try (Connection connection = server.mysql("useServerPrepStmts=true&useCursorFetch=true");
                PreparedStatement statement = connection.prepareStatement("select rows 2503")) {
            statement.setFetchSize(100);
            long before = server.commands("stmt-fetch");
            for (int round = 0; round < 2; round++) {
                try (ResultSet rows = statement.executeQuery()) {
                    for (int i = 0; i < 2503; i++) {
                        assertThat(rows.next()).isTrue();
                        assertThat(rows.getInt(1)).isEqualTo(i);
                        if (i == 150) { // the session is free between two fetches
                            connection.createStatement().execute("insert");
                        }
                    }
                    assertThat(rows.next()).isFalse();
                }
            }
            assertThat(server.commands("stmt-fetch") - before).isGreaterThanOrEqualTo(2 * 26);
        }
    }

    @Test
    void batchesAndMultiStatementsGiveEachItsResult() throws SQLException {
        try (Connection connection = server.mysql("allowMultiQueries=true&rewriteBatchedStatements=true");
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < 5; i++) {
                statement.addBatch("insert " + i);
            }
            assertThat(statement.executeBatch()).containsExactly(3, 3, 3, 3, 3);

            assertThat(statement.execute("select rows 2; insert; select rows 3; select types"))
                    .isTrue();
            assertThat(count(statement.getResultSet())).isEqualTo(2);
            assertThat(statement.getMoreResults()).isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(3);
            assertThat(statement.getMoreResults()).isTrue();
            assertThat(count(statement.getResultSet())).isEqualTo(3);
            assertThat(statement.getMoreResults()).isTrue();
            assertThat(count(statement.getResultSet())).isEqualTo(4);
            assertThat(statement.getMoreResults()).isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(-1);

            assertError(1146, () -> statement.execute("insert; error"));
            assertThat(count(statement.executeQuery("select rows 1"))).isEqualTo(1);
        }
    }

    private static int count(ResultSet rows) throws SQLException {
        int count = 0;
        while (rows.next()) {
            count++;
        }
        return count;
    }

    @Test
    void generatedKeysAndAffectedRowsArrive() throws SQLException {
        try (Connection connection = server.mysql("");
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("insert", Statement.RETURN_GENERATED_KEYS))
                    .isEqualTo(3);
            ResultSet keys = statement.getGeneratedKeys();
            keys.next();
            assertThat(keys.getLong(1)).isEqualTo(42);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"useServerPrepStmts=false", "useServerPrepStmts=true"})
    void errorsLeaveTheConnectionUsable(String options) throws SQLException {
        try (Connection connection = server.mysql(options);
                Statement statement = connection.createStatement()) {
            assertError(1146, () -> statement.execute("error"));
            assertError(1064, () -> connection.prepareStatement("nonsense").execute());
            assertError(1105, () -> statement.execute("crash"));
            assertError(1436, () -> statement.execute("deep"));
            assertThat(count(statement.executeQuery("select rows 10"))).isEqualTo(10);
        }
    }

    // ---- the session ----

    @Test
    void changeUserAndResetKeepTheConnection() throws SQLException {
        try (Connection connection = server.mysql("native", EchoEngine.PASSWORD, "sslMode=DISABLED")) {
            JdbcConnection driver = connection.unwrap(JdbcConnection.class);
            EchoSession first = server.session(id(connection));
            driver.resetServerState();
            assertThat(first.resets).isEqualTo(1);
            long id = id(connection);
            driver.changeUser("sha", EchoEngine.PASSWORD);
            assertThat(id(connection)).isEqualTo(id);
            assertThat(first.closed.getCount()).isZero();
            assertThat(connection.isValid(60)).isTrue();
            assertThatThrownBy(() -> driver.changeUser("sha", "wrong")).isInstanceOf(SQLException.class);
        }
    }

    private static long id(Connection connection) throws SQLException {
        try (ResultSet session = connection.createStatement().executeQuery("select session")) {
            session.next();
            return session.getLong("id");
        }
    }

    @Test
    void aKilledConnectionEndsAndItsStatementIsCancelled() throws Exception {
        try (Connection victim = server.mysql("");
                Connection killer = server.mysql("")) {
            long id = id(victim);
            EchoSession session = server.session(id);
            Thread sleeper = new Thread(
                    () -> assertThatThrownBy(() -> victim.createStatement().execute("sleep"))
                            .isInstanceOf(SQLException.class));
            sleeper.start();
            assertThat(session.sleeping.await(10, TimeUnit.SECONDS)).isTrue();
            killer.createStatement().execute("kill " + id);
            sleeper.join();
            assertThat(session.closed.await(10, TimeUnit.SECONDS)).isTrue();
            assertError(1094, () -> killer.createStatement().execute("kill " + id));
        }
    }

    @Test
    void aClientThatLeavesCancelsItsStatement() throws Exception {
        Connection connection = server.mysql("");
        EchoSession session = server.session(id(connection));
        Thread sleeper = new Thread(() -> {
            try {
                connection.createStatement().execute("sleep");
            } catch (SQLException expected) {
                assertThat(expected.getMessage()).isNotEmpty();
            }
        });
        sleeper.start();
        assertThat(session.sleeping.await(10, TimeUnit.SECONDS)).isTrue();
        connection.unwrap(JdbcConnection.class).abortInternal();
        assertThat(session.closed.await(10, TimeUnit.SECONDS)).isTrue();
        sleeper.join();
    }

    @Test
    void connectionAttributesReachTheEngine() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", "nopass");
        properties.setProperty("connectionAttributes", "program_name:echo-test");
        String url = "jdbc:mysql://127.0.0.1:" + server.port() + "/?sslMode=DISABLED";
        try (Connection connection = java.sql.DriverManager.getConnection(url, properties)) {
            ResultSet session = connection.createStatement().executeQuery("select session");
            session.next();
            assertThat(session.getString("program")).isEqualTo("echo-test");
        }
    }

    @Test
    void queryAttributesReachTheEngine() throws SQLException {
        try (Connection connection = server.mysql("");
                Statement statement = connection.createStatement()) {
            statement.unwrap(com.mysql.cj.jdbc.JdbcStatement.class).setAttribute("trace", "abc");
            ResultSet row = statement.executeQuery("select attribute trace");
            row.next();
            assertThat(row.getString(1)).isEqualTo("abc");
        }
    }

    @Test
    void aPreparedStatementThatIsClosedIsGone() throws SQLException {
        Awaitility.await().until(() -> server.engine.sessions.isEmpty()); // what others left would be counted
        try (Connection connection = server.mysql("useServerPrepStmts=true")) {
            double before = server.gauge(MysqlMeters.PREPARED);
            PreparedStatement statement = connection.prepareStatement("select rows 1");
            statement.executeQuery().close();
            assertThat(server.gauge(MysqlMeters.PREPARED)).isEqualTo(before + 1);
            statement.close();
            connection.isValid(60); // closing has no answer: this one comes after it
            assertThat(server.gauge(MysqlMeters.PREPARED)).isEqualTo(before);
        }
        Awaitility.await().until(() -> server.engine.sessions.isEmpty());
    }
}
