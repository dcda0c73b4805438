package io.millrace.newsql.definition;

import io.millrace.newsql.catalog.ForeignKey;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.row.IndexKeys;
import io.millrace.newsql.row.ParentKeys;
import io.millrace.newsql.row.TableLayout;
import io.millrace.newsql.storage.Area;
import io.millrace.newsql.storage.EntryCursor;
import io.millrace.newsql.storage.StorageSnapshot;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks for the parents of all rows of a table that gets a foreign key, while nobody may write either. */
final class ParentSearch {

    private final SharedTables shared;
    private final TableInfo before;
    private final TableInfo table;

    /** @param before the table without the new keys @param table with them, under the number that its rows have */
    ParentSearch(SharedTables shared, TableInfo before, TableInfo table) {
        this.shared = shared;
        this.before = before;
        this.table = table;
    }

    /** @throws io.millrace.newsql.mysql.SqlException 1452 for the first row that lacks one */
    void checkAll() {
        List<ParentKeys> keys = new ArrayList<>();
        for (ForeignKey key : table.foreignKeys()) {
            TableInfo parent = key.parent().equals(table.tableName())
                    ? table
                    : shared.catalog()
                            .picture()
                            .findTable(key.parent().schema(), key.parent().table());
            if (!before.foreignKeys().contains(key) && parent != null) {
                keys.add(new ParentKeys(table, key, new TableLayout(parent)));
            }
        }
        TableLayout layout = new TableLayout(table);
        @Nullable Object[] row = new @Nullable Object[table.columns().size()];
        try (StorageSnapshot snapshot = shared.storage().snapshot();
                EntryCursor cursor =
                        snapshot.scan(Area.ROWS, layout.prefix(), IndexKeys.behind(layout.prefix()), false)) {
            while (cursor.next()) {
                layout.rows().decode(cursor.value(), row, 0, null);
                for (ParentKeys key : keys) {
                    byte[] parent = key.of(row);
                    if (parent != null && snapshot.get(key.area(), parent) == null) {
                        throw key.missing();
                    }
                }
            }
        }
    }
}
