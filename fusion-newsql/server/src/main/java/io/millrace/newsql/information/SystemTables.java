package io.millrace.newsql.information;

import io.millrace.newsql.type.SqlErrors;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All tables that the server makes, by schema and name. */
public final class SystemTables {

    private static final String INFORMATION = "information_schema";
    private static final Map<String, Map<String, VirtualTable>> ALL = new TreeMap<>();

    static {
        Stream.concat(
                        EmptyTables.ALL.stream(),
                        Stream.of(
                                SchemaTables.SCHEMATA,
                                SchemaTables.TABLES,
                                SchemaTables.TABLES_EXTENSIONS,
                                ColumnTables.COLUMNS,
                                ColumnTables.COLUMNS_EXTENSIONS,
                                KeyTables.STATISTICS,
                                KeyTables.KEY_COLUMN_USAGE,
                                KeyTables.TABLE_CONSTRAINTS,
                                ConstraintTables.REFERENTIAL_CONSTRAINTS,
                                ConstraintTables.CHECK_CONSTRAINTS,
                                ConstraintTables.VIEWS,
                                CharsetTables.COLLATIONS,
                                CharsetTables.CHARACTER_SETS,
                                CharsetTables.APPLICABILITY,
                                ServerTables.ENGINES,
                                ServerTables.PLUGINS,
                                ServerTables.PROCESSLIST,
                                ServerTables.KEYWORDS,
                                PrivilegeTables.USER_PRIVILEGES,
                                PrivilegeTables.SCHEMA_PRIVILEGES,
                                PrivilegeTables.TABLE_PRIVILEGES,
                                PrivilegeTables.COLUMN_PRIVILEGES,
                                PrivilegeTables.APPLICABLE_ROLES,
                                PrivilegeTables.USER,
                                PrivilegeTables.DB,
                                PrivilegeTables.ROLE_EDGES,
                                PrivilegeTables.DEFAULT_ROLES,
                                PerformanceTables.DIGESTS,
                                PerformanceTables.GLOBAL_VARIABLES,
                                PerformanceTables.SESSION_VARIABLES,
                                PerformanceTables.PERSISTED_VARIABLES,
                                PerformanceTables.GLOBAL_STATUS,
                                PerformanceTables.SESSION_STATUS,
                                PerformanceTables.PROCESSLIST,
                                PerformanceTables.THREADS,
                                PerformanceTables.CLONE_PROGRESS))
                .forEach(table -> ALL.computeIfAbsent(table.schema(), schema -> new TreeMap<>())
                        .put(table.name().toLowerCase(Locale.ROOT), table));
    }

    private SystemTables() {}

    /** The table of one row without columns that stands for none. */
    public static io.millrace.newsql.plan.TableRef dual(ServerView server) {
        return new VirtualTable("", "dual", List.of(), (rows, view) -> {}).of(server);
    }

    /** Names of a system schema's tables, as they are shown. */
    static Collection<String> names(String schema) {
        Map<String, VirtualTable> tables = ALL.get(schema.toLowerCase(Locale.ROOT));
        return tables == null
                ? List.of()
                : tables.values().stream().map(VirtualTable::name).toList();
    }

    static @Nullable VirtualTable find(String schema, String name) {
        Map<String, VirtualTable> tables = ALL.get(schema.toLowerCase(Locale.ROOT));
        return tables == null ? null : tables.get(name.toLowerCase(Locale.ROOT));
    }

    /**
     * A table of a system schema, as this session sees it.
     *
     * @throws io.millrace.newsql.mysql.SqlException 1109 for one that information_schema does not have, 1146 for one of the others
     */
    public static io.millrace.newsql.plan.TableRef get(String schema, String name, ServerView server) {
        VirtualTable found = find(schema, name);
        if (found != null) {
            return found.of(server);
        }
        throw schema.equalsIgnoreCase(INFORMATION)
                ? SqlErrors.of(
                        1109, "42S02", "Unknown table '" + name.toUpperCase(Locale.ROOT) + "' in information_schema")
                : SqlErrors.unknownTable(schema, name);
    }
}
