package io.millrace.launcher.shell;

import java.sql.SQLException;
import java.util.regex.Pattern;

/** What a server said of an error, without what the driver puts around it. */
public final class ServerSaid {

    private static final Pattern CONNECTION = Pattern.compile("^\\(conn=-?\\d+\\) ");

    private ServerSaid() {}

    /** As the clients of MySQL write it: {@code ERROR 1146 (42S02): Table 'a.b' doesn't exist}; without a number if it was not the server's. */
    public static String error(SQLException e) {
        return e.getErrorCode() == 0
                ? "ERROR: " + text(e)
                : "ERROR " + e.getErrorCode() + " (" + e.getSQLState() + "): " + text(e);
    }

    /** The message alone. */
    public static String text(SQLException e) {
        return CONNECTION.matcher(String.valueOf(e.getMessage())).replaceFirst("");
    }
}
