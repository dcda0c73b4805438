package io.millrace.newsql.session;

import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.SchemaInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.definition.DefinitionStatements;
import io.millrace.newsql.plan.TableRef;
import io.millrace.newsql.plan.VirtualRows;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The tables of information_schema, made from the catalog when they are read. */
final class InformationSchema {

    private static final String NAME = "information_schema";
    private static final String CATALOG = "def";
    private static final String CHARSET = "utf8mb4";
    private static final Set<String> TABLES = new TreeSet<>(Set.of(
            "CHARACTER_SETS",
            "COLLATIONS",
            "COLUMNS",
            "ENGINES",
            "KEY_COLUMN_USAGE",
            "PARAMETERS",
            "PROCESSLIST",
            "REFERENTIAL_CONSTRAINTS",
            "ROUTINES",
            "SCHEMATA",
            "STATISTICS",
            "TABLES",
            "TABLE_CONSTRAINTS",
            "TRIGGERS",
            "VIEWS"));

    private final EngineState engine;
    private final ClientSession session;

    InformationSchema(EngineState engine, ClientSession session) {
        this.engine = engine;
        this.session = session;
    }

    List<List<@Nullable Object>> schemaNames() {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        rows.add(List.of(NAME));
        engine.catalog().picture().schemas().keySet().forEach(name -> rows.add(List.of(name)));
        return rows;
    }

    List<String> tableNames(String schema) {
        if (DefinitionStatements.systemSchema(schema) != null) {
            return schema.equalsIgnoreCase(NAME) ? List.copyOf(TABLES) : List.of();
        }
        return List.copyOf(engine.catalog().picture().schema(schema).tables().keySet());
    }

    TableRef table(String schema, String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        if (!schema.equalsIgnoreCase(NAME) || !TABLES.contains(upper)) {
            throw SqlErrors.unknownTable(schema, name);
        }
        return switch (upper) {
            case "SCHEMATA" -> schemata();
            case "TABLES" -> tables();
            case "COLUMNS" -> columns();
            case "STATISTICS" -> statistics();
            case "KEY_COLUMN_USAGE" -> keyColumns();
            case "TABLE_CONSTRAINTS" -> constraints();
            case "ENGINES" -> made(
                    "ENGINES",
                    List.of("ENGINE", "SUPPORT", "COMMENT", "TRANSACTIONS", "XA", "SAVEPOINTS"),
                    rows -> rows.add(row(
                            "InnoDB",
                            "DEFAULT",
                            "Millrace's store under this name, which tools ask for",
                            "YES",
                            "NO",
                            "YES")));
            case "COLLATIONS" -> collations();
            case "CHARACTER_SETS" -> charsets();
            case "PROCESSLIST" -> processes();
            case "VIEWS" -> made(
                    "VIEWS", List.of("TABLE_CATALOG", "TABLE_SCHEMA", "TABLE_NAME", "VIEW_DEFINITION"), rows -> {});
            case "ROUTINES" -> made(
                    "ROUTINES",
                    List.of(
                            "SPECIFIC_NAME",
                            "ROUTINE_CATALOG",
                            "ROUTINE_SCHEMA",
                            "ROUTINE_NAME",
                            "ROUTINE_TYPE",
                            "ROUTINE_COMMENT"),
                    rows -> {});
            case "TRIGGERS" -> made(
                    "TRIGGERS", List.of("TRIGGER_SCHEMA", "TRIGGER_NAME", "EVENT_OBJECT_TABLE"), rows -> {});
            case "PARAMETERS" -> made(
                    "PARAMETERS",
                    List.of("SPECIFIC_SCHEMA", "SPECIFIC_NAME", "ORDINAL_POSITION#", "PARAMETER_NAME"),
                    rows -> {});
            default -> made(
                    "REFERENTIAL_CONSTRAINTS",
                    List.of(
                            "CONSTRAINT_CATALOG",
                            "CONSTRAINT_SCHEMA",
                            "CONSTRAINT_NAME",
                            "UNIQUE_CONSTRAINT_CATALOG",
                            "UNIQUE_CONSTRAINT_SCHEMA",
                            "UNIQUE_CONSTRAINT_NAME",
                            "MATCH_OPTION",
                            "UPDATE_RULE",
                            "DELETE_RULE",
                            "TABLE_NAME",
                            "REFERENCED_TABLE_NAME"),
                    rows -> {});
        };
    }

    private interface Maker {
        void make(List<@Nullable Object[]> rows);
    }

