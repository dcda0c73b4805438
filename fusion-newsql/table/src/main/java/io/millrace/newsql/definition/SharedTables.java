package io.millrace.newsql.definition;

import io.millrace.newsql.catalog.Catalog;
import io.millrace.newsql.catalog.Counters;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.node.OrderedStore;
import io.millrace.newsql.row.TableLayout;
import io.millrace.newsql.storage.EmbeddedStorage;
import io.millrace.newsql.storage.Storage;
import io.millrace.newsql.transaction.Transactions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What all sessions of a server share of its tables. <b>Threads.</b> Safe. */
public final class SharedTables {

    private static final Logger LOG = LoggerFactory.getLogger(SharedTables.class);
    private static final long TRANSACTION_BYTES_MAX = 48L << 20;

    private final OrderedStore store;
    private final Storage storage;
    private final Transactions transactions;
    private final Catalog catalog;
    private final Counters counters;
    private final TableLocks locks = new TableLocks();
    private final Map<Long, TableLayout> layouts = new ConcurrentHashMap<>();
    private final Map<Long, Long> changedAt = new ConcurrentHashMap<>();
    private final Map<Long, BuildProgress> builds = new ConcurrentHashMap<>();
    private final Set<Long> kept = ConcurrentHashMap.newKeySet();

    /** An index that is being built. @param rows whose entries are there, since the server started */
    public record BuildProgress(String table, String index, long rows) {}

    /** Reads the catalog, and removes what unfinished changes left. Indexes that were being built wait for {@link #resumeBuilds}. */
    public SharedTables(OrderedStore store) {
        this.store = store;
        this.storage = new EmbeddedStorage(store);
        this.transactions = new Transactions(storage, TRANSACTION_BYTES_MAX);
        this.catalog = Catalog.open(store, transactions::nextNumber);
        this.counters = new Counters(store, transactions::nextNumber);
        Garbage.collect(this);
    }

    public OrderedStore store() {
        return store;
    }

    public Storage storage() {
        return storage;
    }

    /** Those of all sessions: building an index takes the same locks on rows. */
    public Transactions transactions() {
        return transactions;
    }

    public Catalog catalog() {
        return catalog;
    }

    /** Of AUTO_INCREMENT and of rows without a primary key. */
    public Counters counters() {
        return counters;
    }

    public TableLocks locks() {
        return locks;
    }

    /** The layout of a table; made once for each version. */
    public TableLayout layout(TableInfo table) {
        TableLayout known = layouts.get(table.id());
        if (known != null && known.table() == table) {
            return known;
        }
        TableLayout made = new TableLayout(table);
        layouts.put(table.id(), made);
        return made;
    }

    /** Position of the last change of the table's definition since the server started; 0 for none. */
    public long changedAt(long table) {
        return changedAt.getOrDefault(table, 0L);
    }

    /** Snapshots older than now do not fit the table's definition any more. */
    void markChanged(TableInfo table) {
        changedAt.put(table.id(), store.position());
    }

    /** Publishes a new table: before anybody can see it, it is known that older snapshots do not fit it. */
    void publish(TableInfo table, Runnable change) {
        markChanged(table);
        boolean done = false;
        try {
            change.run();
            done = true;
        } finally {
            if (!done) {
                changedAt.remove(table.id());
            }
        }
    }

    /** Publishes another definition of a table that the caller has alone, under its number or another. */
    void publish(TableInfo old, TableInfo table, Runnable change) {
        if (old.id() != table.id()) {
            publish(table, change);
            return;
        }
        change.run();
        markChanged(table);
    }

    void forget(TableInfo table) {
        layouts.remove(table.id());
        counters.forget(table.id());
        changedAt.remove(table.id());
        Garbage.collect(this);
    }

    /** Numbers that are marked as garbage for who starts after a crash, and are in use until then: of temporary tables, and of tables that are being written anew. */
    Set<Long> kept() {
        return kept;
    }

    // ---- indexes that are being built ----

    /** Indexes that are being built now. */
    public List<BuildProgress> builds() {
        return List.copyOf(builds.values());
    }

    void showProgress(TableInfo table, long index, String name, long rows) {
        builds.put(index, new BuildProgress(table.tableName().toString(), name, rows));
    }

    void endProgress(long index) {
        builds.remove(index);
    }

    /**
     * Goes on with indexes whose building a crash has interrupted, until they may be read. One that cannot be completed, since it is unique and the rows are not, is given
     * up. Takes as long as that lasts; to be called once, from a thread that may be interrupted: what is missing then is done after the next start.
     */
    public void resumeBuilds() {
        catalog.picture().schemas().values().stream()
                .flatMap(schema -> schema.tables().values().stream())
                .filter(table -> !table.building().isEmpty())
                .forEach(this::resumeBuild);
    }

    private void resumeBuild(TableInfo table) {
        try {
            new OnlineIndexes(this, table.tableName(), OnlineIndexes.NOBODY).resume();
        } catch (SqlException e) {
            if (Thread.currentThread().isInterrupted()) {
                LOG.info("index goes on being built after the next start: table={}", table.tableName());
                return;
            }
            LOG.warn("index not built after a restart: table={}, {} {}", table.tableName(), e.code(), e.text());
        }
    }
}
