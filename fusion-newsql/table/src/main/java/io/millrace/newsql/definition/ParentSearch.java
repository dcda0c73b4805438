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
    private final TableInfo rows;
    private final TableInfo table;

    /** @param rows the table as its rows are now @param table with the new keys */
    ParentSearch(SharedTables shared, TableInfo rows, TableInfo table) {
        this.shared = shared;
        this.rows = rows;
        this.table = table;
    }

    /** @throws io.millrace.newsql.mysql.SqlException 1452 for the first row that lacks one */
    void checkAll() {
        List<ParentKeys> keys = new ArrayList<>();
        for (ForeignKey key : table.foreignKeys()) {
            TableInfo parent = key.parent().equals(table.tableName())
                    ? rows
                    : shared.catalog()
                            .picture()
                            .findTable(key.parent().schema(), key.parent().table());
            if (!rows.foreignKeys().contains(key) && parent != null) {
                keys.add(new ParentKeys(rows, key, new TableLayout(parent)));
            }
        }
        TableLayout layout = new TableLayout(rows);
        @Nullable Object[] row = new @Nullable Object[rows.columns().size()];
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
