package io.millrace.newsql.session;

import io.millrace.newsql.mysql.PreparedQuery;
import io.millrace.newsql.mysql.ResultSink;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.observation.DigestText;
import io.millrace.newsql.observation.StatementDigests;
import io.millrace.newsql.observation.StatementKind;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.transaction.WouldWait;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.variable.SystemVariable;
import io.millrace.newsql.variable.SystemVariables;
import io.millrace.newsql.variable.Variables;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a session's statements, one after the other: keeps its warnings and errors, measures it, ends it when its time is over. One thread, but for {@link #cancel} and what
 * SHOW PROCESSLIST reads.
 */
final class Statements {

    private static final Logger LOG = LoggerFactory.getLogger(Statements.class);
    private static final SystemVariable SLOW_LOG = SystemVariables.get("slow_query_log");
    private static final Pattern TIME_HINT =
            Pattern.compile("(?i)/\\*\\+.*?MAX_EXECUTION_TIME\\s*\\(\\s*(\\d{1,9})\\s*\\)");
    private static final int INTERRUPTED = 1317;

    /** What the protocol can count. */
    private static final int PARAMETERS_MAX = 65_535;

    private static final int NANOS_A_MILLI = 1_000_000;

    private final EngineState engine;
    private final ClientSession session;
    private final SessionStatements own;
    private final PlannedStatements planned;
    private volatile boolean cancelled;
    private volatile boolean timedOut;
    private volatile String running = "";
    private volatile long sinceMillis = System.currentTimeMillis();
    private int depth;

    Statements(EngineState engine, ClientSession session) {
        this.engine = engine;
        this.session = session;
        this.planned = new PlannedStatements(engine, session);
        this.own = new SessionStatements(engine, session, this);
    }

    PlannedStatements planned() {
        return planned;
    }

    /** The statement that runs; empty if none does. */
    String running() {
        return running;
    }

    /** When the running statement began, or the last one ended. */
    long sinceMillis() {
        return sinceMillis;
    }

    boolean isCancelled() {
        return cancelled;
    }

    /** From any thread. */
    void cancel() {
        cancelled = true;
        session.transactions().cancel();
    }

    void close() {
        own.close();
    }

    /** @param parameters of a prepared statement; null if it has none of its own */
    void run(ClientStatement statement, @Nullable List<Literal> parameters, ResultSink out) {
        if (depth > 0) {
            runInside(statement, parameters, out);
            return;
        }
        depth++;
        StatementKind kind = statement.kind();
        begin(statement);
        CountingSink counting = new CountingSink(out);
        long begun = System.nanoTime();
        ScheduledFuture<?> end = kind == StatementKind.SELECT ? scheduleEnd(statement) : null;
        boolean failed = true;
        boolean hasRun = true;
        try {
            runInside(statement, parameters, counting);
            failed = false;
        } catch (WouldWait e) {
            hasRun = false;
            throw e;
        } catch (SqlException e) {
            throw told(e);
        } catch (StackOverflowError e) {
            throw told(SqlErrors.of(
                    1436, "HY000", "Thread stack overrun: the statement's expressions are too deep; write it flatter"));
        } finally {
            if (end != null) {
                end.cancel(false);
            }
            depth--;
            if (hasRun) {
                measure(
                        statement.text(),
                        kind,
                        new StatementDigests.Cost(
                                System.nanoTime() - begun,
                                failed,
                                session.diagnostics().count(),
                                counting.affected(),
                                counting.rows()));
            }
            running = "";
        }
    }

    /**
     * Runs a statement on an event loop, if nothing is waited for.
     *
     * @return null if it does not run so, and nothing was done; else completes when the answer may leave
     */
    @Nullable
    CompletionStage<?> runNow(ClientStatement statement, @Nullable List<Literal> parameters, ResultSink out) {
        if (!neverWaits(statement, parameters)) {
            return null;
        }
        LoopTurn loop = session.loop();
        loop.enter();
        try {
            run(statement, parameters, out);
        } catch (WouldWait e) {
            loop.leave(); // undone; a worker may wait
            statement.wouldWait();
            return null;
        } catch (RuntimeException | Error failure) {
            loop.leave();
            throw failure;
        }
        CompletableFuture<?> leaves = loop.leave().toCompletableFuture();
        return leaves.isDone() && !leaves.isCompletedExceptionally()
                ? leaves
                : leaves.whenComplete((done, failure) -> {
                    if (failure != null) {
                        failedLate(failure);
                    }
                });
    }

