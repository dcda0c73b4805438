package io.millrace.newsql.definition;

import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.row.IndexKeys;
import io.millrace.newsql.row.TableLayout;
import io.millrace.newsql.storage.Area;
import io.millrace.newsql.storage.EntryCursor;
import io.millrace.newsql.storage.StorageSnapshot;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps AUTO_INCREMENT above what the rows have. */
final class Numbers {

    private Numbers() {}

    /** Raises the table's counter past the highest number of its rows, found by the index that its column leads. */
    static void raise(SharedTables shared, TableInfo table) {
        int auto = table.autoIncrementOrdinal();
        if (auto < 0) {
            return;
        }
        List<IndexInfo> indexes = new ArrayList<>(table.allIndexes());
        for (IndexInfo index : indexes) {
            IndexInfo.Part first = index.parts().get(0);
            if (first.ordinal() == auto) {
                Object highest = last(shared, new TableLayout(table), index, first.descending(), auto);
                raise(shared, table.id(), table.columns().get(auto), highest);
                return;
            }
        }
    }

    private static void raise(SharedTables shared, long table, ColumnInfo column, @Nullable Object highest) {
        long number = highest instanceof Long value ? value : highest instanceof Double value ? value.longValue() : 0;
        if (number > 0 || column.type().unsigned() && number != 0) {
            shared.counters().raise(table, number < 0 ? Long.MAX_VALUE - 1 : number);
        }
    }

    private static @Nullable Object last(
            SharedTables shared, TableLayout layout, IndexInfo index, boolean descending, int ordinal) {
        IndexKeys keys = layout.keysOf(index);
        Area area = index.isPrimary() ? Area.ROWS : Area.ENTRIES;
        byte[] prefix = keys.prefix();
        try (StorageSnapshot snapshot = shared.storage().snapshot();
                EntryCursor cursor = snapshot.scan(area, prefix, IndexKeys.behind(prefix), !descending)) {
            if (!cursor.next()) {
                return null;
            }
            byte[] row = index.isPrimary()
                    ? cursor.value()
                    : snapshot.get(Area.ROWS, keys.rowKeyOf(cursor.key(), cursor.value()));
            if (row == null) {
                return null;
            }
            @Nullable
            Object[] values = new @Nullable Object[layout.table().columns().size()];
            layout.rows().decode(row, values, 0, null);
            return values[ordinal];
        }
    }
}
