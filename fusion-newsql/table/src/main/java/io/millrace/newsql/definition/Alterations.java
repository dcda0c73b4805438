package io.millrace.newsql.definition;

import com.alibaba.druid.sql.ast.SQLName;
import com.alibaba.druid.sql.ast.SQLObject;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableAddColumn;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableAddConstraint;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableAddIndex;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableDisableKeys;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableDropColumnItem;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableDropIndex;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableDropKey;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableEnableKeys;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableItem;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableRename;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableRenameColumn;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableRenameIndex;
import com.alibaba.druid.sql.ast.statement.SQLColumnDefinition;
import com.alibaba.druid.sql.ast.statement.SQLSelectOrderByItem;
import com.alibaba.druid.sql.dialect.mysql.ast.MySqlUnique;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlAlterTableAlgorithm;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlAlterTableLock;
import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.ColumnInfo.Fallback;
import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.IndexInfo.Part;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.TypeId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Changes of a table's definition that touch no row: columns added, dropped and renamed, indexes. One for each statement, one thread. */
public final class Alterations {

    private static final int NOT_NUMBERED = -1;

    private final TableInfo table;
    private final List<ColumnInfo> columns;
    private final List<IndexInfo> indexes;
    private final int version;
    private int columnIds;
    private String schema;
    private String name;

    public Alterations(TableInfo table) {
        this.table = table;
        this.columns = new ArrayList<>(table.columns());
        this.indexes = new ArrayList<>(table.indexes());
        this.version = table.version() + 1;
        this.columnIds = table.columnIds();
        this.schema = table.schema();
        this.name = table.name();
    }

    /** Applies one item. @throws io.millrace.newsql.mysql.SqlException 1235 for what would rewrite rows, and for what is not there yet */
    public Alterations apply(SQLAlterTableItem item) {
        if (item instanceof SQLAlterTableAddColumn add) {
            addColumns(add);
        } else if (item instanceof SQLAlterTableDropColumnItem drop) {
            drop.getColumns().forEach(column -> dropColumn(plain(column)));
        } else if (item instanceof SQLAlterTableAddIndex add) {
            addIndex(
                    TableDefinitions.nameOf(add.getIndexDefinition()),
                    add.isUnique(),
                    add.getIndexDefinition().getColumns());
        } else if (item instanceof SQLAlterTableAddConstraint add
                && add.getConstraint() instanceof MySqlUnique unique) {
            addIndex(
                    TableDefinitions.nameOf(unique.getIndexDefinition()),
                    true,
                    unique.getIndexDefinition().getColumns());
        } else if (item instanceof SQLAlterTableDropIndex drop) {
            dropIndex(plain(drop.getIndexName()));
        } else if (item instanceof SQLAlterTableDropKey drop) {
            dropIndex(plain(drop.getKeyName()));
        } else if (item instanceof SQLAlterTableRenameColumn rename) {
            renameColumn(plain(rename.getColumn()), plain(rename.getTo()));
        } else if (item instanceof SQLAlterTableRenameIndex rename) {
            renameIndex(plain(rename.getName()), plain(rename.getTo()));
        } else if (item instanceof SQLAlterTableRename rename) {
            rename(rename.getToName());
        } else if (!isHint(item)) {
            Object what = item instanceof SQLAlterTableAddConstraint add ? add.getConstraint() : item;
            throw SqlErrors.unsupported("ALTER TABLE … " + TableDefinitions.what(what));
        }
        return this;
    }

    private static boolean isHint(SQLAlterTableItem item) {
        return item instanceof MySqlAlterTableAlgorithm
                || item instanceof MySqlAlterTableLock
                || item instanceof SQLAlterTableDisableKeys
                || item instanceof SQLAlterTableEnableKeys;
    }

    private static String plain(SQLObject name) {
        return ExpressionCompiler.unquote(((SQLName) name).getSimpleName());
    }

