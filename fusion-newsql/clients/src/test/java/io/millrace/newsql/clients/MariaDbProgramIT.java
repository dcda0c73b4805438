package io.millrace.newsql.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.ScriptSteps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** MariaDB's programs print of our server what they print of MariaDB's, and dumps go from each to the other. */
class MariaDbProgramIT {

    private static final String[] DUMP = {
        "--databases",
        "zoo",
        "--routines",
        "--events",
        "--triggers",
        "--single-transaction",
        "--hex-blob",
        "--skip-dump-date"
    };

    @RegisterExtension
    static final RunningServer SERVER = new RunningServer();

    @RegisterExtension
    static final RunningMariaDb REAL = new RunningMariaDb();

    @TempDir
    Path folder = Path.of("");

    @Test
    void theTutorialPrintsTheSame() throws IOException {
        printsTheSame("tutorial.sql");
    }

    @Test
    void subqueriesAndForeignKeysPrintTheSame() throws IOException {
        printsTheSame("subqueries.sql");
    }

    private void printsTheSame(String script) throws IOException {
        Path input = ScriptSteps.SCRIPTS.resolve("mariadb").resolve(script);
        String[] options = {"--skip-comments", "--batch", "--default-character-set=utf8mb4"};
        String given = MariaDbProgram.mariadb(SERVER.port(), input, folder, options);
        String expected = MariaDbProgram.mariadb(REAL.port(), input, folder, options);
        assertThat(given).isEqualTo(withoutWidths(expected));
    }

    /** MySQL 8 shows integer types without a display width. */
    private static String withoutWidths(String printed) {
        return printed.replaceAll("\\b((?:tiny|small|medium|big)?int)\\(\\d+\\)", "$1");
    }

    @Test
    void aDumpGoesToMariaDbAndBack() throws IOException, SQLException {
        Path dump = folder.resolve("ours.sql");
        fill();
        Files.writeString(dump, MariaDbProgram.dump(SERVER.port(), folder, DUMP));
        List<String> ours = content(SERVER.port());
        assertThat(ours).hasSizeGreaterThan(500);

        String foreign = Files.readString(dump).replace("utf8mb4_0900_ai_ci", "utf8mb4_general_ci");
        MariaDbProgram.mariadb(REAL.port(), Files.writeString(folder.resolve("foreign.sql"), foreign), folder);
        assertThat(content(REAL.port())).isEqualTo(ours);

        Path back = folder.resolve("back.sql");
        Files.writeString(back, MariaDbProgram.dump(REAL.port(), folder, DUMP));
        execute("DROP DATABASE zoo");
        MariaDbProgram.mariadb(SERVER.port(), back, folder);
        assertThat(content(SERVER.port())).isEqualTo(ours);
    }

    @Test
    void aDumpReplayedIsDumpedTheSame() throws IOException, SQLException {
        fill();
        String dump = MariaDbProgram.dump(SERVER.port(), folder, DUMP);
        execute("DROP DATABASE zoo");
        MariaDbProgram.mariadb(SERVER.port(), Files.writeString(folder.resolve("same.sql"), dump), folder);
        assertThat(MariaDbProgram.dump(SERVER.port(), folder, DUMP)).isEqualTo(dump);
    }

    private static void fill() throws SQLException {
        SERVER.renew("zoo");
        execute(
                "CREATE TABLE zoo.keeper (id INT NOT NULL AUTO_INCREMENT, name VARCHAR(60) NOT NULL DEFAULT 'nobody', since DATE,"
                        + " vip BOOLEAN DEFAULT FALSE, PRIMARY KEY (id), UNIQUE KEY name (name)) COMMENT='keepers; all of them'",
                "CREATE TABLE zoo.animal (id BIGINT UNSIGNED NOT NULL PRIMARY KEY, keeper INT, weight DECIMAL(10,2), length DOUBLE,"
                        + " born DATETIME(3) DEFAULT CURRENT_TIMESTAMP(3), fed TIME, picture BLOB, note TEXT, size ENUM('s','m','l'),"
                        + " flags SET('a','b','c'), bits BIT(9), year YEAR, KEY keeper (keeper, weight DESC), KEY note (note(10)))",
                "INSERT INTO zoo.keeper (name, since, vip) VALUES ('Ada', '2020-02-29', 1), ('O''Neil \"\\\\ %_\\n\\t;', NULL, 0), ('Çelik 😀', '1999-12-31', NULL)");
        StringBuilder animals = new StringBuilder("INSERT INTO zoo.animal VALUES ");
        for (int i = 0; i < 600; i++) {
            animals.append(i == 0 ? "" : ",")
                    .append(
                            i % 7 == 0
                                    ? "(" + i + ", NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)"
                                    : "(" + i + ", " + i % 3 + ", " + i + ".25, 1e" + i % 90
                                            + ", '2024-01-01 10:00:00.12" + i % 10
                                            + "', '-1:02:03', x'00ff0a27" + String.format("%02x", i % 256)
                                            + "', 'line\\n; -- " + i
                                            + "', 'm', 'a,c', b'10000000" + i % 2 + "', 20" + (10 + i % 60) + ")");
        }
        execute(animals.toString());
    }

    private static void execute(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(SERVER.server().mysqlUrl(""), "root", "");
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** All values of both tables as text. */
    private static List<String> content(int port) throws SQLException {
        List<String> rows = new ArrayList<>();
        String url = "jdbc:mariadb://127.0.0.1:" + port + "/zoo?sslMode=disable";
        try (Connection connection = DriverManager.getConnection(url, "root", "");
                Statement statement = connection.createStatement()) {
            for (String query : List.of(
                    "SELECT id, name, since, vip FROM keeper ORDER BY id",
                    "SELECT id, keeper, weight, length, born, fed, HEX(picture), note, size, flags, bits + 0, year FROM animal ORDER BY id")) {
                try (ResultSet result = statement.executeQuery(query)) {
                    int columns = result.getMetaData().getColumnCount();
                    while (result.next()) {
                        StringBuilder row = new StringBuilder();
                        for (int i = 1; i <= columns; i++) {
                            row.append(result.getString(i)).append('|');
                        }
                        rows.add(row.toString());
                    }
                }
            }
        }
        return rows;
    }
}
