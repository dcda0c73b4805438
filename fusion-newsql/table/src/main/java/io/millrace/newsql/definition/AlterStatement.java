package io.millrace.newsql.definition;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLCharExpr;
import com.alibaba.druid.sql.ast.expr.SQLIntegerExpr;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableItem;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableStatement;
import com.alibaba.druid.sql.ast.statement.SQLAssignItem;
import io.millrace.newsql.catalog.Catalog;
import io.millrace.newsql.catalog.Catalog.Replacement;
import io.millrace.newsql.catalog.ForeignKey;
import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.TableEdit;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.catalog.TableName;
import io.millrace.newsql.expression.SessionScope;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Changes of one table's definition: at once, where rows stay as they are; with the table read and written meanwhile, where indexes come; with all rows written anew into a table
 * of another number, where values or their order change. One use, one thread.
 */
final class AlterStatement {

    private final SharedTables shared;
    private final DefinitionSession session;
    private final TablesAlone alone;
    private @Nullable Long nextNumber;
    private long rewritten;

    AlterStatement(SharedTables shared, DefinitionSession session) {
        this.shared = shared;
        this.session = session;
        this.alone = new TablesAlone(shared.locks(), session);
    }

    /** What a statement does to a table. */
    interface Change {
        void on(Alterations changes);
    }

    /** ALTER TABLE. @return rows that were written anew */
    long alter(TableName name, SQLAlterTableStatement alter) {
        return change(name, changes -> {
            alter.getItems().forEach((SQLAlterTableItem item) -> changes.apply(item));
            alter.getTableOptions().forEach(option -> option(changes, option));
        });
    }

    private void option(Alterations changes, SQLAssignItem option) {
        SQLExpr value = option.getValue();
        String name = option.getTarget().toString().toUpperCase(Locale.ROOT);
        switch (name) {
            case "AUTO_INCREMENT" -> nextNumber = value instanceof SQLIntegerExpr number
                    ? (Long) number.getNumber().longValue()
                    : null;
            case "COMMENT" -> changes.comment(value instanceof SQLCharExpr text ? text.getText() : value.toString());
            case "COLLATE" -> changes.collation(ColumnTypes.checkCollation(value.toString()));
            case "CHARSET", "CHARACTER SET", "DEFAULT CHARSET", "DEFAULT CHARACTER SET" -> changes.collation(
                    ColumnTypes.collationOf(value.toString()));
            case "ENGINE", "ROW_FORMAT", "KEY_BLOCK_SIZE", "STATS_PERSISTENT", "MAX_ROWS", "MIN_ROWS" -> {
                // They say how another storage lays rows out.
            }
            default -> throw SqlErrors.unsupported("ALTER TABLE … " + name);
        }
    }

    long change(TableName name, Change change) {
        TemporaryTables own = session.temporaryTables();
        TableInfo temporary = own == null ? null : own.find(name.schema(), name.table());
        if (temporary != null && own != null) {
            return changeTemporary(own, temporary, change);
        }
        alone.change(
                () -> List.of(shared.catalog().picture().table(name.schema(), name.table())),
                tables -> change(tables.get(0), change));
        Garbage.collect(shared);
        return rewritten;
    }

    private void change(TableInfo table, Change change) {
        Alterations changes = new Alterations(table, foreignKeys(), session);
        change.on(changes);
        run(table, changes);
    }

    private ForeignKeyDefinitions foreignKeys() {
        return new ForeignKeyDefinitions(shared.catalog().picture(), session.foreignKeyChecks());
    }

    private void run(TableInfo table, Alterations changes) {
        int count = changes.newIndexes();
        long first = count == 0 ? 0 : shared.catalog().takeIds(count);
        TableInfo result = changes.result(first);
        List<IndexInfo> added = result.indexes().stream()
                .filter(index -> count > 0 && index.id() >= first)
                .toList();
        if (!changes.rewrites() && !added.isEmpty() && isOnlyIndexes(table, result)) {
            OnlineIndexes online = new OnlineIndexes(shared, table.tableName(), builder());
            alone.use(() -> List.of(table), same -> replace(table, without(result, added), changes));
            online.add(added);
            return;
        }
        alone.use(() -> withRelated(table, result, changes), held -> {
            if (changes.rewrites()
                    || !added.isEmpty()
                    || changes.hasNewChecks() && !result.checks().isEmpty()) {
                rewrite(table, result, changes);
            } else {
                checkParents(table, result, changes);
                replace(table, result, changes);
            }
            setNumber(result);
        });
    }

