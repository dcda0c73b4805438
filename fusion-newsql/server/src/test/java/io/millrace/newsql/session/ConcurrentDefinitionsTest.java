package io.millrace.newsql.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.newsql.NewSqlEngine;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.node.NodeStore;
import io.millrace.newsql.node.StoreConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes of definitions that come at once, or one behind the other while a transaction uses the table. */
@Tag("once")
class ConcurrentDefinitionsTest {

    private static final String REWRITE = "ALTER TABLE t MODIFY a BIGINT, ADD COLUMN more INT DEFAULT 7 FIRST";

    @TempDir
    private Path directory = Path.of("");

    private final List<LocalClient> clients = new ArrayList<>();
    private NodeStore store;
    private NewSqlEngine engine;
    private LocalClient user;

    @BeforeEach
    void open() {
        openEngine();
        user = client();
        user.run("CREATE DATABASE d");
        user.run("USE d");
        user.run("CREATE TABLE t (id INT PRIMARY KEY, a INT, KEY (a))");
        user.run("INSERT INTO t VALUES (1, 10), (2, 20)");
    }

    private void openEngine() {
        store = NodeStore.open(directory, StoreConfig.defaults());
        engine = NewSqlEngine.open(store);
    }

    @AfterEach
    void close() {
        clients.forEach(LocalClient::close);
        clients.clear();
        engine.close();
        store.close();
    }

    private LocalClient client() {
        LocalClient made = new LocalClient(engine);
        clients.add(made);
        return made;
    }

    /** What another session does, which waits for a lock when this returns. */
    private FutureTask<List<String>> waiting(LocalClient other, String sql) {
        FutureTask<List<String>> task = new FutureTask<>(() -> other.run(sql));
        Thread thread = new Thread(task, sql);
        thread.start();
        await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        return task;
    }

    private FutureTask<List<String>> waiting(String sql) {
        LocalClient other = client();
        other.run("USE d");
        return waiting(other, sql);
    }

    private static List<String> result(FutureTask<List<String>> task) throws Exception {
        return task.get(60, TimeUnit.SECONDS);
    }

    private static void assertFails(FutureTask<List<String>> task, int code) {
        assertThatThrownBy(() -> result(task)).cause().isInstanceOfSatisfying(SqlException.class, e -> assertThat(
                        e.code())
                .isEqualTo(code));
    }

    private void useTable() {
        user.run("BEGIN");
        user.run("SELECT * FROM t");
    }

    @Test
    void aTableIsDroppedThatWasRewrittenMeanwhile() throws Exception {
        useTable();
        FutureTask<List<String>> rewrite = waiting(REWRITE);
        FutureTask<List<String>> drop = waiting("DROP TABLE t");
        user.run("COMMIT");
        result(rewrite);
        result(drop);
        assertThat(user.run("SHOW TABLES")).isEmpty();
        close();
        openEngine();
        assertThat(client().run("SHOW TABLES FROM d")).as("opened again").isEmpty();
    }

    @Test
    void twoRewritesComeOneBehindTheOther() throws Exception {
        useTable();
        FutureTask<List<String>> first = waiting(REWRITE);
        FutureTask<List<String>> second = waiting("ALTER TABLE t MODIFY id BIGINT");
        user.run("COMMIT");
        result(first);
        result(second);
        assertThat(user.run("SELECT * FROM t ORDER BY id")).containsExactly("7,1,10", "7,2,20");
        assertThat(user.run(
                        "SELECT data_type FROM information_schema.columns WHERE table_schema = 'd' AND table_name = 't'"
                                + " ORDER BY ordinal_position"))
                .containsExactly("int", "bigint", "bigint");
    }

    @Test
    void aTableIsEmptiedAsItIsByThen() throws Exception {
        useTable();
        FutureTask<List<String>> rewrite = waiting(REWRITE);
        FutureTask<List<String>> first = waiting("TRUNCATE TABLE t");
        FutureTask<List<String>> second = waiting("TRUNCATE TABLE t");
        user.run("COMMIT");
        result(rewrite);
        result(first);
        result(second);
        user.run("INSERT INTO t (id, a) VALUES (3, 30)");
        assertThat(user.run("SELECT * FROM t")).containsExactly("7,3,30");
        close();
        openEngine();
        assertThat(client().run("SELECT * FROM d.t")).as("opened again").containsExactly("7,3,30");
    }

    @Test
    void whatWasDroppedMeanwhileIsUnknown() throws Exception {
        useTable();
        FutureTask<List<String>> drop = waiting("DROP TABLE t");
        FutureTask<List<String>> alter = waiting(REWRITE);
        FutureTask<List<String>> truncate = waiting("TRUNCATE TABLE t");
        FutureTask<List<String>> again = waiting("DROP TABLE t");
        FutureTask<List<String>> ifExists = waiting("DROP TABLE IF EXISTS t");
        user.run("COMMIT");
        result(drop);
        assertFails(alter, 1146);
        assertFails(truncate, 1146);
        assertFails(again, 1051);
        result(ifExists);
    }

