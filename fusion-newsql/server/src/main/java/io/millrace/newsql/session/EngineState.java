package io.millrace.newsql.session;

import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.newsql.NewSqlMeters;
import io.millrace.newsql.account.Accounts;
import io.millrace.newsql.catalog.Catalog;
import io.millrace.newsql.catalog.Counters;
import io.millrace.newsql.definition.SharedTables;
import io.millrace.newsql.execute.MemoryBudget;
import io.millrace.newsql.node.OrderedStore;
import io.millrace.newsql.observation.StatementDigests;
import io.millrace.newsql.observation.StatementMeters;
import io.millrace.newsql.transaction.Transactions;
import io.millrace.newsql.variable.GlobalVariables;
import io.millrace.newsql.variable.SystemVariable;
import io.millrace.newsql.variable.SystemVariables;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/** What all sessions of a server share. <b>Threads.</b> Safe. */
public final class EngineState implements AutoCloseable {

    private final SharedTables tables;
    private final Accounts accounts;
    private final GlobalVariables globals;
    private final PlanCache plans = new PlanCache();
    private final NamedLockTable namedLocks = new NamedLockTable();
    private final StatementDigests digests = new StatementDigests();
    private final StatementMeters meters;
    private final MemoryBudget budget;
    private final StoreCopies copies;
    private final Map<Long, ClientSession> sessions = new ConcurrentHashMap<>();
    private final ScheduledThreadPoolExecutor timer;
    private final ExecutorService waiting = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "newsql-commits");
        thread.setDaemon(true);
        return thread;
    });
    private final long startedMillis = System.currentTimeMillis();
    private final String version;
    private volatile @Nullable Thread builds;

    /** @param budget of what all sessions sort, group and join with */
    public EngineState(
            OrderedStore store, StoreCopies copies, String version, MeterRegistry registry, MemoryBudget budget) {
        this.copies = copies;
        this.version = version;
        this.budget = budget;
        this.tables = new SharedTables(store);
        this.accounts = Accounts.open(store, tables.transactions()::nextNumber);
        this.globals = GlobalVariables.open(store);
        this.meters = new StatementMeters(registry);
        this.timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "newsql-timer");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        globals.set(get("version"), io.millrace.newsql.sql.Literal.of(version));
        meters.gauge(NewSqlMeters.SESSIONS, sessions, Map::size);
        meters.gauge(NewSqlMeters.TRANSACTIONS, this, state -> state.sessions.values().stream()
                .filter(session -> session.transactions().isOpen())
                .count());
        meters.gauge(NewSqlMeters.RUNNING, this, state -> state.sessions.values().stream()
                .filter(session -> !session.statements().running().isEmpty())
                .count());
    }

    private static SystemVariable get(String name) {
        return SystemVariables.get(name);
    }

    SharedTables tables() {
        return tables;
    }

    Catalog catalog() {
        return tables.catalog();
    }

    Counters counters() {
        return tables.counters();
    }

    Transactions transactions() {
        return tables.transactions();
    }

    public Accounts accounts() {
        return accounts;
    }

    public GlobalVariables globals() {
        return globals;
    }

    PlanCache plans() {
        return plans;
    }

    NamedLockTable namedLocks() {
        return namedLocks;
    }

    StatementDigests digests() {
        return digests;
    }

    MemoryBudget budget() {
        return budget;
    }

    StatementMeters meters() {
        return meters;
    }

    StoreCopies copies() {
        return copies;
    }

    /** For what ends statements that take too long; its tasks must be short. */
    ScheduledThreadPoolExecutor timer() {
        return timer;
    }

    /** Where commits stand in line that an event loop has begun, one a session, while the storage has too much to do. */
    ExecutorService waiting() {
        return waiting;
    }

    String version() {
        return version;
    }

    long startedMillis() {
        return startedMillis;
    }

    /** Sessions by the number of their connection. */
    public Map<Long, ClientSession> sessions() {
        return sessions;
    }

    /** Goes on with builds of indexes that a crash has cut off, beside the sessions. */
    public void resumeBuilds() {
        Thread thread = new Thread(tables::resumeBuilds, "newsql-builds");
        thread.setDaemon(true);
        builds = thread;
        thread.start();
    }

    /** What is built then is kept for the next start. */
    private void endBuilds() {
        Thread thread = builds;
        if (thread == null) {
            return;
        }
        thread.interrupt();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends what it runs beside the sessions; they must have ended. */
    @Override
    public void close() {
        timer.shutdownNow();
        waiting.shutdown();
        endBuilds();
    }
}
