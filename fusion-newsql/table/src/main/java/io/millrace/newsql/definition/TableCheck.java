package io.millrace.newsql.definition;

import io.millrace.newsql.catalog.BuildingIndex;
import io.millrace.newsql.catalog.Catalog;
import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.definition.TableReport.Finding;
import io.millrace.newsql.definition.TableReport.Kind;
import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.OrderedStore;
import io.millrace.newsql.node.StoreCursor;
import io.millrace.newsql.node.StoreSnapshot;
import io.millrace.newsql.row.IndexKeys;
import io.millrace.newsql.row.RowFormatException;
import io.millrace.newsql.row.TableLayout;
import io.millrace.newsql.row.TableLayout.Maintained;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether rows, keys, claims and index entries of a store agree, at one moment: every row has its key, its parents and its entry in every index, every entry leads to a row with its
 * values, and AUTO_INCREMENT goes on above the highest number. Costs a read of every row and entry, and a seek for each of them. Changes nothing; may run beside a server on the same store. One use, one thread.
 */
public final class TableCheck {

    private static final int FINDINGS_MAX = 1000;
    private static final int STEP = 1024;
    private static final int ID_BYTES = 4;

    private final Catalog catalog;
    private final StoreSnapshot snapshot;
    private final CheckProgress progress;
    private final List<Finding> findings = new ArrayList<>();
    private long findingCount;
    private long tables;
    private long rows;
    private long entries;
    private long claims;

    private TableCheck(Catalog catalog, StoreSnapshot snapshot, CheckProgress progress) {
        this.catalog = catalog;
        this.snapshot = snapshot;
        this.progress = progress;
    }

    /** Checks all tables, and that there is nothing beside them. */
    public static TableReport check(OrderedStore store, CheckProgress progress) {
        try (StoreSnapshot snapshot = store.snapshot()) {
            Catalog catalog = Catalog.open(store);
            TableCheck check = new TableCheck(catalog, snapshot, progress);
            catalog.picture().schemas().values().stream()
                    .flatMap(schema -> schema.tables().values().stream())
                    .forEach(check::check);
            check.checkUnknown();
            return check.report();
        }
    }

    /** Checks one table as the catalog has it. Its definition must not change meanwhile. */
    public static TableReport check(OrderedStore store, TableInfo table, CheckProgress progress) {
        try (StoreSnapshot snapshot = store.snapshot()) {
            TableCheck check = new TableCheck(Catalog.open(store), snapshot, progress);
            check.check(table);
            return check.report();
        }
    }

    private TableReport report() {
        progress.looked(rows + entries);
        return new TableReport(tables, rows, entries, claims, List.copyOf(findings), findingCount);
    }

    private void check(TableInfo table) {
        tables++;
        TableLayout layout = new TableLayout(table);
        checkRows(layout);
        for (Maintained index : layout.maintained()) {
            checkEntries(layout, index.keys());
        }
    }

    // ---- rows ----

    private void checkRows(TableLayout layout) {
        @Nullable Object[] row = new @Nullable Object[layout.table().columns().size()];
        RowCheck beyond = new RowCheck(
                catalog.picture(), snapshot, layout.table(), (what, key, text) -> find(layout, what, key, text));
        try (StoreCursor cursor =
                snapshot.scan(KeySpace.ROWS, layout.prefix(), IndexKeys.behind(layout.prefix()), false)) {
            while (cursor.next()) {
                rows++;
                step();
                byte[] rowKey = cursor.key();
                if (!decode(layout, cursor.value(), row, rowKey)) {
                    continue;
                }
                if (layout.primary() != null && !Arrays.equals(rowKey, layout.rowKey(row, 0))) {
                    find(layout, Kind.ROW_MISPLACED, rowKey, "the row lies under another key than its values have");
                }
                for (Maintained index : layout.maintained()) {
                    checkEntryOf(layout, index, row, rowKey);
                }
                beyond.check(row, rowKey);
            }
        }
        beyond.end();
    }

    private boolean decode(TableLayout layout, byte[] bytes, @Nullable Object[] row, byte[] rowKey) {
        try {
            layout.rows().decode(bytes, row, 0, null);
            return true;
        } catch (RowFormatException | IllegalArgumentException | IndexOutOfBoundsException e) {
            find(layout, Kind.ROW_DAMAGED, rowKey, "the row cannot be read: " + e.getMessage());
            return false;
        }
    }

