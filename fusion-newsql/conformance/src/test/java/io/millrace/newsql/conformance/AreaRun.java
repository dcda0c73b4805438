package io.millrace.newsql.conformance;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Puts an area's statements to a server, in order, in a fresh schema, over connections whose settings are those of MySQL 8.4
 * except for the collation, which both servers know.
 */
final class AreaRun implements AutoCloseable {

    private static final String SCHEMA = "conformance";
    private static final String PARAMETERS =
            "?user=root&sslMode=disable&useAffectedRows=true&socketTimeout=60000&connectTimeout=60000&allowLocalInfile=false";
    private static final String SQL_MODE = "ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,"
            + "ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION";
    private static final List<String> PREPARATION = List.of(
            "SET NAMES utf8mb4 COLLATE utf8mb4_general_ci",
            "SET SESSION sql_mode = '" + SQL_MODE + "'",
            // MySQL rounds fractions of seconds; MariaDB cuts them off unless it is told to.
            "/*M! SET SESSION sql_mode = CONCAT(@@sql_mode, ',TIME_ROUND_FRACTIONAL') */",
            "SET SESSION time_zone = '+00:00'",
            "SET SESSION innodb_lock_wait_timeout = 1",
            "SET SESSION group_concat_max_len = 1024",
            "USE " + SCHEMA);

    private final String url;
    private final Map<String, Connection> sessions = new HashMap<>();

    private AreaRun(String url) {
        this.url = url;
    }

    /**
     * The answers to the statements, one each.
     *
     * @throws SQLException if the server cannot be reached, or its schema not be made
     */
    static List<Answer> answers(ServerUnderTest server, List<CorpusStatement> statements) throws SQLException {
        try (AreaRun run = open(server)) {
            List<Answer> answers = new ArrayList<>();
            for (CorpusStatement statement : statements) {
                answers.add(run.answer(statement));
            }
            return answers;
        }
    }

    /** A run that goes on until it is closed, in a fresh schema. */
    static AreaRun open(ServerUnderTest server) throws SQLException {
        AreaRun run = new AreaRun(server.jdbcUrl() + PARAMETERS);
        try (Connection connection = DriverManager.getConnection(run.url);
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + SCHEMA);
            statement.execute("CREATE DATABASE " + SCHEMA + " CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci");
        }
        return run;
    }

    /** A run in the schema that another one made. */
    AreaRun beside() {
        return new AreaRun(url);
    }

    /** The answer to one statement; a connection that is lost is replaced for the next one. */
    Answer answer(CorpusStatement statement) throws SQLException {
        Connection connection = session(statement.session());
        try (Statement call = connection.createStatement()) {
            call.setEscapeProcessing(false);
            boolean rows = call.execute(statement.sql(), Statement.RETURN_GENERATED_KEYS);
            Outcome outcome =
                    rows ? rows(call.getResultSet()) : new Outcome.Changed(call.getLargeUpdateCount(), key(call));
            return new Answer(outcome, warnings(call));
        } catch (SQLException e) {
            String state = e.getSQLState() == null ? "?????" : e.getSQLState();
            if (state.startsWith("08") || connection.isClosed()) {
                sessions.remove(statement.session());
                connection.close();
            }
            return new Answer(new Outcome.Failed(e.getErrorCode(), state, String.valueOf(e.getMessage())), List.of());
        }
    }

    private Connection session(String name) throws SQLException {
        Connection connection = sessions.get(name);
        if (connection == null) {
            connection = DriverManager.getConnection(url);
            sessions.put(name, connection);
            try (Statement call = connection.createStatement()) {
                for (String sql : PREPARATION) {
                    call.execute(sql);
                }
            }
        }
        return connection;
    }

    private static Outcome rows(ResultSet result) throws SQLException {
        ResultSetMetaData shape = result.getMetaData();
        int count = shape.getColumnCount();
        List<ResultColumn> columns = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            columns.add(new ResultColumn(
                    shape.getColumnLabel(i),
                    type(shape, i),
                    shape.getTableName(i).isEmpty()));
        }
        List<List<@Nullable String>> rows = new ArrayList<>();
        while (result.next()) {
            List<@Nullable String> row = new ArrayList<>();
            for (int i = 1; i <= count; i++) {
                row.add(value(result, i, shape.getColumnType(i)));
            }
            rows.add(row);
        }
        return new Outcome.Rows(columns, rows);
    }

    private static String type(ResultSetMetaData shape, int column) throws SQLException {
        String name = shape.getColumnTypeName(column);
        boolean scaled =
                switch (shape.getColumnType(column)) {
                    case Types.DECIMAL, Types.NUMERIC, Types.TIME, Types.TIMESTAMP -> true;
                    default -> false;
                };
        return scaled && shape.getScale(column) > 0 ? name + "." + shape.getScale(column) : name;
    }

    private static @Nullable String value(ResultSet result, int column, int type) throws SQLException {
        switch (type) {
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> {
                byte[] bytes = result.getBytes(column);
                return bytes == null ? null : "0x" + HexFormat.of().formatHex(bytes);
            }
            default -> {
                return result.getString(column);
            }
        }
    }

    private static long key(Statement call) throws SQLException {
        try (ResultSet keys = call.getGeneratedKeys()) {
            return keys.next() ? keys.getLong(1) : 0;
        }
    }

    private static List<Integer> warnings(Statement call) throws SQLException {
        List<Integer> codes = new ArrayList<>();
        for (SQLWarning warning = call.getWarnings(); warning != null; warning = warning.getNextWarning()) {
            codes.add(warning.getErrorCode());
        }
        return codes;
    }

    @Override
    public void close() throws SQLException {
        for (Connection connection : sessions.values()) {
            connection.close();
        }
    }
}
