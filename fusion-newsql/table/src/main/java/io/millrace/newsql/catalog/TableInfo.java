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
 * @param indexes that may be read
 * @param columnIds how many ids of columns were given away
 * @param building indexes that are kept up and may not be read yet
 * @param referencedBy tables with a foreign key to this one; kept by the catalog, not in the table's record
 * @param temporary whether it is one session's and ends with it
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
        long createdMillis,
        List<CheckInfo> checks,
        List<ForeignKey> foreignKeys,
        List<BuildingIndex> building,
        List<TableName> referencedBy,
        boolean temporary) {

    /** One without constraints. */
    public TableInfo(
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
        this(
                id,
                version,
                schema,
                name,
                columns,
                primary,
                indexes,
                columnIds,
                collation,
                comment,
                createdMillis,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                false);
    }

    public boolean isTemporary() {
        return temporary;
    }

    /** The version that events of its rows name: 0, which is none, for a temporary one. */
    public int toldVersion() {
        return temporary ? 0 : version;
    }

    public TableName tableName() {
        return new TableName(schema, name);
    }

    /** Ordinal of a column, in any case; -1 if there is none. */
    public int ordinalOf(String column) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equalsIgnoreCase(column)) {
                return i;
            }
        }
        return -1;
    }

    /** Ordinal of the column with an id; -1 if it is no more. */
    public int ordinalOfId(int columnId) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).id() == columnId) {
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
        return new TableEdit(this).names(newSchema, newName).done();
    }

    /** The same definition with another number: what TRUNCATE leaves. */
    public TableInfo withIds(long newId, List<IndexInfo> newIndexes) {
        return new TableEdit(this).id(newId).indexes(newIndexes).done();
    }

    /** The next version of it. */
    public TableInfo changed(
            List<ColumnInfo> newColumns, @Nullable IndexInfo newPrimary, List<IndexInfo> newIndexes, int newColumnIds) {
        return new TableEdit(this)
                .nextVersion()
                .columns(newColumns, newColumnIds)
                .primary(newPrimary)
                .indexes(newIndexes)
                .done();
    }
}
