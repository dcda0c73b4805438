package io.millrace.newsql.information;

import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.Generation;
import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.type.SqlType;
import org.jspecify.annotations.Nullable;

/** What COLUMNS and SHOW COLUMNS say of a column beside its type. */
final class ColumnText {

    private ColumnText() {}

    /** PRI, UNI, MUL or nothing. Without a primary key the first unique key that has no NULL is shown as one. */
    static String key(TableInfo table, int ordinal) {
        String found = "";
        IndexInfo primary = primary(table);
        for (IndexInfo index : table.allIndexes()) {
            boolean leads = index.parts().get(0).ordinal() == ordinal;
            if (index.equals(primary) && index.parts().stream().anyMatch(part -> part.ordinal() == ordinal)) {
                return "PRI";
            }
            if (leads && index.unique() && index.parts().size() == 1) {
                found = "UNI";
            } else if (leads && found.isEmpty()) {
                found = "MUL";
            }
        }
        return found;
    }

    private static @Nullable IndexInfo primary(TableInfo table) {
        IndexInfo found = null;
        for (IndexInfo index : table.allIndexes()) {
            boolean whole = index.unique()
                    && index.parts().stream()
                            .noneMatch(
                                    part -> table.columns().get(part.ordinal()).nullable());
            if (index.isPrimary()) {
                return index;
            }
            found = found == null && whole ? index : found;
        }
        return found;
    }

    /** The DEFAULT; null for none and for NULL. */
    static @Nullable String fallback(ColumnInfo column) {
        ColumnInfo.Fallback fallback = column.fallback();
        if (fallback == null || fallback.kind() == ColumnInfo.Kind.NULL) {
            return null;
        }
        return fallback.kind() == ColumnInfo.Kind.NOW ? now(column.type()) : fallback.text();
    }

    static String extra(ColumnInfo column) {
        Generation generation = column.generation();
        if (generation != null) {
            return generation.stored() ? "STORED GENERATED" : "VIRTUAL GENERATED";
        }
        if (column.autoIncrement()) {
            return "auto_increment";
        }
        boolean now = column.fallback() != null
                && (column.fallback().kind() == ColumnInfo.Kind.NOW
                        || column.fallback().kind() == ColumnInfo.Kind.EXPRESSION);
        String update = column.updatesToNow() ? "on update " + now(column.type()) : "";
        return now ? ("DEFAULT_GENERATED " + update).strip() : update;
    }

    private static String now(SqlType type) {
        return "CURRENT_TIMESTAMP" + (type.decimals() == 0 ? "" : "(" + type.decimals() + ")");
    }
}
