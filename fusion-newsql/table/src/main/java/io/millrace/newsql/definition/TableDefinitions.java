package io.millrace.newsql.definition;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLIndexDefinition;
import com.alibaba.druid.sql.ast.SQLOrderingSpecification;
import com.alibaba.druid.sql.ast.expr.SQLCharExpr;
import com.alibaba.druid.sql.ast.expr.SQLIntegerExpr;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import com.alibaba.druid.sql.ast.statement.SQLColumnConstraint;
import com.alibaba.druid.sql.ast.statement.SQLColumnDefinition;
import com.alibaba.druid.sql.ast.statement.SQLColumnPrimaryKey;
import com.alibaba.druid.sql.ast.statement.SQLColumnUniqueKey;
import com.alibaba.druid.sql.ast.statement.SQLSelectOrderByItem;
import com.alibaba.druid.sql.ast.statement.SQLTableElement;
import com.alibaba.druid.sql.dialect.mysql.ast.MySqlKey;
import com.alibaba.druid.sql.dialect.mysql.ast.MySqlPrimaryKey;
import com.alibaba.druid.sql.dialect.mysql.ast.MySqlUnique;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlCreateTableStatement;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlTableIndex;
import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.IndexInfo.Part;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Definitions of tables and indexes. One for each statement, one thread. */
public final class TableDefinitions {

    private static final int COLUMNS_MAX = 1017;
    private static final int INDEXES_MAX = 64;
    private static final int PARTS_MAX = 16;

    private final List<ColumnInfo> columns = new ArrayList<>();
    private final List<IndexInfo> indexes = new ArrayList<>();
    private @Nullable IndexInfo primary;

    /** The table that CREATE TABLE defines; its ids, and those of its indexes from 1 on, are to be given by {@link #withIds}. */
    public static TableInfo create(
            MySqlCreateTableStatement statement, String schema, String name, String schemaCollation) {
        return new TableDefinitions().table(statement, schema, name, schemaCollation);
    }

    /** Gives the table and its indexes numbers, from the first on. */
    public static TableInfo withIds(TableInfo table, long first) {
        List<IndexInfo> numbered = new ArrayList<>();
        for (IndexInfo index : table.indexes()) {
            numbered.add(new IndexInfo(
                    first + 1 + numbered.size(), index.name(), index.unique(), index.parts(), index.comment()));
        }
        return table.withIds(first, numbered);
    }

    private TableInfo table(MySqlCreateTableStatement statement, String schema, String name, String schemaCollation) {
        if (statement.isTemporary() || statement.getSelect() != null || statement.getPartitioning() != null) {
            throw SqlErrors.unsupported(
                    statement.isTemporary()
                            ? "TEMPORARY tables"
                            : statement.getSelect() != null ? "CREATE TABLE … SELECT" : "PARTITION BY");
        }
        String collation = collation(statement, schemaCollation);
        for (SQLTableElement element : statement.getTableElementList()) {
            if (element instanceof SQLColumnDefinition definition) {
                addColumn(ColumnDefinitions.column(definition, columns.size() + 1, 1, collation));
            }
        }
        for (SQLTableElement element : statement.getTableElementList()) {
            addKey(element);
        }
        String comment = statement.getComment() instanceof SQLCharExpr text ? text.getText() : "";
        checkAutoIncrement();
        TableInfo table = new TableInfo(
                0,
                1,
                schema,
                ColumnDefinitions.checkName(name),
                List.copyOf(columns),
                primary,
                List.copyOf(indexes),
                columns.size(),
                collation,
                comment,
                System.currentTimeMillis());
        if (columns.isEmpty()) {
            throw SqlErrors.of(4028, "42000", "A table must have at least one visible column.");
        }
        return table;
    }

    private static String collation(MySqlCreateTableStatement statement, String otherwise) {
        SQLExpr collate = statement.getOption("COLLATE");
        SQLExpr charset = statement.getOption("CHARSET");
        charset = charset == null ? statement.getOption("CHARACTER SET") : charset;
        if (collate != null) {
            return ColumnDefinitions.checkCollation(collate.toString());
        }
        return charset == null ? otherwise : ColumnDefinitions.collationOf(charset.toString());
    }

    private void addColumn(ColumnInfo column) {
        if (columns.stream().anyMatch(each -> each.name().equalsIgnoreCase(column.name()))) {
            throw SqlErrors.of(1060, "42S21", "Duplicate column name '" + column.name() + "'");
        }
        if (columns.size() == COLUMNS_MAX) {
            throw SqlErrors.of(1117, "HY000", "Too many columns");
        }
        columns.add(column);
    }

    private void addKey(SQLTableElement element) {
        if (element instanceof SQLColumnDefinition definition) {
            for (SQLColumnConstraint constraint : definition.getConstraints()) {
                String name = ExpressionCompiler.unquote(definition.getName().getSimpleName());
                Part part = new Part(ordinal(columns, name), 0, false);
                if (constraint instanceof SQLColumnPrimaryKey) {
                    setPrimary(List.of(part));
                } else if (constraint instanceof SQLColumnUniqueKey) {
                    addIndex(null, true, List.of(part), "");
                }
            }
        } else if (element instanceof MySqlPrimaryKey key) {
            setPrimary(parts(columns, key.getIndexDefinition()));
        } else if (element instanceof MySqlKey key) {
            addIndex(key.getIndexDefinition(), key instanceof MySqlUnique);
        } else if (element instanceof MySqlTableIndex index) {
            addIndex(index.getIndexDefinition(), false);
        } else {
            throw SqlErrors.unsupported(what(element));
        }
    }

