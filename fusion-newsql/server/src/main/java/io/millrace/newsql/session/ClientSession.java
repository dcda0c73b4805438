package io.millrace.newsql.session;

import io.millrace.newsql.account.Access;
import io.millrace.newsql.account.AccountName;
import io.millrace.newsql.account.Privilege;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.catalog.ViewInfo;
import io.millrace.newsql.definition.DefinitionStatements;
import io.millrace.newsql.definition.TemporaryTables;
import io.millrace.newsql.information.ServerView;
import io.millrace.newsql.information.SystemTables;
import io.millrace.newsql.mysql.Capabilities;
import io.millrace.newsql.mysql.ColumnDefinition;
import io.millrace.newsql.mysql.PreparedQuery;
import io.millrace.newsql.mysql.ResultSink;
import io.millrace.newsql.mysql.SessionChange;
import io.millrace.newsql.mysql.SessionStart;
import io.millrace.newsql.mysql.SqlSession;
import io.millrace.newsql.mysql.StatusFlags;
import io.millrace.newsql.plan.ResultColumns;
import io.millrace.newsql.plan.TableRef;
import io.millrace.newsql.plan.Tables;
import io.millrace.newsql.plan.ViewText;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.sql.Token;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.variable.Variables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One client's session, as the wire calls it: takes texts apart, keeps the schema, and has the parts that run statements. One thread, but for {@link #cancel}.
 */
public final class ClientSession implements SqlSession {

    /** First words of statements that an event loop may run. */
    private static final List<String> SHORT =
            List.of("SELECT", "INSERT", "UPDATE", "DELETE", "BEGIN", "START", "COMMIT", "ROLLBACK");

    private final EngineState engine;
    private final SessionStart start;
    private final Access access;
    private final Variables variables;
    private final Diagnostics diagnostics;
    private final LoopTurn loop = new LoopTurn();
    private final SessionTransactions transactions;
    private final SessionValues values = new SessionValues();
    private final SessionView scope = new SessionView(this);
    private final SessionChanges changes;
    private final ServerView server;
    private final SessionNamedLocks namedLocks;
    private final TemporaryTables temporaryTables;
    private final Statements statements;
    private volatile @Nullable String schema;
    private boolean multiStatements;

    /** A text that an event loop has taken apart and left to a worker. */
    private String lookedAt = "";

    private @Nullable ClientStatement looked;

    /** @throws io.millrace.newsql.mysql.SqlException 1044 or 1049 for the schema, 1226 for too many sessions of the account */
    public ClientSession(EngineState engine, SessionStart start) {
        this.engine = engine;
        this.start = start;
        this.access = new Access(
                engine.accounts(),
                new AccountName(start.account().user(), start.account().host()));
        this.variables = new Variables(engine.globals());
        this.diagnostics = new Diagnostics(variables);
        this.transactions = new SessionTransactions(engine, variables, loop, this::isCancelled);
        this.changes = new SessionChanges(variables, start.has(Capabilities.SESSION_TRACK));
        this.server = new SessionServerView(engine, this);
        this.namedLocks = new SessionNamedLocks(engine.namedLocks(), this);
        this.temporaryTables = new TemporaryTables(engine.tables());
        this.statements = new Statements(engine, this);
        this.multiStatements = start.has(Capabilities.MULTI_STATEMENTS);
        if (start.has(Capabilities.INTERACTIVE)) {
            variables.set(Variables.WAIT_TIMEOUT, variables.get(Variables.INTERACTIVE_TIMEOUT));
        }
        if (start.schema() != null && !start.schema().isEmpty()) {
            useSchema(start.schema());
        }
        SessionLimits.admit(engine, this);
        engine.sessions().put(start.connection().id(), this);
        engine.meters().addConnection();
    }

    // ---- what its parts ask ----

    EngineState engine() {
        return engine;
    }

    SessionStart start() {
        return start;
    }

    Access access() {
        return access;
    }

    Variables variables() {
        return variables;
    }

    Diagnostics diagnostics() {
        return diagnostics;
    }

    SessionTransactions transactions() {
        return transactions;
    }

    LoopTurn loop() {
        return loop;
    }

    SessionValues values() {
        return values;
    }

    SessionView scope() {
        return scope;
    }

    SessionChanges changes() {
        return changes;
    }

    ServerView server() {
        return server;
    }

    Statements statements() {
        return statements;
    }

    SessionNamedLocks namedLocks() {
        return namedLocks;
    }

    TemporaryTables temporaryTables() {
        return temporaryTables;
    }

    /** Statements of a text, read by the session's modes. */
    List<StatementText> split(String sql) {
        return StatementText.split(sql, variables.readingModes());
    }

    boolean isCancelled() {
        return statements.isCancelled();
    }

    @Nullable
    String schema() {
        return schema;
    }

    void leaveSchema() {
        schema = null;
        changes.schema("");
    }

    String schemaOrFail() {
        String name = schema;
        if (name == null) {
            throw SqlErrors.noSchema();
        }
        return name;
    }

    /** A table that a statement names. @throws io.millrace.newsql.mysql.SqlException 1046, 1049, 1109, 1146 */
    TableRef table(@Nullable String of, String name) {
        if (of == null && name.equalsIgnoreCase("dual")) {
            return SystemTables.dual(server);
        }
        String owner = of == null ? schemaOrFail() : of;
        if (DefinitionStatements.systemSchema(owner) != null) {
            return SystemTables.get(owner, name, server);
        }
        TableInfo own = temporaryTables.find(owner, name);
        TableInfo info = own == null ? engine.catalog().picture().table(owner, name) : own;
        return new TableRef(info, engine.tables().layout(info), null);
    }

