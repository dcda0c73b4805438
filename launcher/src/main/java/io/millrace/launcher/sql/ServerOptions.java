package io.millrace.launcher.sql;

import io.millrace.launcher.LauncherException;
import io.millrace.launcher.shell.ServerSaid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.mariadb.jdbc.Driver;
import picocli.CommandLine.Option;

/** The flags that say which server, as whom. The password is in a file or the environment: a command line is read by everybody. */
final class ServerOptions {

    static final String PASSWORD = "MILLRACE_SQL_PASSWORD";

    private static final int ACCESS_DENIED = 1045;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            defaultValue = "127.0.0.1",
            description = "Name or address of the server (${DEFAULT-VALUE}).")
    private String host = "";

    @Option(names = "--port", paramLabel = "PORT", defaultValue = "3307", description = "Its port (${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--user",
            paramLabel = "NAME",
            defaultValue = "root",
            description = "Whom to log in as (${DEFAULT-VALUE}).")
    private String user = "";

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            description = "File with the password in its first line; else it is in " + PASSWORD + ".")
    private @Nullable Path passwordFile;

    @Option(
            names = "--tls",
            description = "Encrypt, and accept only a certificate that --tls-authority or the JVM trusts.")
    private boolean tls;

    @Option(
            names = "--tls-authority",
            paramLabel = "FILE",
            description = "Certificates that sign the server's, in PEM; means --tls.")
    private @Nullable Path authority;

    /** Asks a person for a password, or returns null if there is none to ask. */
    @FunctionalInterface
    interface Asking {
        @Nullable
        String password(String user);
    }

    /** Where and as whom, in words. */
    String description() {
        return host + ":" + port + ", user " + user;
    }

    /**
     * Logs in.
     *
     * @param database to begin in, or null
     * @param asking for the password if none was given and the server wants one
     * @throws LauncherException if it cannot be reached, or lets nobody in
     */
    Connection connect(@Nullable String database, Asking asking) {
        String password = givenPassword();
        try {
            return open(database, password);
        } catch (SQLException e) {
            if (e.getErrorCode() != ACCESS_DENIED || password != null) {
                throw refused(e);
            }
            String asked = asking.password(user);
            if (asked == null) {
                throw refused(e);
            }
            return connectAs(database, asked);
        }
    }

    private Connection connectAs(@Nullable String database, String password) {
        try {
            Connection connection = open(database, password);
            asked = password;
            return connection;
        } catch (SQLException e) {
            throw refused(e);
        }
    }

    /** What a person answered, for the connections after the first. */
    private @Nullable String asked;

    private @Nullable String givenPassword() {
        if (passwordFile != null) {
            try {
                return Files.readString(passwordFile).lines().findFirst().orElse("");
            } catch (IOException e) {
                throw new LauncherException(
                        "the password cannot be read: " + passwordFile + ": " + e.getMessage(),
                        e,
                        "See --password-file.");
            }
        }
        return asked != null ? asked : System.getenv(PASSWORD);
    }

    private Connection open(@Nullable String database, @Nullable String password) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", password == null ? "" : password);
        // As the server writes them: no number becomes a truth, no year a date.
        properties.setProperty("tinyInt1isBit", "false");
        properties.setProperty("yearIsDateType", "false");
        properties.setProperty("allowLocalInfile", "true");
        properties.setProperty("connectTimeout", "10000");
        if (authority != null) {
            properties.setProperty("sslMode", "verify-full");
            properties.setProperty("serverSslCert", authority.toString());
        } else if (tls) {
            properties.setProperty("sslMode", "verify-full");
        } else {
            // The key that the password travels under comes from the server itself: good enough on the way that is not
            // encrypted anyhow.
            properties.setProperty("sslMode", "disable");
            properties.setProperty("allowPublicKeyRetrieval", "true");
        }
        String url = "jdbc:mariadb://" + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port + "/"
                + (database == null ? "" : database);
        Connection connection = new Driver().connect(url, properties);
        if (connection == null) {
            throw new SQLException("not an address: " + url);
        }
        return connection;
    }

    private LauncherException refused(SQLException e) {
        String said = ServerSaid.text(e);
        return switch (e.getErrorCode()) {
            case ACCESS_DENIED -> new LauncherException(
                    said, e, "Name the user with --user, the password with --password-file or " + PASSWORD + ".");
            case 0 -> new LauncherException(
                    "the server cannot be reached at " + host + ":" + port + ": " + said,
                    e,
                    "Is it up? ./millrace up sql starts one; --host and --port name another.");
            default -> new LauncherException(said, e);
        };
    }
}