    private void addColumns(SQLAlterTableAddColumn add) {
        int at = add.isFirst()
                ? 0
                : add.getAfterColumn() == null ? columns.size() : ordinalOf(plain(add.getAfterColumn())) + 1;
        for (SQLColumnDefinition definition : add.getColumns()) {
            ColumnInfo column = ColumnDefinitions.column(definition, ++columnIds, version, table.collation());
            if (columns.stream().anyMatch(each -> each.name().equalsIgnoreCase(column.name()))) {
                throw SqlErrors.of(1060, "42S21", "Duplicate column name '" + column.name() + "'");
            }
            if (column.autoIncrement() || !definition.getConstraints().stream().allMatch(each -> isPlain(each))) {
                throw SqlErrors.unsupported("ADD COLUMN with a key; add the index by an item of its own");
            }
            insertColumn(at++, withOrigin(column));
        }
    }

    private static boolean isPlain(Object constraint) {
        return constraint instanceof com.alibaba.druid.sql.ast.statement.SQLNotNullConstraint
                || constraint instanceof com.alibaba.druid.sql.ast.statement.SQLNullConstraint;
    }

    /** Rows that are there have the default, or for NOT NULL without one the type's nothing. */
    private static ColumnInfo withOrigin(ColumnInfo column) {
        Fallback origin = column.fallback();
        if (origin == null && !column.nullable()) {
            boolean number = column.type().isNumber();
            if (column.type().isTemporal()) {
                throw SqlErrors.incorrectValue(
                        column.type().id() == TypeId.DATE ? "date" : "datetime", "0000-00-00", column.name(), 1);
            }
            origin = new Fallback(
                    ColumnInfo.Kind.LITERAL,
                    number
                            ? "0"
                            : column.type().id() == TypeId.ENUM
                                    ? column.type().elements().get(0)
                                    : "");
        }
        if (origin != null && origin.kind() == ColumnInfo.Kind.NOW) {
            throw SqlErrors.unsupported("ADD COLUMN … DEFAULT CURRENT_TIMESTAMP for rows that are there");
        }
        return new ColumnInfo(
                column.id(),
                column.name(),
                column.type(),
                column.nullable(),
                column.fallback(),
                origin,
                column.addedIn(),
                false,
                column.updatesToNow(),
                column.comment());
    }

    private void insertColumn(int at, ColumnInfo column) {
        columns.add(at, column);
        renumber(ordinal -> ordinal >= at ? ordinal + 1 : ordinal);
    }

