package io.millrace.newsql.session;

import com.alibaba.druid.sql.ast.SQLStatement;
import com.alibaba.druid.sql.ast.statement.SQLDeleteStatement;
import com.alibaba.druid.sql.ast.statement.SQLReplaceStatement;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.ast.statement.SQLSelectStatement;
import com.alibaba.druid.sql.ast.statement.SQLUpdateStatement;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlInsertStatement;
import io.millrace.newsql.account.Need;
import io.millrace.newsql.account.StatementNeeds;
import io.millrace.newsql.catalog.Catalog;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.definition.DefinitionStatements;
import io.millrace.newsql.execute.Execution;
import io.millrace.newsql.execute.Measurements;
import io.millrace.newsql.execute.ResultWriter;
import io.millrace.newsql.execute.SelectRun;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.mysql.Capabilities;
import io.millrace.newsql.mysql.ColumnDefinition;
import io.millrace.newsql.mysql.ResultSink;
import io.millrace.newsql.mysql.RowWriter;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.observation.StatementDigests;
import io.millrace.newsql.plan.Explanation;
import io.millrace.newsql.plan.Planner;
import io.millrace.newsql.plan.SelectPlan;
import io.millrace.newsql.plan.TableRef;
import io.millrace.newsql.plan.Tables;
import io.millrace.newsql.plan.ViewText;
import io.millrace.newsql.session.PlanCache.Planned;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.sql.SelectNames;
import io.millrace.newsql.sql.SqlParser;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.sql.Token;
import io.millrace.newsql.transaction.LockWait;
import io.millrace.newsql.transaction.Transaction;
import io.millrace.newsql.transaction.View;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.variable.Variables;
import io.millrace.newsql.write.WritePlan;
import io.millrace.newsql.write.WritePlanner;
import io.millrace.newsql.write.WriteRun;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Statements that are parsed: finds or makes their plans, and runs them in the session's transaction; changes of definitions too. One thread. */
final class PlannedStatements {

    private static final long STATEMENT_BYTES_MAX = 256L << 20;

    private final EngineState engine;
    private final ClientSession session;
    private final SessionTransactions transactions;
    private final DefinitionStatements definitions;
    private StatementDigests.@Nullable Counts digest;
    private boolean hasLimit;

    PlannedStatements(EngineState engine, ClientSession session) {
        this.engine = engine;
        this.session = session;
        this.transactions = session.transactions();
        this.definitions = new DefinitionStatements(engine.tables(), new DefinitionView(session));
    }

    /** Where the last statement is counted; null if it had no plan. */
    StatementDigests.@Nullable Counts digest() {
        return digest;
    }

    void forgetDigest() {
        digest = null;
    }

