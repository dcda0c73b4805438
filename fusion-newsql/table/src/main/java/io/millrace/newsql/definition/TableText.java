package io.millrace.newsql.definition;

import io.millrace.newsql.catalog.CheckInfo;
import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.ForeignKey;
import io.millrace.newsql.catalog.Generation;
import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.catalog.ViewInfo;
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
        for (ForeignKey key : table.foreignKeys()) {
            lines.add("  " + foreignKey(table, key));
        }
        for (CheckInfo check : table.checks()) {
            lines.add("  CONSTRAINT " + quote(check.name()) + " CHECK (" + check.expression() + ")"
                    + (check.enforced() ? "" : " /*!80016 NOT ENFORCED */"));
        }
        return "CREATE " + (table.isTemporary() ? "TEMPORARY " : "") + "TABLE " + quote(table.name()) + " (\n"
                + String.join(",\n", lines) + "\n) ENGINE=InnoDB"
                + (table.autoIncrementOrdinal() >= 0 && nextNumber > 1 ? " AUTO_INCREMENT=" + nextNumber : "")
                + " DEFAULT CHARSET=utf8mb4 COLLATE=" + table.collation()
                + (table.comment().isEmpty() ? "" : " COMMENT=" + text(table.comment()));
    }

    private static String foreignKey(TableInfo table, ForeignKey key) {
        List<String> own = key.columnIds().stream()
                .map(id -> quote(table.columns().get(table.ordinalOfId(id)).name()))
                .toList();
        List<String> others = key.parentColumns().stream().map(TableText::quote).toList();
        String schema = key.parent().schema().equals(table.schema())
                ? ""
                : quote(key.parent().schema()) + ".";
        return "CONSTRAINT " + quote(key.name()) + " FOREIGN KEY (" + String.join(", ", own) + ") REFERENCES " + schema
                + quote(key.parent().table()) + " (" + String.join(", ", others) + ")"
                + (key.onDelete() == ForeignKey.Action.NO_ACTION
                        ? ""
                        : " ON DELETE " + key.onDelete().sqlName())
                + (key.onUpdate() == ForeignKey.Action.NO_ACTION
                        ? ""
                        : " ON UPDATE " + key.onUpdate().sqlName());
    }

    /** A view as SHOW CREATE VIEW prints it. */
    public static String create(ViewInfo view) {
        String[] definer = view.definer().split("@", 2);
        String columns = view.columns().isEmpty()
                ? ""
                : " ("
                        + String.join(
                                ", ",
                                view.columns().stream().map(TableText::quote).toList()) + ")";
        return "CREATE ALGORITHM=" + view.algorithm() + " DEFINER=" + quote(definer[0]) + "@"
                + quote(definer.length > 1 ? definer[1] : "%") + " SQL SECURITY "
                + (view.invoker() ? "INVOKER" : "DEFINER") + " VIEW " + quote(view.name()) + columns + " AS "
                + view.text()
                + switch (view.checkOption()) {
                    case NONE -> "";
                    case LOCAL -> " WITH LOCAL CHECK OPTION";
                    case CASCADED -> " WITH CASCADED CHECK OPTION";
                };
    }

    private static String column(ColumnInfo column, String collation) {
        SqlType type = column.type();
        StringBuilder out = new StringBuilder(quote(column.name())).append(' ').append(type.declaration());
        if (type.family() == TypeId.Family.TEXT
                && type.id() != TypeId.JSON
                && !type.collation().equals(collation)) {
            out.append(" CHARACTER SET utf8mb4 COLLATE ").append(type.collation());
        }
        Generation generation = column.generation();
        if (generation != null) {
            out.append(" GENERATED ALWAYS AS (")
                    .append(generation.expression())
                    .append(generation.stored() ? ") STORED" : ") VIRTUAL");
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
        } else if (fallback != null && fallback.kind() == ColumnInfo.Kind.EXPRESSION) {
            out.append(" DEFAULT (").append(bare(fallback.text())).append(')');
        } else if (column.nullable() && !type.id().isLarge() && generation == null) {
            out.append(" DEFAULT NULL");
        }
        out.append(column.updatesToNow() ? " ON UPDATE " + now(type) : "")
                .append(column.autoIncrement() ? " AUTO_INCREMENT" : "");
        return out.append(column.comment().isEmpty() ? "" : " COMMENT " + text(column.comment()))
                .toString();
    }

    /** Without parentheses around all of it, which the text of an expression may have. */
    private static String bare(String expression) {
        if (!expression.startsWith("(") || !expression.endsWith(")")) {
            return expression;
        }
        int depth = 0;
        for (int i = 0; i < expression.length() - 1; i++) {
            depth += expression.charAt(i) == '(' ? 1 : expression.charAt(i) == ')' ? -1 : 0;
            if (depth == 0) {
                return expression;
            }
        }
        return expression.substring(1, expression.length() - 1);
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
