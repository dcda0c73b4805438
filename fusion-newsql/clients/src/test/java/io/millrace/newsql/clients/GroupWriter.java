package io.millrace.newsql.clients;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** A client that writes groups of three rows, a transaction each, until its server is gone. */
final class GroupWriter implements Runnable {

    static final int PARTS = 3;

    static final List<String> TABLES = List.of(
            "CREATE TABLE part (id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, grp BIGINT NOT NULL, pos INT NOT NULL,"
                    + " version INT NOT NULL, UNIQUE KEY place (grp, pos), KEY version (version))",
            "CREATE TABLE counter (id INT PRIMARY KEY, n BIGINT NOT NULL)",
            "INSERT INTO counter VALUES (1, 0)");

    private static final int DEADLOCK = 1213;
    private static final int LOCK_TIMEOUT = 1205;

    private final String url;
    private final GroupLedger ledger;
    private final Random random;
    private final Set<Long> keys;
    private final CountDownLatch enough;

    /**
     * @param keys where acknowledged generated keys go; safe for threads
     * @param enough counted down for each acknowledged transaction
     */
    GroupWriter(String url, GroupLedger ledger, Random random, Set<Long> keys, CountDownLatch enough) {
        this.url = url;
        this.ledger = ledger;
        this.random = random;
        this.keys = keys;
        this.enough = enough;
    }

    /** A set that writers share. */
    static Set<Long> keys() {
        return ConcurrentHashMap.newKeySet();
    }

    @Override
    public void run() {
        try (Connection connection = DriverManager.getConnection(url, "root", "")) {
            connection.setAutoCommit(false);
            while (true) {
                write(connection, ledger.choose(random));
            }
        } catch (SQLException e) {
            // The server was killed; anything else than that shows in what is found after it.
            if (e.getSQLState() == null || !e.getSQLState().startsWith("08")) {
                throw new IllegalStateException("client failed: code=" + e.getErrorCode(), e);
            }
        }
    }

    private void write(Connection connection, GroupChange change) throws SQLException {
        try {
            List<Long> generated = change(connection, change);
            ledger.asks(change);
            connection.commit();
            ledger.hears();
            keys.addAll(generated);
            enough.countDown();
        } catch (SQLException e) {
            if (e.getErrorCode() != DEADLOCK && e.getErrorCode() != LOCK_TIMEOUT) {
                throw e;
            }
            ledger.isRefused();
            connection.rollback();
        }
    }

    private List<Long> change(Connection connection, GroupChange change) throws SQLException {
        if (change.counted()) {
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("UPDATE counter SET n = n + 1 WHERE id = 1");
            }
        }
        if (change.before() == null) {
            return insert(connection, change.group());
        }
        boolean removes = change.after() == null;
        try (PreparedStatement statement = connection.prepareStatement(
                removes ? "DELETE FROM part WHERE grp = ?" : "UPDATE part SET version = version + 1 WHERE grp = ?")) {
            statement.setLong(1, change.group());
            int changed = statement.executeUpdate();
            if (changed != PARTS) {
                throw new IllegalStateException("rows changed=" + changed + " (expected: " + PARTS + "), " + change);
            }
        }
        return List.of();
    }

    private static List<Long> insert(Connection connection, long group) throws SQLException {
        List<Long> generated = new ArrayList<>();
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO part (grp, pos, version) VALUES (?, ?, 0)", Statement.RETURN_GENERATED_KEYS)) {
            for (int position = 0; position < PARTS; position++) {
                insert.setLong(1, group);
                insert.setInt(2, position);
                insert.executeUpdate();
                try (ResultSet key = insert.getGeneratedKeys()) {
                    key.next();
                    generated.add(key.getLong(1));
                }
            }
        }
        return generated;
    }
}
