package io.millrace.newsql.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The server is killed while clients write, again and again on the same directory: what it acknowledged is there, what it did not
 * acknowledge is there whole or not at all, its indexes agree with its rows, and no generated key comes twice.
 */
class KilledServerIT {

    /** With those of the node and of its store, a hundred in every run. */
    private static final int ROUNDS = 15;

    private static final int ROUNDS_LONG = 1000;
    private static final int CLIENTS = 4;
    private static final String SCHEMA = "k";

    private final List<GroupLedger> ledgers =
            IntStream.range(0, CLIENTS).mapToObj(GroupLedger::new).toList();
    private final Set<Long> keysBefore = GroupWriter.keys();

    @Test
    void killsLoseNothing(@TempDir Path directory) throws Exception {
        kill(directory, ROUNDS);
    }

    @Test
    @Tag("long")
    void aThousandKillsLoseNothing(@TempDir Path directory) throws Exception {
        kill(directory, ROUNDS_LONG);
    }

    private void kill(Path directory, int rounds) throws Exception {
        Random random = Seeds.random("KilledServerIT");
        Path data = directory.resolve("data");
        try (SqlServer server = SqlServer.startQuickly(data)) {
            create(server);
            check(server);
        }
        for (int round = 0; round < rounds; round++) {
            try (SqlServer server = SqlServer.startQuickly(data)) {
                check(server);
                writeUntilKilled(server, random);
            }
        }
        try (SqlServer server = SqlServer.startQuickly(data)) {
            check(server);
        }
    }

    private static void create(SqlServer server) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.mysqlUrl(""), "root", "");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + SCHEMA);
            statement.execute("USE " + SCHEMA);
            for (String sql : GroupWriter.TABLES) {
                statement.execute(sql);
            }
        }
    }

    /** Lets clients write until so many transactions are acknowledged, and kills in the middle of the others. */
    private void writeUntilKilled(SqlServer server, Random random) throws Exception {
        CountDownLatch enough = new CountDownLatch(1 + random.nextInt(120));
        Set<Long> keys = GroupWriter.keys();
        List<CompletableFuture<Void>> clients = new ArrayList<>();
        for (GroupLedger ledger : ledgers) {
            clients.add(CompletableFuture.runAsync(
                    new GroupWriter(server.mysqlUrl(SCHEMA), ledger, new Random(random.nextLong()), keys, enough),
                    task -> new Thread(task, "client").start()));
        }
        boolean written = enough.await(60, TimeUnit.SECONDS);
        server.process().kill();
        clients.forEach(CompletableFuture::join);
        assertThat(written).as("transactions acknowledged within a minute").isTrue();
        assertThat(keys.stream().filter(keysBefore::contains))
                .as("keys generated again")
                .isEmpty();
        keysBefore.addAll(keys);
    }

    private void check(SqlServer server) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.mysqlUrl(SCHEMA), "root", "");
                Statement statement = connection.createStatement()) {
            List<String> rows = rows(statement, "PRIMARY", "id > 0");
            assertThat(rows(statement, "place", "grp >= 0")).isEqualTo(rows);
            assertThat(rows(statement, "version", "version >= 0")).isEqualTo(rows);
            Map<Long, Integer> found = groups(statement);
            ledgers.forEach(ledger -> ledger.settle(found));
            try (ResultSet counter = statement.executeQuery("SELECT n FROM counter WHERE id = 1")) {
                assertThat(counter.next()).isTrue();
                assertThat(counter.getLong(1))
                        .isEqualTo(
                                ledgers.stream().mapToLong(GroupLedger::counted).sum());
            }
        }
    }

    /** All rows as this index has them, in one order; the plan must say that it reads that index. */
    private static List<String> rows(Statement statement, String index, String condition) throws SQLException {
        String sql = "SELECT id, grp, pos, version FROM part FORCE INDEX (" + index + ") WHERE " + condition;
        try (ResultSet plan = statement.executeQuery("EXPLAIN " + sql)) {
            assertThat(plan.next()).isTrue();
            assertThat(plan.getString("key")).isEqualTo(index);
        }
        List<String> rows = new ArrayList<>();
        try (ResultSet found = statement.executeQuery(sql)) {
            while (found.next()) {
                rows.add(found.getLong(1) + " " + found.getLong(2) + " " + found.getInt(3) + " " + found.getInt(4));
            }
        }
        rows.sort(null);
        return rows;
    }

    /** Each group's version; a group is whole, and all its rows have the same. */
    private static Map<Long, Integer> groups(Statement statement) throws SQLException {
        Map<Long, Integer> versions = new HashMap<>();
        try (ResultSet group = statement.executeQuery(
                "SELECT grp, COUNT(*), COUNT(DISTINCT pos), MIN(version), MAX(version) FROM part GROUP BY grp")) {
            while (group.next()) {
                long number = group.getLong(1);
                assertThat(group.getInt(2)).as("rows of group %d", number).isEqualTo(GroupWriter.PARTS);
                assertThat(group.getInt(3)).as("positions of group %d", number).isEqualTo(GroupWriter.PARTS);
                assertThat(group.getInt(4)).as("versions of group %d", number).isEqualTo(group.getInt(5));
                versions.put(number, group.getInt(4));
            }
        }
        return versions;
    }
}
