package io.millrace.launcher.sql;

import io.millrace.launcher.tool.Ticker;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lets a running server check its tables, one by one, and prints what it finds. */
final class ServerCheck {

    private static final String TABLES = "SELECT TABLE_SCHEMA, TABLE_NAME FROM information_schema.TABLES"
            + " WHERE TABLE_TYPE = 'BASE TABLE' AND ENGINE IS NOT NULL AND TABLE_SCHEMA NOT IN"
            + " ('information_schema', 'performance_schema', 'mysql', 'sys') ORDER BY 1, 2";

    /** Kinds of messages that say nothing bad. */
    private static final List<String> GOOD = List.of("status", "note", "info");

    private final Connection connection;
    private final Ticker ticker;
    private final PrintWriter out;

    ServerCheck(Connection connection, Ticker ticker, PrintWriter out) {
        this.connection = connection;
        this.ticker = ticker;
        this.out = out;
    }

    boolean isClean() throws SQLException {
        List<String> tables = tables();
        int bad = 0;
        for (int i = 0; i < tables.size(); i++) {
            bad += isClean(tables.get(i)) ? 0 : 1;
            ticker.counted(i + 1L, "of " + tables.size() + " tables");
        }
        out.println(String.format(Locale.ROOT, "%,d tables: %,d not clean", tables.size(), bad));
        return bad == 0;
    }

    private List<String> tables() throws SQLException {
        List<String> tables = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(TABLES)) {
            while (rows.next()) {
                tables.add(quoted(rows.getString(1)) + "." + quoted(rows.getString(2)));
            }
        }
        return tables;
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    private boolean isClean(String table) throws SQLException {
        boolean clean = true;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("CHECK TABLE " + table)) {
            while (rows.next()) {
                if (!GOOD.contains(rows.getString("Msg_type").toLowerCase(Locale.ROOT))) {
                    clean = false;
                    out.println("  " + table + ": " + rows.getString("Msg_text"));
                }
            }
        }
        return clean;
    }
}
