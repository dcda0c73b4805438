package io.millrace.newsql.definition;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLStatement;
import com.alibaba.druid.sql.ast.expr.SQLIntegerExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableItem;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableStatement;
import com.alibaba.druid.sql.ast.statement.SQLCreateDatabaseStatement;
import com.alibaba.druid.sql.ast.statement.SQLCreateIndexStatement;
import com.alibaba.druid.sql.ast.statement.SQLDropDatabaseStatement;
import com.alibaba.druid.sql.ast.statement.SQLDropIndexStatement;
import com.alibaba.druid.sql.ast.statement.SQLDropTableStatement;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLTruncateStatement;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlCreateTableStatement;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlRenameTableStatement;
import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.SchemaInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * CREATE, ALTER, DROP, RENAME and TRUNCATE. Each commits what the session has open, and has its tables alone while it runs: changes wait for the transactions that use a
 * table, and new ones wait for the change. One thread.
 */
public final class DefinitionStatements {

    private static final Set<String> SYSTEM_SCHEMAS =
            Set.of("information_schema", "performance_schema", "mysql", "sys");

    private final SharedTables shared;
    private final DefinitionSession session;

    public DefinitionStatements(SharedTables shared, DefinitionSession session) {
        this.shared = shared;
        this.session = session;
    }

    /** A table's name with its schema. */
    public record Name(String schema, String table) {}

    /** @return rows that count as affected, or -1 if it is none of these statements */
    public long run(SQLStatement statement) {
        session.commit();
        if (statement instanceof SQLCreateDatabaseStatement create) {
            return createSchema(create);
        }
        if (statement instanceof SQLDropDatabaseStatement drop) {
            return dropSchema(drop);
        }
        if (statement instanceof MySqlCreateTableStatement create) {
            createTable(create);
        } else if (statement instanceof SQLDropTableStatement drop) {
            dropTables(drop);
        } else if (statement instanceof SQLAlterTableStatement alter) {
            alter(alter);
        } else if (statement instanceof SQLCreateIndexStatement create) {
            createIndex(create);
        } else if (statement instanceof SQLDropIndexStatement drop) {
            change(
                    name(drop.getTableName().getExpr()),
                    changes -> changes.dropIndex(plain(drop.getIndexName().getSimpleName())));
        } else if (statement instanceof SQLTruncateStatement truncate) {
            truncate.getTableSources().forEach(each -> truncate(name(each.getExpr())));
        } else if (statement instanceof MySqlRenameTableStatement rename) {
            rename.getItems().forEach(item -> rename(name(item.getName()), name(item.getTo())));
        } else {
            return -1;
        }
        return 0;
    }

    private static String plain(String name) {
        return ExpressionCompiler.unquote(name);
    }

    public Name name(SQLExpr expr) {
        if (expr instanceof SQLPropertyExpr qualified) {
            return new Name(plain(qualified.getOwner().toString()), plain(qualified.getName()));
        }
        return new Name(session.schemaOrFail(), plain(expr.toString()));
    }

    // ---- schemas ----

    private long createSchema(SQLCreateDatabaseStatement create) {
        String name = plain(create.getName().getSimpleName());
        boolean exists = shared.catalog().picture().schemas().containsKey(name) || SYSTEM_SCHEMAS.contains(name);
        if (exists && create.isIfNotExists()) {
            session.note(1007, "Can't create database '" + name + "'; database exists");
            return 1;
        }
        if (SYSTEM_SCHEMAS.contains(name)) {
            throw SqlErrors.of(1044, "42000", "Access denied to database '" + name + "'");
        }
        String collation = create.getCollate() == null
                ? SqlType.DEFAULT_COLLATION
                : create.getCollate().replace("'", "");
        if (!io.millrace.newsql.type.TextOrder.exists(collation)) {
            throw SqlErrors.of(1273, "HY000", "Unknown collation: '" + collation + "'");
        }
        shared.catalog().createSchema(name, collation);
        return 1;
    }

    private long dropSchema(SQLDropDatabaseStatement drop) {
        String name = plain(drop.getDatabaseName());
        SchemaInfo schema = shared.catalog().picture().schemas().get(name);
        if (schema == null && drop.isIfExists()) {
            session.note(1008, "Can't drop database '" + name + "'; database doesn't exist");
            return 0;
        }
        List<TableInfo> tables =
                schema == null ? List.of() : List.copyOf(schema.tables().values());
        alone(tables, () -> shared.catalog().dropSchema(name));
        tables.forEach(shared::forget);
        if (name.equals(session.schema())) {
            session.leaveSchema();
        }
        return tables.size();
    }

    // ---- tables ----

    private void createTable(MySqlCreateTableStatement create) {
        Name name = name(create.getTableSource().getExpr());
        SchemaInfo schema = shared.catalog().picture().schema(name.schema());
        if (schema.tables().containsKey(name.table()) && create.isIfNotExists()) {
            session.note(1050, "Table '" + name.table() + "' already exists");
            return;
        }
        TableInfo draft;
        if (create.getLike() != null) {
            Name like = name(create.getLike().getExpr());
            draft = shared.catalog()
                    .picture()
                    .table(like.schema(), like.table())
                    .withNames(name.schema(), name.table());
        } else {
            draft = TableDefinitions.create(create, name.schema(), name.table(), schema.collation());
        }
        TableInfo table = TableDefinitions.withIds(
                draft, shared.catalog().takeIds(1 + draft.indexes().size()));
        shared.catalog().createTable(table);
        shared.markChanged(table);
        if (create.getOption("AUTO_INCREMENT") instanceof SQLIntegerExpr first && table.autoIncrementOrdinal() >= 0) {
            shared.counters().raise(table.id(), first.getNumber().longValue() - 1);
        }
    }

