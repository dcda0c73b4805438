package io.millrace.newsql.catalog;

import java.util.Map;
import java.util.TreeMap;

/** A schema and its tables by name. Immutable. */
public record SchemaInfo(String name, String collation, Map<String, TableInfo> tables) {

    SchemaInfo with(TableInfo table) {
        Map<String, TableInfo> changed = new TreeMap<>(tables);
        changed.put(table.name(), table);
        return new SchemaInfo(name, collation, java.util.Collections.unmodifiableMap(changed));
    }

    SchemaInfo without(String table) {
        Map<String, TableInfo> changed = new TreeMap<>(tables);
        changed.remove(table);
        return new SchemaInfo(name, collation, java.util.Collections.unmodifiableMap(changed));
    }
}
