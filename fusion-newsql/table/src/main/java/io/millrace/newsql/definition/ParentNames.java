package io.millrace.newsql.definition;

import io.millrace.newsql.catalog.Catalog;
import io.millrace.newsql.catalog.Catalog.Replacement;
import io.millrace.newsql.catalog.ForeignKey;
import io.millrace.newsql.catalog.TableEdit;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.catalog.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Foreign keys follow when their parent, or columns of it, get other names. */
final class ParentNames {

    private final Catalog.Picture picture;

    ParentNames(Catalog.Picture picture) {
        this.picture = picture;
    }

    /**
     * Adds what changes in other tables, and in the renamed one itself.
     *
     * @param columns old names to new ones
     * @param replacements by number of the old table; the renamed one's is there
     */
    void renamed(TableInfo parent, TableName name, Map<String, String> columns, Map<Long, Replacement> replacements) {
        for (TableName child : parent.referencedBy()) {
            TableInfo table = picture.findTable(child.schema(), child.table());
            if (table == null) {
                continue;
            }
            Replacement known = replacements.getOrDefault(table.id(), new Replacement(table, table));
            List<ForeignKey> keys = new ArrayList<>();
            for (ForeignKey key : known.changed().foreignKeys()) {
                keys.add(key.parent().equals(parent.tableName()) ? renamed(key, name, columns) : key);
            }
            TableInfo changed = new TableEdit(known.changed()).foreignKeys(keys).done();
            replacements.put(table.id(), new Replacement(known.old(), changed));
        }
    }

    private static ForeignKey renamed(ForeignKey key, TableName name, Map<String, String> columns) {
        List<String> names = key.parentColumns().stream()
                .map(column -> columns.entrySet().stream()
                        .filter(each -> each.getKey().equalsIgnoreCase(column))
                        .map(Map.Entry::getValue)
                        .findFirst()
                        .orElse(column))
                .toList();
        return key.withParent(name, names);
    }
}
