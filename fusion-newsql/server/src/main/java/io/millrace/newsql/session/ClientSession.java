package io.millrace.newsql.session;

import com.alibaba.druid.sql.ast.SQLStatement;
import com.alibaba.druid.sql.ast.statement.SQLDeleteStatement;
import com.alibaba.druid.sql.ast.statement.SQLReplaceStatement;
import com.alibaba.druid.sql.ast.statement.SQLSelectStatement;
import com.alibaba.druid.sql.ast.statement.SQLUpdateStatement;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlInsertStatement;
import io.millrace.newsql.catalog.Catalog;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.definition.DefinitionSession;
import io.millrace.newsql.definition.DefinitionStatements;
import io.millrace.newsql.execute.Execution;
import io.millrace.newsql.execute.ResultWriter;
import io.millrace.newsql.execute.SelectRun;
import io.millrace.newsql.expression.SessionScope;
import io.millrace.newsql.mysql.Capabilities;
import io.millrace.newsql.mysql.ColumnDefinition;
import io.millrace.newsql.mysql.PreparedQuery;
import io.millrace.newsql.mysql.ResultSink;
import io.millrace.newsql.mysql.RowWriter;
import io.millrace.newsql.mysql.SessionStart;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.mysql.SqlSession;
import io.millrace.newsql.mysql.StatusFlags;
import io.millrace.newsql.plan.Planner;
import io.millrace.newsql.plan.ResultColumns;
import io.millrace.newsql.plan.SelectPlan;
import io.millrace.newsql.plan.TableRef;
import io.millrace.newsql.session.PlanCache.Planned;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.sql.SelectNames;
import io.millrace.newsql.sql.SqlParser;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.sql.Token;
import io.millrace.newsql.transaction.Transaction;
import io.millrace.newsql.transaction.View;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.WarningSink;
import io.millrace.newsql.write.WritePlan;
import io.millrace.newsql.write.WritePlanner;
import io.millrace.newsql.write.WriteRun;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One client's session: takes statements, finds or makes their plans, runs them in the session's transaction, and gives their results. One thread, but for {@link #cancel}.
 */
public final class ClientSession implements SqlSession {

    private static final long STATEMENT_BYTES_MAX = 256L << 20;
    private static final int USER_VARIABLES_MAX = 10_000;

    private final EngineState engine;
    private final SessionStart start;
    private final Variables variables;
    private final SessionTransactions transactions;
    private final Diagnostics diagnostics = new Diagnostics();
    private final Map<String, Literal> userVariables = new HashMap<>();
    private final SessionView scope = new SessionView();
    private final DefinitionStatements definitions;
    private final SessionStatements statements;
    private @Nullable String schema;
    private boolean multiStatements;
    private long lastInsertId;
    private long rowCount = -1;
    private long foundRows;
    private long statementMicros;
    private volatile boolean cancelled;
    private volatile String running = "";

    public ClientSession(EngineState engine, SessionStart start) {
        this.engine = engine;
        this.start = start;
        this.variables = new Variables(engine.globals());
        this.transactions = new SessionTransactions(engine, variables);
        this.definitions = new DefinitionStatements(engine.tables(), new DefinitionView());
        this.statements = new SessionStatements(engine, this);
        this.multiStatements = start.has(Capabilities.MULTI_STATEMENTS);
        if (start.schema() != null && !start.schema().isEmpty()) {
            useSchema(start.schema());
        }
        engine.sessions().put(start.connection().id(), this);
    }

    // ---- what its parts ask ----

    Variables variables() {
        return variables;
    }

    SessionTransactions transactions() {
        return transactions;
    }

    Diagnostics diagnostics() {
        return diagnostics;
    }

    SessionScope scope() {
        return scope;
    }

    SessionStart start() {
        return start;
    }

    String running() {
        return running;
    }

    @Nullable
    String schema() {
        return schema;
    }

    String schemaOrFail() {
        if (schema == null) {
            throw SqlErrors.noSchema();
        }
        return schema;
    }

    TableRef table(@Nullable String of, String name) {
        String owner = of == null ? name.equalsIgnoreCase("dual") ? "" : schemaOrFail() : of;
        if (owner.isEmpty()) {
            return VirtualTable.of("", "dual", List.of(), List::of);
        }
        if (DefinitionStatements.systemSchema(owner) != null) {
            return new InformationSchema(engine, this).table(owner, name);
        }
        TableInfo info = engine.catalog().picture().table(owner, name);
        return new TableRef(info, engine.tables().layout(info), null);
    }

    // ---- statements ----

    @Override
    public void execute(String sql, ResultSink out) {
        List<StatementText> all = StatementText.split(sql);
        if (all.isEmpty()) {
            throw SqlErrors.of(1065, "42000", "Query was empty");
        }
        if (all.size() > 1 && !multiStatements) {
            throw all.get(1).syntaxErrorAt(0);
        }
        for (StatementText statement : all) {
            if (statement.parameterCount() > 0) {
                throw statement.syntaxErrorAt(indexOfParameter(statement));
            }
            run(statement, null, out);
        }
    }

    private static int indexOfParameter(StatementText statement) {
        int at = 0;
        while (statement.tokens().get(at).kind() != Token.Kind.PARAMETER) {
            at++;
        }
        return at;
    }

    /** @param parameters of a prepared statement; null if it has none of its own */
    void run(StatementText statement, @Nullable List<Literal> parameters, ResultSink out) {
        cancelled = false;
        transactions.forgetCancel();
        running = statement.textFrom(0);
        java.time.Instant now = java.time.Instant.now();
        statementMicros = now.getEpochSecond() * 1_000_000 + now.getNano() / 1000;
        if (!statement.startsWith("SHOW", "WARNINGS") && !statement.startsWith("SHOW", "ERRORS")) {
            diagnostics.clear();
        }
        try {
            if (!statements.run(statement, parameters == null ? List.of() : parameters, out)) {
                runParsed(statement, parameters, out);
            }
        } catch (SqlException e) {
            diagnostics.add("Error", e.code(), e.text());
            rowCount = -1;
            throw e;
        } finally {
            running = "";
        }
    }

    private void runParsed(StatementText statement, @Nullable List<Literal> parameters, ResultSink out) {
        StatementText.Template template = parameters == null ? statement.template() : statement.whole();
        List<Literal> literals = parameters == null ? template.literals() : parameters;
        Transaction.Savepoint mark = null;
        boolean done = false;
        SqlException failure = null;
        try {
            Planned planned = plan(statement, template, literals);
            if (planned == null) {
                long affected = definitions.run(SqlParser.parse(statement, statement.whole()));
                if (affected < 0) {
                    throw SqlErrors.unsupported(statement.tokens().get(0).text().toUpperCase(Locale.ROOT));
                }
                done = true;
                ok(out, new WriteRun.Result(affected, 0, ""));
                return;
            }
            mark = transactions.current().mark();
            WriteRun.Result result = execute(planned, literals, out);
            transactions.endStatement();
            done = true;
            if (result == null) {
                out.end(diagnostics.count());
            } else {
                ok(out, result);
            }
        } catch (SqlException e) {
            failure = e;
            throw e;
        } finally {
            if (!done) {
                transactions.failStatement(failure, mark);
            }
        }
    }

    private void ok(ResultSink out, WriteRun.Result result) {
        rowCount = result.affected();
        if (result.lastInsertId() != 0) {
            lastInsertId = result.lastInsertId();
        }
        out.ok(
                result.affected(),
                result.lastInsertId(),
                diagnostics.count(),
                result.info().replace("Warnings: 0", "Warnings: " + diagnostics.count()));
    }

    // ---- plans ----

    /** The plan of a statement that has one; null for any other. The definitions of its tables are held. */
    private @Nullable Planned plan(StatementText statement, StatementText.Template template, List<Literal> literals) {
        while (true) {
            Catalog.Picture picture = engine.catalog().picture();
            PlanCache.Key key = PlanCache.Key.of(template.text(), literals, schema, picture.version());
            Planned planned = engine.plans().find(key);
            if (planned == null) {
                planned = make(SqlParser.parse(statement, template), statement, literals, key);
            }
            if (planned == null) {
                return null;
            }
            planned.tables().forEach(transactions::hold);
            if (engine.catalog().picture().version() == picture.version()
                    || planned.tables().isEmpty()) {
                return planned;
            }
        }
    }

    private @Nullable Planned make(
            SQLStatement parsed, StatementText statement, List<Literal> literals, PlanCache.Key key) {
        Set<Long> tables = new HashSet<>();
        boolean[] virtual = new boolean[1];
        Planner planner = new Planner(
                (of, name) -> {
                    TableRef table = table(of, name);
                    virtual[0] |= table.layout() == null;
                    if (table.layout() != null) {
                        tables.add(table.info().id());
                    }
                    return table;
                },
                literals,
                scope);
        Planned planned = null;
        if (parsed instanceof SQLSelectStatement select) {
            planned = new Planned(planner.select(select.getSelect(), SelectNames.of(statement)), null, tables);
        } else {
            WritePlan write = write(new WritePlanner(planner), parsed);
            planned = write == null ? null : new Planned(null, write, tables);
        }
        if (planned != null && !planner.dependsOnSession() && !virtual[0]) {
            engine.plans().put(key, planned);
        }
        return planned;
    }

    private static @Nullable WritePlan write(WritePlanner planner, SQLStatement parsed) {
        if (parsed instanceof MySqlInsertStatement insert) {
            return planner.insert(insert);
        }
        if (parsed instanceof SQLReplaceStatement replace) {
            return planner.replace(replace);
        }
        if (parsed instanceof SQLUpdateStatement update) {
            return planner.update(update);
        }
        return parsed instanceof SQLDeleteStatement delete ? planner.delete(delete) : null;
    }

    // ---- running ----

    /** @return what was changed; null for a query, whose rows were given */
    private WriteRun.@Nullable Result execute(Planned planned, List<Literal> literals, ResultSink out) {
        Transaction transaction = transactions.current();
        for (long table : planned.tables()) {
            if (transaction.isOlderThan(engine.tables().changedAt(table))) {
                throw SqlErrors.of(1412, "HY000", "Table definition has changed, please retry transaction");
            }
        }
        WritePlan write = planned.write();
        if (write != null) {
            if (transactions.isReadOnly()) {
                throw SqlErrors.of(1792, "25006", "Cannot execute statement in a READ ONLY transaction.");
            }
            Execution execution =
                    new Execution(scope, literals, transaction, transaction.currentView(), null, STATEMENT_BYTES_MAX);
            WriteRun.Mode mode = new WriteRun.Mode(
                    variables.hasMode("STRICT_TRANS_TABLES") || variables.hasMode("STRICT_ALL_TABLES"),
                    variables.hasMode("NO_AUTO_VALUE_ON_ZERO"),
                    start.has(Capabilities.FOUND_ROWS));
            return new WriteRun(execution, engine.counters(), mode).run(write);
        }
        query(Objects.requireNonNull(planned.select(), "one of the two"), literals, out);
        return null;
    }

    /** Gives the rows of a query, without the end of the result. */
    void query(SelectPlan select, List<Literal> literals, ResultSink out) {
        Transaction transaction = transactions.current();
        View view = select.lock() == null ? transaction.consistentView() : transaction.currentView();
        boolean stored =
                select.levels().stream().anyMatch(level -> level.table().layout() != null);
        if (stored) {
            transaction.awaitDurable(view);
        }
        Execution execution = new Execution(scope, literals, transaction, view, select.lock(), STATEMENT_BYTES_MAX);
        List<io.millrace.newsql.expression.Expression> output = select.output();
        long[] rows = new long[1];
        boolean[] begun = new boolean[1];
        SelectRun.run(select, execution, values -> {
            if (!begun[0]) {
                begun[0] = true;
                out.columns(select.columns());
            }
            rows[0]++;
            RowWriter row = out.row();
            for (int i = 0; i < values.length; i++) {
                ResultWriter.put(row, values[i], output.get(i).type());
            }
            row.end();
        });
        if (!begun[0]) {
            out.columns(select.columns());
        }
        foundRows = rows[0];
        rowCount = -1;
    }

    // ---- prepared statements ----

    /** A statement with its text. */
    private record Prepared(StatementText statement, int parameterCount, List<ColumnDefinition> columns)
            implements PreparedQuery {
        @Override
        public void close() {}
    }

    @Override
    public PreparedQuery prepare(String sql) {
        List<StatementText> all = StatementText.split(sql);
        if (all.size() != 1) {
            throw all.isEmpty()
                    ? SqlErrors.of(1065, "42000", "Query was empty")
                    : all.get(1).syntaxErrorAt(0);
        }
        StatementText statement = all.get(0);
        int count = statement.parameterCount();
        List<ColumnDefinition> columns = List.of();
        if (SessionStatements.isOwn(statement)) {
            return new Prepared(statement, count, columns);
        }
        List<Literal> unknown = java.util.Collections.nCopies(count, Literal.NULL);
        SQLStatement parsed = SqlParser.parse(statement, statement.whole());
        if (parsed instanceof SQLSelectStatement select) {
            columns = new Planner(this::table, unknown, scope)
                    .select(select.getSelect(), SelectNames.of(statement))
                    .columns();
        }
        return new Prepared(statement, count, columns);
    }

    @Override
    public void execute(PreparedQuery query, List<? extends @Nullable Object> parameters, ResultSink out) {
        Prepared prepared = (Prepared) query;
        List<Literal> literals = new ArrayList<>(parameters.size());
        parameters.forEach(each -> literals.add(Parameters.literal(each)));
        run(prepared.statement(), literals, out);
    }

    // ---- the session ----

    @Override
    public void useSchema(String name) {
        if (DefinitionStatements.systemSchema(name) == null) {
            engine.catalog().picture().schema(name);
        }
        schema = name;
    }

    @Override
    public List<ColumnDefinition> listFields(String table, String like) {
        TableInfo info = table(null, table).info();
        List<ColumnDefinition> columns = new ArrayList<>();
        for (int i = 0; i < info.columns().size(); i++) {
            String name = info.columns().get(i).name();
            columns.add(ResultColumns.of(
                    info, info.name(), i, name, info.columns().get(i).nullable()));
        }
        return columns;
    }

    @Override
    public void setMultiStatements(boolean allowed) {
        multiStatements = allowed;
    }

    @Override
    public void reset() {
        transactions.rollback();
        variables.reset();
        userVariables.clear();
        diagnostics.clear();
        lastInsertId = 0;
    }

    @Override
    public void kill(long connection) {
        ClientSession other = engine.sessions().get(connection);
        if (other == null) {
            throw SqlErrors.of(1094, "HY000", "Unknown thread id: " + connection);
        }
        other.start.connection().kill();
    }

    void killQuery(long connection) {
        ClientSession other = engine.sessions().get(connection);
        if (other == null) {
            throw SqlErrors.of(1094, "HY000", "Unknown thread id: " + connection);
        }
        other.cancel();
    }

    @Override
    public int statusFlags() {
        int flags = transactions.isOpen() ? StatusFlags.IN_TRANSACTION : 0;
        return flags | (variables.isOn("autocommit") ? StatusFlags.AUTOCOMMIT : 0);
    }

    @Override
    public java.time.@Nullable Duration idleTimeout() {
        return java.time.Duration.ofSeconds(variables.number("wait_timeout"));
    }

    @Override
    public void cancel() {
        cancelled = true;
        transactions.cancel();
    }

    @Override
    public void close() {
        engine.sessions().remove(start.connection().id());
        transactions.rollback();
    }

    /** The session as changes of definitions see it. */
    private final class DefinitionView implements DefinitionSession {

        @Override
        public void commit() {
            transactions.commit();
        }

        @Override
        public @Nullable String schema() {
            return schema;
        }

        @Override
        public String schemaOrFail() {
            return ClientSession.this.schemaOrFail();
        }

        @Override
        public void leaveSchema() {
            schema = null;
        }

        @Override
        public void note(int code, String text) {
            diagnostics.add("Note", code, text);
        }

        @Override
        public long lockWaitSeconds() {
            return variables.number("lock_wait_timeout");
        }
    }

    /** What expressions see of the session. */
    private final class SessionView implements SessionScope {
        @Override
        public Literal systemVariable(String name, boolean global) {
            return switch (name) {
                case "version" -> Literal.of(engine.version());
                case "last_insert_id", "identity" -> Literal.of(lastInsertId);
                case "warning_count" -> Literal.of(diagnostics.count());
                case "pseudo_thread_id" -> Literal.of(start.connection().id());
                case "timestamp" -> Literal.of(statementMicros / 1_000_000);
                default -> variables.get(name, global);
            };
        }

        @Override
        public Literal userVariable(String name) {
            return userVariables.getOrDefault(name.toLowerCase(Locale.ROOT), Literal.NULL);
        }

        @Override
        public void setUserVariable(String name, Literal value) {
            if (userVariables.size() >= USER_VARIABLES_MAX
                    && !userVariables.containsKey(name.toLowerCase(Locale.ROOT))) {
                throw SqlErrors.of(1041, "HY000", "Too many user variables in this session: " + USER_VARIABLES_MAX);
            }
            userVariables.put(name.toLowerCase(Locale.ROOT), value);
        }

        @Override
        public @Nullable String schema() {
            return schema;
        }

        @Override
        public String user() {
            return start.user() + "@" + start.peer().getAddress().getHostAddress();
        }

        @Override
        public String account() {
            return start.account().user() + "@" + start.account().host();
        }

        @Override
        public long connectionId() {
            return start.connection().id();
        }

        @Override
        public String version() {
            return engine.version();
        }

        @Override
        public long lastInsertId() {
            return lastInsertId;
        }

        @Override
        public void setLastInsertId(long value) {
            lastInsertId = value;
        }

        @Override
        public long rowCount() {
            return rowCount;
        }

        @Override
        public long foundRows() {
            return foundRows;
        }

        @Override
        public ZoneId zone() {
            return variables.zone();
        }

        @Override
        public long statementMicros() {
            return statementMicros;
        }

        @Override
        public WarningSink warnings() {
            return diagnostics;
        }

        @Override
        public boolean isCancelled() {
            return cancelled;
        }
    }
}