    private void dropTables(SQLDropTableStatement drop) {
        List<TableInfo> found = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (SQLExprTableSource source : drop.getTableSources()) {
            Name name = name(source.getExpr());
            TableInfo table = shared.catalog().picture().findTable(name.schema(), name.table());
            if (table == null) {
                missing.add(name.schema() + "." + name.table());
            } else {
                found.add(table);
            }
        }
        if (!missing.isEmpty() && !drop.isIfExists()) {
            throw SqlErrors.of(1051, "42S02", "Unknown table '" + String.join(",", missing) + "'");
        }
        missing.forEach(each -> session.note(1051, "Unknown table '" + each + "'"));
        alone(
                found,
                () -> found.forEach(table -> {
                    shared.catalog().dropTable(table);
                    shared.forget(table);
                }));
    }

    /** A new table takes the place of the old one, whose rows become garbage. */
    private void truncate(Name name) {
        TableInfo table = shared.catalog().picture().table(name.schema(), name.table());
        TableInfo empty = TableDefinitions.withIds(
                table, shared.catalog().takeIds(1 + table.indexes().size()));
        alone(List.of(table), () -> {
            shared.catalog().replaceTable(table, empty);
            shared.markChanged(empty);
        });
        shared.forget(table);
    }

    private void rename(Name from, Name to) {
        TableInfo table = shared.catalog().picture().table(from.schema(), from.table());
        alone(List.of(table), () -> shared.catalog().replaceTable(table, table.withNames(to.schema(), to.table())));
    }

    private void createIndex(SQLCreateIndexStatement create) {
        String type = create.getType();
        boolean unique = "UNIQUE".equalsIgnoreCase(type);
        if (type != null && !type.isEmpty() && !unique) {
            throw SqlErrors.unsupported(type + " index");
        }
        Name table = name(((SQLExprTableSource) create.getTable()).getExpr());
        change(
                table,
                changes -> changes.addIndex(plain(create.getName().getSimpleName()), unique, create.getItems(), ""));
    }

    private void alter(SQLAlterTableStatement alter) {
        if (!alter.getTableOptions().isEmpty()) {
            for (var option : alter.getTableOptions()) {
                String name = option.getTarget().toString();
                if (!name.equalsIgnoreCase("ENGINE") && !name.equalsIgnoreCase("AUTO_INCREMENT")) {
                    throw SqlErrors.unsupported("ALTER TABLE … " + name);
                }
            }
        }
        Name name = name(alter.getTableSource().getExpr());
        change(name, changes -> {
            for (SQLAlterTableItem item : alter.getItems()) {
                changes.apply(item);
            }
            return changes;
        });
        for (var option : alter.getTableOptions()) {
            if (option.getTarget().toString().equalsIgnoreCase("AUTO_INCREMENT")
                    && option.getValue() instanceof SQLIntegerExpr next) {
                TableInfo table = shared.catalog().picture().table(name.schema(), name.table());
                shared.counters().raise(table.id(), next.getNumber().longValue() - 1);
            }
        }
    }

    private interface Change {
        Alterations of(Alterations changes);
    }

    /** The definition is read again under the lock: another change may have come first. */
    private void change(Name name, Change change) {
        TableInfo seen = shared.catalog().picture().table(name.schema(), name.table());
        alone(List.of(seen), () -> {
            TableInfo table = shared.catalog().picture().table(name.schema(), name.table());
            if (table.id() != seen.id()) {
                throw SqlErrors.of(1412, "HY000", "Table definition has changed, please retry transaction");
            }
            Alterations changes = change.of(new Alterations(table));
            int count = changes.newIndexes();
            long first = count == 0 ? 0 : shared.catalog().takeIds(count);
            TableInfo result = changes.result(first);
            List<IndexInfo> added = result.indexes().stream()
                    .filter(index -> count > 0 && index.id() >= first)
                    .toList();
            IndexBuild build = new IndexBuild(shared, result, added);
            build.run();
            shared.catalog().replaceTable(table, result);
            build.forgetMarks();
            shared.markChanged(result);
            Garbage.collect(shared.catalog(), shared.store());
        });
    }

    private void alone(List<TableInfo> tables, Runnable change) {
        List<TableInfo> ordered = tables.stream()
                .sorted((left, right) -> Long.compare(left.id(), right.id()))
                .toList();
        List<Long> stamps = new ArrayList<>();
        long seconds = session.lockWaitSeconds();
        try {
            ordered.forEach(table -> stamps.add(shared.locks().take(table.id(), seconds)));
            change.run();
        } finally {
            for (int i = 0; i < stamps.size(); i++) {
                shared.locks().release(ordered.get(i).id(), stamps.get(i));
            }
        }
    }

    /** The schema of information that the server makes; null for any other. */
    public static @Nullable String systemSchema(String name) {
        String lower = name.toLowerCase(java.util.Locale.ROOT);
        return SYSTEM_SCHEMAS.contains(lower) ? lower : null;
    }
}
