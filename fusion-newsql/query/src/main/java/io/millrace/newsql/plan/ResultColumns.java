package io.millrace.newsql.plan;

import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.mysql.ColumnDefinition;
import io.millrace.newsql.mysql.ColumnFlags;
import io.millrace.newsql.mysql.ColumnType;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TextOrder;
import io.millrace.newsql.type.TypeId;

/** What clients are told of the columns of a result. */
public final class ResultColumns {

    private static final int BYTES_A_CHARACTER = 4;
    private static final long LENGTH_MAX = 0xFFFF_FFFFL;

    private ResultColumns() {}

    public static ColumnDefinition of(String name, SqlType type, boolean nullable) {
        return ColumnDefinition.of(
                name, wireType(type), collation(type), length(type), flags(type, nullable), decimals(type));
    }

    static ColumnDefinition of(String name, Expression expression) {
        return of(name, expression.type(), expression.nullable());
    }

    /** A column of a query in a FROM: that of a view bears its name. */
    static ColumnDefinition of(FromScope.Entry entry, int ordinal, String name, Expression value) {
        ViewText view = entry.view;
        if (view == null) {
            return of(name, value);
        }
        SqlType type = value.type();
        return new ColumnDefinition(
                view.schema(),
                entry.alias,
                view.name(),
                name,
                entry.columns.get(ordinal).name(),
                collation(type),
                length(type),
                wireType(type),
                flags(type, value.nullable()),
                decimals(type));
    }

    /** A column of a table. */
    public static ColumnDefinition of(TableInfo table, String alias, int ordinal, String name, boolean nullable) {
        ColumnInfo column = table.columns().get(ordinal);
        SqlType type = column.type();
        int flags = flags(type, nullable);
        flags |= type.hasZeros() ? ColumnFlags.ZEROFILL : 0;
        flags |= column.autoIncrement() ? ColumnFlags.AUTO_INCREMENT : 0;
        flags |= !column.hasDefault() ? ColumnFlags.NO_DEFAULT_VALUE : 0;
        for (IndexInfo index : table.allIndexes()) {
            if (index.isPrimary() && index.parts().stream().anyMatch(part -> part.ordinal() == ordinal)) {
                flags |= ColumnFlags.PRIMARY_KEY;
            } else if (index.parts().get(0).ordinal() == ordinal) {
                flags |=
                        index.unique() && index.parts().size() == 1 ? ColumnFlags.UNIQUE_KEY : ColumnFlags.MULTIPLE_KEY;
            }
        }
        return new ColumnDefinition(
                table.schema(),
                alias,
                table.name(),
                name,
                column.name(),
                collation(type),
                length(type),
                wireType(type),
                flags,
                decimals(type));
    }

    private static int flags(SqlType type, boolean nullable) {
        int flags = nullable ? 0 : ColumnFlags.NOT_NULL;
        flags |= type.unsigned() ? ColumnFlags.UNSIGNED : 0;
        flags |= type.collation().equals(SqlType.BINARY_COLLATION) ? ColumnFlags.BINARY : 0;
        flags |= type.isNumber() && type.id() != TypeId.BIT ? ColumnFlags.NUM : 0;
        flags |= type.id().isLarge() ? ColumnFlags.BLOB : 0;
        return switch (type.id()) {
            case ENUM -> flags | ColumnFlags.ENUM;
            case SET -> flags | ColumnFlags.SET;
            case TIMESTAMP -> flags | ColumnFlags.TIMESTAMP;
            default -> flags;
        };
    }

    private static int collation(SqlType type) {
        return type.family() == TypeId.Family.TEXT && type.id() != TypeId.JSON
                ? TextOrder.idOf(type.collation())
                : ColumnDefinition.COLLATION_BINARY;
    }

    private static long length(SqlType type) {
        if (type.hasZeros()) {
            return type.length();
        }
        return switch (type.id()) {
            case TINYINT -> type.length() == 1 ? 1 : 4;
            case SMALLINT -> 6;
            case MEDIUMINT -> 9;
            case INT -> type.length() == 1 ? 1 : 11;
            case BIGINT -> 20;
            case YEAR -> 4;
            case BIT -> type.length();
            case DECIMAL -> type.length() + (type.decimals() > 0 ? 2 : 1);
            case FLOAT -> 12;
            case DOUBLE -> 22;
            case DATE -> 10;
            case TIME -> type.decimals() == 0 ? 10 : 11 + type.decimals();
            case DATETIME, TIMESTAMP -> type.decimals() == 0 ? 19 : 20 + type.decimals();
            case CHAR, VARCHAR -> Math.min(LENGTH_MAX, type.length() * BYTES_A_CHARACTER);
            case ENUM, SET -> Math.max(
                            1, type.elements().stream().mapToInt(String::length).sum())
                    * (long) BYTES_A_CHARACTER;
            case NULL -> 0;
            default -> Math.min(LENGTH_MAX, type.bytesMax());
        };
    }

    private static int decimals(SqlType type) {
        return switch (type.family()) {
            case DECIMAL, TEMPORAL -> type.decimals();
            case DOUBLE -> Math.min(type.decimals(), ColumnDefinition.DECIMALS_FLOATING);
            default -> 0;
        };
    }

    static ColumnType wireType(SqlType type) {
        return switch (type.id()) {
            case NULL -> ColumnType.NULL;
            case TINYINT -> ColumnType.TINY;
            case SMALLINT -> ColumnType.SHORT;
            case MEDIUMINT -> ColumnType.INT24;
            case INT -> ColumnType.LONG;
            case BIGINT -> ColumnType.LONGLONG;
            case BIT -> ColumnType.BIT;
            case YEAR -> ColumnType.YEAR;
            case DECIMAL -> ColumnType.NEWDECIMAL;
            case FLOAT -> ColumnType.FLOAT;
            case DOUBLE -> ColumnType.DOUBLE;
            case DATE -> ColumnType.DATE;
            case TIME -> ColumnType.TIME;
            case DATETIME -> ColumnType.DATETIME;
            case TIMESTAMP -> ColumnType.TIMESTAMP;
            case VARCHAR, VARBINARY -> ColumnType.VAR_STRING;
            case CHAR, BINARY, ENUM, SET -> ColumnType.STRING;
            case JSON -> ColumnType.JSON;
            default -> ColumnType.BLOB;
        };
    }
}
