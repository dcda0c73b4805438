package io.millrace.newsql.definition;

import io.millrace.newsql.catalog.Catalog;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.OrderedStore;
import io.millrace.newsql.node.StoreBatch;
import io.millrace.newsql.node.StoreCursor;
import io.millrace.newsql.node.StoreSnapshot;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Removes what dropped tables and indexes have left in the store. Interrupted by a crash it goes on when the server starts. */
final class Garbage {

    private static final int BATCH = 2000;
    private static final int ID_BYTES = 4;

    private Garbage() {}

    static synchronized void collect(SharedTables shared) {
        // The marks first: what a change marks after this is not among them, and what is among them is in use before
        // its mark is there.
        List<Catalog.Garbage> marked = shared.catalog().garbage();
        Set<Long> used = used(shared);
        for (Catalog.Garbage each : marked) {
            if (!used.contains(each.id())) {
                KeySpace space = each.isTable() ? KeySpace.ROWS : KeySpace.INDEXES;
                while (removeSome(shared.store(), space, (int) each.id())) {}
                shared.catalog().removeGarbage(each);
            }
        }
    }

    /** Numbers of tables and indexes that are marked and in use all the same: of temporary tables, and of changes that go on. */
    private static Set<Long> used(SharedTables shared) {
        Set<Long> used = new HashSet<>(shared.kept());
        shared.catalog().picture().schemas().values().stream()
                .flatMap(schema -> schema.tables().values().stream())
                .forEach(table -> add(used, table));
        return used;
    }

    private static void add(Set<Long> used, TableInfo table) {
        used.add(table.id());
        table.indexes().forEach(index -> used.add(index.id()));
        table.building().forEach(each -> used.add(each.index().id()));
    }

    private static boolean removeSome(OrderedStore store, KeySpace space, int id) {
        byte[] from = ByteBuffer.allocate(ID_BYTES).putInt(id).array();
        byte[] to = ByteBuffer.allocate(ID_BYTES).putInt(id + 1).array();
        StoreBatch batch = new StoreBatch();
        try (StoreSnapshot snapshot = store.snapshot();
                StoreCursor cursor = snapshot.scan(space, from, to, false)) {
            while (batch.writes().size() < BATCH && cursor.next()) {
                batch.delete(space, cursor.key());
            }
        }
        if (batch.writes().isEmpty()) {
            return false;
        }
        int count = batch.writes().size();
        store.commit(batch).toCompletableFuture().join();
        return count == BATCH;
    }
}
