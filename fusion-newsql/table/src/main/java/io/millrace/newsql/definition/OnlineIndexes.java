package io.millrace.newsql.definition;

import io.millrace.newsql.catalog.BuildingIndex;
import io.millrace.newsql.catalog.BuildingIndex.State;
import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.TableEdit;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.catalog.TableName;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * Adds indexes to a table that is read and written meanwhile. Each state is a change of the definition of its own, which has the table alone for a moment only:
 *
 * <pre>
 *  start:    indexes are DELETE_ONLY            a crash from here on: {@link #resume} goes on with the state that the catalog has
 *  write:    indexes are WRITE_ONLY
 *  fill:     entries of the rows that are there, in small transactions; the catalog knows how far they are
 *  publish:  indexes may be read
 *  give up:  a duplicate, or the statement was cancelled: the indexes are no more, their entries garbage
 * </pre>
 *
 * One change of a table's definition goes on at a time: whoever runs this holds the table by {@link TablesAlone#change}. One thread.
 */
final class OnlineIndexes {

    /** Who builds without a client. */
    static final Builder NOBODY = new Builder() {
        @Override
        public boolean isCancelled() {
            return Thread.currentThread().isInterrupted();
        }

        @Override
        public long lockWaitSeconds() {
            return 60;
        }
    };

    /** Who wants the indexes. */
    interface Builder {

        /** Whether to give up. */
        boolean isCancelled();

        long lockWaitSeconds();
    }

    private final SharedTables shared;
    private final TableName name;
    private final Builder builder;

    OnlineIndexes(SharedTables shared, TableName name, Builder builder) {
        this.shared = shared;
        this.name = name;
        this.builder = builder;
    }

    /** Adds the indexes. @throws SqlException 1062, 1317; the table is as it was then */
    void add(List<IndexInfo> indexes) {
        change(table -> {
            List<BuildingIndex> building = new ArrayList<>(table.building());
            indexes.forEach(index -> building.add(new BuildingIndex(index, State.DELETE_ONLY)));
            return new TableEdit(table).nextVersion().building(building).done();
        });
        resume();
    }

    /** Goes on where the catalog says. */
    void resume() {
        boolean done = false;
        try {
            TableInfo table = current();
            if (table.building().stream().anyMatch(each -> each.state() == State.DELETE_ONLY)) {
                table = change(OnlineIndexes::writeOnly);
            }
            for (BuildingIndex each : table.building()) {
                new IndexFill(shared, table, each.index(), builder).run();
            }
            change(OnlineIndexes::published);
            done = true;
        } finally {
            if (!done && !isInterruptedStart()) {
                giveUp();
            }
        }
    }

    /** The server ends: what was built is kept for its next start. */
    private boolean isInterruptedStart() {
        return builder == NOBODY && Thread.currentThread().isInterrupted();
    }

    private static TableInfo writeOnly(TableInfo table) {
        return new TableEdit(table)
                .nextVersion()
                .building(table.building().stream()
                        .map(each -> new BuildingIndex(each.index(), State.WRITE_ONLY))
                        .toList())
                .done();
    }

    private static TableInfo published(TableInfo table) {
        List<IndexInfo> indexes = new ArrayList<>(table.indexes());
        table.building().forEach(each -> indexes.add(each.index()));
        return new TableEdit(table)
                .nextVersion()
                .indexes(indexes)
                .building(List.of())
                .done();
    }

    private void giveUp() {
        // Though the statement is cancelled: who is cancelled must not leave an index that nobody builds.
        change(table -> new TableEdit(table).nextVersion().building(List.of()).done(), () -> false);
        Garbage.collect(shared);
    }

    private TableInfo current() {
        return shared.catalog().picture().table(name.schema(), name.table());
    }

    private TableInfo change(UnaryOperator<TableInfo> change) {
        return change(change, builder::isCancelled);
    }

    /** Gives the changed table. @param cancelled whether not to wait for it any longer */
    private TableInfo change(UnaryOperator<TableInfo> change, BooleanSupplier cancelled) {
        long id = current().id();
        long stamp = shared.locks().take(id, TableLocks.Mode.ALONE, builder.lockWaitSeconds(), cancelled);
        try {
            TableInfo old = current();
            if (old.id() != id) {
                throw SqlErrors.of(1412, "HY000", "Table definition has changed, please retry transaction");
            }
            TableInfo changed = change.apply(old);
            shared.catalog().replaceTable(old, changed);
            shared.markChanged(changed);
            return changed;
        } finally {
            shared.locks().release(id, stamp);
        }
    }
}
