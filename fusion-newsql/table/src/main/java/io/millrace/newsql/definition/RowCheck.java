package io.millrace.newsql.definition;

import io.millrace.newsql.catalog.Catalog;
import io.millrace.newsql.catalog.Counters;
import io.millrace.newsql.catalog.ForeignKey;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.definition.TableReport.Kind;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.StoreSnapshot;
import io.millrace.newsql.row.ParentKeys;
import io.millrace.newsql.row.TableLayout;
import io.millrace.newsql.storage.Area;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a table's rows owe to what is not of the table: parents, and the counter of AUTO_INCREMENT. One use, one thread. */
final class RowCheck {

    /** Takes what was found. */
    interface Findings {

        void find(Kind what, byte[] key, String text);
    }

    private final StoreSnapshot snapshot;
    private final TableInfo table;
    private final Findings findings;
    private final List<ParentKeys> parents = new ArrayList<>();
    private final int auto;
    private long highest;
    private byte @Nullable [] highestKey;

    RowCheck(Catalog.Picture picture, StoreSnapshot snapshot, TableInfo table, Findings findings) {
        this.snapshot = snapshot;
        this.table = table;
        this.findings = findings;
        this.auto = table.autoIncrementOrdinal();
        for (ForeignKey key : table.foreignKeys()) {
            TableInfo parent =
                    picture.findTable(key.parent().schema(), key.parent().table());
            parents.add(
                    parent == null
                            ? ParentKeys.withoutParent(table, key)
                            : new ParentKeys(table, key, new TableLayout(parent)));
        }
    }

    void check(@Nullable Object[] row, byte[] rowKey) {
        for (ParentKeys parent : parents) {
            if (!hasParent(parent, row)) {
                ForeignKey key = parent.key();
                findings.find(
                        Kind.PARENT_MISSING,
                        rowKey,
                        "foreign key " + key.name() + " finds no parent in " + key.parent()
                                + ": insert it, or delete the row (rows that are written while foreign_key_checks is 0 are not held to their keys)");
            }
        }
        if (auto >= 0) {
            note(row[auto], rowKey);
        }
    }

    private boolean hasParent(ParentKeys parent, @Nullable Object[] row) {
        byte[] key;
        try {
            key = parent.of(row);
        } catch (SqlException withoutParent) {
            return false;
        }
        KeySpace space = parent.area() == Area.ROWS ? KeySpace.ROWS : KeySpace.INDEXES;
        return key == null || snapshot.get(space, key) != null;
    }

    private void note(@Nullable Object value, byte[] rowKey) {
        long number = value instanceof Long given ? given : value instanceof Double given ? given.longValue() : 0;
        if (number > highest) {
            highest = number;
            highestKey = rowKey;
        }
    }

    /** When all rows were given. */
    void end() {
        byte[] key = highestKey;
        long next = Counters.next(snapshot, table.id());
        if (key != null && next <= highest && highest != Long.MAX_VALUE) {
            findings.find(
                    Kind.NUMBER_BEHIND,
                    key,
                    "AUTO_INCREMENT goes on with " + next + ", and the row has " + highest + ": ALTER TABLE "
                            + table.tableName() + " AUTO_INCREMENT = " + (highest + 1));
        }
    }
}