    private int ordinalOf(String column) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equalsIgnoreCase(column)) {
                return i;
            }
        }
        throw SqlErrors.unknownColumn(column, table.name());
    }

    private interface Renumbering {
        int of(int ordinal);
    }

    private final List<Renumbering> renumberings = new ArrayList<>();

    private void renumber(Renumbering renumbering) {
        renumberings.add(renumbering);
        indexes.replaceAll(index -> renumbered(index, renumbering));
    }

    private static IndexInfo renumbered(IndexInfo index, Renumbering renumbering) {
        List<Part> parts = index.parts().stream()
                .map(part -> new Part(renumbering.of(part.ordinal()), part.prefix(), part.descending()))
                .toList();
        return new IndexInfo(index.id(), index.name(), index.unique(), parts, index.comment());
    }

    /** The primary key with the columns' new ordinals. */
    private @Nullable IndexInfo primary() {
        IndexInfo primary = table.primary();
        for (Renumbering renumbering : renumberings) {
            primary = primary == null ? null : renumbered(primary, renumbering);
        }
        return primary;
    }

    private void dropColumn(String column) {
        int at = -1;
        for (int i = 0; i < columns.size(); i++) {
            at = columns.get(i).name().equalsIgnoreCase(column) ? i : at;
        }
        int ordinal = at;
        if (ordinal < 0) {
            throw SqlErrors.of(1091, "42000", "Can't DROP '" + column + "'; check that column/key exists");
        }
        if (columns.size() == 1) {
            throw SqlErrors.of(1090, "42000", "You can't delete all columns with ALTER TABLE; use DROP TABLE instead");
        }
        IndexInfo primary = primary();
        List<IndexInfo> used = new ArrayList<>(indexes);
        if (primary != null) {
            used.add(primary);
        }
        for (IndexInfo index : used) {
            boolean named = index.parts().stream().anyMatch(part -> part.ordinal() == ordinal);
            if (named && (index.parts().size() > 1 || index.isPrimary())) {
                throw SqlErrors.unsupported(
                        "DROP COLUMN of a column in index " + index.name() + "; drop the index first");
            }
        }
        indexes.removeIf(index -> index.parts().get(0).ordinal() == ordinal);
        columns.remove(ordinal);
        renumber(each -> each > ordinal ? each - 1 : each);
    }

    private void addIndex(@Nullable String given, boolean unique, List<SQLSelectOrderByItem> items) {
        List<Part> parts = TableDefinitions.parts(columns, items);
        String indexName = TableDefinitions.indexName(given, columns, indexes, parts);
        indexes.add(new IndexInfo(NOT_NUMBERED, indexName, unique, parts, ""));
    }

    /** Adds an index, as CREATE INDEX does. */
    public Alterations addIndex(String indexName, boolean unique, List<SQLSelectOrderByItem> items, String comment) {
        List<Part> parts = TableDefinitions.parts(columns, items);
        indexes.add(new IndexInfo(
                NOT_NUMBERED, TableDefinitions.indexName(indexName, columns, indexes, parts), unique, parts, comment));
        return this;
    }

    public Alterations dropIndex(String indexName) {
        if (indexName.equalsIgnoreCase(IndexInfo.PRIMARY)) {
            throw SqlErrors.unsupported("DROP PRIMARY KEY");
        }
        if (!indexes.removeIf(index -> index.name().equalsIgnoreCase(indexName))) {
            throw SqlErrors.of(1091, "42000", "Can't DROP '" + indexName + "'; check that column/key exists");
        }
        return this;
    }

    private void renameColumn(String from, String to) {
        int ordinal = ordinalOf(from);
        if (!from.equalsIgnoreCase(to)
                && columns.stream().anyMatch(each -> each.name().equalsIgnoreCase(to))) {
            throw SqlErrors.of(1060, "42S21", "Duplicate column name '" + to + "'");
        }
        columns.set(ordinal, columns.get(ordinal).renamed(ColumnDefinitions.checkName(to)));
    }

    private void renameIndex(String from, String to) {
        for (int i = 0; i < indexes.size(); i++) {
            IndexInfo index = indexes.get(i);
            if (index.name().equalsIgnoreCase(from)) {
                indexes.set(i, new IndexInfo(index.id(), to, index.unique(), index.parts(), index.comment()));
                return;
            }
        }
        throw SqlErrors.of(1176, "42000", "Key '" + from + "' doesn't exist in table '" + table.name() + "'");
    }

    private void rename(SQLName to) {
        if (to instanceof com.alibaba.druid.sql.ast.expr.SQLPropertyExpr qualified) {
            schema = ExpressionCompiler.unquote(qualified.getOwner().toString());
        }
        name = plain(to);
    }

    /** How many indexes need numbers. */
    public int newIndexes() {
        return (int)
                indexes.stream().filter(index -> index.id() == NOT_NUMBERED).count();
    }

    /** The changed table. @param firstId of the new indexes */
    public TableInfo result(long firstId) {
        long next = firstId;
        List<IndexInfo> numbered = new ArrayList<>();
        for (IndexInfo index : indexes) {
            long id = index.id() == NOT_NUMBERED ? next++ : index.id();
            numbered.add(new IndexInfo(id, index.name(), index.unique(), index.parts(), index.comment()));
        }
        IndexInfo primary = primary();
        TableDefinitions.checkAutoIncrement(columns, primary, numbered);
        return table.changed(List.copyOf(columns), primary, List.copyOf(numbered), columnIds)
                .withNames(schema, name);
    }
}
