package io.millrace.newsql;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.ChildProcess;
import io.millrace.testkit.FreePorts;
import io.millrace.testkit.JavaProcess;
import io.millrace.testkit.Seeds;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server is killed while clients write: what it acknowledged is there, in the table and in its indexes, and nothing else is half there. */
class KilledServerIT {

    private static final int ROUNDS = 5;
    private static final int CLIENTS = 4;
    private static final Duration START = Duration.ofSeconds(30);

    private final Set<Long> acknowledged = ConcurrentHashMap.newKeySet();

    @Test
    void whatWasAcknowledgedIsThereAfterAKill(@TempDir Path directory) throws Exception {
        Random random = Seeds.random("KilledServerIT");
        for (int round = 0; round < ROUNDS; round++) {
            int port = FreePorts.one();
            try (ChildProcess server = start(directory, port)) {
                if (round == 0) {
                    create(port);
                } else {
                    check(port);
                }
                writeUntilKilled(server, port, round, 50 + random.nextInt(400));
            }
        }
        int port = FreePorts.one();
        try (ChildProcess server = start(directory, port)) {
            check(port);
            assertThat(server.isAlive()).isTrue();
        }
    }

    private static ChildProcess start(Path directory, int port) {
        return JavaProcess.of(NewSqlServer.class)
                .arguments(directory.toString(), String.valueOf(port))
                .process()
                .startAndAwait(line -> line.startsWith("listening"), START)
                .process();
    }

    private static Connection connect(int port, String schema) throws SQLException {
        return DriverManager.getConnection("jdbc:mysql://127.0.0.1:" + port + "/" + schema, "root", "");
    }

    private static void create(int port) throws SQLException {
        try (Connection connection = connect(port, "");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE k");
            statement.execute(
                    "CREATE TABLE k.t (id BIGINT PRIMARY KEY, pair BIGINT, n INT, UNIQUE KEY (pair), KEY (n))");
        }
    }

    private void writeUntilKilled(ChildProcess server, int port, int round, int enough) throws Exception {
        CountDownLatch written = new CountDownLatch(enough);
        List<Thread> clients = new ArrayList<>();
        for (int client = 0; client < CLIENTS; client++) {
            long first = (round * CLIENTS + client) * 1_000_000L;
            Thread thread = new Thread(() -> write(port, first, written), "client-" + client);
            clients.add(thread);
            thread.start();
        }
        assertThat(written.await(60, TimeUnit.SECONDS)).isTrue();
        server.kill();
        for (Thread client : clients) {
            client.join();
        }
    }

    /** Two rows a transaction: both or none. */
    private void write(int port, long first, CountDownLatch written) {
        try (Connection connection = connect(port, "k");
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?, ?)")) {
            connection.setAutoCommit(false);
            for (long id = first; ; id += 2) {
                for (long each = id; each < id + 2; each++) {
                    insert.setLong(1, each);
                    insert.setLong(2, -each);
                    insert.setLong(3, each % 10);
                    insert.executeUpdate();
                }
                connection.commit();
                acknowledged.add(id);
                written.countDown();
            }
        } catch (SQLException e) {
            assertThat(e.getErrorCode()).as(e.toString()).isNotEqualTo(1062);
        }
    }

    private void check(int port) throws SQLException {
        try (Connection connection = connect(port, "k");
                Statement statement = connection.createStatement()) {
            Set<Long> ids = ids(statement, "SELECT id FROM t");
            for (long id : acknowledged) {
                assertThat(ids).contains(id, id + 1);
            }
            for (long id : ids) {
                assertThat(ids).contains(id ^ 1);
            }
            assertThat(ids(statement, "SELECT id FROM t WHERE pair < 1")).isEqualTo(ids);
            assertThat(ids(statement, "SELECT id FROM t WHERE n BETWEEN 0 AND 9"))
                    .isEqualTo(ids);
        }
    }

    private static Set<Long> ids(Statement statement, String sql) throws SQLException {
        Set<Long> ids = new java.util.HashSet<>();
        try (ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                ids.add(rows.getLong(1));
            }
        }
        return ids;
    }
}
