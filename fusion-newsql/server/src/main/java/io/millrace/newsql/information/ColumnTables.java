package io.millrace.newsql.information;

import static io.millrace.newsql.information.VirtualTable.information;
import static io.millrace.newsql.information.VirtualTable.row;
import static io.millrace.newsql.information.Visible.CATALOG;
import static io.millrace.newsql.information.Visible.CHARSET;

import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** COLUMNS and COLUMNS_EXTENSIONS. */
final class ColumnTables {

    static final VirtualTable COLUMNS = information(
            "COLUMNS",
            ColumnTables::columns,
            "TABLE_CATALOG varchar(64)!",
            "TABLE_SCHEMA varchar(64)!",
            "TABLE_NAME varchar(64)!",
            "COLUMN_NAME varchar(64)",
            "ORDINAL_POSITION int unsigned!",
            "COLUMN_DEFAULT text",
            "IS_NULLABLE varchar(3)!",
            "DATA_TYPE longtext",
            "CHARACTER_MAXIMUM_LENGTH bigint",
            "CHARACTER_OCTET_LENGTH bigint",
            "NUMERIC_PRECISION bigint unsigned",
            "NUMERIC_SCALE bigint unsigned",
            "DATETIME_PRECISION int unsigned",
            "CHARACTER_SET_NAME varchar(64)",
            "COLLATION_NAME varchar(64)",
            "COLUMN_TYPE mediumtext!",
            "COLUMN_KEY varchar(3)!",
            "EXTRA varchar(256)",
            "PRIVILEGES varchar(154)",
            "COLUMN_COMMENT text!",
            "GENERATION_EXPRESSION longtext!",
            "SRS_ID int unsigned");

    static final VirtualTable COLUMNS_EXTENSIONS = information(
            "COLUMNS_EXTENSIONS",
            (rows, server) -> Visible.eachTable(server, (schema, table) -> table.columns()
                    .forEach(column -> rows.add(row(CATALOG, schema.name(), table.name(), column.name(), null, null)))),
            "TABLE_CATALOG varchar(64)!",
            "TABLE_SCHEMA varchar(64)!",
            "TABLE_NAME varchar(64)!",
            "COLUMN_NAME varchar(64)",
            "ENGINE_ATTRIBUTE json",
            "SECONDARY_ENGINE_ATTRIBUTE json");

    private ColumnTables() {}

    private static void columns(List<@Nullable Object[]> rows, ServerView server) {
        Visible.eachTable(server, (schema, table) -> {
            for (int i = 0; i < table.columns().size(); i++) {
                rows.add(column(schema.name(), table, i));
            }
        });
    }

    private static @Nullable Object[] column(String schema, TableInfo table, int ordinal) {
        ColumnInfo column = table.columns().get(ordinal);
        SqlType type = column.type();
        boolean text = isText(type);
        boolean number = type.isNumber() && type.id() != TypeId.YEAR;
        boolean fraction = type.isTemporal() && type.id() != TypeId.DATE;
        boolean measured = type.isString() && type.id() != TypeId.JSON;
        return row(
                CATALOG,
                schema,
                table.name(),
                column.name(),
                ordinal + 1L,
                ColumnText.fallback(column),
                column.nullable() ? "YES" : "NO",
                type.id().sqlName(),
                measured ? (Object) characters(type) : null,
                measured ? (Object) type.bytesMax() : null,
                number ? (Object) precision(type) : null,
                number && hasScale(type) ? (Object) (long) (type.isInteger() ? 0 : type.decimals()) : null,
                fraction ? (Object) (long) type.decimals() : null,
                text ? CHARSET : null,
                text ? type.collation() : null,
                type.declaration(),
                ColumnText.key(table, ordinal),
                ColumnText.extra(column),
                "select,insert,update,references",
                column.comment(),
                column.generation() == null ? "" : column.generation().expression(),
                null);
    }

    private static boolean hasScale(SqlType type) {
        return type.id() != TypeId.BIT
                && (type.family() != TypeId.Family.DOUBLE || type.decimals() != SqlType.FLOATING);
    }

    private static boolean isText(SqlType type) {
        return type.family() == TypeId.Family.TEXT && type.id() != TypeId.JSON;
    }

    private static long characters(SqlType type) {
        return type.id().isLarge() ? type.bytesMax() : type.length();
    }

    private static long precision(SqlType type) {
        return switch (type.id()) {
            case TINYINT -> 3;
            case SMALLINT -> 5;
            case MEDIUMINT -> type.unsigned() ? 8 : 7;
            case INT -> 10;
            case FLOAT -> type.decimals() == SqlType.FLOATING ? 12 : type.length();
            case DOUBLE -> type.decimals() == SqlType.FLOATING ? 22 : type.length();
            case BIGINT -> type.unsigned() ? 20 : 19;
            case BIT, DECIMAL -> type.length();
            default -> type.digits();
        };
    }
}