    private void checkEntryOf(TableLayout layout, Maintained index, @Nullable Object[] row, byte[] rowKey) {
        IndexKeys keys = index.keys();
        byte[] key = keys.entryKey(row, rowKey);
        byte[] entry = snapshot.get(KeySpace.INDEXES, key);
        String name = keys.index().name();
        if (entry == null) {
            if (index.building() == null) {
                find(layout, Kind.ENTRY_MISSING, rowKey, "the row has no entry in index " + name);
            }
        } else if (!Arrays.equals(entry, keys.entryValue(row, rowKey))) {
            find(
                    layout,
                    Kind.ENTRY_WRONG,
                    key,
                    "the entry of the row's values in index " + name + " leads to another row");
        }
    }

    // ---- entries ----

    private void checkEntries(TableLayout layout, IndexKeys keys) {
        @Nullable Object[] row = new @Nullable Object[layout.table().columns().size()];
        try (StoreCursor cursor =
                snapshot.scan(KeySpace.INDEXES, keys.prefix(), IndexKeys.behind(keys.prefix()), false)) {
            while (cursor.next()) {
                entries++;
                step();
                checkEntry(layout, keys, cursor.key(), cursor.value(), row);
            }
        }
    }

    private void checkEntry(TableLayout layout, IndexKeys keys, byte[] key, byte[] entry, @Nullable Object[] row) {
        String name = keys.index().name();
        byte[] rowKey;
        try {
            rowKey = keys.rowKeyOf(key, entry);
        } catch (RowFormatException e) {
            find(layout, Kind.ENTRY_WRONG, key, String.valueOf(e.getMessage()));
            return;
        }
        byte[] bytes = snapshot.get(KeySpace.ROWS, rowKey);
        if (bytes == null) {
            find(layout, Kind.ENTRY_ORPHANED, key, "the entry in index " + name + " leads to no row");
            return;
        }
        try {
            layout.rows().decode(bytes, row, 0, null);
        } catch (RowFormatException | IllegalArgumentException | IndexOutOfBoundsException e) {
            return; // Found with the rows.
        }
        claims += keys.isClaim(row) ? 1 : 0;
        if (!Arrays.equals(key, keys.entryKey(row, rowKey))) {
            find(layout, Kind.ENTRY_ORPHANED, key, "the entry in index " + name + " has other values than its row");
        }
    }

    // ---- what belongs to nobody ----

    /** Rows and entries whose numbers are neither a table's nor an index's, nor marked for removal. */
    private void checkUnknown() {
        Set<Long> known = new HashSet<>();
        catalog.garbage().forEach(each -> known.add(each.id()));
        catalog.picture().schemas().values().stream()
                .flatMap(schema -> schema.tables().values().stream())
                .forEach(table -> {
                    known.add(table.id());
                    table.indexes().stream().map(IndexInfo::id).forEach(known::add);
                    table.building().stream()
                            .map(BuildingIndex::index)
                            .map(IndexInfo::id)
                            .forEach(known::add);
                });
        checkUnknown(KeySpace.ROWS, known);
        checkUnknown(KeySpace.INDEXES, known);
    }

    private void checkUnknown(KeySpace space, Set<Long> known) {
        byte[] from = new byte[1];
        while (from != null) {
            byte[] next = null;
            try (StoreCursor cursor = snapshot.scan(space, from, null, false)) {
                if (cursor.next()) {
                    byte[] key = cursor.key();
                    long id = key.length < ID_BYTES ? -1 : ByteBuffer.wrap(key).getInt() & 0xFFFF_FFFFL;
                    if (!known.contains(id)) {
                        find(null, Kind.UNKNOWN, key, space + " of number " + id + ", which no table or index has");
                    }
                    next = IndexKeys.behind(Arrays.copyOf(key, Math.min(key.length, ID_BYTES)));
                }
            }
            from = next;
        }
    }

    private void find(@Nullable TableLayout layout, Kind what, byte[] key, String text) {
        findingCount++;
        if (findings.size() < FINDINGS_MAX) {
            String table = layout == null ? "" : layout.table().tableName().toString();
            findings.add(new Finding(table, what, HexFormat.of().formatHex(key), text));
        }
    }

    private void step() {
        if ((rows + entries) % STEP == 0) {
            progress.looked(rows + entries);
        }
    }
}
