package io.millrace.newsql.definition;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLIndexDefinition;
import com.alibaba.druid.sql.ast.expr.SQLCharExpr;
import com.alibaba.druid.sql.ast.statement.SQLCheck;
import com.alibaba.druid.sql.ast.statement.SQLColumnCheck;
import com.alibaba.druid.sql.ast.statement.SQLColumnConstraint;
import com.alibaba.druid.sql.ast.statement.SQLColumnDefinition;
import com.alibaba.druid.sql.ast.statement.SQLColumnPrimaryKey;
import com.alibaba.druid.sql.ast.statement.SQLColumnUniqueKey;
import com.alibaba.druid.sql.ast.statement.SQLTableElement;
import com.alibaba.druid.sql.dialect.mysql.ast.MySqlKey;
import com.alibaba.druid.sql.dialect.mysql.ast.MySqlPrimaryKey;
import com.alibaba.druid.sql.dialect.mysql.ast.MySqlUnique;
import com.alibaba.druid.sql.dialect.mysql.ast.MysqlForeignKey;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlCreateTableStatement;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlTableIndex;
import io.millrace.newsql.catalog.CheckInfo;
import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.IndexInfo.Part;
import io.millrace.newsql.catalog.TableEdit;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.constraint.StoredExpressions;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Definitions of tables. One for each statement, one thread. */
final class TableDefinitions {

    private final TableDraft draft;
    private final ForeignKeyDefinitions foreignKeys;

    /** Into a draft that has columns already if they come of a query. */
    TableDefinitions(TableDraft draft, ForeignKeyDefinitions foreignKeys) {
        this.draft = draft;
        this.foreignKeys = foreignKeys;
    }

    /** The table that CREATE TABLE defines; its ids, and those of its indexes from 1 on, are to be given by {@link #withIds}. */
    TableInfo create(MySqlCreateTableStatement statement) {
        return create(statement, List.of());
    }

    /** @param queried columns of CREATE TABLE … SELECT: behind those that are defined, unless one is named as one of them */
    TableInfo create(MySqlCreateTableStatement statement, List<ColumnInfo> queried) {
        if (statement.getPartitioning() != null) {
            throw SqlErrors.unsupported("PARTITION BY");
        }
        ColumnDefinitions.checkTableName(draft.name);
        draft.collation = collation(statement, draft.collation);
        draft.comment = statement.getComment() instanceof SQLCharExpr text ? text.getText() : "";
        for (SQLTableElement element : statement.getTableElementList()) {
            if (element instanceof SQLColumnDefinition definition) {
                draft.addColumn(
                        draft.columns.size(),
                        ColumnDefinitions.column(definition, ++draft.columnIds, 1, draft.collation));
            }
        }
        for (ColumnInfo column : queried) {
            if (draft.find(column.name()) < 0) {
                draft.addColumn(draft.columns.size(), column.withId(++draft.columnIds));
            }
        }
        return finish(statement);
    }

    private TableInfo finish(MySqlCreateTableStatement statement) {
        if (draft.columns.isEmpty()) {
            throw SqlErrors.of(4028, "HY000", "A table must have at least one visible column.");
        }
        statement.getTableElementList().forEach(this::addKey);
        statement.getTableElementList().forEach(this::addConstraint);
        TableInfo blank = new TableInfo(
                0,
                0,
                draft.schema,
                draft.name,
                List.of(),
                null,
                List.of(),
                0,
                draft.collation,
                draft.comment,
                System.currentTimeMillis());
        return draft.result(blank, 1);
    }

    /** Gives the table and its indexes numbers, from the first on. */
    static TableInfo withIds(TableInfo table, long first) {
        List<IndexInfo> numbered = new ArrayList<>();
        for (IndexInfo index : table.indexes()) {
            numbered.add(index.withId(first + 1 + numbered.size()));
        }
        return new TableEdit(table)
                .id(first)
                .indexes(numbered)
                .building(List.of())
                .done();
    }

