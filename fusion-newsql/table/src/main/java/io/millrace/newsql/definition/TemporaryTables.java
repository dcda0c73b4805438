package io.millrace.newsql.definition;

import io.millrace.newsql.catalog.Catalog;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.catalog.TableName;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The tables that one session has to itself; each hides a table or view of the same name. Their rows lie in the store as any others do, marked as garbage from the first on: who
 * starts after a crash removes them. <b>Threads.</b> For one at a time. Must be closed when the session ends.
 */
public final class TemporaryTables implements AutoCloseable {

    private static final int TABLES_MAX = 1000;

    private final SharedTables shared;
    private final Map<TableName, TableInfo> tables = new ConcurrentHashMap<>();

    public TemporaryTables(SharedTables shared) {
        this.shared = shared;
    }

    public @Nullable TableInfo find(String schema, String name) {
        return tables.isEmpty() ? null : tables.get(new TableName(schema, name));
    }

    public boolean isEmpty() {
        return tables.isEmpty();
    }

    /** @param table with its numbers */
    void create(TableInfo table) {
        if (tables.containsKey(table.tableName())) {
            throw SqlErrors.of(1050, "42S01", "Table '" + table.name() + "' already exists");
        }
        if (tables.size() >= TABLES_MAX) {
            throw SqlErrors.of(1041, "HY000", "Too many temporary tables in this session: " + TABLES_MAX);
        }
        keep(shared, table);
        tables.put(table.tableName(), table);
    }

    /** Marks what a table will have as garbage that is in use. */
    private static void keep(SharedTables shared, TableInfo table) {
        List<Catalog.Garbage> marks = marks(table);
        marks.forEach(mark -> shared.kept().add(mark.id()));
        shared.catalog().addGarbage(marks);
    }

    private static List<Catalog.Garbage> marks(TableInfo table) {
        List<Catalog.Garbage> marks = new ArrayList<>();
        marks.add(new Catalog.Garbage(true, table.id()));
        table.indexes().forEach(index -> marks.add(new Catalog.Garbage(false, index.id())));
        return marks;
    }

    /** Puts a table in the place of one; its numbers may be others, or more. */
    void replace(TableInfo old, TableInfo changed) {
        if (!changed.tableName().equals(old.tableName()) && tables.containsKey(changed.tableName())) {
            throw SqlErrors.of(1050, "42S01", "Table '" + changed.name() + "' already exists");
        }
        keep(shared, changed);
        tables.remove(old.tableName());
        tables.put(changed.tableName(), changed);
        List<Catalog.Garbage> still = marks(changed);
        marks(old).stream().filter(mark -> !still.contains(mark)).forEach(mark -> shared.kept()
                .remove(mark.id()));
        Garbage.collect(shared);
    }

    void drop(TableInfo table) {
        tables.remove(table.tableName());
        marks(table).forEach(mark -> shared.kept().remove(mark.id()));
        shared.forget(table);
    }

    /** Drops all. May be used again. */
    @Override
    public void close() {
        List.copyOf(tables.values()).forEach(this::drop);
    }
}
