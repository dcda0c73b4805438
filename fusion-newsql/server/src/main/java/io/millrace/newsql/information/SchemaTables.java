package io.millrace.newsql.information;

import static io.millrace.newsql.information.VirtualTable.information;
import static io.millrace.newsql.information.VirtualTable.row;
import static io.millrace.newsql.information.Visible.CATALOG;
import static io.millrace.newsql.information.Visible.CHARSET;

import io.millrace.newsql.catalog.SchemaInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.catalog.ViewInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SCHEMATA, TABLES and what hangs on them. */
final class SchemaTables {

    private static final List<String> SYSTEM = List.of("information_schema", "mysql", "performance_schema", "sys");

    static final VirtualTable SCHEMATA = information(
            "SCHEMATA",
            SchemaTables::schemata,
            "CATALOG_NAME varchar(64)!",
            "SCHEMA_NAME varchar(64)!",
            "DEFAULT_CHARACTER_SET_NAME varchar(64)!",
            "DEFAULT_COLLATION_NAME varchar(64)!",
            "SQL_PATH binary(0)",
            "DEFAULT_ENCRYPTION varchar(3)!");

    static final VirtualTable TABLES = information(
            "TABLES",
            SchemaTables::tables,
            "TABLE_CATALOG varchar(64)!",
            "TABLE_SCHEMA varchar(64)!",
            "TABLE_NAME varchar(64)!",
            "TABLE_TYPE varchar(11)!",
            "ENGINE varchar(64)",
            "VERSION int",
            "ROW_FORMAT varchar(10)",
            "TABLE_ROWS bigint unsigned",
            "AVG_ROW_LENGTH bigint unsigned",
            "DATA_LENGTH bigint unsigned",
            "MAX_DATA_LENGTH bigint unsigned",
            "INDEX_LENGTH bigint unsigned",
            "DATA_FREE bigint unsigned",
            "AUTO_INCREMENT bigint unsigned",
            "CREATE_TIME datetime!",
            "UPDATE_TIME datetime",
            "CHECK_TIME datetime",
            "TABLE_COLLATION varchar(64)",
            "CHECKSUM bigint",
            "CREATE_OPTIONS varchar(256)",
            "TABLE_COMMENT text");

    static final VirtualTable TABLES_EXTENSIONS = information(
            "TABLES_EXTENSIONS",
            (rows, server) -> Visible.eachTable(
                    server, (schema, table) -> rows.add(row(CATALOG, schema.name(), table.name(), null, null))),
            "TABLE_CATALOG varchar(64)!",
            "TABLE_SCHEMA varchar(64)!",
            "TABLE_NAME varchar(64)!",
            "ENGINE_ATTRIBUTE json",
            "SECONDARY_ENGINE_ATTRIBUTE json");

    private SchemaTables() {}

    private static void schemata(List<@Nullable Object[]> rows, ServerView server) {
        for (String system : SYSTEM) {
            if (isVisible(server, system)) {
                rows.add(row(CATALOG, system, "utf8mb4", "utf8mb4_0900_ai_ci", null, "NO"));
            }
        }
        Visible.eachSchema(server, each -> rows.add(row(CATALOG, each.name(), CHARSET, each.collation(), null, "NO")));
    }

    /** Of a schema that the server makes: information_schema is everybody's. */
    static boolean isVisible(ServerView server, String system) {
        return server.access().sees(system);
    }

    private static void tables(List<@Nullable Object[]> rows, ServerView server) {
        for (String system : SYSTEM) {
            if (isVisible(server, system)) {
                SystemTables.names(system).forEach(name -> rows.add(systemTable(server, system, name)));
            }
        }
        Visible.eachTable(server, (schema, table) -> rows.add(baseTable(server, schema, table)));
        Visible.eachView(server, view -> rows.add(view(server, view)));
    }

    private static @Nullable Object[] systemTable(ServerView server, String schema, String name) {
        boolean isView = schema.equals("information_schema");
        return row(
                CATALOG,
                schema,
                name,
                isView ? "SYSTEM VIEW" : "BASE TABLE",
                isView ? null : "PERFORMANCE_SCHEMA",
                10L,
                isView ? null : "Dynamic",
                0L,
                0L,
                0L,
                0L,
                0L,
                0L,
                null,
                Visible.dateTime(server, 0),
                null,
                null,
                isView ? null : "utf8mb4_0900_ai_ci",
                null,
                "",
                "");
    }

    private static @Nullable Object[] view(ServerView server, ViewInfo view) {
        @Nullable Object[] row = new @Nullable Object[TABLES.columns().size()];
        row[0] = CATALOG;
        row[1] = view.schema();
        row[2] = view.name();
        row[3] = "VIEW";
        row[14] = Visible.dateTime(server, view.createdMillis());
        row[row.length - 1] = "VIEW";
        return row;
    }

    private static @Nullable Object[] baseTable(ServerView server, SchemaInfo schema, TableInfo table) {
        return row(
                CATALOG,
                schema.name(),
                table.name(),
                "BASE TABLE",
                "InnoDB",
                10L,
                "Dynamic",
                0L,
                0L,
                0L,
                0L,
                0L,
                0L,
                Visible.nextNumber(server, table),
                Visible.dateTime(server, table.createdMillis()),
                null,
                null,
                table.collation(),
                null,
                "",
                table.comment());
    }
}
