package io.millrace.newsql.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testkit.ChildProcess;
import io.millrace.testkit.LeakCheck;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** MariaDB's driver and its command line client, which has its own library in C. */
class MariaDbClientsIT {
    @RegisterExtension
    static final LeakCheck LEAKS = LeakCheck.perClass();

    private static TestServer server;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path directory;

    @BeforeAll
    static void open() throws Exception {
        var tls = TestServer.tls();
        server = TestServer.open(config -> config.withTls(tls, false));
    }

    @AfterAll
    static void close() {
        server.close();
    }

    // ---- the driver ----

    @ParameterizedTest
    @ValueSource(strings = {"sslMode=disable", "sslMode=trust"})
    void bothPluginsLogIn(String options) throws SQLException {
        for (String user : new String[] {"sha", "native", "nopass"}) {
            String password = user.equals("nopass") ? "" : EchoEngine.PASSWORD;
            try (Connection connection = server.mariadb(user, password, options)) {
                assertThat(connection.isValid(60)).isTrue();
            }
            assertThatThrownBy(() -> server.mariadb(user, "wrong", options))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(1045));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "useServerPrepStmts=false",
                "useServerPrepStmts=true",
                "useServerPrepStmts=true&useCompression=true"
            })
    void everyTypeArrives(String options) throws SQLException {
        try (Connection connection = server.mariadb("nopass", "", "sslMode=disable&" + options);
                PreparedStatement statement = connection.prepareStatement("types");
                ResultSet rows = statement.executeQuery()) {
            for (int i = 0; i < TypesTable.VALUES; i++) {
                assertThat(rows.next()).isTrue();
                for (TypesTable.Case each : TypesTable.CASES) {
                    String name = each.column().name();
                    switch (each.column().type()) {
                        case DOUBLE, FLOAT -> assertThat(rows.getDouble(name))
                                .as(name)
                                .isEqualTo(Double.parseDouble(each.texts().get(i)));
                        case YEAR -> assertThat(rows.getInt(name))
                                .as(name)
                                .isEqualTo(Integer.parseInt(each.texts().get(i)));
                        case TINY_BLOB, BLOB, MEDIUM_BLOB, LONG_BLOB -> assertThat(rows.getBytes(name))
                                .as(name)
                                .asString()
                                .isEqualTo(each.texts().get(i));
                        case DATETIME, TIMESTAMP -> assertThat(rows.getObject(name, java.time.LocalDateTime.class))
                                .as(name)
                                .isEqualTo(java.time.LocalDateTime.parse(
                                        each.texts().get(i).replace(' ', 'T')));
                        default -> assertThat(rows.getString(name))
                                .as(name)
                                .isEqualTo(each.texts().get(i));
                    }
                }
            }
            assertThat(rows.next()).isTrue();
            for (TypesTable.Case each : TypesTable.CASES) {
                assertThat(rows.getObject(each.column().name())).isNull();
            }
        }
    }

    @Test
    void bytesWithinAStatementAreNotLost() throws SQLException {
        try (Connection connection = server.mariadb("nopass", "", "sslMode=disable&useServerPrepStmts=false");
                PreparedStatement statement = connection.prepareStatement("hex ?")) {
            statement.setBytes(1, new byte[] {(byte) 0x80, (byte) 0xC3, 'a', (byte) 0xFF});
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                assertThat(row.getString(1)).contains("80c361ff");
            }
        }
    }

    @Test
    void aBatchThatIsSentAheadIsAnsweredInOrder() throws SQLException {
        try (Connection connection = server.mariadb("nopass", "", "sslMode=disable&useServerPrepStmts=true");
                PreparedStatement statement = connection.prepareStatement("insert ?")) {
            for (int i = 0; i < 2000; i++) {
                statement.setInt(1, i);
                statement.addBatch();
            }
            assertThat(statement.executeBatch()).hasSize(2000).containsOnly(3);
        }
    }

    @Test
    void aFileOfTheClientIsRead() throws Exception {
        Path file = file(100_000);
        try (Connection connection = server.mariadb("nopass", "", "sslMode=disable&allowLocalInfile=true")) {
            assertThat(connection.createStatement().executeUpdate("load data local infile '" + file + "' into table t"))
                    .isEqualTo(100_000);
            assertThat(connection.isValid(60)).isTrue();
        }
    }

    private Path file(int lines) throws Exception {
        Path file = directory.resolve("lines.txt");
        Files.writeString(file, "a line of some length, to fill packets\n".repeat(lines));
        return file;
    }

    // ---- the command line ----

    private String mariadb(int exit, String input, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                "mariadb",
                "--no-defaults",
                "-h127.0.0.1",
                "-P" + server.port(),
                "--batch",
                "--default-character-set=utf8mb4"));
        command.addAll(List.of(options));
        Path out = directory.resolve("out.txt");
        Path in = directory.resolve("in.txt");
        Files.writeString(in, input);
        Process process = new ProcessBuilder(command)
                .redirectInput(in.toFile())
                .redirectOutput(out.toFile())
                .redirectErrorStream(true)
                .start();
        assertThat(process.waitFor(60, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
        String text = Files.readString(out, StandardCharsets.UTF_8);
        assertThat(process.exitValue()).as(text).isEqualTo(exit);
        return text;
    }

    @ParameterizedTest
    @ValueSource(strings = {"--skip-ssl", "--ssl", "--compress"})
    void theCommandLineShowsEveryType(String option) throws Exception {
        String[] lines = mariadb(0, "types;", "-unopass", option, "echo").split("\n", -1);
        String[] names = lines[0].split("\t", -1);
        assertThat(names).hasSize(TypesTable.CASES.size());
        for (int i = 0; i < TypesTable.VALUES; i++) {
            String[] values = lines[i + 1].split("\t", -1);
            for (int c = 0; c < names.length; c++) {
                assertThat(values[c])
                        .as(names[c])
                        .isEqualTo(TypesTable.CASES.get(c).texts().get(i));
            }
        }
        assertThat(lines[4].split("\t", -1)).containsOnly("NULL");
    }

    @Test
    void theCommandLineLogsInWithBothPluginsAndIsRefusedWith1045() throws Exception {
        for (String tls : new String[] {"--skip-ssl", "--ssl"}) {
            assertThat(mariadb(0, "session;", "-unative", "-p" + EchoEngine.PASSWORD, tls))
                    .contains("native");
            assertThat(mariadb(0, "session;", "-usha", "-p" + EchoEngine.PASSWORD, tls))
                    .contains("sha");
            assertThat(mariadb(1, "session;", "-usha", "-pwrong", tls)).contains("ERROR 1045 (28000)");
        }
    }

    @Test
    void theCommandLineUsesSchemasFilesAndSeveralStatements() throws Exception {
        assertThat(mariadb(0, "use other;\nsession;", "-unopass", "--skip-ssl", "echo"))
                .contains("other");
        Path file = file(3_000);
        assertThat(mariadb(0, "load '" + file + "';\nrows 2;", "-unopass", "--skip-ssl", "--local-infile=1", "-vvv"))
                .contains("Query OK, 3000 rows affected")
                .contains("2 rows in set");
        assertThat(mariadb(1, "load 'stop';", "-unopass", "--skip-ssl", "--local-infile=1"))
                .contains("ERROR 1146 (42S02)");
        assertThat(mariadb(1, "load '" + file + "';", "-unopass", "--skip-ssl", "--local-infile=0"))
                .contains("ERROR");
        assertThat(mariadb(0, "rows 1; rows 2; insert;", "-unopass", "--skip-ssl", "--delimiter=//", "-N"))
                .isEqualTo("0\txxxxx\n0\txxxxx\n1\txxxxx\n");
    }

    @Test
    void theAdministratorsToolPingsAndAsksForTheState() throws Exception {
        try (ChildProcess ping = admin("ping").start()) {
            ping.awaitLine(line -> line.contains("mysqld is alive"), Duration.ofSeconds(20));
        }
        try (ChildProcess status = admin("status").start()) {
            status.awaitLine(line -> line.contains("Uptime:") && line.contains("Questions:"), Duration.ofSeconds(20));
        }
    }

    private static ChildProcess.Builder admin(String command) {
        return ChildProcess.command(
                "mariadb-admin",
                "--no-defaults",
                "-h127.0.0.1",
                "-P" + server.port(),
                "-unopass",
                "--skip-ssl",
                command);
    }
}
