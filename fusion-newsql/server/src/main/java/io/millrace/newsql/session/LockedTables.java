package io.millrace.newsql.session;

import io.millrace.newsql.definition.TableLocks;
import io.millrace.newsql.type.SqlErrors;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** The tables that LOCK TABLES has given to a session: it may use these and no others until it unlocks them. One thread. */
final class LockedTables {

    /** A table to lock. */
    record Wanted(long table, String name, boolean write) {

        private TableLocks.Wanted lock() {
            return new TableLocks.Wanted(table, write ? TableLocks.Mode.ALONE : TableLocks.Mode.LOCK_READ);
        }
    }

    private final TableLocks locks;
    private final BooleanSupplier cancelled;
    private final Map<Long, Wanted> held = new HashMap<>();

    LockedTables(TableLocks locks, BooleanSupplier cancelled) {
        this.locks = locks;
        this.cancelled = cancelled;
    }

    boolean isEmpty() {
        return held.isEmpty();
    }

    /** Takes all, or none. @throws io.millrace.newsql.mysql.SqlException 1205, 1317 */
    void take(List<Wanted> wanted, long seconds) {
        locks.takeAll(wanted.stream().map(Wanted::lock).toList(), seconds, cancelled);
        wanted.forEach(each -> held.put(each.table(), each));
    }

    /** @throws io.millrace.newsql.mysql.SqlException 1100 for a table that was not locked, 1099 for a write to one that was locked for reading */
    void check(long table, boolean writes) {
        Wanted lock = held.get(table);
        if (lock == null) {
            throw SqlErrors.of(1100, "HY000", "Table was not locked with LOCK TABLES");
        }
        if (writes && !lock.write()) {
            throw SqlErrors.of(
                    1099, "HY000", "Table '" + lock.name() + "' was locked with a READ lock and can't be updated");
        }
    }

    void release() {
        held.values().forEach(each -> locks.release(each.lock()));
        held.clear();
    }
}
