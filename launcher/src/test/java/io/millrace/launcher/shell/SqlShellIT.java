package io.millrace.launcher.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.launcher.Launchers;
import io.millrace.newsql.NewSqlServer;
import io.millrace.newsql.mysql.MysqlConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sql shell} against a real server. */
class SqlShellIT {

    private static NewSqlServer server;

    private final Path folder;

    SqlShellIT(@TempDir Path folder) {
        this.folder = folder;
    }

    @BeforeAll
    static void open(@TempDir Path folder) {
        MysqlConfig config =
                MysqlConfig.defaults().withAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server = NewSqlServer.open(folder.resolve("data"), config);
        assertThat(shell(
                                "--execute",
                                "CREATE DATABASE d; CREATE TABLE d.t (id INT PRIMARY KEY, name VARCHAR(20), b VARBINARY(4));"
                                        + " INSERT INTO d.t VALUES (1, 'a;b', x'00ff'), (2, NULL, NULL), (3, 'tab\tline\nend', x'01')")
                        .status())
                .isZero();
    }

    @AfterAll
    static void close() {
        server.close();
    }

    private static Launchers.Outcome shell(String... arguments) {
        String[] all = new String[arguments.length + 4];
        all[0] = "sql";
        all[1] = "shell";
        all[2] = "--port";
        all[3] = Integer.toString(server.address().getPort());
        System.arraycopy(arguments, 0, all, 4, arguments.length);
        return Launchers.run(all);
    }

    @Test
    void rowsComeApartByTabs() {
        assertThat(shell("--execute", "SELECT * FROM t", "d").out())
                .isEqualTo("id\tname\tb\n1\ta;b\t0x00FF\n2\tNULL\tNULL\n3\ttab\\tline\\nend\t0x01\n");
    }

    @Test
    void rowsComeAsATable() {
        assertThat(shell("--format", "table", "--execute", "SELECT id, name FROM t ORDER BY id DESC", "d")
                        .out())
                .isEqualTo(
                        """
                        +----+----------------+
                        | id | name           |
                        +----+----------------+
                        |  3 | tab\\tline\\nend |
                        |  2 | NULL           |
                        |  1 | a;b            |
                        +----+----------------+
                        """);
    }

    @Test
    void wideLettersTakeTwoPlaces() {
        assertThat(shell("--format", "table", "--execute", "SELECT '日本' AS j").out())
                .isEqualTo(
                        """
                        +------+
                        | j    |
                        +------+
                        | 日本 |
                        +------+
                        """);
    }

    @Test
    void rowsComeAColumnALine() {
        assertThat(shell("--execute", "SELECT 1 AS one, -2.50 AS decimal_number\\G")
                        .out())
                .endsWith("           one: 1\ndecimal_number: -2.50\n");
    }

    @Test
    void theFirstErrorEndsAFile() throws IOException {
        Path file = Files.writeString(folder.resolve("script.sql"), "SELECT 1;\nSELECT nope;\nSELECT 3;\n");

        Launchers.Outcome stopped = shell("--file", file.toString());
        assertThat(stopped.status()).isEqualTo(1);
        assertThat(stopped.out()).isEqualTo("1\n1\n");
        assertThat(stopped.err()).startsWith("ERROR 1054 (42S22): Unknown column 'nope'");

        Launchers.Outcome forced = shell("--force", "--file", file.toString());
        assertThat(forced.status()).isEqualTo(1);
        assertThat(forced.out()).isEqualTo("1\n1\n3\n3\n");
    }

    @Test
    void filesRunWithinFilesAndWordsAreTheShells() throws IOException {
        Path inner = Files.writeString(folder.resolve("inner.sql"), "SELECT COUNT(*) AS n FROM t;");
        Path outer = Files.writeString(folder.resolve("outer.sql"), "use d\nsource " + inner + "\nquit\nSELECT 2;\n");

        assertThat(shell("--file", outer.toString())).isEqualTo(new Launchers.Outcome(0, "n\n3\n", ""));
    }

    @Test
    void aResultOfManyPagesIsOneTable() {
        StringBuilder values =
                new StringBuilder("CREATE TABLE d.many (id INT PRIMARY KEY); INSERT INTO d.many VALUES (1)");
        for (int i = 2; i <= 2_500; i++) {
            values.append(",(").append(i).append(')');
        }
        assertThat(shell("--execute", values.toString()).err()).isEmpty();

        assertThat(shell("--format", "table", "--execute", "SELECT id FROM d.many ORDER BY id")
                        .out()
                        .lines())
                .hasSize(2_504)
                .endsWith("| 2500 |", "+------+");
    }

    @Test
    void nobodyAtTheOtherEndIsSaidInWords() {
        Launchers.Outcome outcome = Launchers.run("sql", "shell", "--port", "1", "--execute", "SELECT 1");

        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err()).contains("cannot be reached at 127.0.0.1:1").contains("./millrace up sql");
    }

    @Test
    void aStrangerIsToldHowToLogIn() {
        Launchers.Outcome outcome = shell("--user", "stranger", "--execute", "SELECT 1");

        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err()).contains("Access denied").contains("--password-file");
    }
}