    /** A view that a statement names; null for none. A temporary table of its name hides it. */
    @Nullable
    ViewText view(@Nullable String of, String name) {
        String owner = of == null ? schema : of;
        ViewInfo view = owner == null || temporaryTables.find(owner, name) != null
                ? null
                : engine.catalog().picture().findView(owner, name);
        return view == null
                ? null
                : new ViewText(
                        view.schema(), view.name(), view.text(), view.columns(), view.algorithm(), view.checkOption());
    }

    /** Where planners find tables and views. */
    Tables tables() {
        return new Tables() {
            @Override
            public TableRef find(@Nullable String of, String name) {
                return table(of, name);
            }

            @Override
            public @Nullable ViewText findView(@Nullable String of, String name) {
                return view(of, name);
            }
        };
    }

    // ---- statements ----

    @Override
    public void execute(String sql, ResultSink out) {
        ClientStatement known = sql.equals(lookedAt) ? looked : null;
        looked = null;
        if (known != null) {
            statements.run(known, null, out);
            return;
        }
        List<StatementText> all = split(sql);
        if (all.isEmpty()) {
            if (!sql.isBlank() && !sql.strip().equals(";")) {
                out.ok(0, 0, 0, "");
                return;
            }
            throw SqlErrors.of(1065, "42000", "Query was empty");
        }
        if (all.size() > 1 && !multiStatements) {
            throw all.get(1).syntaxErrorAt(0);
        }
        for (StatementText statement : all) {
            int parameter = indexOfParameter(statement);
            if (parameter >= 0) {
                throw statement.syntaxErrorAt(parameter);
            }
            statements.run(ClientStatement.of(statement), null, out);
        }
    }

    private static int indexOfParameter(StatementText statement) {
        List<Token> tokens = statement.tokens();
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).kind() == Token.Kind.PARAMETER) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public @Nullable CompletionStage<?> executeNow(String sql, ResultSink out) {
        looked = null;
        if (!mayRunNow(sql)) {
            return null;
        }
        List<StatementText> all = split(sql);
        if (all.size() != 1 || indexOfParameter(all.get(0)) >= 0) {
            return null;
        }
        ClientStatement statement = ClientStatement.of(all.get(0));
        CompletionStage<?> leaves = statements.runNow(statement, null, out);
        if (leaves == null) {
            lookedAt = sql;
            looked = statement;
        }
        return leaves;
    }

    private static boolean mayRunNow(String sql) {
        for (String word : SHORT) {
            if (sql.regionMatches(true, 0, word, 0, word.length())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public PreparedQuery prepare(String sql) {
        return statements.prepare(sql);
    }

    @Override
    public void execute(PreparedQuery query, List<? extends @Nullable Object> parameters, ResultSink out) {
        statements.run(((PreparedText) query).statement(), Parameters.literals(parameters), out);
    }

    @Override
    public @Nullable CompletionStage<?> executeNow(
            PreparedQuery query, List<? extends @Nullable Object> parameters, ResultSink out) {
        return statements.runNow(((PreparedText) query).statement(), Parameters.literals(parameters), out);
    }

    // ---- the session ----

    @Override
    public void useSchema(String name) {
        String system = DefinitionStatements.systemSchema(name);
        if (!access.sees(name)) {
            throw SqlErrors.of(
                    1044, "42000", "Access denied for user " + access.name().shown() + " to database '" + name + "'");
        }
        if (system == null) {
            engine.catalog().picture().schema(name);
        }
        schema = system == null ? name : system;
        changes.schema(name);
    }

    @Override
    public List<ColumnDefinition> listFields(String table, String like) {
        TableInfo info = table(null, table).info();
        if (!info.schema().equals("information_schema") && !access.sees(info.schema(), info.name())) {
            access.require(Privilege.SELECT, info.schema(), info.name());
        }
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
        transactions.unlockTables();
        transactions.rollback();
        statements.close();
        temporaryTables.close();
        namedLocks.releaseAll();
        variables.reset();
        values.reset();
        diagnostics.clear();
        access.reset();
        changes.clear();
    }

    @Override
    public void kill(long connection) {
        other(connection).start.connection().kill();
    }

    void killQuery(long connection) {
        other(connection).cancel();
    }

    private ClientSession other(long connection) {
        ClientSession other = engine.sessions().get(connection);
        if (other == null) {
            throw SqlErrors.of(1094, "HY000", "Unknown thread id: " + connection);
        }
        if (!other.access.name().equals(access.name())
                && !access.holds(Privilege.CONNECTION_ADMIN)
                && !access.holds(Privilege.SUPER)) {
            throw SqlErrors.of(1095, "HY000", "You are not owner of thread " + connection);
        }
        return other;
    }

    @Override
    public boolean mayDebug() {
        return access.holds(Privilege.SUPER);
    }

    @Override
    public int statusFlags() {
        int flags = transactions.isOpen() ? StatusFlags.IN_TRANSACTION : 0;
        return flags | (variables.autocommit() ? StatusFlags.AUTOCOMMIT : 0);
    }

    @Override
    public boolean holdsLocks() {
        return transactions.isOpen()
                || transactions.hasLockedTables()
                || engine.namedLocks().holdsAny(start.connection().id());
    }

    @Override
    public List<SessionChange> takeChanges() {
        return changes.take();
    }

    @Override
    public Duration idleTimeout() {
        return Duration.ofSeconds(variables.number(Variables.WAIT_TIMEOUT));
    }

    @Override
    public void cancel() {
        statements.cancel();
    }

    @Override
    public void close() {
        engine.sessions().remove(start.connection().id());
        transactions.unlockTables();
        transactions.rollback();
        statements.close();
        temporaryTables.close();
        namedLocks.releaseAll();
    }
}
