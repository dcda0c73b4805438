package io.millrace.newsql.definition;

import com.alibaba.druid.sql.ast.SQLName;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.statement.SQLForeignKeyImpl.Option;
import com.alibaba.druid.sql.dialect.mysql.ast.MysqlForeignKey;
import io.millrace.newsql.catalog.Catalog;
import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.ForeignKey;
import io.millrace.newsql.catalog.ForeignKey.Action;
import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.IndexInfo.Part;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.catalog.TableName;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** FOREIGN KEY clauses: what they say, and whether the parent allows it. One for each statement, one thread. */
final class ForeignKeyDefinitions {

    private final Catalog.Picture picture;
    private final boolean checked;

    /** @param checked whether {@code foreign_key_checks} is on: the parent must be there */
    ForeignKeyDefinitions(Catalog.Picture picture, boolean checked) {
        this.picture = picture;
        this.checked = checked;
    }

    /** Adds the key, and an index for it if no other leads with its columns. Keys and indexes of the draft must be there already. */
    void add(TableDraft draft, MysqlForeignKey clause) {
        String given = clause.getName() == null ? null : plain(clause.getName());
        String name = given == null ? draft.constraintName("_ibfk_") : given;
        checkFree(draft, name);
        List<Integer> ids = new ArrayList<>();
        for (SQLName column : clause.getReferencingColumns()) {
            int ordinal = draft.find(plain(column));
            if (ordinal < 0) {
                throw SqlErrors.of(1072, "42000", "Key column '" + plain(column) + "' doesn't exist in table");
            }
            ids.add(draft.columns.get(ordinal).id());
        }
        List<String> parentColumns = clause.getReferencedColumns().stream()
                .map(ForeignKeyDefinitions::plain)
                .toList();
        if (parentColumns.size() != ids.size()) {
            throw SqlErrors.of(
                    1239,
                    "42000",
                    "Incorrect foreign key definition for '" + name
                            + "': Key reference and table reference don't match");
        }
        SQLName parent = clause.getReferencedTableName();
        String schema = parent instanceof SQLPropertyExpr qualified
                ? ExpressionCompiler.unquote(qualified.getOwner().toString())
                : draft.schema;
        ForeignKey key = new ForeignKey(
                name,
                List.copyOf(ids),
                new TableName(schema, plain(parent)),
                parentColumns,
                action(clause.getOnDelete()),
                action(clause.getOnUpdate()));
        checkColumns(draft, key);
        checkParent(draft, key);
        draft.addForeignKey(key);
        if (!draft.isIndexed(ids)) {
            String index = clause.getIndexName() == null ? given : plain(clause.getIndexName());
            String free = index == null || draft.findIndex(index) >= 0 ? null : index;
            draft.addIndex(
                    free, false, ids.stream().map(id -> new Part(id, 0, false)).toList(), "");
        }
    }

    private static String plain(SQLName name) {
        return ExpressionCompiler.unquote(name.getSimpleName());
    }

    private static Action action(@Nullable Option option) {
        if (option == null) {
            return Action.NO_ACTION;
        }
        return switch (option) {
            case RESTRICT -> Action.RESTRICT;
            case CASCADE -> Action.CASCADE;
            case SET_NULL -> Action.SET_NULL;
            case NO_ACTION -> Action.NO_ACTION;
            default -> throw SqlErrors.unsupported("FOREIGN KEY … " + option.getText());
        };
    }

    private void checkFree(TableDraft draft, String name) {
        boolean taken = draft.foreignKeys.stream().anyMatch(key -> key.name().equalsIgnoreCase(name))
                || picture.schema(draft.schema).tables().values().stream()
                        .filter(table -> !table.name().equals(draft.name))
                        .flatMap(table -> table.foreignKeys().stream())
                        .anyMatch(key -> key.name().equalsIgnoreCase(name));
        if (taken) {
            throw SqlErrors.of(1826, "HY000", "Duplicate foreign key constraint name '" + name + "'");
        }
    }

