package io.millrace.newsql.definition;

import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId;
import java.util.ArrayList;
import java.util.List;

/** Tables as SHOW CREATE TABLE prints them. */
public final class TableText {

    private TableText() {}

    public static String create(TableInfo table, long nextNumber) {
        List<String> lines = new ArrayList<>();
        for (ColumnInfo column : table.columns()) {
            lines.add("  " + column(column, table.collation()));
        }
        for (IndexInfo index : table.allIndexes()) {
            String kind =
                    index.isPrimary() ? "PRIMARY KEY" : (index.unique() ? "UNIQUE KEY " : "KEY ") + quote(index.name());
            lines.add("  " + kind + " " + parts(table, index)
                    + (index.comment().isEmpty() ? "" : " COMMENT " + text(index.comment())));
        }
        return "CREATE TABLE " + quote(table.name()) + " (\n" + String.join(",\n", lines) + "\n) ENGINE=InnoDB"
                + (table.autoIncrementOrdinal() >= 0 && nextNumber > 1 ? " AUTO_INCREMENT=" + nextNumber : "")
                + " DEFAULT CHARSET=utf8mb4 COLLATE=" + table.collation()
                + (table.comment().isEmpty() ? "" : " COMMENT=" + text(table.comment()));
    }

    private static String column(ColumnInfo column, String collation) {
        SqlType type = column.type();
        StringBuilder out = new StringBuilder(quote(column.name())).append(' ').append(type.declaration());
        if (type.family() == TypeId.Family.TEXT
                && type.id() != TypeId.JSON
                && !type.collation().equals(collation)) {
            out.append(" CHARACTER SET utf8mb4 COLLATE ").append(type.collation());
        }
        if (!column.nullable()) {
            out.append(" NOT NULL");
        } else if (type.id() == TypeId.TIMESTAMP) {
            out.append(" NULL");
        }
        ColumnInfo.Fallback fallback = column.fallback();
        if (fallback != null && fallback.kind() == ColumnInfo.Kind.LITERAL) {
            out.append(" DEFAULT ").append(text(fallback.text()));
        } else if (fallback != null && fallback.kind() == ColumnInfo.Kind.NOW) {
            out.append(" DEFAULT ").append(now(type));
        } else if (column.nullable() && !type.id().isLarge()) {
            out.append(" DEFAULT NULL");
        }
        out.append(column.updatesToNow() ? " ON UPDATE " + now(type) : "")
                .append(column.autoIncrement() ? " AUTO_INCREMENT" : "");
        return out.append(column.comment().isEmpty() ? "" : " COMMENT " + text(column.comment()))
                .toString();
    }

    private static String now(SqlType type) {
        return "CURRENT_TIMESTAMP" + (type.decimals() == 0 ? "" : "(" + type.decimals() + ")");
    }

    private static String parts(TableInfo table, IndexInfo index) {
        List<String> parts = new ArrayList<>();
        for (IndexInfo.Part part : index.parts()) {
            String name = quote(table.columns().get(part.ordinal()).name());
            parts.add(name + (part.prefix() > 0 ? "(" + part.prefix() + ")" : "") + (part.descending() ? " DESC" : ""));
        }
        return "(" + String.join(",", parts) + ")";
    }

    public static String quote(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    private static String text(String value) {
        return "'" + value.replace("\\", "\\\\").replace("'", "''") + "'";
    }
}
