package io.millrace.newsql.account;

import org.jspecify.annotations.Nullable;

/**
 * What a privilege is granted for: the server, a schema, a table or a column.
 *
 * @param schema name, or a pattern where no table follows; null for the server
 * @param table null for the whole schema
 * @param column null for the whole table
 */
public record GrantPlace(@Nullable String schema, @Nullable String table, @Nullable String column)
        implements Comparable<GrantPlace> {

    public static final GrantPlace SERVER = new GrantPlace(null, null, null);

    static GrantPlace schema(String schema) {
        return new GrantPlace(schema, null, null);
    }

    static GrantPlace table(String schema, String table) {
        return new GrantPlace(schema, table, null);
    }

    Privilege.Level level() {
        return schema == null
                ? Privilege.Level.GLOBAL
                : table == null
                        ? Privilege.Level.SCHEMA
                        : column == null ? Privilege.Level.TABLE : Privilege.Level.COLUMN;
    }

    boolean isIn(String ofSchema, String ofTable) {
        return ofSchema.equals(schema) && ofTable.equals(table);
    }

    /** As GRANT names it: {@code *.*}, {@code `a`.*}, {@code `a`.`b`}. */
    String shown() {
        return schema == null ? "*.*" : quote(schema) + "." + (table == null ? "*" : quote(table));
    }

    static String quote(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    @Override
    public int compareTo(GrantPlace other) {
        int bySchema = compare(schema, other.schema);
        int byTable = bySchema != 0 ? bySchema : compare(table, other.table);
        return byTable != 0 ? byTable : compare(column, other.column);
    }

    private static int compare(@Nullable String left, @Nullable String right) {
        if (left == null || right == null) {
            return Boolean.compare(left != null, right != null);
        }
        return left.compareTo(right);
    }
}
