package io.millrace.newsql.session;

import io.millrace.newsql.NewSqlEngine;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.node.NodeStore;
import io.millrace.newsql.node.StoreConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Writes rows and changes definitions from several sessions, as fast as it can, until it is killed, while a second store follows: {@code ChangingServer FIRST SECOND SEED}. Most changes of definitions add
 * an index to a table that is written to.
 */
public final class ChangingServer {

    static final int ROWS = 6_000;

    private static final int WRITERS = 2;
    private static final int LEAST_ROWS = 1_000;

    /** Duplicates, deadlocks, waits that were too long, definitions that changed below a transaction, and what another session has dropped, added or renamed meanwhile. */
    private static final Set<Integer> EXPECTED =
            Set.of(1050, 1051, 1054, 1060, 1061, 1062, 1091, 1146, 1205, 1213, 1396, 1412, 1451, 1452);

    private static final List<String> DEFINITIONS = List.of(
            "ALTER TABLE rows_of ADD INDEX by_a (a)",
            "ALTER TABLE rows_of ADD INDEX by_text (b, a DESC)",
            "ALTER TABLE rows_of ADD UNIQUE INDEX by_u (u)",
            "ALTER TABLE rows_of ADD UNIQUE INDEX never (c)",
            "ALTER TABLE rows_of ADD INDEX one (c), ADD UNIQUE INDEX two (u, a)",
            "ALTER TABLE rows_of DROP INDEX by_a",
            "ALTER TABLE rows_of DROP INDEX by_u",
            "ALTER TABLE rows_of DROP INDEX one, DROP INDEX two",
            "DROP INDEX by_text ON rows_of",
            "ALTER TABLE rows_of ADD COLUMN later INT DEFAULT 7",
            "ALTER TABLE rows_of DROP COLUMN later",
            "ALTER TABLE rows_of MODIFY c BIGINT",
            "ALTER TABLE rows_of MODIFY c VARCHAR(30)",
            "ALTER TABLE child RENAME TO children",
            "ALTER TABLE children RENAME TO child",
            "CREATE TABLE other (id INT PRIMARY KEY AUTO_INCREMENT, n INT) AUTO_INCREMENT = 500",
            "INSERT INTO other (n) SELECT a FROM rows_of LIMIT 300",
            "ALTER TABLE other AUTO_INCREMENT = 9000",
            "TRUNCATE TABLE other",
            "DROP TABLE other",
            "CREATE OR REPLACE VIEW seen AS SELECT id, a FROM rows_of",
            "DROP VIEW seen",
            "CREATE TEMPORARY TABLE own AS SELECT id, a FROM rows_of LIMIT 100",
            "DROP TEMPORARY TABLE own",
            "CREATE USER follower@localhost IDENTIFIED BY 'x'",
            "DROP USER follower@localhost");

    private final NewSqlEngine engine;

    private ChangingServer(NewSqlEngine engine) {
        this.engine = engine;
    }

    /** Small files of the log and of data, so that both come and go in a round. */
    static StoreConfig config() {
        return StoreConfig.defaults()
                .withCacheBytes(4 << 20)
                .withMemtableBytes(4 << 20)
                .withLogSegmentBytes(1 << 20);
    }

