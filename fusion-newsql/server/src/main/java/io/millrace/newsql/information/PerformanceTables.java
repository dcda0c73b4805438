package io.millrace.newsql.information;

import static io.millrace.newsql.information.VirtualTable.performance;
import static io.millrace.newsql.information.VirtualTable.row;

import io.millrace.newsql.observation.CloneProgress;
import io.millrace.newsql.observation.StatementDigests;
import io.millrace.newsql.type.Temporals;
import io.millrace.newsql.variable.SystemVariable;
import io.millrace.newsql.variable.SystemVariables;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tables of performance_schema: digests of statements, variables, status, threads, copies of the store. */
final class PerformanceTables {

    private static final long PICOS_A_NANO = 1000;
    private static final long MILLI_MICROS = 1000;
    private static final int MICRO_DIGITS = 6;

    static final VirtualTable DIGESTS = performance(
            "events_statements_summary_by_digest",
            (rows, server) -> server.digests().all().forEach(each -> rows.add(digest(server, each))),
            "SCHEMA_NAME varchar(64)",
            "DIGEST varchar(64)",
            "DIGEST_TEXT longtext",
            "COUNT_STAR bigint unsigned!",
            "SUM_TIMER_WAIT bigint unsigned!",
            "MIN_TIMER_WAIT bigint unsigned!",
            "AVG_TIMER_WAIT bigint unsigned!",
            "MAX_TIMER_WAIT bigint unsigned!",
            "SUM_ERRORS bigint unsigned!",
            "SUM_WARNINGS bigint unsigned!",
            "SUM_ROWS_AFFECTED bigint unsigned!",
            "SUM_ROWS_SENT bigint unsigned!",
            "FIRST_SEEN timestamp(6)!",
            "LAST_SEEN timestamp(6)!");

    static final VirtualTable GLOBAL_VARIABLES = performance(
            "global_variables",
            (rows, server) -> variables(rows, server, true),
            "VARIABLE_NAME varchar(64)!",
            "VARIABLE_VALUE varchar(1024)");

    static final VirtualTable SESSION_VARIABLES = performance(
            "session_variables",
            (rows, server) -> variables(rows, server, false),
            "VARIABLE_NAME varchar(64)!",
            "VARIABLE_VALUE varchar(1024)");

    static final VirtualTable PERSISTED_VARIABLES = performance(
            "persisted_variables",
            (rows, server) -> server.globals()
                    .persisted()
                    .forEach((name, value) ->
                            rows.add(row(name, SystemVariables.get(name).type().shown(value)))),
            "VARIABLE_NAME varchar(64)!",
            "VARIABLE_VALUE varchar(1024)");

    static final VirtualTable GLOBAL_STATUS = performance(
            "global_status",
            (rows, server) -> server.status(true).forEach((name, value) -> rows.add(row(name, value))),
            "VARIABLE_NAME varchar(64)!",
            "VARIABLE_VALUE varchar(1024)");

    static final VirtualTable SESSION_STATUS = performance(
            "session_status",
            (rows, server) -> server.status(false).forEach((name, value) -> rows.add(row(name, value))),
            "VARIABLE_NAME varchar(64)!",
            "VARIABLE_VALUE varchar(1024)");

    static final VirtualTable PROCESSLIST = new VirtualTable(
            "performance_schema", "processlist", ServerTables.PROCESSLIST.columns(), ServerTables.PROCESSLIST.rows());

    static final VirtualTable THREADS = performance(
            "threads",
            (rows, server) -> server.processes()
                    .forEach(each -> rows.add(row(
                            each.id(),
                            "thread/sql/one_connection",
                            "FOREGROUND",
                            each.id(),
                            each.user(),
                            each.host(),
                            each.schema(),
                            each.statement().isEmpty() ? "Sleep" : "Query",
                            each.state(),
                            each.statement().isEmpty() ? null : each.statement()))),
            "THREAD_ID bigint unsigned!",
            "NAME varchar(128)!",
            "TYPE varchar(10)!",
            "PROCESSLIST_ID bigint unsigned",
            "PROCESSLIST_USER varchar(32)",
            "PROCESSLIST_HOST varchar(255)",
            "PROCESSLIST_DB varchar(64)",
            "PROCESSLIST_COMMAND varchar(16)",
            "PROCESSLIST_STATE varchar(64)",
            "PROCESSLIST_INFO longtext");

    static final VirtualTable CLONE_PROGRESS = performance(
            "clone_progress",
            (rows, server) -> {
                CloneProgress last = server.cloned();
                if (last != null) {
                    rows.add(progress(server, last));
                }
            },
            "ID int",
            "STAGE varchar(32)",
            "STATE varchar(16)",
            "BEGIN_TIME timestamp(6)",
            "END_TIME timestamp(6)",
            "THREADS int",
            "ESTIMATE bigint",
            "DATA bigint",
            "NETWORK bigint",
            "DATA_SPEED int",
            "NETWORK_SPEED int");

    private PerformanceTables() {}

    private static @Nullable Object[] progress(ServerView server, CloneProgress last) {
        return row(
                last.id(),
                "FILE COPY",
                last.state(),
                moment(server, last.begunMillis()),
                last.endedMillis() == 0 ? null : moment(server, last.endedMillis()),
                1L,
                last.bytesTotal(),
                last.bytes(),
                0L,
                Math.min(last.bytesASecond(), Integer.MAX_VALUE),
                0L);
    }

    private static @Nullable Object[] digest(ServerView server, StatementDigests.Summary each) {
        return row(
                each.schema(),
                each.digest(),
                each.text(),
                each.count(),
                each.nanos() * PICOS_A_NANO,
                each.count() == 0 ? 0L : each.nanosMin() * PICOS_A_NANO,
                each.count() == 0 ? 0L : each.nanos() / each.count() * PICOS_A_NANO,
                each.nanosMax() * PICOS_A_NANO,
                each.errors(),
                each.warnings(),
                each.rowsAffected(),
                each.rowsSent(),
                moment(server, each.firstMillis()),
                moment(server, each.lastMillis()));
    }

    private static Object moment(ServerView server, long millis) {
        return Temporals.roundDateTime(Temporals.fromEpochMicros(millis * MILLI_MICROS, server.zone()), MICRO_DIGITS);
    }

    /** As SHOW VARIABLES lists them: those of the session, or of the server. */
    static void variables(List<@Nullable Object[]> rows, ServerView server, boolean global) {
        for (SystemVariable variable : SystemVariables.all()) {
            if (!global || variable.isGlobal()) {
                rows.add(row(variable.name(), variable.type().shown(server.variable(variable.name(), global))));
            }
        }
    }
}
