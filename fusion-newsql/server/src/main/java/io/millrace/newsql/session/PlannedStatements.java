package io.millrace.newsql.session;

import com.alibaba.druid.sql.ast.SQLStatement;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.definition.DefinitionStatements;
import io.millrace.newsql.execute.DirectRun;
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
import io.millrace.newsql.session.PlanCache.Planned;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.sql.SqlParser;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.transaction.LockWait;
import io.millrace.newsql.transaction.Transaction;
import io.millrace.newsql.transaction.View;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.variable.Variables;
import io.millrace.newsql.write.WritePlan;
import io.millrace.newsql.write.WritePlanner;
import io.millrace.newsql.write.WriteRun;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Statements that are parsed: runs their plans in the session's transaction; changes of definitions too. One thread. */
final class PlannedStatements {

    private final EngineState engine;
    private final ClientSession session;
    private final SessionTransactions transactions;
    private final LoopTurn loop;
    private final DefinitionStatements definitions;
    private final StatementPlans plans;
    private final Consumer<View> durable = this::awaitDurable;
    private @Nullable ClientStatement current;
    private StatementDigests.@Nullable Counts digest;

    PlannedStatements(EngineState engine, ClientSession session) {
        this.engine = engine;
        this.session = session;
        this.transactions = session.transactions();
        this.loop = session.loop();
        this.plans = new StatementPlans(engine, session);
        this.definitions = new DefinitionStatements(engine.tables(), new DefinitionView(session));
    }

    /** Where the last statement is counted; null if it had no plan. */
    StatementDigests.@Nullable Counts digest() {
        return digest;
    }

    StatementPlans plans() {
        return plans;
    }

    /** A statement of the client begins. */
    void begin(ClientStatement statement) {
        current = statement;
        digest = null;
    }

    /** The values that a statement runs with. @param parameters of a prepared statement; null if it has none of its own */
    static List<Literal> values(ClientStatement statement, @Nullable List<Literal> parameters) {
        return parameters == null ? statement.template().literals() : parameters;
    }

