package io.millrace.newsql.definition;

import io.millrace.newsql.catalog.Catalog;
import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.StoreBatch;
import io.millrace.newsql.node.StoreCursor;
import io.millrace.newsql.node.StoreSnapshot;
import io.millrace.newsql.row.IndexKeys;
import io.millrace.newsql.row.TableLayout;
import io.millrace.newsql.type.SqlErrors;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the entries of new indexes, while nobody else may use the table. Until the definition names an index its entries are marked as garbage, so that a crash leaves
 * none behind.
 */
final class IndexBuild {

    private static final int BATCH = 1000;

    private final SharedTables shared;
    private final TableInfo table;
    private final List<IndexInfo> added;

    IndexBuild(SharedTables shared, TableInfo table, List<IndexInfo> added) {
        this.shared = shared;
        this.table = table;
        this.added = added;
    }

    /** @throws io.millrace.newsql.mysql.SqlException 1062 for a duplicate; nothing is left then */
    void run() {
        added.forEach(index -> shared.catalog().addGarbage(new Catalog.Garbage(false, index.id())));
        boolean done = false;
        try {
            TableLayout layout = new TableLayout(table);
            for (IndexInfo index : added) {
                build(layout, layout.keysOf(index));
            }
            done = true;
        } finally {
            if (!done) {
                Garbage.collect(shared.catalog(), shared.store());
            }
        }
    }

    /** The definition names the indexes now. */
    void forgetMarks() {
        added.forEach(index -> shared.catalog().removeGarbage(new Catalog.Garbage(false, index.id())));
    }

    private void build(TableLayout layout, IndexKeys keys) {
        @Nullable Object[] row = new @Nullable Object[table.columns().size()];
        StoreBatch batch = new StoreBatch();
        java.util.TreeSet<byte[]> claims = new java.util.TreeSet<>(Arrays::compareUnsigned);
        try (StoreSnapshot snapshot = shared.store().snapshot();
                StoreCursor cursor =
                        snapshot.scan(KeySpace.ROWS, layout.prefix(), IndexKeys.behind(layout.prefix()), false)) {
            while (cursor.next()) {
                byte[] rowKey = cursor.key();
                layout.rows().decode(cursor.value(), row, 0, null);
                byte[] key = keys.entryKey(row, rowKey);
                if (keys.isClaim(row) && (!claims.add(key) || shared.store().get(KeySpace.INDEXES, key) != null)) {
                    throw SqlErrors.duplicate(
                            keys.describe(row),
                            table.name() + "." + keys.index().name());
                }
                batch.put(KeySpace.INDEXES, key, keys.entryValue(row, rowKey));
                if (batch.writes().size() == BATCH) {
                    shared.store().commit(batch).toCompletableFuture().join();
                    batch = new StoreBatch();
                    claims.clear();
                }
            }
        }
        if (!batch.writes().isEmpty()) {
            shared.store().commit(batch).toCompletableFuture().join();
        }
    }
}
