package io.millrace.newsql.mysql;

import java.util.Objects;

/**
 * What a client is told of a column.
 *
 * @param schema schema of its table; empty for an expression
 * @param table alias of its table
 * @param orgTable real name of its table
 * @param name alias of the column
 * @param orgName real name of the column
 * @param collation id of its collation; 63 for numbers, temporals and binary
 * @param length greatest length of its text in bytes, 32 bits unsigned
 * @param type its type
 * @param flags bits of {@link ColumnFlags}
 * @param decimals digits behind the point or of the fraction; {@link #DECIMALS_FLOATING} for a FLOAT or DOUBLE without a fixed number
 */
public record ColumnDefinition(
        String schema,
        String table,
        String orgTable,
        String name,
        String orgName,
        int collation,
        long length,
        ColumnType type,
        int flags,
        int decimals) {

    /** Collation of everything that is not text. */
    public static final int COLLATION_BINARY = 63;

    /** A FLOAT or DOUBLE shows as many digits as it needs. */
    public static final int DECIMALS_FLOATING = 31;

    private static final ColumnDefinition PARAMETER = new ColumnDefinition(
            "", "", "", "?", "", COLLATION_BINARY, 0, ColumnType.VAR_STRING, ColumnFlags.BINARY, 0);

    public ColumnDefinition {
        Objects.requireNonNull(type, "type");
    }

    /** A column of an expression, without a table. */
    public static ColumnDefinition of(
            String name, ColumnType type, int collation, long length, int flags, int decimals) {
        return new ColumnDefinition("", "", "", name, "", collation, length, type, flags, decimals);
    }

    /** What a parameter looks like when nothing is known of it. */
    public static ColumnDefinition parameter() {
        return PARAMETER;
    }

    /** Whether a flag is set. */
    public boolean has(int flag) {
        return (flags & flag) != 0;
    }
}
