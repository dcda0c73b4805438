package io.millrace.newsql.clients;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A {@link SqlServer} for the tests of a class, on a directory that goes away with it: the same for all classes that want it so. */
final class RunningServer implements BeforeAllCallback {

    private static final ExtensionContext.Namespace SERVERS = ExtensionContext.Namespace.create(RunningServer.class);

    private final String[] options;
    private @Nullable Shared shared;

    /** With these options of the JVM. */
    RunningServer(String... options) {
        this.options = options;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        // Not the root's: where classes share some JVMs, each is a run of its own within the session.
        shared = context.getStore(ExtensionContext.StoreScope.LAUNCHER_SESSION, SERVERS)
                .computeIfAbsent(List.of(options), each -> Shared.start(options), Shared.class);
    }

    /** Ends with the last test of the JVM. */
    private record Shared(SqlServer server, Path directory) implements AutoCloseable {

        static Shared start(String... options) {
            try {
                Path directory = Files.createTempDirectory("millrace-clients");
                return new Shared(SqlServer.start(directory.resolve("data"), options), directory);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() throws IOException {
            server.close();
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    SqlServer server() {
        return Objects.requireNonNull(shared, "not started").server();
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
