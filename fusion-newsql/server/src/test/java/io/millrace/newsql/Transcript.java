package io.millrace.newsql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Runs statements and writes down what came back: the same way from the server that is asked and from the one that is tested. */
final class Transcript {

    private Transcript() {}

    /** The statements of a file: one ends with a semicolon at the end of a line; lines that begin with {@code --} are left out. */
    static List<String> statements(String text) {
        List<String> statements = new ArrayList<>();
        StringBuilder statement = new StringBuilder();
        for (String line : text.lines().toList()) {
            if (line.startsWith("--") || line.isBlank()) {
                continue;
            }
            statement.append(statement.isEmpty() ? "" : "\n").append(line);
            if (line.endsWith(";")) {
                statements.add(statement.substring(0, statement.length() - 1));
                statement.setLength(0);
            }
        }
        return statements;
    }

    /** One paragraph a statement: the statement, then its rows, its count, or its error's number. */
    static String of(Connection connection, List<String> statements) throws SQLException {
        StringBuilder out = new StringBuilder();
        for (String sql : statements) {
            out.append("> ").append(sql).append('\n');
            try (Statement statement = connection.createStatement()) {
                if (statement.execute(sql)) {
                    append(out, statement.getResultSet());
                } else {
                    out.append("= ").append(statement.getUpdateCount()).append('\n');
                }
            } catch (SQLException e) {
                out.append("! ").append(e.getErrorCode()).append('\n');
            }
            out.append('\n');
        }
        return out.toString();
    }

    private static void append(StringBuilder out, ResultSet rows) throws SQLException {
        int columns = rows.getMetaData().getColumnCount();
        for (int i = 1; i <= columns; i++) {
            out.append(i == 1 ? "# " : " | ").append(rows.getMetaData().getColumnLabel(i));
        }
        out.append('\n');
        while (rows.next()) {
            for (int i = 1; i <= columns; i++) {
                String value = rows.getString(i);
                out.append(i == 1 ? "  " : " | ").append(value == null ? "NULL" : value);
            }
            out.append('\n');
        }
    }
}
