package io.millrace.newsql.definition;

import io.millrace.newsql.catalog.TableInfo;
import java.util.ArrayList;
import java.util.List;

/**
 * Has tables alone while something is done.
 *
 * <p>Each has two locks, taken in the order of the tables' numbers: that of its changes, under the negative number, which one change holds from its first state to its last
 * while reads and writes go on; then the table itself.
 */
final class TablesAlone {

    private final TableLocks locks;
    private final long seconds;
    private final List<long[]> taken = new ArrayList<>();

    TablesAlone(TableLocks locks, long seconds) {
        this.locks = locks;
        this.seconds = seconds;
    }

    /** While no other change of the tables' definitions goes on. */
    void change(List<TableInfo> tables, Runnable action) {
        holding(tables, true, false, action);
    }

    /** While nobody else uses the tables; to be called by who holds their changes. */
    void use(List<TableInfo> tables, Runnable action) {
        holding(tables, false, true, action);
    }

    /** Both. */
    void all(List<TableInfo> tables, Runnable action) {
        holding(tables, true, true, action);
    }

    private void holding(List<TableInfo> tables, boolean changes, boolean use, Runnable action) {
        int mark = taken.size();
        try {
            tables.stream().map(TableInfo::id).distinct().sorted().forEach(id -> {
                if (changes) {
                    take(-id);
                }
                if (use) {
                    take(id);
                }
            });
            action.run();
        } finally {
            while (taken.size() > mark) {
                long[] last = taken.remove(taken.size() - 1);
                locks.release(last[0], last[1]);
            }
        }
    }

    private void take(long id) {
        taken.add(new long[] {id, locks.take(id, TableLocks.Mode.ALONE, seconds)});
    }
}
