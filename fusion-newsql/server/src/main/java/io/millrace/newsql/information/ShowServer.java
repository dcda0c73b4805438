package io.millrace.newsql.information;

import static io.millrace.newsql.information.VirtualTable.row;

import io.millrace.newsql.account.Privilege;
import io.millrace.newsql.syntax.StatementReader;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SHOW about the server and the session. One use. */
final class ShowServer {

    private static final int INFO_LENGTH = 100;

    private final ServerView server;
    private final Conditions conditions;
    private final StatementReader in;

    ShowServer(ServerView server, Conditions conditions, StatementReader in) {
        this.server = server;
        this.conditions = conditions;
        this.in = in;
    }

    Shown variables(boolean global) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        PerformanceTables.variables(rows, server, global);
        return Shown.of(rows, "Variable_name varchar(64)!", "Value varchar(2048)!");
    }

    Shown status(boolean global) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        server.status(global).forEach((name, value) -> rows.add(row(name, value)));
        return Shown.of(rows, "Variable_name varchar(64)!", "Value varchar(2048)!");
    }

    Shown conditions(boolean onlyErrors) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (Conditions.Condition each : conditions.all()) {
            if (!onlyErrors || each.level().equals("Error")) {
                rows.add(row(each.level(), (long) each.code(), each.message()));
            }
        }
        return Shown.computed(rows, "Level varchar(7)!", "Code int unsigned!", "Message varchar(512)!");
    }

    /** @return null for what MySQL does not know either */
    @Nullable
    Shown other(String what) {
        return switch (what) {
            case "ENGINES" -> made(
                    ServerTables.ENGINES,
                    "Engine varchar(64)!",
                    "Support varchar(8)!",
                    "Comment varchar(80)!",
                    "Transactions varchar(3)",
                    "XA varchar(3)",
                    "Savepoints varchar(3)");
            case "COLLATION" -> made(
                    CharsetTables.COLLATIONS,
                    "Collation varchar(64)!",
                    "Charset varchar(64)!",
                    "Id bigint!",
                    "Default varchar(3)!",
                    "Compiled varchar(3)!",
                    "Sortlen bigint!",
                    "Pad_attribute varchar(9)!");
            case "CHARSET" -> charsets();
            case "CHARACTER" -> {
                in.expect("SET");
                yield charsets();
            }
            case "PROCESSLIST" -> processes();
            case "PRIVILEGES" -> privileges();
            case "PLUGINS" -> plugins();
            case "TRIGGERS" -> nothing(
                    "Trigger varchar(64)!",
                    "Event varchar(6)!",
                    "Table varchar(64)!",
                    "Statement mediumtext!",
                    "Timing varchar(6)!",
                    "Created datetime(2)",
                    "sql_mode varchar(520)!",
                    "Definer varchar(288)!",
                    "character_set_client varchar(64)!",
                    "collation_connection varchar(64)!",
                    "`Database Collation` varchar(64)!");
            case "EVENTS" -> nothing(
                    "Db varchar(64)!",
                    "Name varchar(64)!",
                    "Definer varchar(288)!",
                    "`Time zone` varchar(64)!",
                    "Type varchar(9)!",
                    "`Execute at` datetime",
                    "`Interval value` varchar(256)",
                    "`Interval field` varchar(18)",
                    "Starts datetime",
                    "Ends datetime",
                    "Status varchar(21)!",
                    "Originator bigint!",
                    "character_set_client varchar(64)!",
                    "collation_connection varchar(64)!",
                    "`Database Collation` varchar(64)!");
            case "PROCEDURE", "FUNCTION" -> routines();
            case "PROFILES" -> nothing("Query_ID int!", "Duration double!", "Query varchar(300)!");
            case "BINARY",
                    "MASTER",
                    "REPLICA",
                    "REPLICAS",
                    "SLAVE",
                    "RELAYLOG",
                    "BINLOG",
                    "ENGINE",
                    "PROFILE" -> throw SqlErrors.unsupported("SHOW " + what);
            default -> null;
        };
    }

    private Shown made(VirtualTable table, String... columns) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        table.rows().addTo(rows, server);
        return Shown.of(rows, columns);
    }

    /** Tools put FROM a schema behind it. */
    private Shown nothing(String... columns) {
        if (in.take("FROM") || in.take("IN")) {
            in.name();
        }
        return Shown.of(new ArrayList<>(), columns);
    }

    private Shown charsets() {
        List<@Nullable Object[]> rows = new ArrayList<>();
        List<@Nullable Object[]> made = new ArrayList<>();
        CharsetTables.CHARACTER_SETS.rows().addTo(made, server);
        made.forEach(each -> rows.add(row(each[0], each[2], each[1], each[3])));
        return Shown.of(
                rows,
                "Charset varchar(64)!",
                "Description varchar(2048)!",
                "`Default collation` varchar(64)!",
                "Maxlen bigint!");
    }

    private Shown routines() {
        if (!in.take("STATUS")) {
            throw SqlErrors.unsupported("SHOW PROCEDURE CODE");
        }
        return nothing(
                "Db varchar(64)!",
                "Name varchar(64)!",
                "Type varchar(9)!",
                "Definer varchar(288)!",
                "Modified datetime!",
                "Created datetime!",
                "Security_type varchar(7)!",
                "Comment mediumtext!",
                "character_set_client varchar(64)!",
                "collation_connection varchar(64)!",
                "`Database Collation` varchar(64)!");
    }

    private Shown processes() {
        boolean full = in.statement().startsWith("SHOW", "FULL");
        List<@Nullable Object[]> rows = new ArrayList<>();
        ServerTables.PROCESSLIST.rows().addTo(rows, server);
        for (@Nullable Object[] each : rows) {
            int last = each.length - 1;
            if (!full && each[last] instanceof String text && text.length() > INFO_LENGTH) {
                each[last] = text.substring(0, INFO_LENGTH);
            }
        }
        return Shown.computed(
                rows,
                "Id bigint unsigned!",
                "User varchar(32)!",
                "Host varchar(261)!",
                "db varchar(64)",
                "Command varchar(16)!",
                "Time int!",
                "State varchar(64)",
                "Info longtext");
    }

    private Shown plugins() {
        List<@Nullable Object[]> made = new ArrayList<>();
        ServerTables.PLUGINS.rows().addTo(made, server);
        List<@Nullable Object[]> rows = new ArrayList<>();
        made.forEach(each -> rows.add(row(each[0], each[2], each[3], each[5], each[9])));
        return Shown.of(
                rows,
                "Name varchar(64)!",
                "Status varchar(10)!",
                "Type varchar(80)!",
                "Library varchar(64)",
                "License varchar(80)");
    }

    private static Shown privileges() {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (Privilege privilege : Privilege.values()) {
            rows.add(row(privilege.sqlName(), privilege.context(), ""));
        }
        return Shown.computed(rows, "Privilege varchar(64)!", "Context varchar(64)!", "Comment varchar(256)!");
    }
}
