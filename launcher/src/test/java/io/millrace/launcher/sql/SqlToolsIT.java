package io.millrace.launcher.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.launcher.Launchers;
import io.millrace.launcher.Launchers.Outcome;
import io.millrace.newsql.NewSqlServer;
import io.millrace.newsql.mysql.MysqlConfig;
import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.NodeStore;
import io.millrace.newsql.node.StoreBatch;
import io.millrace.newsql.node.StoreConfig;
import io.millrace.newsql.node.StoreCursor;
import io.millrace.newsql.node.StoreSnapshot;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sql check}, {@code backup} and {@code restore} on real data: of a running server, and of directories. */
class SqlToolsIT {

    private static final int ROWS = 500;

    private final Path folder;
    private final Path data;

    SqlToolsIT(@TempDir Path folder) {
        this.folder = folder;
        this.data = folder.resolve("data");
    }

    @BeforeEach
    void fill() {
        try (NewSqlServer server = open(data)) {
            StringBuilder rows = new StringBuilder();
            for (int i = 0; i < ROWS; i++) {
                rows.append(i == 0 ? "" : ", ")
                        .append("(")
                        .append(i)
                        .append(", ")
                        .append(i % 7)
                        .append(")");
            }
            assertThat(shell(
                            server,
                            "CREATE DATABASE d; CREATE TABLE d.t (id INT PRIMARY KEY, a INT, KEY (a)); CREATE TABLE d.`u``v` (x INT);"
                                    + " INSERT INTO d.t VALUES " + rows))
                    .returns(0, Outcome::status);
        }
    }

    private static NewSqlServer open(Path directory) {
        return NewSqlServer.open(
                directory,
                MysqlConfig.defaults().withAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
    }

    private static String port(NewSqlServer server) {
        return Integer.toString(server.address().getPort());
    }

    private static Outcome shell(NewSqlServer server, String sql) {
        return Launchers.run("sql", "shell", "--port", port(server), "--execute", sql);
    }

    private static Outcome check(Path directory) {
        return Launchers.run("sql", "check", directory.toString());
    }

    @Test
    void aSoundDirectoryIsClean() {
        Outcome outcome = check(data);

        assertThat(outcome.status()).as(outcome.toString()).isZero();
        assertThat(outcome.out())
                .contains(String.format("2 tables, %d rows, %<d index entries: 0 disagree", ROWS))
                .endsWith("Clean.\n");
    }

    @Test
    void aRunningServerChecksItself() {
        try (NewSqlServer server = open(data)) {
            Outcome outcome = Launchers.run("sql", "check", "--port", port(server));

            assertThat(outcome.status()).as(outcome.toString()).isZero();
            assertThat(outcome.out()).isEqualTo("2 tables: 0 not clean\nClean.\n");
            assertThat(check(data)).returns(1, Outcome::status).satisfies(refused -> assertThat(refused.err())
                    .contains("IN_USE", "sql check --port"));
        }
    }

    @Test
    void whatDisagreesIsNamed() {
        loseAnEntry(data);

        assertThat(check(data)).returns(1, Outcome::status).satisfies(outcome -> assertThat(outcome.out())
                .contains("ENTRY_MISSING in d.t at ", "NOT CLEAN"));
        try (NewSqlServer server = open(data)) {
            assertThat(Launchers.run("sql", "check", "--port", port(server)))
                    .returns(1, Outcome::status)
                    .satisfies(outcome -> assertThat(outcome.out()).contains("`d`.`t`: ", "1 not clean"));
        }
        assertThat(Launchers.run(
                        "sql",
                        "restore",
                        data.toString(),
                        folder.resolve("other").toString()))
                .returns(1, Outcome::status);
        assertThat(folder.resolve("other")).doesNotExist();
    }

    private static void loseAnEntry(Path directory) {
        try (NodeStore store = NodeStore.open(directory, StoreConfig.defaults())) {
            byte[] key;
            try (StoreSnapshot snapshot = store.snapshot();
                    StoreCursor cursor = snapshot.scan(KeySpace.INDEXES, new byte[1], null, true)) {
                assertThat(cursor.next()).isTrue();
                key = cursor.key();
            }
            store.commit(new StoreBatch().delete(KeySpace.INDEXES, key))
                    .toCompletableFuture()
                    .join();
        }
    }

    @Test
    void aBackupOfARunningServerIsRestored() {
        Path backup = folder.resolve("it's a backup");
        try (NewSqlServer server = open(data)) {
            Outcome outcome = Launchers.run("sql", "backup", "--port", port(server), backup.toString());
            assertThat(outcome.status()).as(outcome.toString()).isZero();
            assertThat(shell(server, "DELETE FROM d.t")).returns(0, Outcome::status);
            assertThat(Launchers.run("sql", "backup", "--port", port(server), backup.toString()))
                    .returns(1, Outcome::status);
        }
        Path restored = folder.resolve("restored");

        Outcome outcome = Launchers.run("sql", "restore", backup.toString(), restored.toString());

        assertThat(outcome.status()).as(outcome.toString()).isZero();
        try (NewSqlServer server = open(restored)) {
            assertThat(shell(server, "SELECT COUNT(*), SUM(a) FROM d.t").out()).endsWith(ROWS + "\t1494\n");
        }
    }

    @Test
    void nothingIsPutOverSomething() throws IOException {
        Path there = Files.createDirectory(folder.resolve("there"));
        Files.writeString(there.resolve("mine"), "x");

        assertThat(Launchers.run("sql", "restore", data.toString(), there.toString()))
                .returns(1, Outcome::status)
                .satisfies(outcome -> assertThat(outcome.err()).contains("there is something already"));
        assertThat(there.resolve("mine")).hasContent("x");
        assertThat(check(there)).returns(1, Outcome::status).satisfies(outcome -> assertThat(outcome.err())
                .contains("no data of a SQL server"));
    }
}
