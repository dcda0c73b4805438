package io.millrace.newsql.mysql;

import io.millrace.newsql.encoding.PackedTemporal;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Each with {@code select} before it, or without:
 *
 * <pre>
 *  rows N [BYTES]     N rows of a number and a text          types              every type: least, greatest, NULL
 *  select ?, ?        the parameters                         length ?           length of the parameter in bytes
 *  big N              one value of N bytes                   sleep              until cancelled: 1317
 *  insert …           OK with 3 rows, id 42                  error / crash      an SqlException / a fault
 *  load … 'file'      LOAD DATA LOCAL, lines as rows         deep               a StackOverflowError
 *  session            id, user, schema …                     attribute NAME     a query attribute
 *  hex TEXT           the statement's bytes in hex           kill N             ends a connection
 *  now [BYTES]        who ran it: the event loop             now kept           the same, leaves with {@link EchoEngine#kept}
 *  later              the same: a worker
 * </pre>
 */
final class EchoSession implements SqlSession {
    private static final Pattern VARIABLE =
            Pattern.compile("@@(?:session\\.|global\\.)?(\\w+)(?:\\s+AS\\s+(\\w+))?", Pattern.CASE_INSENSITIVE);
    /** Drivers look at the first word to see whether there will be rows. */
    private static final Pattern OWN =
            Pattern.compile("^select (?=(?:rows|types|big|length|hex|session|attribute)\\b)", Pattern.CASE_INSENSITIVE);

    private static final ColumnList WHO = ColumnList.copyOf(List.of(text("thread"), text("ballast")));

    private static final Map<String, String> VARIABLES = Map.ofEntries(
            Map.entry("auto_increment_increment", "1"),
            Map.entry("character_set_client", "utf8mb4"),
            Map.entry("character_set_connection", "utf8mb4"),
            Map.entry("character_set_results", "utf8mb4"),
            Map.entry("character_set_server", "utf8mb4"),
            Map.entry("collation_server", "utf8mb4_0900_ai_ci"),
            Map.entry("collation_connection", "utf8mb4_0900_ai_ci"),
            Map.entry("interactive_timeout", "28800"),
            Map.entry("license", "Apache-2.0"),
            Map.entry("lower_case_table_names", "0"),
            Map.entry("max_allowed_packet", "67108864"),
            Map.entry("net_write_timeout", "60"),
            Map.entry("performance_schema", "0"),
            Map.entry("sql_mode", "STRICT_TRANS_TABLES"),
            Map.entry("system_time_zone", "UTC"),
            Map.entry("time_zone", "SYSTEM"),
            Map.entry("transaction_isolation", "REPEATABLE-READ"),
            Map.entry("transaction_read_only", "0"),
            Map.entry("tx_isolation", "REPEATABLE-READ"),
            Map.entry("wait_timeout", "28800"),
            Map.entry("autocommit", "1"),
            Map.entry("version_comment", "echo"),
            Map.entry("version", "8.4.6-echo"));

    private final EchoEngine engine;
    private final SessionStart start;
    private volatile CountDownLatch cancelled = new CountDownLatch(1);
    final CountDownLatch sleeping = new CountDownLatch(1);
    final CountDownLatch closed = new CountDownLatch(1);
    private String schema;
    private boolean multi;
    private boolean inTransaction;
    private Map<String, @Nullable Object> attributes = Map.of();
    private List<SessionChange> changes = new ArrayList<>();
    volatile int resets;

    EchoSession(EchoEngine engine, SessionStart start) {
        this.engine = engine;
        this.start = start;
        this.schema = start.schema() == null ? "" : start.schema();
        this.multi = start.has(Capabilities.MULTI_STATEMENTS);
    }

    static ColumnDefinition text(String name) {
        return ColumnDefinition.of(name, ColumnType.VAR_STRING, 255, 1024, 0, 0);
    }

    static ColumnDefinition number(String name) {
        return ColumnDefinition.of(
                name, ColumnType.LONGLONG, ColumnDefinition.COLLATION_BINARY, 20, ColumnFlags.NUM, 0);
    }

    @Override
    public void execute(String sql, ResultSink out) {
        for (String statement : multi ? sql.split(";\\s*") : new String[] {sql}) {
            run(statement.replaceAll("(?s)/\\*.*?\\*/", "").trim(), List.of(), out);
        }
    }

    @Override
    public void execute(PreparedQuery query, List<? extends @Nullable Object> parameters, ResultSink out) {
        run(((EchoQuery) query).sql(), parameters, out);
    }

    @Override
    public @Nullable CompletionStage<?> executeNow(String sql, ResultSink out) {
        return runNow(sql, out);
    }

    @Override
    public @Nullable CompletionStage<?> executeNow(
            PreparedQuery query, List<? extends @Nullable Object> parameters, ResultSink out) {
        return runNow(((EchoQuery) query).sql(), out);
    }

    private @Nullable CompletionStage<?> runNow(String sql, ResultSink out) {
        if (!sql.startsWith("now")) {
            return null;
        }
        if (sql.equals("now error")) {
            throw new SqlException(1146, "42S02", "Table 'echo.nothing' doesn't exist");
        }
        boolean isKept = sql.equals("now kept");
        int bytes = isKept || sql.equals("now") ? 0 : Integer.parseInt(sql.split(" ")[1]);
        who(bytes, out);
        return isKept ? engine.kept : CompletableFuture.completedFuture("");
    }

    private static void who(int bytes, ResultSink out) {
        out.columns(WHO);
        RowWriter row = out.row();
        row.putText(Thread.currentThread().getName());
        row.putText("x".repeat(bytes));
        row.end();
        out.end(0);
    }

    private void run(String statement, List<? extends @Nullable Object> parameters, ResultSink out) {
        String sql = OWN.matcher(statement).replaceFirst("");
        String[] words = sql.split("\\s+");
        switch (words[0].toLowerCase(Locale.ROOT)) {
            case "rows" -> rows(Integer.parseInt(words[1]), words.length > 2 ? Integer.parseInt(words[2]) : 5, out);
            case "now", "later" -> who(0, out);
            case "types" -> TypesTable.write(out);
            case "big" -> big(Integer.parseInt(words[1]), out);
            case "length" -> one(number("length"), (long) bytesOf(parameters.get(0)).length, out);
            case "hex" -> one(
                    text("hex"), java.util.HexFormat.of().formatHex(ClientText.encode(sql.substring(4))), out);
            case "insert", "update", "delete" -> out.ok(3, 42, 1, "Records: 3");
            case "sleep" -> sleep();
            case "error" -> throw new SqlException(1146, "42S02", "Table 'echo.nothing' doesn't exist");
            case "crash" -> throw new IllegalStateException("a fault");
            case "deep" -> throw new StackOverflowError();
            case "load" -> load(sql.split("'")[1], out);
            case "session" -> session(out);
            case "attribute" -> one(text("value"), attributes.get(words[1]), out);
            case "kill" -> {
                kill(Long.parseLong(words[1]));
                out.ok(0, 0, 0, "");
            }
            case "use" -> {
                useSchema(words[1].replace("`", ""));
                out.ok(0, 0, 0, "");
            }
            case "begin", "start" -> {
                inTransaction = true;
                out.ok(0, 0, 0, "");
            }
            case "set", "commit", "rollback" -> {
                inTransaction = false;
                out.ok(0, 0, 0, "");
            }
            case "show" -> {
                out.columns(List.of(text("Variable_name"), text("Value")));
                out.end(0);
            }
            case "select" -> select(sql, parameters, out);
            default -> throw new SqlException(1064, "42000", "You have an error in your SQL syntax near '" + sql + "'");
        }
    }

    private static void rows(int count, int bytes, ResultSink out) {
        out.columns(EchoQuery.ROWS);
        String text = "x".repeat(bytes);
        for (int i = 0; i < count; i++) {
            RowWriter row = out.row();
            row.putLong(i);
            row.putText(text);
            row.end();
        }
        out.end(0);
    }

    private static void big(int bytes, ResultSink out) {
        byte[] value = new byte[bytes];
        Arrays.fill(value, (byte) 'b');
        one(ColumnDefinition.of("big", ColumnType.LONG_BLOB, 63, bytes, ColumnFlags.BLOB, 0), value, out);
    }

    private static void one(ColumnDefinition column, @Nullable Object value, ResultSink out) {
        out.columns(List.of(column));
        RowWriter row = out.row();
        put(row, value);
        row.end();
        out.end(0);
    }

    private void sleep() {
        sleeping.countDown();
        try {
            if (!cancelled.await(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("nobody cancelled within a minute");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        cancelled = new CountDownLatch(1);
        throw new SqlException(1317, "70100", "Query execution was interrupted");
    }

    private static void load(String file, ResultSink out) {
        if (file.equals("stop")) {
            out.localInfile(file);
            throw new SqlException(1146, "42S02", "no such table");
        }
        long lines = 0;
        try (InputStream in = out.localInfile(file)) {
            byte[] buffer = new byte[8192];
            for (int bytes = in.read(buffer); bytes >= 0; bytes = in.read(buffer)) {
                for (int i = 0; i < bytes; i++) {
                    lines += buffer[i] == '\n' ? 1 : 0;
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        out.ok(lines, 0, 0, "Records: " + lines + "  Deleted: 0  Skipped: 0  Warnings: 0");
    }

    private void session(ResultSink out) {
        out.columns(List.of(
                number("id"), text("user"), text("schema"), text("tls"), text("program"), number("capabilities")));
        RowWriter row = out.row();
        row.putLong(start.connection().id());
        row.putText(start.user());
        row.putText(schema);
        row.putText(String.valueOf(start.tls()));
        row.putText(start.attributes().getOrDefault("program_name", ""));
        row.putLong(start.capabilities());
        row.end();
        out.end(0);
    }

    private static void select(String sql, List<? extends @Nullable Object> parameters, ResultSink out) {
        Matcher variables = VARIABLE.matcher(sql);
        List<ColumnDefinition> columns = new ArrayList<>();
        List<@Nullable Object> values = new ArrayList<>();
        while (variables.find()) {
            String alias = variables.group(2);
            columns.add(text(alias == null ? "@@" + variables.group(1) : alias));
            values.add(VARIABLES.getOrDefault(variables.group(1).toLowerCase(Locale.ROOT), ""));
        }
        for (Object parameter : parameters) {
            columns.add(TypesTable.columnFor("p" + columns.size(), parameter));
            values.add(parameter);
        }
        if (columns.isEmpty()) {
            columns.add(number("1"));
            values.add(1L);
        }
        out.columns(columns);
        RowWriter row = out.row();
        values.forEach(value -> put(row, value));
        row.end();
        out.end(0);
    }

    static void put(RowWriter row, @Nullable Object value) {
        if (value == null) {
            row.putNull();
        } else if (value instanceof Long number) {
            row.putLong(number);
        } else if (value instanceof BigInteger number) {
            row.putUnsigned(number.longValue());
        } else if (value instanceof Double number) {
            row.putDouble(number);
        } else if (value instanceof Float number) {
            row.putFloat(number);
        } else if (value instanceof BigDecimal number) {
            row.putDecimal(number);
        } else if (value instanceof byte[] bytes) {
            row.putBytes(bytes);
        } else if (value instanceof TemporalValue.OfDate date) {
            row.putDate(date.packed());
        } else if (value instanceof TemporalValue.OfDateTime dateTime) {
            row.putDateTime(dateTime.packed());
        } else if (value instanceof TemporalValue.OfTime time) {
            row.putTime(time.packed());
        } else {
            row.putBytes(ClientText.encode(value.toString()));
        }
    }

    private static byte[] bytesOf(@Nullable Object value) {
        return value instanceof byte[] bytes ? bytes : String.valueOf(value).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public PreparedQuery prepare(String sql) {
        if (sql.startsWith("error")) {
            throw new SqlException(1064, "42000", "You have an error in your SQL syntax");
        }
        return new EchoQuery(sql);
    }

    @Override
    public @Nullable SqlCursor openCursor(
            PreparedQuery query, List<? extends @Nullable Object> parameters, ResultSink out) {
        String sql = OWN.matcher(((EchoQuery) query).sql()).replaceFirst("");
        if (!sql.startsWith("rows")) {
            execute(query, parameters, out);
            return null;
        }
        return new EchoQuery.Rows(Integer.parseInt(sql.split(" ")[1]));
    }

    @Override
    public void setQueryAttributes(Map<String, @Nullable Object> values) {
        attributes = values;
    }

    @Override
    public void useSchema(String name) {
        if (name.equals("missing")) {
            throw new SqlException(1049, "42000", "Unknown database 'missing'");
        }
        schema = name;
        changes.add(new SessionChange.Schema(name));
    }

    @Override
    public List<ColumnDefinition> listFields(String table, String like) {
        return List.of(number("id"), text("name"));
    }

    @Override
    public void setMultiStatements(boolean allowed) {
        multi = allowed;
    }

    @Override
    public void reset() {
        resets++;
        inTransaction = false;
    }

    @Override
    public void kill(long connection) {
        EchoSession other = engine.sessions.get(connection);
        if (other == null) {
            throw new SqlException(1094, "HY000", "Unknown thread id: " + connection);
        }
        other.start.connection().kill();
    }

    @Override
    public int statusFlags() {
        return inTransaction ? StatusFlags.IN_TRANSACTION : StatusFlags.AUTOCOMMIT;
    }

    @Override
    public List<SessionChange> takeChanges() {
        List<SessionChange> taken = changes;
        changes = new ArrayList<>();
        return taken;
    }

    @Override
    public void cancel() {
        cancelled.countDown();
    }

    @Override
    public void close() {
        engine.sessions.remove(start.connection().id(), this);
        closed.countDown();
    }

    /** Midnight of a date, packed. */
    static long dateTime(int year, int month, int day) {
        return PackedTemporal.dateTime(PackedTemporal.date(year, month, day), 0, 0, 0, 0);
    }
}
