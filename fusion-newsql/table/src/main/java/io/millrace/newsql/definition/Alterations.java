package io.millrace.newsql.definition;

import com.alibaba.druid.sql.ast.SQLName;
import com.alibaba.druid.sql.ast.SQLObject;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableAddColumn;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableAddConstraint;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableAddIndex;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableConvertCharSet;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableDisableKeys;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableDropCheck;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableDropColumnItem;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableDropConstraint;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableDropForeignKey;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableDropIndex;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableDropKey;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableDropPrimaryKey;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableEnableKeys;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableItem;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableRename;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableRenameColumn;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableRenameIndex;
import com.alibaba.druid.sql.ast.statement.SQLCheck;
import com.alibaba.druid.sql.ast.statement.SQLSelectOrderByItem;
import com.alibaba.druid.sql.dialect.mysql.ast.MySqlPrimaryKey;
import com.alibaba.druid.sql.dialect.mysql.ast.MySqlUnique;
import com.alibaba.druid.sql.dialect.mysql.ast.MysqlForeignKey;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlAlterTableAlgorithm;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlAlterTableAlterColumn;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlAlterTableChangeColumn;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlAlterTableForce;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlAlterTableLock;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlAlterTableModifyColumn;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlAlterTableOrderBy;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MysqlAlterTableAlterCheck;
import io.millrace.newsql.catalog.CheckInfo;
import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.type.SqlErrors;
import java.util.List;
import java.util.Locale;

/** Changes of a table's definition, item by item, and whether its rows have to be written anew for them. One for each statement, one thread. */
final class Alterations {

    private final TableInfo table;
    private final TableDraft draft;
    private final ForeignKeyDefinitions foreignKeys;
    private final ColumnAlterations columns;
    private final DefinitionSession session;
    private boolean rewrites;
    private boolean newReferences;
    private boolean newChecks;
    private boolean copies;

    Alterations(TableInfo table, ForeignKeyDefinitions foreignKeys, DefinitionSession session) {
        this.table = table;
        this.foreignKeys = foreignKeys;
        this.draft = new TableDraft(table);
        this.columns = new ColumnAlterations(table, draft, foreignKeys, session);
        this.session = session;
    }

    /** Applies one item. @throws io.millrace.newsql.mysql.SqlException 1235 for what is not there */
    Alterations apply(SQLAlterTableItem item) {
        if (!applyColumn(item) && !applyKey(item) && !applyConstraint(item) && !isHint(item)) {
            throw SqlErrors.unsupported("ALTER TABLE … " + item);
        }
        return this;
    }

    private static boolean isHint(SQLAlterTableItem item) {
        return item instanceof MySqlAlterTableAlgorithm
                || item instanceof MySqlAlterTableLock
                || item instanceof SQLAlterTableDisableKeys
                || item instanceof SQLAlterTableEnableKeys;
    }

    static String plain(SQLObject name) {
        return ExpressionCompiler.unquote(((SQLName) name).getSimpleName());
    }

    private boolean applyColumn(SQLAlterTableItem item) {
        if (item instanceof SQLAlterTableAddColumn add) {
            columns.add(add);
            newChecks = true;
        } else if (item instanceof SQLAlterTableDropColumnItem drop) {
            drop.getColumns().forEach(column -> columns.drop(plain(column)));
        } else if (item instanceof MySqlAlterTableModifyColumn modify) {
            String name = plain(modify.getNewColumnDefinition().getName());
            columns.change(
                    name,
                    modify.getNewColumnDefinition(),
                    ColumnAlterations.place(modify.isFirst(), modify.getAfterColumn()));
        } else if (item instanceof MySqlAlterTableChangeColumn change) {
            columns.change(
                    plain(change.getColumnName()),
                    change.getNewColumnDefinition(),
                    ColumnAlterations.place(change.isFirst(), change.getAfterColumn()));
        } else if (item instanceof MySqlAlterTableAlterColumn alter) {
            columns.setDefault(plain(alter.getColumn()), alter.isDropDefault(), alter.getDefaultExpr());
        } else if (item instanceof SQLAlterTableRenameColumn rename) {
            columns.rename(plain(rename.getColumn()), plain(rename.getTo()));
        } else if (item instanceof SQLAlterTableConvertCharSet convert) {
            columns.convert(convert);
        } else {
            return false;
        }
        return true;
    }

    private boolean applyKey(SQLAlterTableItem item) {
        if (item instanceof SQLAlterTableAddIndex add) {
            definitions().addIndex(add.getIndexDefinition(), add.isUnique());
        } else if (item instanceof SQLAlterTableAddConstraint add
                && add.getConstraint() instanceof MySqlPrimaryKey key) {
            draft.setPrimary(
                    KeyDefinitions.parts(draft, key.getIndexDefinition().getColumns()));
            rewrites = true;
        } else if (item instanceof SQLAlterTableAddConstraint add
                && add.getConstraint() instanceof MySqlUnique unique) {
            definitions().addIndex(unique.getIndexDefinition(), true);
        } else if (item instanceof SQLAlterTableDropIndex drop) {
            dropIndex(plain(drop.getIndexName()));
        } else if (item instanceof SQLAlterTableDropKey drop) {
            dropIndex(plain(drop.getKeyName()));
        } else if (item instanceof SQLAlterTableDropPrimaryKey) {
            dropIndex(IndexInfo.PRIMARY);
        } else if (item instanceof SQLAlterTableRenameIndex rename) {
            renameIndex(plain(rename.getName()), plain(rename.getTo()));
        } else if (item instanceof SQLAlterTableRename rename) {
            rename(rename.getToName());
        } else if (item instanceof MySqlAlterTableForce) {
            rewrites = true;
        } else if (item instanceof MySqlAlterTableOrderBy) {
            if (draft.primary() != null) {
                session.scope()
                        .warnings()
                        .warn(
                                1105,
                                "ORDER BY ignored as there is a user-defined clustered index in the table '"
                                        + draft.name + "'");
            }
            rewrites = true;
            copies = true;
        } else {
            return false;
        }
        return true;
    }