    /** @param parameters of a prepared statement; null if it has none of its own */
    void run(ClientStatement statement, @Nullable List<Literal> parameters, ResultSink out) {
        List<Literal> literals = values(statement, parameters);
        Transaction.Savepoint mark = null;
        boolean done = false;
        SqlException failure = null;
        try {
            Planned planned = plans.of(statement, literals);
            if (planned == null) {
                define(statement.text(), out);
                done = true;
                return;
            }
            digest = planned.digest();
            Transaction transaction = transactions.current();
            mark = transaction.mark();
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
    long change(ClientStatement statement, List<Literal> parameters) {
        Planned planned = plans.of(statement, parameters);
        WritePlan write = planned == null ? null : planned.write();
        if (planned == null || write == null) {
            throw statement.text().syntaxErrorAt(0);
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
        plans.checkNeeds(parsed);
        requireWritable();
        if (transactions.switchesKeysOfLocked(parsed, engine.catalog().picture(), session.schema())) {
            ok(out, new WriteRun.Result(0, 0, ""));
            return;
        }
        transactions.checkDefinition();
        long affected = definitions.run(parsed);
        if (affected < 0) {
            throw SqlErrors.unsupported(statement.tokens().get(0).text().toUpperCase(Locale.ROOT));
        }
        ok(out, new WriteRun.Result(affected, 0, ""));
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

    // ---- running ----

    /** @return what was changed; null for a query, whose rows were given */
    private WriteRun.@Nullable Result execute(Planned planned, List<Literal> literals, ResultSink out) {
        requireSameTables(planned);
        WritePlan write = planned.write();
        if (write != null) {
            return write(write, literals, transactions.current());
        }
        SelectPlan select = Objects.requireNonNull(planned.select(), "one of the two");
        query(select, planned.columns(), literals, out);
        if (current != null && current.countsFoundRows()) {
            session.values().foundRows(each(select.withoutLimit(), literals, values -> {}));
        }
        return null;
    }

    /** Rows that come of no query are added to what is there now, whatever the transaction has seen. */
    private void requireSameTables(Planned planned) {
        if (planned.write() instanceof WritePlan.Insert insert && insert.query() == null) {
            return;
        }
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
        WriteRun.Mode mode = new WriteRun.Mode(
                variables.hasMode("STRICT_TRANS_TABLES") || variables.hasMode("STRICT_ALL_TABLES"),
                variables.hasMode("NO_AUTO_VALUE_ON_ZERO"),
                session.start().has(Capabilities.FOUND_ROWS),
                variables.isOn(Variables.FOREIGN_KEYS));
        try (Execution execution = new Execution(
                session.scope(), literals, transaction, transaction.currentView(), null, engine.budget())) {
            return new WriteRun(execution, engine.counters(), mode).run(write);
        }
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

    /** Gives the rows of a query, without the end of the result. @param columns what clients are told of them */
    void query(SelectPlan select, List<ColumnDefinition> columns, List<Literal> literals, ResultSink out) {
        long rows;
        if (select.direct() != null) {
            try (Execution execution = execution(select, literals)) {
                rows = DirectRun.run(select, execution, columns, rowsMax(), out);
            }
            checkCancelled(select);
        } else {
            rows = rows(select, columns, literals, out);
        }
        session.values().foundRows(rows);
        session.values().rowCount(-1);
    }

    private long rows(SelectPlan select, List<ColumnDefinition> columns, List<Literal> literals, ResultSink out) {
        boolean[] begun = new boolean[1];
        List<Expression> output = select.output();
        long rows = each(select, literals, values -> {
            if (!begun[0]) {
                begun[0] = true;
                out.columns(columns);
            }
            RowWriter row = out.row();
            for (int i = 0; i < values.length; i++) {
                ResultWriter.put(row, values[i], output.get(i).type());
            }
            row.end();
        });
        if (!begun[0]) {
            out.columns(columns);
        }
        return rows;
    }

    /** Runs a query and measures its parts. */
    Explanation analyze(SelectPlan select, List<Literal> literals) {
        Transaction transaction = transactions.current();
        try (Execution execution = new Execution(
                session.scope(), literals, transaction, transaction.consistentView(), null, engine.budget())) {
            return Measurements.analyze(select, execution);
        }
    }

    /** A row of a query. */
    interface RowConsumer {
        void accept(@Nullable Object[] values);
    }

    /** Runs a query in the session's transaction. @return how many rows there were */
    long each(SelectPlan select, List<Literal> literals, RowConsumer consumer) {
        long most = rowsMax();
        long[] rows = new long[1];
        try (Execution execution = execution(select, literals)) {
            SelectRun.run(select, execution, values -> {
                if (rows[0] < most) {
                    rows[0]++;
                    consumer.accept(values);
                }
            });
        }
        checkCancelled(select);
        return rows[0];
    }

    private Execution execution(SelectPlan select, List<Literal> literals) {
        Transaction transaction = transactions.current();
        LockWait lock = transactions.readsLock() ? LockWait.WAIT : null;
        View view = lock == null && select.lock() == null ? transaction.consistentView() : transaction.currentView();
        view.beforeReading(durable);
        return new Execution(session.scope(), literals, transaction, view, lock, engine.budget());
    }

    /** What {@code sql_select_limit} lets through of a query without a LIMIT. */
    private long rowsMax() {
        long limit = session.variables().number(Variables.SELECT_LIMIT);
        boolean limited = limit >= 0 && (current == null || !current.hasLimit());
        return limited ? limit : Long.MAX_VALUE;
    }

    /** SLEEP alone gives 1 when it is cut short; a query with tables fails. */
    private void checkCancelled(SelectPlan select) {
        if (session.isCancelled()
                && !(select.levels().isEmpty() && select.inputs().isEmpty())) {
            throw SqlErrors.interrupted();
        }
    }

    /** What a client is told is on the device: a worker waits for it here, an event loop before the answer leaves. */
    private void awaitDurable(View view) {
        Transaction transaction = transactions.current();
        if (loop.isOn()) {
            loop.leavesBehind(transaction.whenDurable(view));
        } else {
            transaction.awaitDurable(view);
        }
    }
}