    private static TableRef made(String name, List<String> columns, Maker maker) {
        VirtualRows rows = () -> {
            List<@Nullable Object[]> all = new ArrayList<>();
            maker.make(all);
            return all;
        };
        return VirtualTable.of(NAME, name, columns, rows);
    }

    private static @Nullable Object[] row(@Nullable Object... values) {
        return values;
    }

    private void eachTable(BiConsumer<SchemaInfo, TableInfo> action) {
        engine.catalog().picture().schemas().values().forEach(schema -> schema.tables()
                .values()
                .forEach(table -> action.accept(schema, table)));
    }

    // ---- the tables ----

    private TableRef schemata() {
        return made(
                "SCHEMATA",
                List.of(
                        "CATALOG_NAME",
                        "SCHEMA_NAME",
                        "DEFAULT_CHARACTER_SET_NAME",
                        "DEFAULT_COLLATION_NAME",
                        "SQL_PATH",
                        "DEFAULT_ENCRYPTION"),
                rows -> {
                    rows.add(row(CATALOG, NAME, "utf8mb3", "utf8mb3_general_ci", null, "NO"));
                    engine.catalog()
                            .picture()
                            .schemas()
                            .values()
                            .forEach(
                                    each -> rows.add(row(CATALOG, each.name(), CHARSET, each.collation(), null, "NO")));
                });
    }

    private TableRef tables() {
        List<String> columns = List.of(
                "TABLE_CATALOG",
                "TABLE_SCHEMA",
                "TABLE_NAME",
                "TABLE_TYPE",
                "ENGINE",
                "VERSION#",
                "ROW_FORMAT",
                "TABLE_ROWS#",
                "AVG_ROW_LENGTH#",
                "DATA_LENGTH#",
                "MAX_DATA_LENGTH#",
                "INDEX_LENGTH#",
                "DATA_FREE#",
                "AUTO_INCREMENT#",
                "CREATE_TIME@",
                "UPDATE_TIME@",
                "CHECK_TIME@",
                "TABLE_COLLATION",
                "CHECKSUM#",
                "CREATE_OPTIONS",
                "TABLE_COMMENT");
        return made("TABLES", columns, rows -> {
            for (String system : TABLES) {
                rows.add(row(
                        CATALOG,
                        NAME,
                        system,
                        "SYSTEM VIEW",
                        null,
                        10L,
                        null,
                        0L,
                        0L,
                        0L,
                        0L,
                        0L,
                        0L,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        "",
                        ""));
            }
            eachTable((schema, table) -> rows.add(row(
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
                    next(table),
                    created(table),
                    null,
                    null,
                    table.collation(),
                    null,
                    "",
                    table.comment())));
        });
    }

    private @Nullable Object next(TableInfo table) {
        return table.autoIncrementOrdinal() < 0
                ? null
                : (Object) engine.counters().peek(table.id());
    }

    private Object created(TableInfo table) {
        return io.millrace.newsql.type.Temporals.roundDateTime(
                io.millrace.newsql.type.Temporals.fromEpochMicros(
                        table.createdMillis() / 1000 * 1_000_000,
                        session.scope().zone()),
                0);
    }

    TableRef tableStatus(String of) {
        List<String> columns = List.of(
                "Name",
                "Engine",
                "Version#",
                "Row_format",
                "Rows#",
                "Avg_row_length#",
                "Data_length#",
                "Max_data_length#",
                "Index_length#",
                "Data_free#",
                "Auto_increment#",
                "Create_time@",
                "Update_time@",
                "Check_time@",
                "Collation",
                "Checksum",
                "Create_options",
                "Comment");
        return made(
                "TABLE_STATUS",
                columns,
                rows -> eachTable((schema, table) -> {
                    if (schema.name().equals(of)) {
                        rows.add(row(
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
                                next(table),
                                created(table),
                                null,
                                null,
                                table.collation(),
                                null,
                                "",
                                table.comment()));
                    }
                }));
    }