    private TableDefinitions definitions() {
        return new TableDefinitions(draft, foreignKeys);
    }

    Alterations addIndex(String indexName, boolean unique, List<SQLSelectOrderByItem> items, String comment) {
        draft.addIndex(indexName, unique, KeyDefinitions.parts(draft, items), comment);
        return this;
    }

    Alterations dropIndex(String indexName) {
        if (indexName.equalsIgnoreCase(IndexInfo.PRIMARY)) {
            draft.dropPrimary();
            rewrites = true;
            copies = true;
        } else {
            draft.dropIndex(indexName);
        }
        droppedIndex = indexName;
        return this;
    }

    private String droppedIndex = IndexInfo.PRIMARY;

    private void renameIndex(String from, String to) {
        int at = draft.findIndex(from);
        if (at < 0) {
            throw SqlErrors.of(1176, "42000", "Key '" + from + "' doesn't exist in table '" + table.name() + "'");
        }
        int taken = draft.findIndex(to);
        if (taken >= 0 && taken != at) {
            throw SqlErrors.of(1061, "42000", "Duplicate key name '" + to + "'");
        }
        draft.indexes.set(at, draft.indexes.get(at).withName(to));
    }

    private void rename(SQLName to) {
        if (to instanceof SQLPropertyExpr qualified) {
            draft.schema = ExpressionCompiler.unquote(qualified.getOwner().toString());
        }
        draft.name = plain(to);
    }

    // ---- constraints ----

    private boolean applyConstraint(SQLAlterTableItem item) {
        if (item instanceof SQLAlterTableAddConstraint add && add.getConstraint() instanceof MysqlForeignKey key) {
            foreignKeys.add(draft, key);
            newReferences = true;
        } else if (item instanceof SQLAlterTableAddConstraint add && add.getConstraint() instanceof SQLCheck check) {
            definitions().addConstraint(check);
            newChecks = true;
            copies = true;
        } else if (item instanceof SQLAlterTableDropForeignKey drop) {
            String name = plain(drop.getIndexName());
            if (!draft.foreignKeys.removeIf(key -> key.name().equalsIgnoreCase(name))) {
                throw cannotDrop(name);
            }
        } else if (item instanceof SQLAlterTableDropCheck drop) {
            dropCheck(plain(drop.getCheckName()));
        } else if (item instanceof SQLAlterTableDropConstraint drop) {
            dropConstraint(plain(drop.getConstraintName()));
        } else if (item instanceof MysqlAlterTableAlterCheck alter) {
            enforce(plain(alter.getName()), alter.getEnforced() == null || alter.getEnforced());
        } else {
            return false;
        }
        return true;
    }

    private static RuntimeException cannotDrop(String name) {
        return SqlErrors.of(1091, "42000", "Can't DROP '" + name + "'; check that column/key exists");
    }

    private void dropCheck(String name) {
        if (!draft.checks.removeIf(check -> check.name().equalsIgnoreCase(name))) {
            throw SqlErrors.of(3821, "HY000", "Check constraint '" + name + "' is not found in the table.");
        }
    }

    /** Of whatever kind has the name. */
    private void dropConstraint(String name) {
        if (name.toUpperCase(Locale.ROOT).equals(IndexInfo.PRIMARY) || draft.findIndex(name) >= 0) {
            dropIndex(name);
        } else if (!draft.foreignKeys.removeIf(key -> key.name().equalsIgnoreCase(name))
                && !draft.checks.removeIf(check -> check.name().equalsIgnoreCase(name))) {
            throw SqlErrors.of(3940, "HY000", "Constraint '" + name + "' does not exist.");
        }
    }

    private void enforce(String name, boolean enforced) {
        for (int i = 0; i < draft.checks.size(); i++) {
            CheckInfo check = draft.checks.get(i);
            if (check.name().equalsIgnoreCase(name)) {
                draft.checks.set(i, new CheckInfo(check.name(), check.expression(), enforced));
                newChecks |= enforced;
                return;
            }
        }
        throw SqlErrors.of(3821, "HY000", "Check constraint '" + name + "' is not found in the table.");
    }

    // ---- what comes of it ----

    void comment(String text) {
        draft.comment = text;
    }

    void collation(String name) {
        draft.collation = name;
    }

    /** Whether all rows have to be written anew, into a table with another number. */
    boolean rewrites() {
        return rewrites || columns.rewrites();
    }

    /** Whether the client is told how many rows there were: where MySQL too can only copy the table. */
    boolean copies() {
        return copies || columns.copies();
    }

    /** Whether there may be rows that lack their parents. */
    boolean hasNewReferences() {
        return newReferences;
    }

    /** Whether there may be rows that a CHECK refuses. */
    boolean hasNewChecks() {
        return newChecks;
    }

    /** Columns whose names are others now: old to new. */
    java.util.Map<String, String> renamed() {
        return columns.renamed();
    }

    int newIndexes() {
        return draft.newIndexes();
    }

    /** The changed table. @param firstId of the new indexes */
    TableInfo result(long firstId) {
        foreignKeys.checkIndexes(table, draft, droppedIndex);
        TableInfo result = draft.result(table, firstId);
        if (result.columns().stream().noneMatch(ColumnInfo::autoIncrement)
                || table.autoIncrementOrdinal() >= 0
                || result.primary() == null) {
            return result;
        }
        rewrites = true;
        return result;
    }
}