    private static void checkColumns(TableDraft draft, ForeignKey key) {
        boolean setsNull = key.onDelete() == Action.SET_NULL || key.onUpdate() == Action.SET_NULL;
        for (int id : key.columnIds()) {
            ColumnInfo column = draft.byId(id);
            if (setsNull && !column.nullable()) {
                throw SqlErrors.of(
                        1830,
                        "HY000",
                        "Column '" + column.name() + "' cannot be NOT NULL: needed in a foreign key constraint '"
                                + key.name() + "' SET NULL");
            }
            if (column.isGenerated() && (setsNull || key.onUpdate() == Action.CASCADE)) {
                String clause = key.onUpdate() == Action.CASCADE
                        ? "ON UPDATE CASCADE"
                        : key.onUpdate() == Action.SET_NULL ? "ON UPDATE SET NULL" : "ON DELETE SET NULL";
                throw SqlErrors.of(
                        3104, "HY000", "Cannot define foreign key with " + clause + " clause on a generated column.");
            }
        }
    }

    private void checkParent(TableDraft draft, ForeignKey key) {
        boolean itself = key.parent().schema().equals(draft.schema)
                && key.parent().table().equals(draft.name);
        TableInfo parent = itself
                ? null
                : picture.findTable(key.parent().schema(), key.parent().table());
        if (!itself && parent == null) {
            if (checked) {
                throw SqlErrors.of(
                        1824,
                        "HY000",
                        "Failed to open the referenced table '" + key.parent().table() + "'");
            }
            return;
        }
        TableDraft of = parent == null ? draft : new TableDraft(parent);
        List<Integer> parentIds = new ArrayList<>();
        for (int i = 0; i < key.parentColumns().size(); i++) {
            int ordinal = of.find(key.parentColumns().get(i));
            if (ordinal < 0) {
                throw SqlErrors.of(
                        3734,
                        "HY000",
                        "Failed to add the foreign key constraint. Missing column '"
                                + key.parentColumns().get(i) + "' for constraint '" + key.name()
                                + "' in the referenced table '" + key.parent().table() + "'");
            }
            ColumnInfo referenced = of.columns.get(ordinal);
            ColumnInfo own = draft.byId(key.columnIds().get(i));
            if (!fits(own.type(), referenced.type())) {
                throw SqlErrors.of(
                        3780,
                        "HY000",
                        "Referencing column '" + own.name() + "' and referenced column '" + referenced.name()
                                + "' in foreign key constraint '" + key.name() + "' are incompatible.");
            }
            parentIds.add(referenced.id());
        }
        checkUnique(of, key, parentIds);
    }

    /** Keys of both must be the same bytes. */
    private static boolean fits(SqlType child, SqlType parent) {
        if (child.isString() && parent.isString() && !child.isEnumerated() && !parent.isEnumerated()) {
            return child.family() == parent.family() && child.collation().equals(parent.collation());
        }
        boolean sameSize =
                child.family() != io.millrace.newsql.type.TypeId.Family.DECIMAL || child.length() == parent.length();
        return child.id() == parent.id()
                && child.unsigned() == parent.unsigned()
                && child.decimals() == parent.decimals()
                && sameSize;
    }

    private static void checkUnique(TableDraft parent, ForeignKey key, List<Integer> ids) {
        IndexInfo primary = parent.primary();
        boolean unique = primary != null && isExactly(primary, ids)
                || parent.indexes.stream().anyMatch(index -> index.unique() && isExactly(index, ids));
        if (!unique && !parent.isIndexed(ids)) {
            throw SqlErrors.of(
                    1822,
                    "HY000",
                    "Failed to add the foreign key constraint. Missing index for constraint '" + key.name()
                            + "' in the referenced table '" + key.parent().table() + "'");
        }
        if (!unique) {
            throw SqlErrors.of(
                    6125,
                    "HY000",
                    "Failed to add the foreign key constraint. Missing unique key for constraint '" + key.name()
                            + "' in the referenced table '" + key.parent().table() + "'");
        }
    }

    private static boolean isExactly(IndexInfo index, List<Integer> ids) {
        return index.parts().size() == ids.size()
                && index.parts().stream().map(Part::ordinal).toList().equals(ids)
                && index.parts().stream().allMatch(part -> part.prefix() == 0);
    }

