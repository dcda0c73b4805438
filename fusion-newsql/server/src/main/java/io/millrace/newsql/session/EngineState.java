package io.millrace.newsql.session;

import io.millrace.newsql.catalog.Catalog;
import io.millrace.newsql.catalog.Counters;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.node.OrderedStore;
import io.millrace.newsql.row.TableLayout;
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
    private final Catalog catalog;
    private final Counters counters;
    private final Transactions transactions;
    private final TableLocks tableLocks = new TableLocks();
    private final PlanCache plans = new PlanCache();
    private final Map<Long, TableLayout> layouts = new ConcurrentHashMap<>();
    private final Map<Long, Long> changedAt = new ConcurrentHashMap<>();
    private final Map<Long, ClientSession> sessions = new ConcurrentHashMap<>();
    private final Map<String, io.millrace.newsql.sql.Literal> globals = new ConcurrentHashMap<>();
    private final long startedMillis = System.currentTimeMillis();
    private final String version;

    public EngineState(OrderedStore store, String version) {
        this.store = store;
        this.version = version;
        this.storage = new EmbeddedStorage(store);
        this.catalog = Catalog.open(store);
        this.counters = new Counters(store);
        this.transactions = new Transactions(storage, TRANSACTION_BYTES_MAX);
        Garbage.collect(catalog, store);
    }

    Catalog catalog() {
        return catalog;
    }

    Counters counters() {
        return counters;
    }

    Transactions transactions() {
        return transactions;
    }

    TableLocks tableLocks() {
        return tableLocks;
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

    /** The layout of a table; made once for each version. */
    TableLayout layout(TableInfo table) {
        TableLayout known = layouts.get(table.id());
        if (known != null
                && known.table().version() == table.version()
                && known.table().name().equals(table.name())) {
            return known;
        }
        TableLayout made = new TableLayout(table);
        layouts.put(table.id(), made);
        return made;
    }

    /** Snapshots older than now do not fit the table's definition any more. */
    void markChanged(TableInfo table) {
        changedAt.put(table.id(), store.position());
    }

    /** Position of the last change of the table's definition since the server started; 0 for none. */
    long changedAt(long table) {
        return changedAt.getOrDefault(table, 0L);
    }

    void forget(TableInfo table) {
        layouts.remove(table.id());
        counters.forget(table.id());
        Garbage.collect(catalog, store);
    }
}
