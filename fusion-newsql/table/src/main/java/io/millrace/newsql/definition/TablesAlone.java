package io.millrace.newsql.definition;

import io.millrace.newsql.catalog.TableInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Has tables alone while something is done.
 *
 * <p>Each has two locks, taken in the order of the tables' numbers: that of its changes, under the negative number, which one change holds from its first state to its last
 * while reads and writes go on; then the table itself. Tables are looked up before their locks can be taken, and another change may come first: so they are looked up
 * once more under the locks, and if a name has come to mean another table, all begins anew.
 */
final class TablesAlone {

    private final TableLocks locks;
    private final DefinitionSession session;
    private final List<long[]> taken = new ArrayList<>();

    TablesAlone(TableLocks locks, DefinitionSession session) {
        this.locks = locks;
        this.session = session;
    }

    /** While no other change of the tables' definitions goes on. @param look finds the tables as they are now */
    void change(Supplier<List<TableInfo>> look, Consumer<List<TableInfo>> action) {
        holding(look, true, false, action);
    }

    /** While nobody else uses the tables; to be called by who holds their changes. */
    void use(Supplier<List<TableInfo>> look, Consumer<List<TableInfo>> action) {
        holding(look, false, true, action);
    }

    /** Both. */
    void all(Supplier<List<TableInfo>> look, Consumer<List<TableInfo>> action) {
        holding(look, true, true, action);
    }

    private void holding(
            Supplier<List<TableInfo>> look, boolean changes, boolean use, Consumer<List<TableInfo>> action) {
        boolean done = false;
        while (!done) {
            List<Long> seen = numbers(look.get());
            int mark = taken.size();
            try {
                seen.stream().distinct().sorted().forEach(id -> {
                    if (changes) {
                        take(-id);
                    }
                    if (use) {
                        take(id);
                    }
                });
                List<TableInfo> tables = look.get();
                done = numbers(tables).equals(seen);
                if (done) {
                    action.accept(tables);
                }
            } finally {
                letGo(mark);
            }
        }
    }

    private static List<Long> numbers(List<TableInfo> tables) {
        return tables.stream().map(TableInfo::id).toList();
    }

    private void take(long id) {
        long stamp = locks.take(id, TableLocks.Mode.ALONE, session.lockWaitSeconds(), session.scope()::isCancelled);
        taken.add(new long[] {id, stamp});
    }

    private void letGo(int mark) {
        while (taken.size() > mark) {
            long[] last = taken.remove(taken.size() - 1);
            locks.release(last[0], last[1]);
        }
    }
}