    private TableRef columns() {
        List<String> names = List.of(
                "TABLE_CATALOG",
                "TABLE_SCHEMA",
                "TABLE_NAME",
                "COLUMN_NAME",
                "ORDINAL_POSITION#",
                "COLUMN_DEFAULT",
                "IS_NULLABLE",
                "DATA_TYPE",
                "CHARACTER_MAXIMUM_LENGTH#",
                "CHARACTER_OCTET_LENGTH#",
                "NUMERIC_PRECISION#",
                "NUMERIC_SCALE#",
                "DATETIME_PRECISION#",
                "CHARACTER_SET_NAME",
                "COLLATION_NAME",
                "COLUMN_TYPE",
                "COLUMN_KEY",
                "EXTRA",
                "PRIVILEGES",
                "COLUMN_COMMENT",
                "GENERATION_EXPRESSION",
                "SRS_ID#");
        return made(
                "COLUMNS",
                names,
                rows -> eachTable((schema, table) -> {
                    for (int i = 0; i < table.columns().size(); i++) {
                        ColumnInfo column = table.columns().get(i);
                        SqlType type = column.type();
                        boolean text = type.family() == TypeId.Family.TEXT && type.id() != TypeId.JSON;
                        boolean number = type.isNumber() && type.id() != TypeId.BIT && type.id() != TypeId.YEAR;
                        boolean fraction = type.isTemporal() && type.id() != TypeId.DATE;
                        rows.add(row(
                                CATALOG,
                                schema.name(),
                                table.name(),
                                column.name(),
                                i + 1L,
                                fallback(column),
                                column.nullable() ? "YES" : "NO",
                                type.id().sqlName(),
                                type.isString() ? (Object) type.length() : null,
                                type.isString() ? (Object) type.bytesMax() : null,
                                number ? (Object) precision(type) : null,
                                number && type.family() != TypeId.Family.DOUBLE
                                        ? (Object) (long) (type.isInteger() ? 0 : type.decimals())
                                        : null,
                                fraction ? (Object) (long) type.decimals() : null,
                                text ? CHARSET : null,
                                text ? type.collation() : null,
                                type.declaration(),
                                key(table, i),
                                extra(column),
                                "select,insert,update,references",
                                column.comment(),
                                "",
                                null));
                    }
                }));
    }

    private static long precision(SqlType type) {
        return switch (type.id()) {
            case SMALLINT -> 5;
            case FLOAT -> 12;
            case DOUBLE -> 22;
            case BIGINT -> type.unsigned() ? 20 : 19;
            default -> type.digits();
        };
    }

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

    static @Nullable String fallback(ColumnInfo column) {
        ColumnInfo.Fallback fallback = column.fallback();
        if (fallback == null || fallback.kind() == ColumnInfo.Kind.NULL) {
            return null;
        }
        return fallback.kind() == ColumnInfo.Kind.NOW ? now(column.type()) : fallback.text();
    }

    private static String now(SqlType type) {
        return "CURRENT_TIMESTAMP" + (type.decimals() == 0 ? "" : "(" + type.decimals() + ")");
    }

    static String extra(ColumnInfo column) {
        if (column.autoIncrement()) {
            return "auto_increment";
        }
        boolean now = column.fallback() != null && column.fallback().kind() == ColumnInfo.Kind.NOW;
        String update = column.updatesToNow() ? "on update " + now(column.type()) : "";
        return now ? ("DEFAULT_GENERATED " + update).strip() : update;
    }