    static String what(Object element) {
        String kind = element.getClass().getSimpleName().toLowerCase(Locale.ROOT);
        return kind.contains("foreign")
                ? "FOREIGN KEY"
                : kind.contains("check") ? "CHECK constraints" : element.toString();
    }

    private void addIndex(SQLIndexDefinition definition, boolean unique) {
        addIndex(nameOf(definition), unique, parts(columns, definition), comment(definition));
    }

    static @Nullable String nameOf(SQLIndexDefinition definition) {
        String type = definition.getType();
        if (type != null && !type.equalsIgnoreCase("UNIQUE") && !type.equalsIgnoreCase("PRIMARY")) {
            throw SqlErrors.unsupported(type.toUpperCase(Locale.ROOT) + " index");
        }
        return definition.getName() == null
                ? null
                : ExpressionCompiler.unquote(definition.getName().getSimpleName());
    }

    static String comment(SQLIndexDefinition definition) {
        return definition.hasOptions() && definition.getOptions().getComment() instanceof SQLCharExpr text
                ? text.getText()
                : "";
    }

    private void setPrimary(List<Part> parts) {
        if (primary != null) {
            throw SqlErrors.of(1068, "42000", "Multiple primary key defined");
        }
        primary = primaryOf(columns, parts);
    }

    /** The primary key; its columns become NOT NULL. */
    static IndexInfo primaryOf(List<ColumnInfo> columns, List<Part> parts) {
        for (Part part : parts) {
            ColumnInfo column = columns.get(part.ordinal());
            if (column.nullable()) {
                ColumnInfo.Fallback fallback = column.fallback();
                boolean isNull = fallback != null && fallback.kind() == ColumnInfo.Kind.NULL;
                columns.set(
                        part.ordinal(),
                        new ColumnInfo(
                                column.id(),
                                column.name(),
                                column.type(),
                                false,
                                isNull ? null : fallback,
                                column.origin(),
                                column.addedIn(),
                                column.autoIncrement(),
                                column.updatesToNow(),
                                column.comment()));
            }
        }
        return new IndexInfo(0, IndexInfo.PRIMARY, true, List.copyOf(parts), "");
    }

    private void addIndex(@Nullable String name, boolean unique, List<Part> parts, String comment) {
        indexes.add(new IndexInfo(
                indexes.size() + 1L, indexName(name, columns, indexes, parts), unique, List.copyOf(parts), comment));
        if (indexes.size() > INDEXES_MAX) {
            throw SqlErrors.of(1069, "42000", "Too many keys specified; max " + INDEXES_MAX + " keys allowed");
        }
    }

    /** The name of an index; if it has none, its first column's, with a number if that is taken. */
    static String indexName(
            @Nullable String given, List<ColumnInfo> columns, List<IndexInfo> indexes, List<Part> parts) {
        if (given != null) {
            if (given.equalsIgnoreCase(IndexInfo.PRIMARY)) {
                throw SqlErrors.of(1280, "42000", "Incorrect index name '" + given + "'");
            }
            if (indexes.stream().anyMatch(index -> index.name().equalsIgnoreCase(given))) {
                throw SqlErrors.of(1061, "42000", "Duplicate key name '" + given + "'");
            }
            return given;
        }
        String base = columns.get(parts.get(0).ordinal()).name();
        for (int number = 1; ; number++) {
            String name = number == 1 ? base : base + "_" + number;
            if (indexes.stream().noneMatch(index -> index.name().equalsIgnoreCase(name))) {
                return name;
            }
        }
    }

    static int ordinal(List<ColumnInfo> columns, String name) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equalsIgnoreCase(name)) {
                return i;
            }
        }
        throw SqlErrors.of(1072, "42000", "Key column '" + name + "' doesn't exist in table");
    }

    static List<Part> parts(List<ColumnInfo> columns, SQLIndexDefinition definition) {
        return parts(columns, definition.getColumns());
    }

    static List<Part> parts(List<ColumnInfo> columns, List<SQLSelectOrderByItem> items) {
        if (items.size() > PARTS_MAX) {
            throw SqlErrors.of(1070, "42000", "Too many key parts specified; max " + PARTS_MAX + " parts allowed");
        }
        List<Part> parts = new ArrayList<>();
        for (SQLSelectOrderByItem item : items) {
            int prefix = 0;
            String name = item.getExpr().toString();
            if (item.getExpr() instanceof SQLMethodInvokeExpr call
                    && call.getArguments().size() == 1
                    && call.getArguments().get(0) instanceof SQLIntegerExpr length) {
                name = call.getMethodName();
                prefix = length.getNumber().intValue();
            }
            int ordinal = ordinal(columns, ExpressionCompiler.unquote(name));
            SqlType type = columns.get(ordinal).type();
            if (type.id().isLarge() && prefix == 0) {
                throw SqlErrors.of(
                        1170,
                        "42000",
                        "BLOB/TEXT column '" + columns.get(ordinal).name()
                                + "' used in key specification without a key length");
            }
            if (parts.stream().anyMatch(part -> part.ordinal() == ordinal)) {
                throw SqlErrors.of(
                        1060,
                        "42S21",
                        "Duplicate column name '" + columns.get(ordinal).name() + "'");
            }
            prefix = prefix >= type.length() ? 0 : prefix;
            parts.add(new Part(ordinal, prefix, item.getType() == SQLOrderingSpecification.DESC));
        }
        return parts;
    }

    private void checkAutoIncrement() {
        checkAutoIncrement(columns, primary, indexes);
    }

    static void checkAutoIncrement(List<ColumnInfo> columns, @Nullable IndexInfo primary, List<IndexInfo> indexes) {
        List<IndexInfo> all = new ArrayList<>(indexes);
        if (primary != null) {
            all.add(primary);
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