    // ---- what keys forbid ----

    /** Refuses to change or lose a column that a key of this table, or of another to this, needs. */
    void checkColumnFree(TableInfo table, ColumnInfo column, boolean dropped) {
        for (ForeignKey key : table.foreignKeys()) {
            if (key.columnIds().contains(column.id())) {
                throw dropped
                        ? SqlErrors.of(
                                1828,
                                "HY000",
                                "Cannot drop column '" + column.name() + "': needed in a foreign key constraint '"
                                        + key.name() + "'")
                        : SqlErrors.of(
                                1832,
                                "HY000",
                                "Cannot change column '" + column.name() + "': used in a foreign key constraint '"
                                        + key.name() + "'");
            }
        }
        for (Child child : children(table)) {
            if (child.key().parentColumns().stream().anyMatch(each -> each.equalsIgnoreCase(column.name()))) {
                String of = "a foreign key constraint '" + child.key().name() + "' of table '"
                        + child.table().tableName() + "'";
                throw dropped
                        ? SqlErrors.of(1829, "HY000", "Cannot drop column '" + column.name() + "': needed in " + of)
                        : SqlErrors.of(1833, "HY000", "Cannot change column '" + column.name() + "': used in " + of);
            }
        }
    }

    /** Refuses a definition that lacks an index which a key of it, or to it, needs. */
    void checkIndexes(TableInfo old, TableDraft draft, String dropped) {
        for (ForeignKey key : draft.foreignKeys) {
            if (!draft.isIndexed(key.columnIds())) {
                throw indexNeeded(dropped);
            }
        }
        for (Child child : children(old)) {
            List<Integer> ids = new ArrayList<>();
            for (String column : child.key().parentColumns()) {
                int ordinal = old.ordinalOf(column);
                ids.add(ordinal < 0 ? 0 : old.columns().get(ordinal).id());
            }
            IndexInfo primary = draft.primary();
            if ((primary == null || !isExactly(primary, ids))
                    && draft.indexes.stream().noneMatch(index -> index.unique() && isExactly(index, ids))) {
                throw indexNeeded(dropped);
            }
        }
    }

    private static RuntimeException indexNeeded(String index) {
        return SqlErrors.of(
                1553,
                "HY000",
                "Cannot drop index '" + index.toLowerCase(Locale.ROOT) + "': needed in a foreign key constraint");
    }

    /** A key to a table, and whose it is. */
    record Child(TableInfo table, ForeignKey key) {}

    /** The keys of tables, this one included, that reference a table. */
    List<Child> children(TableInfo parent) {
        List<Child> found = new ArrayList<>();
        for (TableName name : parent.referencedBy()) {
            TableInfo child = picture.findTable(name.schema(), name.table());
            if (child != null) {
                child.foreignKeys().stream()
                        .filter(key -> key.parent().equals(parent.tableName()))
                        .forEach(key -> found.add(new Child(child, key)));
            }
        }
        return found;
    }

    /** Refuses to lose a table that others reference. @param going tables that go with it */
    void checkDroppable(TableInfo table, List<TableInfo> going) {
        for (Child child : checked ? children(table) : List.<Child>of()) {
            boolean goes =
                    going.stream().anyMatch(each -> each.id() == child.table().id());
            if (!goes) {
                throw SqlErrors.of(
                        3730,
                        "HY000",
                        "Cannot drop table '" + table.name() + "' referenced by a foreign key constraint '"
                                + child.key().name() + "' on table '"
                                + child.table().name() + "'.");
            }
        }
    }

    /** Refuses to empty a table that others reference. */
    void checkTruncatable(TableInfo table) {
        for (Child child : checked ? children(table) : List.<Child>of()) {
            if (child.table().id() != table.id()) {
                throw SqlErrors.of(
                        1701,
                        "42000",
                        "Cannot truncate a table referenced in a foreign key constraint (`"
                                + child.table().schema() + "`.`" + child.table().name() + "`, CONSTRAINT `"
                                + child.key().name() + "`)");
            }
        }
    }
}
