package io.millrace.newsql.session;

import io.millrace.newsql.catalog.Catalog;
import io.millrace.newsql.catalog.Counters;
import io.millrace.newsql.definition.SharedTables;
import io.millrace.newsql.node.OrderedStore;
import io.millrace.newsql.storage.EmbeddedStorage;
import io.millrace.newsql.storage.Storage;
import io.millrace.newsql.transaction.Transactions;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What all sessions of a server share. <b>Threads.</b> Safe. */
public final class EngineState {

    private static final long TRANSACTION_BYTES_MAX = 48L << 20;

    private final OrderedStore store;
    private final Storage storage;
    private final SharedTables tables;
    private final Transactions transactions;
    private final PlanCache plans = new PlanCache();
    private final Map<Long, ClientSession> sessions = new ConcurrentHashMap<>();
    private final Map<String, io.millrace.newsql.sql.Literal> globals = new ConcurrentHashMap<>();
    private final long startedMillis = System.currentTimeMillis();
    private final String version;

    public EngineState(OrderedStore store, String version) {
        this.store = store;
        this.version = version;
        this.storage = new EmbeddedStorage(store);
        this.tables = new SharedTables(store);
        this.transactions = new Transactions(storage, TRANSACTION_BYTES_MAX);
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
        return transactions;
    }

    PlanCache plans() {
        return plans;
    }

    OrderedStore store() {
        return store;
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

    /** Variables that were set for all sessions, by name in lower case. */
    Map<String, io.millrace.newsql.sql.Literal> globals() {
        return globals;
    }
}
