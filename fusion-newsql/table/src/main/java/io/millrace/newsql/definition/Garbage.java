package io.millrace.newsql.definition;

import io.millrace.newsql.catalog.Catalog;
import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.OrderedStore;
import io.millrace.newsql.node.StoreBatch;
import io.millrace.newsql.node.StoreCursor;
import io.millrace.newsql.node.StoreSnapshot;
import java.nio.ByteBuffer;

/** Removes what dropped tables and indexes have left in the store. Interrupted by a crash it goes on when the server starts. */
final class Garbage {

    private static final int BATCH = 2000;
    private static final int ID_BYTES = 4;

    private Garbage() {}

    static synchronized void collect(Catalog catalog, OrderedStore store) {
        for (Catalog.Garbage each : catalog.garbage()) {
            KeySpace space = each.isTable() ? KeySpace.ROWS : KeySpace.INDEXES;
            while (!isInUse(catalog, each) && removeSome(store, space, (int) each.id())) {}
            catalog.removeGarbage(each);
        }
    }

    /** The mark of an index that is being built outlives the building by a moment. */
    private static boolean isInUse(Catalog catalog, Catalog.Garbage garbage) {
        return !garbage.isTable()
                && catalog.picture().schemas().values().stream()
                        .flatMap(schema -> schema.tables().values().stream())
                        .flatMap(table -> table.indexes().stream())
                        .anyMatch(index -> index.id() == garbage.id());
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
