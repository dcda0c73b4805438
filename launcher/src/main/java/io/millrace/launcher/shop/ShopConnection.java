package io.millrace.launcher.shop;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.mariadb.jdbc.Driver;

/** One client of the shop: MariaDB's driver with statements that the server has prepared. <b>Threads.</b> For one. */
final class ShopConnection implements AutoCloseable {

    /** Orders of one INSERT. */
    static final int CHUNK = 50;

    private static final int COLUMNS = 6;
    private static final int FETCHED = 1_000;

    private final Connection connection;

    private ShopConnection(Connection connection) {
        this.connection = connection;
    }

    static ShopConnection open(int port) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", "root");
        properties.setProperty("sslMode", "disable");
        properties.setProperty("useServerPrepStmts", "true");
        properties.setProperty("socketTimeout", "60000");
        Connection connection = new Driver().connect("jdbc:mariadb://127.0.0.1:" + port + "/", properties);
        if (connection == null) {
            throw new SQLException("the driver does not know its own address");
        }
        return new ShopConnection(connection);
    }

    void create(ShopModel model) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE shop");
            statement.execute("USE shop");
            statement.execute(
                    "CREATE TABLE customers (id INT PRIMARY KEY, name VARCHAR(40) NOT NULL, city VARCHAR(20) NOT NULL, KEY city (city))");
            statement.execute(
                    "CREATE TABLE orders (id INT PRIMARY KEY, reference CHAR(11) NOT NULL, customer_id INT NOT NULL, placed DATETIME NOT NULL,"
                            + " amount DECIMAL(10,2) NOT NULL, note VARCHAR(80) NOT NULL, UNIQUE KEY reference (reference),"
                            + " KEY customer (customer_id), KEY placed (placed))");
        }
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO customers VALUES (?, ?, ?)")) {
            connection.setAutoCommit(false);
            for (int customer = 1; customer <= model.customers(); customer++) {
                insert.setInt(1, customer);
                insert.setString(2, model.customerName(customer));
                insert.setString(3, model.customerCity(customer));
                insert.executeUpdate();
            }
            connection.commit();
            connection.setAutoCommit(true);
        }
    }

    void use() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("USE shop");
        }
    }

    /** Prepares the INSERT of so many orders; to be closed. */
    PreparedStatement prepareInsert(int rows) throws SQLException {
        return connection.prepareStatement(
                "INSERT INTO orders (id, reference, customer_id, placed, amount, note) VALUES (?, ?, ?, ?, ?, ?)"
                        + ", (?, ?, ?, ?, ?, ?)".repeat(rows - 1));
    }

    static void insert(PreparedStatement insert, ShopModel model, int firstId, int rows) throws SQLException {
        for (int i = 0; i < rows; i++) {
            Order order = model.order(firstId + i);
            int at = i * COLUMNS;
            insert.setInt(at + 1, order.id());
            insert.setString(at + 2, order.reference());
            insert.setInt(at + 3, order.customer());
            insert.setString(at + 4, order.placed());
            insert.setString(at + 5, order.amount());
            insert.setString(at + COLUMNS, order.note());
        }
        insert.executeUpdate();
    }

    /** What is told of each order that is there. */
    @FunctionalInterface
    interface Found {
        void order(int id, String reference, Order order);
    }

    /** Reads all orders by primary key, a page at a time. */
    void readOrders(Found found) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(FETCHED);
            try (ResultSet rows = statement.executeQuery(
                    "SELECT id, reference, customer_id, placed, amount, note FROM orders ORDER BY id")) {
                while (rows.next()) {
                    int id = rows.getInt(1);
                    long cents = rows.getBigDecimal(5).unscaledValue().longValueExact();
                    Order order = new Order(
                            id, rows.getInt(3), rows.getString(4).substring(0, 19), cents, rows.getString(COLUMNS));
                    found.order(id, rows.getString(2), order);
                }
            }
        }
    }

    PreparedStatement prepare(String sql) throws SQLException {
        return connection.prepareStatement(sql);
    }

    /** Runs it with these parameters; a row is its columns with a blank between them. */
    static List<String> ask(PreparedStatement query, Object... parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            query.setObject(i + 1, parameters[i]);
        }
        List<String> answer = new ArrayList<>();
        try (ResultSet rows = query.executeQuery()) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                StringBuilder row = new StringBuilder();
                for (int column = 1; column <= columns; column++) {
                    row.append(column == 1 ? "" : " ").append(rows.getString(column));
                }
                answer.add(row.toString());
            }
        }
        return answer;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
