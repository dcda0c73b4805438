package io.millrace.newsql.definition;

import io.millrace.newsql.catalog.Catalog;
import io.millrace.newsql.catalog.Counters;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.node.OrderedStore;
import io.millrace.newsql.row.TableLayout;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What all sessions of a server share of its tables. <b>Threads.</b> Safe. */
public final class SharedTables {

    private final OrderedStore store;
    private final Catalog catalog;
    private final Counters counters;
    private final TableLocks locks = new TableLocks();
    private final Map<Long, TableLayout> layouts = new ConcurrentHashMap<>();
    private final Map<Long, Long> changedAt = new ConcurrentHashMap<>();

    /** Reads the catalog, and removes what unfinished changes left. */
    public SharedTables(OrderedStore store) {
        this.store = store;
        this.catalog = Catalog.open(store);
        this.counters = new Counters(store);
        Garbage.collect(catalog, store);
    }

    public OrderedStore store() {
        return store;
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
        if (known != null
                && known.table().version() == table.version()
                && known.table().name().equals(table.name())) {
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

    void forget(TableInfo table) {
        layouts.remove(table.id());
        counters.forget(table.id());
        Garbage.collect(catalog, store);
    }
}
