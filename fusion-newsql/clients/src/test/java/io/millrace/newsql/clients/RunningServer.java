package io.millrace.newsql.clients;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One {@link SqlServer} for all tests of a class, on an empty directory that goes away with it. */
final class RunningServer implements BeforeAllCallback, AfterAllCallback {

    private final String[] options;
    private @Nullable Path directory;
    private @Nullable SqlServer server;

    /** With these options of the JVM. */
    RunningServer(String... options) {
        this.options = options;
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        directory = Files.createTempDirectory("millrace-clients");
        server = SqlServer.start(directory.resolve("data"), options);
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        if (server != null) {
            server.close();
        }
        if (directory != null) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    SqlServer server() {
        return Objects.requireNonNull(server, "not started");
    }

    int port() {
        return server().port();
    }

    /** Makes a schema, in place of one of that name. */
    void renew(String schema) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server().mysqlUrl(""), "root", "");
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + schema);
            statement.execute("CREATE DATABASE " + schema);
        }
    }
}