    /** What a statement did is not on the device, and the client is told so instead of its answer. Nothing else runs in the session meanwhile. */
    private void failedLate(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof SqlException e) {
            told(e);
        }
    }

    private boolean neverWaits(ClientStatement statement, @Nullable List<Literal> parameters) {
        if (statement.isTransactionBorder()) {
            return session.transactions().mayEndNow();
        }
        return statement.isPlannedOnly()
                && statement.triesNow()
                && planned.plans().neverWaits(statement, PlannedStatements.values(statement, parameters));
    }

    /** A statement within another, as EXECUTE runs one. */
    private void runInside(ClientStatement statement, @Nullable List<Literal> parameters, ResultSink out) {
        if (statement.isPlannedOnly() || !own.run(statement.text(), parameters == null ? List.of() : parameters, out)) {
            planned.run(statement, parameters, out);
        }
    }

    private void begin(ClientStatement statement) {
        cancelled = false;
        timedOut = false;
        session.transactions().forgetCancel();
        planned.begin(statement);
        sinceMillis = System.currentTimeMillis();
        running = statement.kind() == StatementKind.ACCOUNT ? DigestText.of(statement.text()) : statement.shown();
        session.values().beginStatement();
        if (statement.asksVariables()
                && statement.kind() == StatementKind.SELECT
                && isAboutConditions(statement.text())) {
            session.diagnostics().clearButCounts();
        } else if (statement.kind() != StatementKind.SHOW || !isAboutWarnings(statement.text())) {
            session.diagnostics().clear();
        }
    }

    static boolean isAboutWarnings(StatementText statement) {
        return statement.startsWith("SHOW", "WARNINGS")
                || statement.startsWith("SHOW", "ERRORS")
                || statement.startsWith("SHOW", "COUNT");
    }

    /** A query of {@code @@warning_count} or {@code @@error_count} is told those of the statement before it. */
    private static boolean isAboutConditions(StatementText statement) {
        return statement.tokens().stream()
                .anyMatch(token -> token.text().toLowerCase(Locale.ROOT).endsWith("warning_count")
                        || token.text().toLowerCase(Locale.ROOT).endsWith("error_count"));
    }

    private SqlException told(SqlException e) {
        SqlException told = e;
        if (timedOut && e.code() == INTERRUPTED) {
            engine.meters().addTimeout();
            told = SqlErrors.of(
                    3024, "HY000", "Query execution was interrupted, maximum statement execution time exceeded");
        }
        if (e.code() == 1044 || e.code() == 1142 || e.code() == 1143 || e.code() == 1227) {
            engine.meters().addDenied();
        }
        session.diagnostics().error(told.code(), told.text());
        session.values().rowCount(-1);
        return told;
    }

    // ---- time ----

    private @Nullable ScheduledFuture<?> scheduleEnd(ClientStatement statement) {
        long millis = session.variables().number(Variables.MAX_EXECUTION_TIME);
        if (statement.hasHints()) {
            Matcher hint = TIME_HINT.matcher(statement.text().source());
            millis = hint.find() ? Long.parseLong(hint.group(1)) : millis;
        }
        if (millis == 0) {
            return null;
        }
        return engine.timer()
                .schedule(
                        () -> {
                            timedOut = true;
                            cancel();
                        },
                        millis,
                        TimeUnit.MILLISECONDS);
    }

    private void measure(StatementText statement, StatementKind kind, StatementDigests.Cost cost) {
        sinceMillis = System.currentTimeMillis();
        StatementDigests.Counts digest = planned.digest();
        if (digest == null) {
            digest = engine.digests().of(session.schema(), DigestText.of(statement), sinceMillis);
        }
        StatementDigests.add(digest, cost, sinceMillis);
        engine.meters().add(kind, cost);
        double slowNanos = session.variables().fraction(Variables.LONG_QUERY_TIME) * 1e9;
        if (cost.nanos() >= slowNanos && session.variables().isOn(SLOW_LOG)) {
            engine.meters().addSlow();
            LOG.warn(
                    "slow statement: ms={}, rows={}, affected={}, failed={}, user={}, schema={}, digest={}",
                    cost.nanos() / NANOS_A_MILLI,
                    cost.rowsSent(),
                    cost.rowsAffected(),
                    cost.failed(),
                    session.access().name(),
                    session.schema(),
                    DigestText.of(statement));
        }
    }

    // ---- prepared statements ----

    /** One statement, looked at: its syntax, its tables, its columns. */
    PreparedQuery prepare(String sql) {
        List<StatementText> all = session.split(sql);
        if (all.size() != 1) {
            throw all.isEmpty()
                    ? SqlErrors.of(1065, "42000", "Query was empty")
                    : all.get(1).syntaxErrorAt(0);
        }
        StatementText statement = all.get(0);
        int parameters = statement.parameterCount();
        if (parameters > PARAMETERS_MAX) {
            throw SqlErrors.of(
                    1390,
                    "HY000",
                    "Prepared statement contains too many placeholders: " + parameters + " (expected: <= "
                            + PARAMETERS_MAX + ")");
        }
        return new PreparedText(
                ClientStatement.prepared(statement),
                parameters,
                SessionStatements.isOwn(statement) ? List.of() : planned.plans().look(statement));
    }
}
