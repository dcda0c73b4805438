package io.millrace.newsql.information;

import static io.millrace.newsql.information.VirtualTable.information;
import static io.millrace.newsql.information.VirtualTable.row;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** ENGINES, PLUGINS, PROCESSLIST: about the server as it runs. */
final class ServerTables {

    private static final long SECOND_MILLIS = 1000;

    static final VirtualTable ENGINES = information(
            "ENGINES",
            (rows, server) -> rows.add(row(
                    "InnoDB", "DEFAULT", "Millrace's store under this name, which tools ask for", "YES", "NO", "YES")),
            "ENGINE varchar(64)!",
            "SUPPORT varchar(8)!",
            "COMMENT varchar(80)!",
            "TRANSACTIONS varchar(3)",
            "XA varchar(3)",
            "SAVEPOINTS varchar(3)");

    static final VirtualTable PLUGINS = information(
            "PLUGINS",
            (rows, server) -> {
                rows.add(plugin("caching_sha2_password", "AUTHENTICATION"));
                rows.add(plugin("mysql_native_password", "AUTHENTICATION"));
                rows.add(plugin("InnoDB", "STORAGE ENGINE"));
            },
            "PLUGIN_NAME varchar(64)!",
            "PLUGIN_VERSION varchar(20)!",
            "PLUGIN_STATUS varchar(10)!",
            "PLUGIN_TYPE varchar(80)!",
            "PLUGIN_TYPE_VERSION varchar(20)!",
            "PLUGIN_LIBRARY varchar(64)",
            "PLUGIN_LIBRARY_VERSION varchar(20)",
            "PLUGIN_AUTHOR varchar(64)",
            "PLUGIN_DESCRIPTION mediumtext",
            "PLUGIN_LICENSE varchar(80)",
            "LOAD_OPTION varchar(64)!");

    static final VirtualTable PROCESSLIST = information(
            "PROCESSLIST",
            ServerTables::processes,
            "ID bigint unsigned!",
            "USER varchar(32)!",
            "HOST varchar(261)!",
            "DB varchar(64)",
            "COMMAND varchar(16)!",
            "TIME int!",
            "STATE varchar(64)",
            "INFO longtext");

    private ServerTables() {}

    private static @Nullable Object[] plugin(String name, String type) {
        return row(name, "1.0", "ACTIVE", type, "1.0", null, null, "Millrace", "", "Apache-2.0", "FORCE");
    }

    private static void processes(List<@Nullable Object[]> rows, ServerView server) {
        server.processes()
                .forEach(each -> rows.add(row(
                        each.id(),
                        each.user(),
                        each.host(),
                        each.schema(),
                        each.statement().isEmpty() ? "Sleep" : "Query",
                        Math.max(0, (System.currentTimeMillis() - each.sinceMillis()) / SECOND_MILLIS),
                        each.state(),
                        each.statement().isEmpty() ? null : each.statement())));
    }
}
