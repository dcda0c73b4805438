package io.millrace.newsql.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.newsql.catalog.CatalogRecords;
import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.change.ChangeEvent;
import io.millrace.newsql.change.ChangeEvent.DefinitionsChanged;
import io.millrace.newsql.change.ChangeEvent.RecordChange;
import io.millrace.newsql.change.ChangeEvent.RowChange;
import io.millrace.newsql.change.ChangeEvent.RowsChanged;
import io.millrace.newsql.change.ChangeFeed;
import io.millrace.newsql.node.ChangeLog;
import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.NodeStore;
import io.millrace.newsql.node.StoreBatch;
import io.millrace.newsql.node.StoreCursor;
import io.millrace.newsql.node.StoreSnapshot;
import io.millrace.newsql.row.IndexKeys;
import io.millrace.newsql.row.TableLayout;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A second store that is made of the events of the first, and of nothing else: its rows and definitions are what the events say, its index entries are made of those. Each event is one commit with the
 * position that was reached, and every image before a change must be what the store has. One thread.
 */
final class FollowedStore {

    static final String CURSOR = "second";

    private static final byte[] REACHED = "~reached".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

    private final NodeStore store;
    private final Map<Long, TableLayout> layouts = new HashMap<>();
    private long events;

    FollowedStore(NodeStore store) {
        this.store = store;
        forEach(KeySpace.CATALOG, new byte[] {'T'}, new byte[] {'U'}, (key, record) -> {
            TableInfo table = CatalogRecords.table(record);
            layouts.put(table.id(), new TableLayout(table));
        });
    }

    long events() {
        return events;
    }

    /** Applies what comes, until nothing came for so long. */
    void follow(ChangeLog changes, Duration patience) {
        byte[] reached = store.get(KeySpace.CATALOG, REACHED);
        try (ChangeFeed feed = reached == null
                ? ChangeFeed.open(changes, CURSOR)
                : ChangeFeed.open(changes, CURSOR, ByteBuffer.wrap(reached).getLong())) {
            for (ChangeEvent event = feed.next(patience); event != null; event = feed.next(patience)) {
                apply(event, feed.position());
                events++;
                if (events % 50 == 0) {
                    feed.acknowledge();
                }
            }
        }
    }

    private void apply(ChangeEvent event, long position) {
        StoreBatch batch = new StoreBatch();
        if (event instanceof RowsChanged rows) {
            rows.rows().forEach(row -> apply(batch, row));
        } else if (event instanceof DefinitionsChanged definitions) {
            definitions.records().forEach(record -> apply(batch, record));
        }
        batch.put(
                KeySpace.CATALOG,
                REACHED,
                ByteBuffer.allocate(Long.BYTES).putLong(position).array());
        store.commit(batch).toCompletableFuture().join();
    }

    // ---- rows ----

    private void apply(StoreBatch batch, RowChange row) {
        batch.require(KeySpace.ROWS, row.key(), row.before());
        write(batch, KeySpace.ROWS, row.key(), row.after());
        TableLayout layout = layouts.get(row.table());
        if (layout != null) {
            assertThat(layout.table().version()).isEqualTo(row.schemaVersion());
            layout.indexes().forEach(index -> change(batch, layout, index, row));
        }
    }

    private static void change(StoreBatch batch, TableLayout layout, IndexKeys index, RowChange row) {
        byte[] before = row.before();
        byte[] after = row.after();
        if (before != null) {
            batch.delete(KeySpace.INDEXES, index.entryKey(decode(layout, before), row.key()));
        }
        if (after != null) {
            @Nullable Object[] values = decode(layout, after);
            batch.put(KeySpace.INDEXES, index.entryKey(values, row.key()), index.entryValue(values, row.key()));
        }
    }

    private static @Nullable Object[] decode(TableLayout layout, byte[] row) {
        @Nullable
        Object[] values = new @Nullable Object[layout.table().columns().size()];
        layout.rows().decode(row, values, 0, null);
        return values;
    }

    // ---- definitions ----

