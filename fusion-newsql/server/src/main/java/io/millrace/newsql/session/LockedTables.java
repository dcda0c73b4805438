package io.millrace.newsql.session;

import io.millrace.newsql.definition.TableLocks;
import io.millrace.newsql.type.SqlErrors;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** The tables that LOCK TABLES has given to a session: it may use these and no others until it unlocks them. One thread. */
final class LockedTables {

    /** A lock. @param stamp what lets go of it */
    private record Held(String name, boolean write, long stamp) {}

    private final TableLocks locks;
    private final BooleanSupplier cancelled;
    private final Map<Long, Held> held = new HashMap<>();

    LockedTables(TableLocks locks, BooleanSupplier cancelled) {
        this.locks = locks;
        this.cancelled = cancelled;
    }

    boolean isEmpty() {
        return held.isEmpty();
    }

    /** Takes a lock. Callers take them in the order of the tables' numbers, so that two sessions do not wait for each other. @throws io.millrace.newsql.mysql.SqlException 1205 */
    void take(long table, String name, boolean write, long seconds) {
        TableLocks.Mode mode = write ? TableLocks.Mode.ALONE : TableLocks.Mode.LOCK_READ;
        long stamp = locks.take(table, mode, seconds, cancelled);
        held.put(table, new Held(name, write, stamp));
    }

    /** @throws io.millrace.newsql.mysql.SqlException 1100 for a table that was not locked, 1099 for a write to one that was locked for reading */
    void check(long table, boolean writes) {
        Held lock = held.get(table);
        if (lock == null) {
            throw SqlErrors.of(1100, "HY000", "Table was not locked with LOCK TABLES");
        }
        if (writes && !lock.write()) {
            throw SqlErrors.of(
                    1099, "HY000", "Table '" + lock.name() + "' was locked with a READ lock and can't be updated");
        }
    }

    void release() {
        held.forEach((table, lock) -> locks.release(table, lock.stamp()));
        held.clear();
    }
}
