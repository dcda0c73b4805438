package io.millrace.newsql;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.newsql.mysql.MysqlConfig;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server answers as MariaDB 10.11 did when {@code record-answers.sh} asked it. */
class AnswersIT {

    private NewSqlServer server;

    @BeforeEach
    void open(@TempDir Path directory) {
        server =
                NewSqlServer.open(directory, MysqlConfig.defaults().withAddress(new InetSocketAddress("127.0.0.1", 0)));
    }

    @AfterEach
    void close() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"expressions", "strings", "dates", "rows", "queries", "strict", "definitions", "transactions"})
    void answersAsMariaDbDid(String area) throws Exception {
        String url = "jdbc:mariadb://127.0.0.1:" + server.address().getPort() + "/?user=root&sslMode=disable";
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE answers COLLATE utf8mb4_unicode_ci");
            statement.execute("USE answers");
            statement.execute("SET NAMES utf8mb4 COLLATE utf8mb4_unicode_ci");
            assertThat(Transcript.of(connection, Transcript.statements(resource(area + ".sql"))))
                    .isEqualTo(resource(area + ".out"));
        }
    }

    private static String resource(String name) throws Exception {
        try (InputStream in = Objects.requireNonNull(AnswersIT.class.getResourceAsStream("/answers/" + name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