    private TableRef statistics() {
        List<String> names = List.of(
                "TABLE_CATALOG",
                "TABLE_SCHEMA",
                "TABLE_NAME",
                "NON_UNIQUE#",
                "INDEX_SCHEMA",
                "INDEX_NAME",
                "SEQ_IN_INDEX#",
                "COLUMN_NAME",
                "COLLATION",
                "CARDINALITY#",
                "SUB_PART#",
                "PACKED",
                "NULLABLE",
                "INDEX_TYPE",
                "COMMENT",
                "INDEX_COMMENT",
                "IS_VISIBLE",
                "EXPRESSION");
        return made(
                "STATISTICS",
                names,
                rows -> eachTable((schema, table) -> {
                    for (IndexInfo index : table.allIndexes()) {
                        for (int i = 0; i < index.parts().size(); i++) {
                            IndexInfo.Part part = index.parts().get(i);
                            ColumnInfo column = table.columns().get(part.ordinal());
                            rows.add(row(
                                    CATALOG,
                                    schema.name(),
                                    table.name(),
                                    index.unique() ? 0L : 1L,
                                    schema.name(),
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
                }));
    }

    private TableRef keyColumns() {
        List<String> names = List.of(
                "CONSTRAINT_CATALOG",
                "CONSTRAINT_SCHEMA",
                "CONSTRAINT_NAME",
                "TABLE_CATALOG",
                "TABLE_SCHEMA",
                "TABLE_NAME",
                "COLUMN_NAME",
                "ORDINAL_POSITION#",
                "POSITION_IN_UNIQUE_CONSTRAINT#",
                "REFERENCED_TABLE_SCHEMA",
                "REFERENCED_TABLE_NAME",
                "REFERENCED_COLUMN_NAME");
        return made(
                "KEY_COLUMN_USAGE",
                names,
                rows -> eachTable((schema, table) -> {
                    for (IndexInfo index : table.allIndexes()) {
                        for (int i = 0; i < index.parts().size() && index.unique(); i++) {
                            String column = table.columns()
                                    .get(index.parts().get(i).ordinal())
                                    .name();
                            rows.add(row(
                                    CATALOG,
                                    schema.name(),
                                    index.name(),
                                    CATALOG,
                                    schema.name(),
                                    table.name(),
                                    column,
                                    i + 1L,
                                    null,
                                    null,
                                    null,
                                    null));
                        }
                    }
                }));
    }

    private TableRef constraints() {
        List<String> names = List.of(
                "CONSTRAINT_CATALOG",
                "CONSTRAINT_SCHEMA",
                "CONSTRAINT_NAME",
                "TABLE_SCHEMA",
                "TABLE_NAME",
                "CONSTRAINT_TYPE",
                "ENFORCED");
        return made(
                "TABLE_CONSTRAINTS",
                names,
                rows -> eachTable((schema, table) -> {
                    for (IndexInfo index : table.allIndexes()) {
                        if (index.unique()) {
                            rows.add(row(
                                    CATALOG,
                                    schema.name(),
                                    index.name(),
                                    schema.name(),
                                    table.name(),
                                    index.isPrimary() ? "PRIMARY KEY" : "UNIQUE",
                                    "YES"));
                        }
                    }
                }));
    }

    TableRef collations() {
        return made(
                "COLLATIONS",
                List.of("Collation", "Charset", "Id#", "Default", "Compiled", "Sortlen#", "Pad_attribute"),
                rows -> {
                    rows.add(row("binary", "binary", 63L, "Yes", "Yes", 1L, "NO PAD"));
                    rows.add(row("utf8mb4_general_ci", CHARSET, 45L, "", "Yes", 1L, "PAD SPACE"));
                    rows.add(row("utf8mb4_bin", CHARSET, 46L, "", "Yes", 1L, "PAD SPACE"));
                    rows.add(row("utf8mb4_unicode_ci", CHARSET, 224L, "", "Yes", 8L, "PAD SPACE"));
                    rows.add(row("utf8mb4_0900_ai_ci", CHARSET, 255L, "Yes", "Yes", 0L, "NO PAD"));
                    rows.add(row("utf8mb4_0900_as_cs", CHARSET, 278L, "", "Yes", 0L, "NO PAD"));
                    rows.add(row("utf8mb4_0900_bin", CHARSET, 309L, "", "Yes", 1L, "NO PAD"));
                });
    }

    TableRef charsets() {
        return made("CHARACTER_SETS", List.of("Charset", "Description", "Default collation", "Maxlen#"), rows -> {
            rows.add(row("binary", "Binary pseudo charset", "binary", 1L));
            rows.add(row(CHARSET, "UTF-8 Unicode", "utf8mb4_0900_ai_ci", 4L));
        });
    }

    TableRef processes() {
        return made(
                "PROCESSLIST",
                List.of("Id#", "User", "Host", "db", "Command", "Time#", "State", "Info"),
                rows -> engine.sessions()
                        .forEach((id, each) -> rows.add(row(
                                id,
                                each.start().user(),
                                each.start().peer().getAddress().getHostAddress() + ":"
                                        + each.start().peer().getPort(),
                                each.schema(),
                                each.running().isEmpty() ? "Sleep" : "Query",
                                0L,
                                "",
                                each.running().isEmpty() ? null : each.running()))));
    }

    TableRef status() {
        return made("STATUS", List.of("Variable_name", "Value"), rows -> {
            rows.add(row("Threads_connected", String.valueOf(engine.sessions().size())));
            rows.add(row("Innodb_row_lock_current_waits", "0"));
            rows.add(row(
                    "Ssl_version",
                    session.start().tls() == null ? "" : session.start().tls()));
            rows.add(row(
                    "Ssl_cipher",
                    session.start().tls() == null ? "" : session.start().tls()));
            rows.add(row("Uptime", String.valueOf((System.currentTimeMillis() - engine.startedMillis()) / 1000)));
        });
    }
}