    /** @param parameters of a prepared statement; null if it has none of its own */
    void run(StatementText statement, @Nullable List<Literal> parameters, ResultSink out) {
        StatementText.Template template = parameters == null ? statement.template() : statement.whole();
        List<Literal> literals = parameters == null ? template.literals() : parameters;
        Transaction.Savepoint mark = null;
        boolean done = false;
        SqlException failure = null;
        try {
            Planned planned = plan(statement, template, literals);
            if (planned == null) {
                define(statement, out);
                done = true;
                return;
            }
            digest = planned.digest();
            hasLimit = statement.tokens().stream().anyMatch(token -> token.is("LIMIT"));
            mark = transactions.current().mark();
            WriteRun.Result result = execute(planned, literals, out);
            transactions.endStatement();
            done = true;
            if (result == null) {
                out.end(session.diagnostics().count());
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

    /** Runs a change within a statement that is more than it. @return rows changed */
    long change(StatementText statement, List<Literal> parameters) {
        Planned planned = plan(statement, statement.whole(), parameters);
        WritePlan write = planned == null ? null : planned.write();
        if (planned == null || write == null) {
            throw statement.syntaxErrorAt(0);
        }
        requireSameTables(planned);
        return write(write, parameters, transactions.current()).affected();
    }

    /** Inserts a query's rows into a table that was made for them, in a transaction of its own. @return how many */
    long fill(TableInfo table, List<String> columns, SQLSelect query) {
        Planner planner = new Planner(session.tables(), List.of(), session.scope());
        TableRef into = new TableRef(table, engine.tables().layout(table), null);
        WritePlan plan = new WritePlanner(planner).fill(into, columns, query);
        boolean done = false;
        try {
            long rows = write(plan, List.of(), transactions.current()).affected();
            transactions.commit();
            done = true;
            return rows;
        } finally {
            if (!done) {
                transactions.rollback();
            }
        }
    }

    private void define(StatementText statement, ResultSink out) {
        SQLStatement parsed = SqlParser.parse(statement, statement.whole());
        check(StatementNeeds.of(parsed, session.schema()));
        requireWritable();
        transactions.checkDefinition();
        long affected = definitions.run(parsed);
        if (affected < 0) {
            throw SqlErrors.unsupported(statement.tokens().get(0).text().toUpperCase(Locale.ROOT));
        }
        ok(out, new WriteRun.Result(affected, 0, ""));
    }

    private void check(List<Need> needs) {
        StatementNeeds.check(needs, session.access(), (schema, table, column) -> {
            TableInfo info = engine.catalog().picture().findTable(schema, table);
            return info != null && info.ordinalOf(column) >= 0;
        });
    }

    /** @throws SqlException 1142, 1143 … if the session may not run it */
    void checkNeeds(SQLStatement parsed) {
        check(StatementNeeds.of(parsed, session.schema()));
    }

    private void ok(ResultSink out, WriteRun.Result result) {
        session.values().rowCount(result.affected());
        if (result.lastInsertId() != 0) {
            session.values().lastInsertId(result.lastInsertId());
        }
        int warnings = session.diagnostics().count();
        out.ok(
                result.affected(),
                result.insertId(),
                warnings,
                result.info().replace("Warnings: 0", "Warnings: " + warnings));
    }

    // ---- plans ----

    /** The plan of a statement that has one; null for any other. The definitions of its tables are held. */
    private @Nullable Planned plan(StatementText statement, StatementText.Template template, List<Literal> literals) {
        while (true) {
            Catalog.Picture picture = engine.catalog().picture();
            PlanCache.Key key = PlanCache.Key.of(
                    template.text(),
                    literals,
                    session.schema(),
                    picture.version(),
                    session.variables().planSettings());
            Planned planned = engine.plans().find(key);
            if (planned == null) {
                planned = make(SqlParser.parse(statement, template), statement, literals, key);
            } else {
                engine.meters().addPlan(true);
                check(planned.needs());
            }
            if (planned == null) {
                return null;
            }
            for (long table : planned.tables()) {
                transactions.hold(table, planned.write() != null);
            }
            if (engine.catalog().picture().version() == picture.version()
                    || planned.tables().isEmpty()) {
                return planned;
            }
        }
    }

    private @Nullable Planned make(
            SQLStatement parsed, StatementText statement, List<Literal> literals, PlanCache.Key key) {
        if (!isPlanned(parsed)) {
            return null;
        }
        engine.meters().addPlan(false);
        Set<Long> tables = new HashSet<>();
        boolean[] virtual = new boolean[1];
        List<Need> needs = StatementNeeds.of(parsed, session.schema());
        check(needs);
        Planner planner = new Planner(watching(tables, virtual), literals, session.scope());
        SelectPlan select = parsed instanceof SQLSelectStatement query
                ? planner.select(query.getSelect(), SelectNames.of(statement))
                : null;
        WritePlan write = select == null ? write(new WritePlanner(planner), parsed) : null;
        Planned planned = new Planned(
                select,
                write,
                tables,
                needs,
                engine.digests().of(session.schema(), key.template(), System.currentTimeMillis()));
        if (!planner.dependsOnSession() && !virtual[0]) {
            engine.plans().put(key, planned);
        }
        return planned;
    }

    /** Notes the tables that a plan stands on, and whether it is good for this session only. */
    private Tables watching(Set<Long> used, boolean[] ofSession) {
        return new Tables() {
            @Override
            public TableRef find(@Nullable String of, String name) {
                TableRef table = session.table(of, name);
                ofSession[0] |= table.layout() == null || table.info().isTemporary();
                if (table.layout() != null) {
                    used.add(table.info().id());
                }
                return table;
            }

            @Override
            public @Nullable ViewText findView(@Nullable String of, String name) {
                return session.view(of, name);
            }
        };
    }

    private static boolean isPlanned(SQLStatement parsed) {
        return parsed instanceof SQLSelectStatement
                || parsed instanceof MySqlInsertStatement
                || parsed instanceof SQLReplaceStatement
                || parsed instanceof SQLUpdateStatement
                || parsed instanceof SQLDeleteStatement;
    }

    private static WritePlan write(WritePlanner planner, SQLStatement parsed) {
        if (parsed instanceof MySqlInsertStatement insert) {
            return planner.insert(insert);
        }
        if (parsed instanceof SQLReplaceStatement replace) {
            return planner.replace(replace);
        }
        if (parsed instanceof SQLUpdateStatement update) {
            return planner.update(update);
        }
        return planner.delete((SQLDeleteStatement) parsed);
    }

    /** What a statement that is prepared will answer, its parameters being unknown; empty for none. */
    List<ColumnDefinition> look(StatementText statement) {
        List<Literal> unknown = unknownParameters(statement);
        SQLStatement parsed = SqlParser.parse(statement, statement.whole());
        check(StatementNeeds.of(parsed, session.schema()));
        if (!(parsed instanceof SQLSelectStatement select)) {
            return List.of();
        }
        return new Planner(session.tables(), unknown, session.scope())
                .select(select.getSelect(), SelectNames.of(statement))
                .columns();
    }

    /** NULL, but for those of LIMIT and OFFSET, which must be numbers. */
    private static List<Literal> unknownParameters(StatementText statement) {
        List<Literal> unknown = new ArrayList<>();
        boolean limit = false;
        for (Token token : statement.tokens()) {
            if (token.kind() == Token.Kind.PARAMETER) {
                unknown.add(limit ? Literal.of(1) : Literal.NULL);
            } else if (!token.isSymbol(",") && token.kind() != Token.Kind.NUMBER) {
                limit = token.is("LIMIT") || token.is("OFFSET");
            }
        }
        return unknown;
    }

    // ---- running ----

    /** @return what was changed; null for a query, whose rows were given */
    private WriteRun.@Nullable Result execute(Planned planned, List<Literal> literals, ResultSink out) {
        requireSameTables(planned);
        WritePlan write = planned.write();
        if (write != null) {
            return write(write, literals, transactions.current());
        }
        query(Objects.requireNonNull(planned.select(), "one of the two"), literals, out, UnaryOperator.identity());
        return null;
    }

    private void requireSameTables(Planned planned) {
        Transaction transaction = transactions.current();
        for (long table : planned.tables()) {
            if (transaction.isOlderThan(engine.tables().changedAt(table))) {
                throw SqlErrors.of(1412, "HY000", "Table definition has changed, please retry transaction");
            }
        }
    }

    private WriteRun.Result write(WritePlan write, List<Literal> literals, Transaction transaction) {
        if (transactions.isReadOnly()) {
            throw SqlErrors.of(1792, "25006", "Cannot execute statement in a READ ONLY transaction.");
        }
        requireWritable();
        Variables variables = session.variables();
        Execution execution = new Execution(
                session.scope(), literals, transaction, transaction.currentView(), null, STATEMENT_BYTES_MAX);
        WriteRun.Mode mode = new WriteRun.Mode(
                variables.hasMode("STRICT_TRANS_TABLES") || variables.hasMode("STRICT_ALL_TABLES"),
                variables.hasMode("NO_AUTO_VALUE_ON_ZERO"),
                session.start().has(Capabilities.FOUND_ROWS),
                variables.isOn(Variables.FOREIGN_KEYS));
        return new WriteRun(execution, engine.counters(), mode).run(write);
    }

    private void requireWritable() {
        Variables variables = session.variables();
        boolean readOnly = variables.isOn(Variables.SERVER_READ_ONLY)
                && !session.access().holds(io.millrace.newsql.account.Privilege.CONNECTION_ADMIN)
                && !session.access().holds(io.millrace.newsql.account.Privilege.SUPER);
        if (readOnly || variables.isOn(Variables.SERVER_SUPER_READ_ONLY)) {
            String option = readOnly ? "--read-only" : "--super-read-only";
            throw SqlErrors.of(
                    1290,
                    "HY000",
                    "The MySQL server is running with the " + option + " option so it cannot execute this statement");
        }
    }

    /** Gives the rows of a query, without the end of the result. @param told what clients are told of its columns */
    void query(SelectPlan select, List<Literal> literals, ResultSink out, UnaryOperator<List<ColumnDefinition>> told) {
        boolean[] begun = new boolean[1];
        long rows = each(select, literals, values -> {
            if (!begun[0]) {
                begun[0] = true;
                out.columns(told.apply(select.columns()));
            }
            List<Expression> output = select.output();
            RowWriter row = out.row();
            for (int i = 0; i < values.length; i++) {
                ResultWriter.put(row, values[i], output.get(i).type());
            }
            row.end();
        });
        if (!begun[0]) {
            out.columns(told.apply(select.columns()));
        }
        session.values().foundRows(rows);
        session.values().rowCount(-1);
    }

    /** Runs a query and measures its parts. */
    Explanation analyze(SelectPlan select, List<Literal> literals) {
        Transaction transaction = transactions.current();
        Execution execution = new Execution(
                session.scope(),
                literals,
                transaction,
                transaction.consistentView(),
                select.lock(),
                STATEMENT_BYTES_MAX);
        return Measurements.analyze(select, execution);
    }

    /** A row of a query. */
    interface RowConsumer {
        void accept(@Nullable Object[] values);
    }

    /** Runs a query in the session's transaction. @return how many rows there were */
    long each(SelectPlan select, List<Literal> literals, RowConsumer consumer) {
        Transaction transaction = transactions.current();
        LockWait lock = select.lock() == null && transactions.readsLock() ? LockWait.WAIT : select.lock();
        View view = lock == null ? transaction.consistentView() : transaction.currentView();
        if (select.readsStorage()) {
            transaction.awaitDurable(view);
        }
        long limit = session.variables().number(Variables.SELECT_LIMIT);
        boolean limited = limit >= 0 && !hasLimit;
        Execution execution = new Execution(session.scope(), literals, transaction, view, lock, STATEMENT_BYTES_MAX);
        long[] rows = new long[1];
        SelectRun.run(select, execution, values -> {
            if (!limited || rows[0] < limit) {
                rows[0]++;
                consumer.accept(values);
            }
        });
        return rows[0];
    }
}
