package io.millrace.newsql.catalog;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A schema with its tables and views by name; a name is one or the other. Immutable. */
public record SchemaInfo(String name, String collation, Map<String, TableInfo> tables, Map<String, ViewInfo> views) {

    /** Without anything in it. */
    public static SchemaInfo empty(String name, String collation) {
        return new SchemaInfo(name, collation, Map.of(), Map.of());
    }

    /** Whether a table or a view has the name. */
    public boolean has(String table) {
        return tables.containsKey(table) || views.containsKey(table);
    }

    SchemaInfo with(TableInfo table) {
        return withTables(changed(tables, table.name(), table));
    }

    SchemaInfo without(String table) {
        return withTables(changed(tables, table, null));
    }

    SchemaInfo with(ViewInfo view) {
        return new SchemaInfo(name, collation, tables, changed(views, view.name(), view));
    }

    SchemaInfo withoutView(String view) {
        return new SchemaInfo(name, collation, tables, changed(views, view, null));
    }

    SchemaInfo withTables(Map<String, TableInfo> newTables) {
        return new SchemaInfo(name, collation, newTables, views);
    }

    SchemaInfo withCollation(String newCollation) {
        return new SchemaInfo(name, newCollation, tables, views);
    }

    private static <T> Map<String, T> changed(Map<String, T> map, String key, @Nullable T value) {
        Map<String, T> changed = new TreeMap<>(map);
        if (value == null) {
            changed.remove(key);
        } else {
            changed.put(key, value);
        }
        return Collections.unmodifiableMap(changed);
    }
}
