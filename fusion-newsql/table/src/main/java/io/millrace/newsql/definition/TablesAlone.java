package io.millrace.newsql.definition;

import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.definition.TableLocks.Wanted;
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
            List<Wanted> wanted = wanted(seen, changes, use);
            locks.takeAll(wanted, session.lockWaitSeconds(), session.scope()::isCancelled);
            try {
                List<TableInfo> tables = look.get();
                done = numbers(tables).equals(seen);
                if (done) {
                    action.accept(tables);
                }
            } finally {
                wanted.forEach(locks::release);
            }
        }
    }

    private static List<Long> numbers(List<TableInfo> tables) {
        return tables.stream().map(TableInfo::id).toList();
    }

    private static List<Wanted> wanted(List<Long> tables, boolean changes, boolean use) {
        List<Wanted> wanted = new ArrayList<>();
        tables.stream().distinct().sorted().forEach(id -> {
            if (changes) {
                wanted.add(new Wanted(-id, TableLocks.Mode.ALONE));
            }
            if (use) {
                wanted.add(new Wanted(id, TableLocks.Mode.ALONE));
            }
        });
        return wanted;
    }
}
