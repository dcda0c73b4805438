package io.millrace.newsql.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A table, as it is in one version of its schema. Immutable.
 *
 * @param id its number in keys; never used again
 * @param version counts the changes of its definition, from 1
 * @param primary the primary key; null for a table without one, whose rows lie in the order in which they came
 * @param columnIds how many ids of columns were given away
 */
public record TableInfo(
        long id,
        int version,
        String schema,
        String name,
        List<ColumnInfo> columns,
        @Nullable IndexInfo primary,
        List<IndexInfo> indexes,
        int columnIds,
        String collation,
        String comment,
        long createdMillis) {

    /** Ordinal of a column, in any case; -1 if there is none. */
    public int ordinalOf(String column) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equalsIgnoreCase(column)) {
                return i;
            }
        }
        return -1;
    }

    public @Nullable IndexInfo findIndex(String index) {
        for (IndexInfo each : allIndexes()) {
            if (each.name().toLowerCase(Locale.ROOT).equals(index.toLowerCase(Locale.ROOT))) {
                return each;
            }
        }
        return null;
    }

    /** The primary key first, then unique ones, as SHOW INDEX lists them. */
    public List<IndexInfo> allIndexes() {
        List<IndexInfo> all = new ArrayList<>();
        if (primary != null) {
            all.add(primary);
        }
        indexes.stream().filter(IndexInfo::unique).forEach(all::add);
        indexes.stream().filter(index -> !index.unique()).forEach(all::add);
        return all;
    }

    /** Ordinal of the column with AUTO_INCREMENT; -1 if there is none. */
    public int autoIncrementOrdinal() {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).autoIncrement()) {
                return i;
            }
        }
        return -1;
    }

    public TableInfo withNames(String newSchema, String newName) {
        return new TableInfo(
                id,
                version,
                newSchema,
                newName,
                columns,
                primary,
                indexes,
                columnIds,
                collation,
                comment,
                createdMillis);
    }

    /** The same definition with another number: what TRUNCATE leaves. */
    public TableInfo withIds(long newId, List<IndexInfo> newIndexes) {
        return new TableInfo(
                newId,
                version,
                schema,
                name,
                columns,
                primary,
                newIndexes,
                columnIds,
                collation,
                comment,
                createdMillis);
    }

    /** The next version of it. */
    public TableInfo changed(
            List<ColumnInfo> newColumns, @Nullable IndexInfo newPrimary, List<IndexInfo> newIndexes, int newColumnIds) {
        return new TableInfo(
                id,
                version + 1,
                schema,
                name,
                newColumns,
                newPrimary,
                newIndexes,
                newColumnIds,
                collation,
                comment,
                createdMillis);
    }
}