    static String collation(MySqlCreateTableStatement statement, String otherwise) {
        SQLExpr collate = statement.getOption("COLLATE");
        SQLExpr charset = statement.getOption("CHARSET");
        charset = charset == null ? statement.getOption("CHARACTER SET") : charset;
        if (collate != null) {
            return ColumnTypes.checkCollation(collate.toString());
        }
        return charset == null ? otherwise : ColumnTypes.collationOf(charset.toString());
    }

    // ---- keys ----

    private void addKey(SQLTableElement element) {
        if (element instanceof SQLColumnDefinition definition) {
            addColumnKeys(definition);
        } else if (element instanceof MySqlPrimaryKey key) {
            draft.setPrimary(
                    KeyDefinitions.parts(draft, key.getIndexDefinition().getColumns()));
        } else if (element instanceof MySqlKey key) {
            addIndex(key.getIndexDefinition(), key instanceof MySqlUnique);
        } else if (element instanceof MySqlTableIndex index) {
            addIndex(
                    index.getIndexDefinition(),
                    "UNIQUE".equalsIgnoreCase(index.getIndexDefinition().getType()));
        } else if (!(element instanceof MysqlForeignKey) && !(element instanceof SQLCheck)) {
            throw SqlErrors.unsupported(element.toString());
        }
    }

    /** The keys that stand in a column's definition. REFERENCES there is read and means nothing, as in MySQL. */
    void addColumnKeys(SQLColumnDefinition definition) {
        String name = ExpressionCompiler.unquote(definition.getName().getSimpleName());
        Part part = new Part(draft.columns.get(draft.ordinalOf(name)).id(), 0, false);
        for (SQLColumnConstraint constraint : definition.getConstraints()) {
            if (constraint instanceof SQLColumnPrimaryKey) {
                draft.setPrimary(List.of(part));
            } else if (constraint instanceof SQLColumnUniqueKey) {
                draft.addIndex(null, true, List.of(part), "");
            }
        }
        if (definition.getDataType().getName().equalsIgnoreCase("SERIAL")) {
            draft.addIndex(null, true, List.of(part), "");
        }
    }

    void addIndex(SQLIndexDefinition definition, boolean unique) {
        draft.addIndex(
                KeyDefinitions.nameOf(definition),
                unique,
                KeyDefinitions.parts(draft, definition.getColumns()),
                KeyDefinitions.comment(definition));
    }

    // ---- constraints ----

    void addConstraint(Object element) {
        if (element instanceof SQLColumnDefinition definition) {
            for (SQLColumnConstraint constraint : definition.getConstraints()) {
                if (constraint instanceof SQLColumnCheck check) {
                    addCheck(
                            check.getName() == null ? null : check.getName().getSimpleName(),
                            check.getExpr(),
                            check.getEnforced());
                }
            }
        } else if (element instanceof SQLCheck check) {
            addCheck(
                    check.getName() == null ? null : check.getName().getSimpleName(),
                    check.getExpr(),
                    check.getEnforced());
        } else if (element instanceof MysqlForeignKey key) {
            foreignKeys.add(draft, key);
        }
    }

    private void addCheck(@Nullable String given, SQLExpr expr, @Nullable Boolean enforced) {
        String name = given == null ? draft.constraintName("_chk_") : ExpressionCompiler.unquote(given);
        String lower = name.toLowerCase(Locale.ROOT);
        if (draft.checks.stream()
                .anyMatch(check -> check.name().toLowerCase(Locale.ROOT).equals(lower))) {
            throw SqlErrors.of(3822, "HY000", "Duplicate check constraint name '" + name + "'.");
        }
        StoredExpressions.checkStable(
                expr,
                false,
                what -> SqlErrors.of(
                        3814,
                        "HY000",
                        "An expression of a check constraint '" + name + "' contains disallowed function: " + what
                                + "."),
                what -> SqlErrors.of(
                        3816,
                        "HY000",
                        "An expression of a check constraint '" + name + "' cannot refer to " + what + "."));
        draft.checks.add(new CheckInfo(name, StoredExpressions.text(expr), enforced == null || enforced));
    }
}
