package io.millrace.newsql.information;

import static io.millrace.newsql.information.VirtualTable.row;

import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.SchemaInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.catalog.ViewInfo;
import io.millrace.newsql.definition.DefinitionStatements;
import io.millrace.newsql.definition.TableText;
import io.millrace.newsql.syntax.QualifiedName;
import io.millrace.newsql.syntax.StatementReader;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** SHOW about schemas, tables, columns and indexes. One use. */
final class ShowTables {

    private static final List<String> SYSTEM = List.of("information_schema", "mysql", "performance_schema", "sys");

    private final ServerView server;
    private final ShowStatements.Tables tables;
    private final StatementReader in;

    ShowTables(ServerView server, ShowStatements.Tables tables, StatementReader in) {
        this.server = server;
        this.tables = tables;
        this.in = in;
    }

    /** With a LIKE the column is named by its pattern, as clients expect. */
    private String named(String name) {
        String pattern =
                in.sees("LIKE") && in.at() + 1 < in.statement().tokens().size()
                        ? " ("
                                + StatementReader.unquote(
                                        in.statement().tokens().get(in.at() + 1).text()) + ")"
                        : "";
        return "`" + name + pattern + "` varchar(64)!";
    }

    Shown schemas() {
        List<@Nullable Object[]> rows = new ArrayList<>();
        List<String> names = new ArrayList<>();
        SYSTEM.stream().filter(each -> server.access().sees(each)).forEach(names::add);
        Visible.eachSchema(server, schema -> names.add(schema.name()));
        names.stream().sorted().forEach(name -> rows.add(row(name)));
        return Shown.of(rows, named("Database"));
    }

    /** The schema behind FROM or IN; else the session's. */
    private String schemaBehind() {
        if (in.take("FROM") || in.take("IN")) {
            return in.name();
        }
        String schema = server.schema();
        if (schema == null) {
            throw SqlErrors.noSchema();
        }
        return schema;
    }

    Shown names(boolean full) {
        String schema = schemaBehind();
        server.access().requireSchema(schema);
        List<@Nullable Object[]> rows = new ArrayList<>();
        if (DefinitionStatements.systemSchema(schema) != null) {
            boolean views = schema.equalsIgnoreCase("information_schema");
            SystemTables.names(schema)
                    .forEach(name -> rows.add(named(name, views ? "SYSTEM VIEW" : "BASE TABLE", full)));
        } else {
            SchemaInfo found = server.catalog().schema(schema);
            TreeMap<String, String> names = new TreeMap<>();
            found.tables().keySet().forEach(name -> names.put(name, "BASE TABLE"));
            found.views().keySet().forEach(name -> names.put(name, "VIEW"));
            names.forEach((name, type) -> {
                if (server.access().sees(schema, name)) {
                    rows.add(named(name, type, full));
                }
            });
        }
        return full
                ? Shown.of(rows, named("Tables_in_" + schema), "Table_type varchar(11)!")
                : Shown.of(rows, named("Tables_in_" + schema));
    }

    private static @Nullable Object[] named(String name, String type, boolean full) {
        return full ? row(name, type) : row(name);
    }