    private void apply(StoreBatch batch, RecordChange record) {
        if (record.kind() == 'G') {
            byte[] prefix = prefix(CatalogRecords.number(record.key()));
            forEach(KeySpace.ROWS, prefix, IndexKeys.behind(prefix), (key, value) -> batch.delete(KeySpace.ROWS, key));
            return;
        }
        batch.require(KeySpace.CATALOG, record.key(), record.before());
        write(batch, KeySpace.CATALOG, record.key(), record.after());
        if (record.kind() == 'T') {
            define(batch, CatalogRecords.number(record.key()), record.after());
        }
    }

    private void define(StoreBatch batch, long id, byte @Nullable [] after) {
        TableLayout old = layouts.remove(id);
        List<IndexKeys> before = old == null ? List.of() : old.indexes();
        TableLayout layout = after == null ? null : new TableLayout(CatalogRecords.table(after));
        List<IndexKeys> now = layout == null ? List.of() : layout.indexes();
        before.stream().filter(index -> !contains(now, index.index())).forEach(index -> remove(batch, index));
        if (layout != null) {
            layouts.put(id, layout);
            now.stream().filter(index -> !contains(before, index.index())).forEach(index -> fill(batch, layout, index));
        }
    }

    private static boolean contains(List<IndexKeys> indexes, IndexInfo index) {
        return indexes.stream().anyMatch(each -> each.index().id() == index.id());
    }

    private void remove(StoreBatch batch, IndexKeys index) {
        forEach(
                KeySpace.INDEXES,
                index.prefix(),
                IndexKeys.behind(index.prefix()),
                (key, value) -> batch.delete(KeySpace.INDEXES, key));
    }

    private void fill(StoreBatch batch, TableLayout layout, IndexKeys index) {
        forEach(KeySpace.ROWS, layout.prefix(), IndexKeys.behind(layout.prefix()), (key, value) -> {
            @Nullable Object[] row = decode(layout, value);
            batch.put(KeySpace.INDEXES, index.entryKey(row, key), index.entryValue(row, key));
        });
    }

    // ---- comparing ----

    /** Every row, every entry and every definition is the same in both. */
    void assertSameAs(NodeStore first) {
        for (KeySpace space : List.of(KeySpace.ROWS, KeySpace.INDEXES)) {
            assertThat(all(store, space, null, null)).isEqualTo(all(first, space, null, null));
        }
        for (char kind : "STWUA".toCharArray()) {
            byte[] from = {(byte) kind};
            byte[] to = {(byte) (kind + 1)};
            assertThat(all(store, KeySpace.CATALOG, from, to))
                    .as("records of kind %s", kind)
                    .isEqualTo(all(first, KeySpace.CATALOG, from, to));
        }
    }

    private static List<String> all(NodeStore store, KeySpace space, byte @Nullable [] from, byte @Nullable [] to) {
        List<String> found = new ArrayList<>();
        try (StoreSnapshot snapshot = store.snapshot();
                StoreCursor cursor = snapshot.scan(space, from, to, false)) {
            while (cursor.next()) {
                found.add(HexFormat.of().formatHex(cursor.key())
                        + '='
                        + HexFormat.of().formatHex(cursor.value()));
            }
        }
        return found;
    }

    // ---- the store ----

    private interface Entry {

        void take(byte[] key, byte[] value);
    }

    private void forEach(KeySpace space, byte[] from, byte @Nullable [] to, Entry entry) {
        try (StoreSnapshot snapshot = store.snapshot();
                StoreCursor cursor = snapshot.scan(space, from, to, false)) {
            while (cursor.next()) {
                entry.take(cursor.key(), cursor.value());
            }
        }
    }

    private static void write(StoreBatch batch, KeySpace space, byte[] key, byte @Nullable [] value) {
        if (value == null) {
            batch.delete(space, key);
        } else {
            batch.put(space, key, value);
        }
    }

    private static byte[] prefix(long id) {
        return ByteBuffer.allocate(Integer.BYTES).putInt((int) id).array();
    }
}
