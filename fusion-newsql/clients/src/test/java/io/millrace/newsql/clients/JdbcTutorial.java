package io.millrace.newsql.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a tutorial of JDBC does with MySQL; one subclass a driver and its settings. */
abstract class JdbcTutorial {

    private static final String SCHEMA = "shop";

    @RegisterExtension
    static final RunningServer SERVER = new RunningServer();

    /** The driver's address of a schema, with its settings. */
    abstract String url(String schema);

    @BeforeEach
    void fill() throws SQLException {
        SERVER.renew(SCHEMA);
        run(
                "CREATE TABLE customer (id INT NOT NULL AUTO_INCREMENT, name VARCHAR(60) NOT NULL, email VARCHAR(80),"
                        + " since DATE, PRIMARY KEY (id), UNIQUE KEY email (email))",
                "CREATE TABLE purchase (id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, customer INT NOT NULL,"
                        + " amount DECIMAL(10,2) NOT NULL, at DATETIME(3) NOT NULL, note TEXT, KEY customer (customer))",
                "INSERT INTO customer (name, email, since) VALUES ('Ada', 'ada@example.org', '2024-02-29'),"
                        + " ('Bob', 'bob@example.org', '2023-01-01'), ('Çelik', NULL, NULL)",
                "INSERT INTO purchase (customer, amount, at) VALUES (1, 10.50, '2024-03-01 10:00:00.125'),"
                        + " (1, 4.25, '2024-03-02 11:30:00'), (2, 100, '2024-03-03 00:00:00')");
    }

    @Test
    void readsRowsInOrder() throws SQLException {
        assertThat(rows("SELECT id, name, email, since FROM customer ORDER BY id DESC"))
                .containsExactly(
                        "3 Çelik null null", "2 Bob bob@example.org 2023-01-01", "1 Ada ada@example.org 2024-02-29");
    }

    @Test
    void joinsAndGroups() throws SQLException {
        assertThat(rows("SELECT c.name, COUNT(p.id), SUM(p.amount) FROM customer c LEFT JOIN purchase p"
                        + " ON p.customer = c.id GROUP BY c.id, c.name ORDER BY c.id"))
                .containsExactly("Ada 2 14.75", "Bob 1 100.00", "Çelik 0 null");
        assertThat(rows("SELECT c.name, p.amount FROM purchase p JOIN customer c ON c.id = p.customer"
                        + " WHERE p.amount > 5 ORDER BY p.amount"))
                .containsExactly("Ada 10.50", "Bob 100.00");
    }

    @Test
    void subqueriesAndUnions() throws SQLException {
        assertThat(rows("SELECT name FROM customer WHERE id IN (SELECT customer FROM purchase WHERE amount > 50)"))
                .containsExactly("Bob");
        assertThat(rows("SELECT name FROM customer WHERE id = 1 UNION SELECT name FROM customer WHERE id = 3"
                        + " ORDER BY name"))
                .containsExactly("Ada", "Çelik");
    }