    public static void main(String[] args) throws SqlException {
        NodeStore first = NodeStore.open(Path.of(args[0]), config());
        NodeStore second = NodeStore.open(Path.of(args[1]), config());
        boolean isNew = first.changes().cursors().isEmpty();
        if (isNew) {
            first.changes().create(FollowedStore.CURSOR);
        }
        FollowedStore follower = new FollowedStore(second);
        start("follower", () -> follower.follow(first.changes(), Duration.ofDays(1)));
        ChangingServer server = new ChangingServer(NewSqlEngine.open(first));
        server.prepare();
        System.out.println("OPEN");
        Random seeds = new Random(Long.parseLong(args[2]));
        for (int i = 0; i < WRITERS; i++) {
            Random random = new Random(seeds.nextLong());
            start("writer-" + i, () -> server.write(random));
        }
        Random random = new Random(seeds.nextLong());
        start("definitions", () -> server.define(random));
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (RuntimeException | Error e) {
                        System.out.println("FAILED " + name + ": " + e);
                        e.printStackTrace();
                    }
                },
                name);
        thread.start();
    }

    private void prepare() throws SqlException {
        try (LocalClient client = new LocalClient(engine)) {
            client.run("CREATE DATABASE IF NOT EXISTS d");
            client.run("USE d");
            client.run("CREATE TABLE IF NOT EXISTS rows_of (id INT PRIMARY KEY AUTO_INCREMENT, a INT, b VARCHAR(40),"
                    + " c INT, u INT)");
            client.run("CREATE TABLE IF NOT EXISTS unkeyed (a INT, b VARCHAR(40))");
            if (client.run("SHOW TABLES LIKE 'child%'").isEmpty()) {
                client.run("CREATE TABLE child (id INT PRIMARY KEY, parent INT,"
                        + " FOREIGN KEY (parent) REFERENCES rows_of (id) ON DELETE CASCADE)");
            }
            long rows =
                    Long.parseLong(client.run("SELECT COUNT(*) FROM rows_of").get(0));
            if (rows < LEAST_ROWS) {
                client.run("SET cte_max_recursion_depth = " + ROWS);
                client.run("INSERT INTO rows_of (a, b, c, u) WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1"
                        + " FROM n WHERE i < " + ROWS + ") SELECT i % 97, CONCAT('row ', i % 500), i % 3, NULL FROM n");
                client.run("UPDATE rows_of SET u = id");
            }
        }
    }

    // ---- rows ----

    private void write(Random random) {
        try (LocalClient client = new LocalClient(engine)) {
            attempt(client, "USE d");
            while (true) {
                if (random.nextInt(4) == 0) {
                    attempt(client, "BEGIN");
                    attempt(client, change(random));
                    attempt(client, change(random));
                    attempt(client, random.nextInt(5) == 0 ? "ROLLBACK" : "COMMIT");
                } else {
                    attempt(client, change(random));
                }
            }
        }
    }

    private static String change(Random random) {
        int id = 1 + random.nextInt(2 * ROWS);
        return switch (random.nextInt(9)) {
            case 0, 1 -> "INSERT INTO rows_of (a, b, c) VALUES (" + random.nextInt(97) + ", 'row " + id + "', "
                    + random.nextInt(3) + ")";
            case 2 -> "UPDATE rows_of SET u = id WHERE u IS NULL LIMIT 3";
            case 3 -> "UPDATE rows_of SET a = a + 1, b = LEFT(CONCAT('was ', b), 40) WHERE id = " + id;
            case 4 -> "DELETE FROM rows_of WHERE id = " + id;
            case 5 -> "INSERT INTO rows_of (id, a, b, c, u) VALUES (" + id + ", 1, REPEAT('x', 30), 1, " + id
                    + ") ON DUPLICATE KEY UPDATE b = 'again', a = a - 1";
            case 6 -> "INSERT INTO child VALUES (" + random.nextInt(2000) + ", " + id + ")";
            case 7 -> "UPDATE rows_of SET id = id + " + 3 * ROWS + " WHERE id = " + id;
            default -> random.nextBoolean()
                    ? "INSERT INTO unkeyed SELECT a, b FROM rows_of WHERE id BETWEEN " + id + " AND " + (id + 20)
                    : "DELETE FROM unkeyed LIMIT 30";
        };
    }

    // ---- definitions ----

    private void define(Random random) {
        try (LocalClient client = new LocalClient(engine)) {
            attempt(client, "USE d");
            while (true) {
                // Every other one is of the first five, which build an index.
                int bound = random.nextBoolean() ? 5 : DEFINITIONS.size();
                String sql = DEFINITIONS.get(random.nextInt(bound));
                if (attempt(client, sql)) {
                    System.out.println("DONE " + sql);
                }
            }
        }
    }

    private static boolean attempt(LocalClient client, String sql) {
        try {
            client.run(sql);
            return true;
        } catch (SqlException e) {
            if (!EXPECTED.contains(e.code())) {
                System.out.println("FAILED " + e.code() + " " + e.getMessage() + " of " + sql);
            }
            return false;
        }
    }
}