    Shown columns(TableInfo table, boolean full) {
        requireSeen(table);
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int i = 0; i < table.columns().size(); i++) {
            ColumnInfo column = table.columns().get(i);
            String nullable = column.nullable() ? "YES" : "NO";
            String key = ColumnText.key(table, i);
            String fallback = ColumnText.fallback(column);
            String extra = ColumnText.extra(column);
            String type = column.type().declaration();
            rows.add(
                    full
                            ? row(
                                    column.name(),
                                    type,
                                    collation(column.type()),
                                    nullable,
                                    key,
                                    fallback,
                                    extra,
                                    "select,insert,update,references",
                                    column.comment())
                            : row(column.name(), type, nullable, key, fallback, extra));
        }
        return full
                ? Shown.of(
                        rows,
                        "Field varchar(64)",
                        "Type mediumtext!",
                        "Collation varchar(64)",
                        "Null varchar(3)!",
                        "Key varchar(3)!",
                        "Default mediumtext",
                        "Extra varchar(256)",
                        "Privileges varchar(154)",
                        "Comment varchar(1024)!")
                : Shown.of(
                        rows,
                        "Field varchar(64)",
                        "Type mediumtext!",
                        "Null varchar(3)!",
                        "Key varchar(3)!",
                        "Default mediumtext",
                        "Extra varchar(256)");
    }

    private static @Nullable String collation(SqlType type) {
        return type.family() == TypeId.Family.TEXT && type.id() != TypeId.JSON ? type.collation() : null;
    }

    Shown indexes(TableInfo table) {
        requireSeen(table);
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (IndexInfo index : table.allIndexes()) {
            for (int i = 0; i < index.parts().size(); i++) {
                IndexInfo.Part part = index.parts().get(i);
                ColumnInfo column = table.columns().get(part.ordinal());
                rows.add(row(
                        table.name(),
                        index.unique() ? 0L : 1L,
                        index.name(),
                        i + 1L,
                        column.name(),
                        part.descending() ? "D" : "A",
                        0L,
                        part.prefix() == 0 ? null : (Object) (long) part.prefix(),
                        null,
                        column.nullable() ? "YES" : "",
                        "BTREE",
                        "",
                        index.comment(),
                        "YES",
                        null));
            }
        }
        return Shown.of(
                rows,
                "Table varchar(64)!",
                "Non_unique bigint!",
                "Key_name varchar(64)!",
                "Seq_in_index bigint!",
                "Column_name varchar(64)!",
                "Collation varchar(1)",
                "Cardinality bigint",
                "Sub_part bigint",
                "Packed varchar(10)",
                "Null varchar(3)!",
                "Index_type varchar(16)!",
                "Comment varchar(16)",
                "Index_comment varchar(1024)!",
                "Visible varchar(3)!",
                "Expression longtext");
    }

    private void requireSeen(TableInfo table) {
        boolean system = DefinitionStatements.systemSchema(table.schema()) != null;
        if (!system && !server.access().sees(table.schema(), table.name())) {
            server.access().require(io.millrace.newsql.account.Privilege.SELECT, table.schema(), table.name());
        }
    }

    Shown create(QualifiedName name, boolean view) {
        String schema = name.schema() == null ? server.schema() : name.schema();
        ViewInfo found = schema == null ? null : server.catalog().findView(schema, name.name());
        if (found != null) {
            return createView(found);
        }
        TableInfo table = tables.find(name.schema(), name.name());
        requireSeen(table);
        if (view) {
            throw SqlErrors.of(1347, "HY000", "'" + table.schema() + "." + table.name() + "' is not VIEW");
        }
        long next = table.autoIncrementOrdinal() < 0 ? 0 : server.nextNumber(table);
        List<@Nullable Object[]> rows = new ArrayList<>();
        rows.add(row(table.name(), TableText.create(table, next)));
        return Shown.computed(rows, "Table varchar(64)!", "`Create Table` longtext!");
    }

    private Shown createView(ViewInfo view) {
        server.access().require(io.millrace.newsql.account.Privilege.SHOW_VIEW, view.schema(), view.name());
        List<@Nullable Object[]> rows = new ArrayList<>();
        rows.add(row(view.name(), TableText.create(view), "utf8mb4", "utf8mb4_0900_ai_ci"));
        return Shown.computed(
                rows,
                "View varchar(64)!",
                "`Create View` longtext!",
                "character_set_client varchar(64)!",
                "collation_connection varchar(64)!");
    }

    Shown status() {
        in.expect("STATUS");
        String schema = schemaBehind();
        server.access().requireSchema(schema);
        List<@Nullable Object[]> rows = new ArrayList<>();
        if (DefinitionStatements.systemSchema(schema) == null) {
            server.catalog().schema(schema).tables().values().stream()
                    .filter(table -> server.access().sees(schema, table.name()))
                    .forEach(table -> rows.add(status(table)));
        }
        return Shown.of(
                rows,
                "Name varchar(64)!",
                "Engine varchar(64)",
                "Version bigint",
                "Row_format varchar(10)",
                "Rows bigint unsigned",
                "Avg_row_length bigint unsigned",
                "Data_length bigint unsigned",
                "Max_data_length bigint unsigned",
                "Index_length bigint unsigned",
                "Data_free bigint unsigned",
                "Auto_increment bigint unsigned",
                "Create_time datetime",
                "Update_time datetime",
                "Check_time datetime",
                "Collation varchar(64)",
                "Checksum bigint unsigned",
                "Create_options varchar(256)",
                "Comment varchar(2048)");
    }

    private @Nullable Object[] status(TableInfo table) {
        return row(
                table.name(),
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

    /** Nothing here keeps tables open. */
    Shown open() {
        in.expect("TABLES");
        if (in.take("FROM") || in.take("IN")) {
            in.name();
        }
        return Shown.of(
                new ArrayList<>(),
                "Database varchar(64)!",
                "Table varchar(64)!",
                "In_use bigint!",
                "Name_locked bigint!");
    }
}
