package io.millrace.newsql.definition;

import io.millrace.newsql.catalog.CheckInfo;
import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.ForeignKey;
import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.IndexInfo.Part;
import io.millrace.newsql.catalog.TableEdit;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A table while a statement defines or changes it. Parts of indexes name columns by their id here, so that columns come, go and move without touching them. One thread.
 */
final class TableDraft {

    /** Number of an index that is to get one. */
    static final long NOT_NUMBERED = -1;

    private static final int COLUMNS_MAX = 1017;
    private static final int INDEXES_MAX = 64;
    private static final int FOREIGN_KEYS_MAX = 1000;

    final List<ColumnInfo> columns = new ArrayList<>();
    final List<IndexInfo> indexes = new ArrayList<>();
    final List<CheckInfo> checks = new ArrayList<>();
    final List<ForeignKey> foreignKeys = new ArrayList<>();
    String schema;
    String name;
    String collation;
    String comment = "";
    int columnIds;
    private @Nullable IndexInfo primary;

    TableDraft(String schema, String name, String collation) {
        this.schema = schema;
        this.name = name;
        this.collation = collation;
    }

    TableDraft(TableInfo table) {
        this(table.schema(), table.name(), table.collation());
        columns.addAll(table.columns());
        table.indexes().forEach(index -> indexes.add(byId(index, table.columns())));
        primary = table.primary() == null ? null : byId(table.primary(), table.columns());
        checks.addAll(table.checks());
        foreignKeys.addAll(table.foreignKeys());
        comment = table.comment();
        columnIds = table.columnIds();
    }

    private static IndexInfo byId(IndexInfo index, List<ColumnInfo> columns) {
        return index.withParts(index.parts().stream()
                .map(part -> new Part(columns.get(part.ordinal()).id(), part.prefix(), part.descending()))
                .toList());
    }

    // ---- columns ----