    @Test
    void changesAndRemovesRows() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(
                            "UPDATE purchase SET note = 'late', amount = amount + 1 WHERE customer = 1"))
                    .isEqualTo(2);
            assertThat(statement.executeUpdate("DELETE FROM purchase WHERE customer = 2"))
                    .isEqualTo(1);
        }
        assertThat(rows("SELECT amount, note FROM purchase ORDER BY id")).containsExactly("11.50 late", "5.25 late");
    }

    @Test
    void preparedValuesOfEveryKindComeBackAsTheyWere() throws SQLException {
        run(
                "CREATE TABLE kinds (id INT PRIMARY KEY, b BOOLEAN, t TINYINT, s SMALLINT, l BIGINT, u BIGINT UNSIGNED, f FLOAT,"
                        + " d DOUBLE, m DECIMAL(20,6), v VARCHAR(100), x BLOB, da DATE, ts DATETIME(6), ti TIME, y YEAR)");
        byte[] bytes = {0, 1, '\'', '\\', -1};
        Timestamp moment = Timestamp.valueOf("2024-02-29 23:59:58.123456");
        try (Connection connection = connect();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO kinds VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)")) {
            insert.setInt(1, 1);
            insert.setBoolean(2, true);
            insert.setByte(3, (byte) -128);
            insert.setShort(4, (short) -300);
            insert.setLong(5, Long.MIN_VALUE);
            insert.setBigDecimal(6, new BigDecimal("18446744073709551615"));
            insert.setFloat(7, 1.5f);
            insert.setDouble(8, -2.25e100);
            insert.setBigDecimal(9, new BigDecimal("12345678901234.654321"));
            insert.setString(10, "a'b\\c\n€😀");
            insert.setBytes(11, bytes);
            insert.setDate(12, Date.valueOf("2024-02-29"));
            insert.setTimestamp(13, moment);
            insert.setString(14, "-100:30:15");
            insert.setInt(15, 1999);
            insert.executeUpdate();
            insert.setInt(1, 2);
            for (int i = 2; i <= 15; i++) {
                insert.setNull(i, Types.VARCHAR);
            }
            insert.executeUpdate();
        }
        try (Connection connection = connect();
                PreparedStatement select = connection.prepareStatement("SELECT * FROM kinds WHERE id = ?")) {
            select.setInt(1, 1);
            try (ResultSet row = select.executeQuery()) {
                assertThat(row.next()).isTrue();
                assertThat(row.getBoolean("b")).isTrue();
                assertThat(row.getByte("t")).isEqualTo((byte) -128);
                assertThat(row.getShort("s")).isEqualTo((short) -300);
                assertThat(row.getLong("l")).isEqualTo(Long.MIN_VALUE);
                assertThat(row.getBigDecimal("u")).isEqualTo(new BigDecimal("18446744073709551615"));
                assertThat(row.getFloat("f")).isEqualTo(1.5f);
                assertThat(row.getDouble("d")).isEqualTo(-2.25e100);
                assertThat(row.getBigDecimal("m")).isEqualTo(new BigDecimal("12345678901234.654321"));
                assertThat(row.getString("v")).isEqualTo("a'b\\c\n€😀");
                assertThat(row.getBytes("x")).isEqualTo(bytes);
                assertThat(row.getDate("da")).isEqualTo(Date.valueOf("2024-02-29"));
                assertThat(row.getTimestamp("ts")).isEqualTo(moment);
                assertThat(row.getString("ti")).isEqualTo("-100:30:15");
                assertThat(row.getInt("y")).isEqualTo(1999);
            }
            select.setInt(1, 2);
            try (ResultSet row = select.executeQuery()) {
                assertThat(row.next()).isTrue();
                for (int i = 2; i <= 15; i++) {
                    assertThat(row.getObject(i)).isNull();
                }
            }
        }
    }

    @Test
    void batchesAreInsertedWhole() throws SQLException {
        try (Connection connection = connect();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO purchase (customer, amount, at) VALUES (?, ?, ?)")) {
            connection.setAutoCommit(false);
            for (int i = 0; i < 1000; i++) {
                insert.setInt(1, 3);
                insert.setBigDecimal(2, BigDecimal.valueOf(i, 2));
                insert.setTimestamp(3, Timestamp.valueOf("2024-05-01 00:00:00"));
                insert.addBatch();
            }
            assertThat(insert.executeBatch()).hasSize(1000);
            connection.commit();
        }
        assertThat(rows("SELECT COUNT(*), SUM(amount), MIN(id) > 3 FROM purchase WHERE customer = 3"))
                .containsExactly("1000 4995.00 1");
    }

    @Test
    void generatedKeysComeBack() throws SQLException {
        try (Connection connection = connect();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO customer (name) VALUES (?), (?)", Statement.RETURN_GENERATED_KEYS)) {
            insert.setString(1, "Dora");
            insert.setString(2, "Emil");
            assertThat(insert.executeUpdate()).isEqualTo(2);
            List<Integer> keys = new ArrayList<>();
            try (ResultSet generated = insert.getGeneratedKeys()) {
                while (generated.next()) {
                    keys.add(generated.getInt(1));
                }
            }
            assertThat(keys).startsWith(4);
            assertThat(rows("SELECT id FROM customer WHERE name = 'Dora'")).containsExactly("4");
        }
    }

    @Test
    void whatIsRolledBackIsGoneAndASavepointKeepsTheRest() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("INSERT INTO customer (name) VALUES ('kept')");
            Savepoint savepoint = connection.setSavepoint("half");
            statement.executeUpdate("INSERT INTO customer (name) VALUES ('undone')");
            connection.rollback(savepoint);
            connection.commit();
            statement.executeUpdate("DELETE FROM customer");
            connection.rollback();
        }
        assertThat(rows("SELECT name FROM customer ORDER BY id")).containsExactly("Ada", "Bob", "Çelik", "kept");
    }

    @Test
    void errorsCarryCodeAndState() {
        assertThatThrownBy(() -> run("INSERT INTO customer (name, email) VALUES ('x', 'ada@example.org')"))
                .isInstanceOfSatisfying(SQLIntegrityConstraintViolationException.class, e -> {
                    assertThat(e.getErrorCode()).isEqualTo(1062);
                    assertThat(e.getSQLState()).isEqualTo("23000");
                });
        assertThatThrownBy(() -> run("SELECT FROM WHERE"))
                .isInstanceOfSatisfying(SQLSyntaxErrorException.class, e -> assertThat(e.getErrorCode())
                        .isEqualTo(1064));
        assertThatThrownBy(() -> run("SELECT * FROM missing")).isInstanceOfSatisfying(SQLException.class, e -> {
            assertThat(e.getErrorCode()).isEqualTo(1146);
            assertThat(e.getSQLState()).isEqualTo("42S02");
        });
    }

    @Test
    void metadataNamesTablesColumnsAndKeys() throws SQLException {
        try (Connection connection = connect()) {
            var metadata = connection.getMetaData();
            assertThat(column(metadata.getTables(SCHEMA, null, "%", new String[] {"TABLE"}), "TABLE_NAME"))
                    .containsExactly("customer", "purchase");
            assertThat(column(metadata.getColumns(SCHEMA, null, "customer", "%"), "COLUMN_NAME"))
                    .containsExactly("id", "name", "email", "since");
            assertThat(column(metadata.getColumns(SCHEMA, null, "purchase", "amount"), "DECIMAL_DIGITS"))
                    .containsExactly("2");
            assertThat(column(metadata.getPrimaryKeys(SCHEMA, null, "customer"), "COLUMN_NAME"))
                    .containsExactly("id");
            assertThat(column(metadata.getIndexInfo(SCHEMA, null, "customer", true, false), "COLUMN_NAME"))
                    .containsExactlyInAnyOrder("id", "email");
            assertThat(column(metadata.getTypeInfo(), "TYPE_NAME")).contains("INT", "DECIMAL");
        }
    }

    @Test
    void columnsOfAResultAreDescribed() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id AS number, amount, at, note FROM purchase")) {
            ResultSetMetaData shape = rows.getMetaData();
            assertThat(shape.getColumnLabel(1)).isEqualTo("number");
            assertThat(shape.getColumnName(1)).isEqualTo("id");
            assertThat(shape.getTableName(1)).isEqualTo("purchase");
            assertThat(shape.isAutoIncrement(1)).isTrue();
            assertThat(shape.isNullable(1)).isEqualTo(ResultSetMetaData.columnNoNulls);
            assertThat(shape.getColumnType(2)).isEqualTo(Types.DECIMAL);
            assertThat(shape.getPrecision(2)).isEqualTo(10);
            assertThat(shape.getScale(2)).isEqualTo(2);
            assertThat(shape.getColumnType(3)).isEqualTo(Types.TIMESTAMP);
        }
    }

    @Test
    void aStatementThatTakesTooLongIsCancelled() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            assertThatThrownBy(() -> statement.executeQuery("SELECT 1 FROM customer WHERE SLEEP(60)"))
                    .isInstanceOf(SQLException.class);
            assertThat(connection.isValid(60)).isTrue();
        }
    }

    final Connection connect() throws SQLException {
        return DriverManager.getConnection(url(SCHEMA), "root", "");
    }

    private void run(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Each row's values, with a space between. */
    final List<String> rows(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            int columns = rows.getMetaData().getColumnCount();
            List<String> texts = new ArrayList<>();
            while (rows.next()) {
                List<@Nullable String> values = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    values.add(rows.getString(i));
                }
                texts.add(String.join(" ", values.stream().map(String::valueOf).toList()));
            }
            return texts;
        }
    }

    private static List<String> column(ResultSet rows, String name) throws SQLException {
        try (rows) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getString(name));
            }
            return values;
        }
    }
}