    @Test
    void aWaitForATableEndsWhenItsStatementIsKilled() throws Exception {
        useTable();
        LocalClient other = client();
        other.run("USE d");
        String id = other.run("SELECT CONNECTION_ID()").get(0);
        FutureTask<List<String>> rewrite = waiting(other, REWRITE);
        FutureTask<List<String>> reader = waiting("SELECT COUNT(*) FROM t");
        user.run("KILL QUERY " + id);
        assertFails(rewrite, 1317);
        assertThat(result(reader)).as("who waited behind it").containsExactly("2");
        user.run("COMMIT");
        assertThat(other.run("SELECT COUNT(*) FROM t")).containsExactly("2");
    }

    @Test
    void whoHoldsATableIsNotKeptFromOthersByThoseWhoWaitForIt() throws Exception {
        for (String sql : List.of("DROP TABLE u, t", "LOCK TABLES u WRITE, t WRITE")) {
            user.run("CREATE TABLE IF NOT EXISTS u (id INT PRIMARY KEY)");
            user.run("BEGIN");
            user.run("SELECT * FROM u");
            FutureTask<List<String>> both = waiting(sql);
            assertThat(user.run("SELECT COUNT(*) FROM t")).hasSize(1);
            user.run("COMMIT");
            result(both);
            clients.get(clients.size() - 1).run("UNLOCK TABLES");
            user.run("CREATE TABLE IF NOT EXISTS t (id INT PRIMARY KEY, a INT)");
        }
    }

    @Test
    void aCircleThroughTwoChangesDoesNotComeAbout() throws Exception {
        user.run("CREATE TABLE u (id INT PRIMARY KEY)");
        LocalClient other = client();
        other.run("USE d");
        useTable();
        other.run("BEGIN");
        other.run("SELECT * FROM u");
        FutureTask<List<String>> first = waiting("TRUNCATE TABLE t");
        FutureTask<List<String>> second = waiting("TRUNCATE TABLE u");
        assertThat(user.run("SELECT COUNT(*) FROM u")).containsExactly("0");
        assertThat(other.run("SELECT COUNT(*) FROM t")).containsExactly("2");
        user.run("COMMIT");
        other.run("COMMIT");
        result(first);
        result(second);
        assertThat(user.run("SELECT COUNT(*) FROM t")).containsExactly("0");
    }

    @Test
    void tablesAreLockedAsTheyAreByThen() throws Exception {
        useTable();
        FutureTask<List<String>> rewrite = waiting(REWRITE);
        LocalClient other = client();
        other.run("USE d");
        FutureTask<List<String>> lock = waiting(other, "LOCK TABLES t WRITE");
        user.run("COMMIT");
        result(rewrite);
        result(lock);
        assertThat(other.run("SELECT COUNT(*) FROM t")).containsExactly("2");
        FutureTask<List<String>> kept = waiting("SELECT COUNT(*) FROM t");
        other.run("UNLOCK TABLES");
        assertThat(result(kept)).containsExactly("2");
    }

    @Test
    void whatIsMadeOrDroppedIfItIsNotThereNeverFails() throws Exception {
        int sessions = 4;
        for (int round = 0; round < 20; round++) {
            for (String sql : List.of(
                    "CREATE DATABASE IF NOT EXISTS made",
                    "CREATE TABLE IF NOT EXISTS made.x (id INT PRIMARY KEY)",
                    "DROP TABLE IF EXISTS made.x",
                    "CREATE VIEW IF NOT EXISTS made.v AS SELECT 1",
                    "DROP DATABASE IF EXISTS made")) {
                CountDownLatch start = new CountDownLatch(1);
                List<FutureTask<List<String>>> tasks = new ArrayList<>();
                for (int i = 0; i < sessions; i++) {
                    LocalClient each = clients.size() > i + 1 ? clients.get(i + 1) : client();
                    FutureTask<List<String>> task = new FutureTask<>(() -> {
                        start.await();
                        return each.run(sql);
                    });
                    new Thread(task, sql).start();
                    tasks.add(task);
                }
                start.countDown();
                for (FutureTask<List<String>> task : tasks) {
                    result(task);
                }
            }
        }
    }

    @Test
    void aRowIsInsertedIntoATableThatIsNewerThanTheSnapshot() {
        useTable();
        LocalClient other = client();
        other.run("CREATE TABLE d.later (id INT PRIMARY KEY)");
        assertThatThrownBy(() -> user.run("SELECT * FROM later"))
                .isInstanceOfSatisfying(
                        SqlException.class, e -> assertThat(e.code()).isEqualTo(1412));
        user.run("INSERT INTO later VALUES (1)");
        user.run("COMMIT");
        assertThat(other.run("SELECT id FROM d.later")).containsExactly("1");
    }
}