    /** Ordinal of a column; -1 if there is none. */
    int find(String column) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equalsIgnoreCase(column)) {
                return i;
            }
        }
        return -1;
    }

    /** Ordinal of a column. @throws io.millrace.newsql.mysql.SqlException 1054 */
    int ordinalOf(String column) {
        int ordinal = find(column);
        if (ordinal < 0) {
            throw SqlErrors.unknownColumn(column, name);
        }
        return ordinal;
    }

    ColumnInfo byId(int id) {
        return columns.stream().filter(column -> column.id() == id).findFirst().orElseThrow();
    }

    void addColumn(int at, ColumnInfo column) {
        checkNewName(column.name());
        if (columns.size() == COLUMNS_MAX) {
            throw SqlErrors.of(1117, "HY000", "Too many columns");
        }
        columns.add(at, column);
    }

    void checkNewName(String column) {
        if (find(column) >= 0) {
            throw SqlErrors.of(1060, "42S21", "Duplicate column name '" + column + "'");
        }
    }

    // ---- indexes ----

    @Nullable
    IndexInfo primary() {
        return primary;
    }

    /** Sets the primary key, whose columns become NOT NULL. */
    void setPrimary(List<Part> parts) {
        if (primary != null) {
            throw SqlErrors.of(1068, "42000", "Multiple primary key defined");
        }
        for (Part part : parts) {
            ColumnInfo column = byId(part.ordinal());
            ColumnInfo.Fallback fallback = column.fallback();
            boolean isNull = fallback != null && fallback.kind() == ColumnInfo.Kind.NULL;
            columns.set(columns.indexOf(column), column.withNullable(false).withFallback(isNull ? null : fallback));
        }
        primary = new IndexInfo(0, IndexInfo.PRIMARY, true, List.copyOf(parts), "");
    }

    void dropPrimary() {
        if (primary == null) {
            throw SqlErrors.of(1091, "42000", "Can't DROP 'PRIMARY'; check that column/key exists");
        }
        primary = null;
    }

    void addIndex(@Nullable String given, boolean unique, List<Part> parts, String comment) {
        indexes.add(new IndexInfo(NOT_NUMBERED, indexName(given, parts), unique, List.copyOf(parts), comment));
        if (indexes.size() > INDEXES_MAX) {
            throw SqlErrors.of(1069, "42000", "Too many keys specified; max " + INDEXES_MAX + " keys allowed");
        }
    }

    /** The name of an index; if it has none, its first column's, with a number if that is taken. */
    private String indexName(@Nullable String given, List<Part> parts) {
        if (given != null) {
            if (given.equalsIgnoreCase(IndexInfo.PRIMARY) || given.isEmpty()) {
                throw SqlErrors.of(1280, "42000", "Incorrect index name '" + given + "'");
            }
            if (findIndex(given) >= 0) {
                throw SqlErrors.of(1061, "42000", "Duplicate key name '" + given + "'");
            }
            return given;
        }
        String base = byId(parts.get(0).ordinal()).name();
        for (int number = 1; ; number++) {
            String free = number == 1 ? base : base + "_" + number;
            if (findIndex(free) < 0) {
                return free;
            }
        }
    }

    int findIndex(String index) {
        for (int i = 0; i < indexes.size(); i++) {
            if (indexes.get(i).name().equalsIgnoreCase(index)) {
                return i;
            }
        }
        return -1;
    }

    void dropIndex(String index) {
        int at = findIndex(index);
        if (at < 0) {
            throw SqlErrors.of(1091, "42000", "Can't DROP '" + index + "'; check that column/key exists");
        }
        indexes.remove(at);
    }

    /** Whether the columns lead an index, the primary key included, in their order. */
    boolean isIndexed(List<Integer> columnIds) {
        List<IndexInfo> all = new ArrayList<>(indexes);
        if (primary != null) {
            all.add(primary);
        }
        return all.stream().anyMatch(index -> leads(index, columnIds));
    }

    private static boolean leads(IndexInfo index, List<Integer> columnIds) {
        if (index.parts().size() < columnIds.size()) {
            return false;
        }
        for (int i = 0; i < columnIds.size(); i++) {
            Part part = index.parts().get(i);
            if (part.ordinal() != columnIds.get(i) || part.prefix() != 0) {
                return false;
            }
        }
        return true;
    }

    /** A column has gone: from indexes too, which have other entries then. */
    void forgetColumn(int id) {
        indexes.replaceAll(index -> index.parts().stream().noneMatch(part -> part.ordinal() == id)
                ? index
                : index.withParts(index.parts().stream()
                                .filter(part -> part.ordinal() != id)
                                .toList())
                        .withId(NOT_NUMBERED));
        indexes.removeIf(index -> index.parts().isEmpty());
    }

    // ---- constraints ----

    void addForeignKey(ForeignKey key) {
        if (foreignKeys.size() == FOREIGN_KEYS_MAX) {
            throw SqlErrors.of(1069, "42000", "Too many foreign keys; max " + FOREIGN_KEYS_MAX + " allowed");
        }
        foreignKeys.add(key);
    }

    /** A name that no constraint of the table has: the table's, what it is, and a number. */
    String constraintName(String kind) {
        for (int number = 1; ; number++) {
            String free = name + kind + number;
            if (!hasConstraint(free)) {
                return free;
            }
        }
    }

    boolean hasConstraint(String constraint) {
        String lower = constraint.toLowerCase(Locale.ROOT);
        return checks.stream()
                        .anyMatch(check -> check.name().toLowerCase(Locale.ROOT).equals(lower))
                || foreignKeys.stream()
                        .anyMatch(key -> key.name().toLowerCase(Locale.ROOT).equals(lower));
    }

    // ---- the table ----

    int newIndexes() {
        return (int)
                indexes.stream().filter(index -> index.id() == NOT_NUMBERED).count();
    }

    /** The table in its next version. @param firstId of the indexes that have no number */
    TableInfo result(TableInfo of, long firstId) {
        long next = firstId;
        List<IndexInfo> numbered = new ArrayList<>();
        for (IndexInfo index : indexes) {
            IndexInfo placed = byOrdinal(index);
            numbered.add(index.id() == NOT_NUMBERED ? placed.withId(next++) : placed);
        }
        IndexInfo placedPrimary = primary == null ? null : byOrdinal(primary);
        checkAutoIncrement(placedPrimary, numbered);
        TableInfo table = new TableEdit(of)
                .nextVersion()
                .names(schema, name)
                .columns(columns, columnIds)
                .primary(placedPrimary)
                .indexes(numbered)
                .checks(checks)
                .foreignKeys(foreignKeys)
                .collation(collation)
                .comment(comment)
                .done();
        ExpressionRules.check(table);
        return table;
    }

    private IndexInfo byOrdinal(IndexInfo index) {
        return index.withParts(index.parts().stream()
                .map(part -> new Part(columns.indexOf(byId(part.ordinal())), part.prefix(), part.descending()))
                .toList());
    }

    private void checkAutoIncrement(@Nullable IndexInfo primaryKey, List<IndexInfo> numbered) {
        List<IndexInfo> all = new ArrayList<>(numbered);
        if (primaryKey != null) {
            all.add(primaryKey);
        }
        long count = columns.stream().filter(ColumnInfo::autoIncrement).count();
        boolean leads = count == 0
                || all.stream()
                        .anyMatch(index ->
                                columns.get(index.parts().get(0).ordinal()).autoIncrement());
        if (count > 1 || !leads) {
            throw SqlErrors.of(
                    1075,
                    "42000",
                    "Incorrect table definition; there can be only one auto column and it must be defined as a key");
        }
    }
}
