package io.millrace.newsql.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.newsql.NewSqlServer;
import io.millrace.newsql.mysql.MysqlMeters;
import io.millrace.newsql.node.NodeMeters;
import io.millrace.testkit.Repository;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** The program as an operator starts it, on free ports, asked by MariaDB's driver. */
@ExtendWith(OutputCaptureExtension.class)
class NewSqlApplicationIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Path folder;

    NewSqlApplicationIT(@TempDir Path folder) {
        this.folder = folder;
    }

    private ConfigurableApplicationContext start(String... more) {
        return startAt("127.0.0.1:0", more);
    }

    private ConfigurableApplicationContext startAt(String address, String... more) {
        String[] arguments = new String[more.length + 3];
        arguments[0] = "--millrace.newsql.directory=" + folder.resolve("data");
        arguments[1] = "--millrace.newsql.listen-address=" + address;
        arguments[2] = "--server.port=0";
        System.arraycopy(more, 0, arguments, 3, more.length);
        return NewSqlApplication.application().run(arguments);
    }

    private static Connection connect(ConfigurableApplicationContext context, String options) throws SQLException {
        int port = context.getBean(NewSqlServer.class).address().getPort();
        return DriverManager.getConnection("jdbc:mariadb://127.0.0.1:" + port + "/?user=root&" + options);
    }

    private static String ask(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            assertThat(row.next()).isTrue();
            return row.getString(1);
        }
    }

    private static HttpResponse<String> get(ConfigurableApplicationContext context, String path) throws Exception {
        String port = context.getEnvironment().getProperty("local.server.port");
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(LIMIT)
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void answersADriverTellsHealthAndMetersAndKeepsItsRows() throws Exception {
        try (ConfigurableApplicationContext context = start()) {
            try (Connection connection = connect(context, "sslMode=disable");
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE DATABASE d");
                statement.execute("CREATE TABLE d.t (id INT PRIMARY KEY)");
                statement.execute("INSERT INTO d.t VALUES (4711)");
            }
            HttpResponse<String> health = get(context, "/actuator/health");
            assertThat(health.statusCode()).isEqualTo(200);
            assertThat(health.body())
                    .contains("\"newSql\":{")
                    .contains("\"version\"")
                    .contains("\"status\":\"UP\"");
            assertThat(get(context, "/actuator/health/readiness").statusCode()).isEqualTo(200);
            String meters = get(context, "/actuator/prometheus").body();
            assertThat(meters).contains("jvm_memory_used_bytes{");
            assertThat(meters).contains(MysqlMeters.LOGINS.meterName().replace('.', '_'));
            for (NodeMeters each : NodeMeters.values()) {
                assertThat(meters).contains(each.meterName().replace('.', '_'));
            }
            for (String file : List.of("grafana/dashboards/newsql.json", "prometheus/rules/newsql.yml")) {
                assertThat(metersNamedIn(Repository.root().resolve("config").resolve(file)))
                        .as(file)
                        .isNotEmpty()
                        .allSatisfy(name -> assertThat(meters).contains("\n" + name));
            }
        }
        try (ConfigurableApplicationContext context = start();
                Connection connection = connect(context, "sslMode=disable")) {
            assertThat(ask(connection, "SELECT id FROM d.t")).isEqualTo("4711");
        }
    }

    /** Those of ours that are there from the start: a reason is only counted once it was met. */
    private static Set<String> metersNamedIn(Path file) throws IOException {
        return Pattern.compile("millrace_(mysql|node)_[a-z_]+")
                .matcher(Files.readString(file))
                .results()
                .map(MatchResult::group)
                .filter(name -> !name.startsWith("millrace_mysql_refusals"))
                .collect(Collectors.toSet());
    }

    @Test
    void theEndOfTheApplicationEndsSessionsAndLetsGoOfTheDirectory(CapturedOutput output) throws Exception {
        ConfigurableApplicationContext context = start();
        NewSqlLifecycle lifecycle = context.getBean(NewSqlLifecycle.class);
        try (Connection connection = connect(context, "sslMode=disable")) {
            assertThat(ask(connection, "SELECT 1")).isEqualTo("1");
            context.close();
            assertThat(lifecycle.isRunning()).isFalse();
            assertThatThrownBy(() -> ask(connection, "SELECT 1")).isInstanceOf(SQLException.class);
        }
        assertThat(output).contains("store closed");
        start().close();
    }

    @Test
    void speaksTlsWithTheFilesItIsGiven() throws Exception {
        X509Bundle bundle = new CertificateBuilder()
                .subject("CN=localhost")
                .addSanIpAddress("127.0.0.1")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        Path certificate = Files.writeString(folder.resolve("server.pem"), bundle.getCertificatePathPEM());
        Path key = Files.writeString(folder.resolve("server.key"), bundle.getPrivateKeyPEM());
        try (ConfigurableApplicationContext context = start(
                "--millrace.newsql.tls.certificate-file=" + certificate,
                "--millrace.newsql.tls.key-file=" + key,
                "--millrace.newsql.tls.required=true")) {
            try (Connection connection = connect(context, "sslMode=verify-full&serverSslCert=" + certificate)) {
                assertThat(ask(connection, "SELECT 2")).isEqualTo("2");
            }
            assertThatThrownBy(() -> connect(context, "sslMode=disable")).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void aDirectoryInUseIsSaidInWords(CapturedOutput output) {
        try (ConfigurableApplicationContext first = start()) {
            assertThat(first.isRunning()).isTrue();
            assertThatThrownBy(this::start).isInstanceOf(Exception.class);
        }
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("The SQL server's data was not opened")
                .contains("millrace.newsql.directory");
    }

    @Test
    void anOpenRootDoesNotListenToOthers(CapturedOutput output) {
        assertThatThrownBy(() -> startAt("0.0.0.0:0")).isInstanceOf(Exception.class);
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("root has no password")
                .contains("millrace.newsql.root-password-file");
    }

    @Test
    void withoutADirectoryItSaysWhatIsMissing(CapturedOutput output) {
        assertThatThrownBy(() -> NewSqlApplication.application().run("--server.port=0"))
                .isInstanceOf(NewSqlSettingException.class);
        assertThat(output).contains("APPLICATION FAILED TO START").contains("millrace.newsql.directory is not set");
    }

    @Test
    void anotherApplicationWithTheStarterStaysUntouched() {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Ordinary.class)
                .web(WebApplicationType.NONE)
                .run()) {
            assertThat(context.getBeansOfType(NewSqlServer.class)).isEmpty();
            assertThat(context.getBeansOfType(NewSqlProperties.class)).isEmpty();
        }
    }

    @EnableAutoConfiguration
    static class Ordinary {}
}