    private OnlineIndexes.Builder builder() {
        SessionScope scope = session.scope();
        return new OnlineIndexes.Builder() {
            @Override
            public boolean isCancelled() {
                return scope.isCancelled();
            }

            @Override
            public long lockWaitSeconds() {
                return session.lockWaitSeconds();
            }
        };
    }

    /** Whether nothing but indexes differs: then readers and writers may stay. */
    private boolean isOnlyIndexes(TableInfo table, TableInfo result) {
        return nextNumber == null
                && table.columns().equals(result.columns())
                && table.checks().equals(result.checks())
                && table.foreignKeys().equals(result.foreignKeys())
                && table.tableName().equals(result.tableName());
    }

    private static TableInfo without(TableInfo table, List<IndexInfo> indexes) {
        return new TableEdit(table)
                .indexes(table.indexes().stream()
                        .filter(index -> !indexes.contains(index))
                        .toList())
                .done();
    }

    /** The table, parents that it comes to have, and children whose foreign keys name what is renamed. */
    private List<TableInfo> withRelated(TableInfo table, TableInfo result, Alterations changes) {
        List<TableName> names = new ArrayList<>();
        if (changes.hasNewReferences()) {
            result.foreignKeys().stream().map(ForeignKey::parent).forEach(names::add);
        }
        if (isRenamed(table, result) || !changes.renamed().isEmpty()) {
            names.addAll(table.referencedBy());
        }
        List<TableInfo> tables = new ArrayList<>(List.of(table));
        Catalog.Picture picture = shared.catalog().picture();
        names.stream()
                .map(each -> picture.findTable(each.schema(), each.table()))
                .filter(each -> each != null && each.id() != table.id())
                .forEach(tables::add);
        return tables;
    }

    private static boolean isRenamed(TableInfo table, TableInfo result) {
        return !table.tableName().equals(result.tableName());
    }

    private void rewrite(TableInfo table, TableInfo result, Alterations changes) {
        TableInfo target = TableDefinitions.withIds(
                result, shared.catalog().takeIds(1 + result.indexes().size()));
        if (target.autoIncrementOrdinal() >= 0) {
            shared.counters().set(target.id(), shared.counters().peek(table.id()));
        }
        RowsCopy copy = new RowsCopy(shared, session, table, target);
        long rows = copy.run(() -> checkParents(table, target, changes));
        rewritten = changes.copies() ? rows : 0;
        Numbers.raise(shared, target);
        replace(table, target, changes);
        setNumber(target);
        copy.forget();
        shared.forget(table);
    }

    /** @param result under the number that its rows have */
    private void checkParents(TableInfo table, TableInfo result, Alterations changes) {
        if (changes.hasNewReferences() && session.foreignKeyChecks()) {
            new ParentSearch(shared, table, result).checkAll();
        }
    }

    /** The table, and what others say of it, in one commit. */
    private void replace(TableInfo table, TableInfo result, Alterations changes) {
        Map<Long, Replacement> replacements = new LinkedHashMap<>();
        replacements.put(table.id(), new Replacement(table, result));
        if (isRenamed(table, result) || !changes.renamed().isEmpty()) {
            ParentNames names = new ParentNames(shared.catalog().picture());
            names.renamed(table, result.tableName(), changes.renamed(), replacements);
        }
        shared.publish(table, result, () -> shared.catalog().replaceTables(List.copyOf(replacements.values())));
    }

    private void setNumber(TableInfo table) {
        if (nextNumber != null && table.autoIncrementOrdinal() >= 0) {
            shared.counters().set(table.id(), Math.max(1, nextNumber));
            Numbers.raise(shared, table);
        }
    }

    // ---- temporary tables ----

    /** A session's own table has no other users, and its changes are all made by writing its rows anew. */
    private long changeTemporary(TemporaryTables own, TableInfo table, Change change) {
        Alterations changes = new Alterations(table, foreignKeys(), session);
        change.on(changes);
        TableInfo result = changes.result(1);
        TableInfo target = TableDefinitions.withIds(
                result, shared.catalog().takeIds(1 + result.indexes().size()));
        if (target.autoIncrementOrdinal() >= 0) {
            shared.counters().set(target.id(), shared.counters().peek(table.id()));
        }
        long rows = new RowsCopy(shared, session, table, target).run(() -> {});
        own.replace(table, target);
        setNumber(target);
        shared.forget(table);
        return rows;
    }
}
