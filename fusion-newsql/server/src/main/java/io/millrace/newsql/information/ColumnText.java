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

    /** PRI, UNI, MUL or nothing. */
    static String key(TableInfo table, int ordinal) {
        String found = "";
        for (IndexInfo index : table.allIndexes()) {
            boolean leads = index.parts().get(0).ordinal() == ordinal;
            if (index.isPrimary() && index.parts().stream().anyMatch(part -> part.ordinal() == ordinal)) {
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
