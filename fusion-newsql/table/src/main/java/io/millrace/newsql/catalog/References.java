package io.millrace.newsql.catalog;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Which tables are referenced by foreign keys of which: derived from the keys each time the catalog's picture is made. */
final class References {

    private References() {}

    /** The same schemas, whose tables know who references them. */
    static Map<String, SchemaInfo> linked(Map<String, SchemaInfo> schemas) {
        Map<TableName, List<TableName>> children = new HashMap<>();
        for (SchemaInfo schema : schemas.values()) {
            for (TableInfo table : schema.tables().values()) {
                for (ForeignKey key : table.foreignKeys()) {
                    List<TableName> known = children.computeIfAbsent(key.parent(), each -> new ArrayList<>());
                    if (!known.contains(table.tableName())) {
                        known.add(table.tableName());
                    }
                }
            }
        }
        Map<String, SchemaInfo> linked = new TreeMap<>();
        schemas.forEach((name, schema) -> linked.put(name, linked(schema, children)));
        return Collections.unmodifiableMap(linked);
    }

    private static SchemaInfo linked(SchemaInfo schema, Map<TableName, List<TableName>> children) {
        Map<String, TableInfo> changed = null;
        for (TableInfo table : schema.tables().values()) {
            List<TableName> of = children.getOrDefault(table.tableName(), List.of());
            if (!of.equals(table.referencedBy())) {
                changed = changed == null ? new TreeMap<>(schema.tables()) : changed;
                changed.put(table.name(), new TableEdit(table).referencedBy(of).done());
            }
        }
        return changed == null ? schema : schema.withTables(Collections.unmodifiableMap(changed));
    }
}
