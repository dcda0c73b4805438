package io.millrace.newsql.session;

import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.type.SqlErrors;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The system variables of one session: what was set here, else for all, else MySQL's defaults. One thread. */
final class Variables {

    static final String SQL_MODE =
            "ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION";

    private static final Map<String, Literal> DEFAULTS = defaults();
    private static final Set<String> READ_ONLY = Set.of(
            "version",
            "version_comment",
            "version_compile_os",
            "version_compile_machine",
            "hostname",
            "port",
            "socket",
            "datadir",
            "license",
            "lower_case_table_names",
            "system_time_zone",
            "protocol_version",
            "have_ssl",
            "warning_count",
            "error_count",
            "log_bin",
            "performance_schema");

    private final Map<String, Literal> globals;
    private final Map<String, Literal> own = new HashMap<>();

    Variables(Map<String, Literal> globals) {
        this.globals = globals;
    }

    private static Map<String, Literal> defaults() {
        Map<String, Literal> all = new TreeMap<>();
        text(
                all,
                "utf8mb4",
                "character_set_client",
                "character_set_connection",
                "character_set_results",
                "character_set_server",
                "character_set_database");
        text(all, "utf8mb3", "character_set_system");
        text(all, "binary", "character_set_filesystem");
        text(
                all,
                "utf8mb4_0900_ai_ci",
                "collation_connection",
                "collation_server",
                "collation_database",
                "default_collation_for_utf8mb4");
        text(all, SQL_MODE, "sql_mode");
        text(all, "SYSTEM", "time_zone");
        text(all, ZoneId.systemDefault().getId(), "system_time_zone");
        text(all, "REPEATABLE-READ", "transaction_isolation", "tx_isolation");
        text(
                all,
                "",
                "init_connect",
                "socket",
                "gtid_purged",
                "gtid_executed",
                "optimizer_trace",
                "session_track_transaction_info_off");
        text(all, "Apache-2.0", "license");
        text(all, "Millrace NewSQL", "version_comment");
        text(all, System.getProperty("os.name", "Linux"), "version_compile_os");
        text(all, System.getProperty("os.arch", ""), "version_compile_machine");
        text(all, "InnoDB", "default_storage_engine", "storage_engine", "default_tmp_storage_engine");
        text(all, "OFF", "gtid_mode", "event_scheduler", "session_track_transaction_info", "session_track_gtids");
        text(
                all,
                "time_zone,autocommit,character_set_client,character_set_results,character_set_connection",
                "session_track_system_variables");
        text(all, "ROW", "binlog_format");
        text(all, "FULL", "binlog_row_image");
        text(all, "NONE", "binlog_checksum");
        text(all, "localhost", "hostname");
        text(all, "YES", "have_ssl");
        text(all, "index_merge=off", "optimizer_switch");
        text(all, "caching_sha2_password", "default_authentication_plugin", "authentication_policy");
        number(
                all,
                1,
                "autocommit",
                "auto_increment_increment",
                "auto_increment_offset",
                "foreign_key_checks",
                "unique_checks",
                "sql_notes",
                "sql_quote_show_create",
                "explicit_defaults_for_timestamp",
                "session_track_schema",
                "server_id",
                "sql_log_bin");
        number(
                all,
                0,
                "sql_auto_is_null",
                "sql_safe_updates",
                "transaction_read_only",
                "tx_read_only",
                "read_only",
                "super_read_only",
                "log_bin",
                "lower_case_table_names",
                "performance_schema",
                "query_cache_size",
                "query_cache_type",
                "sql_big_selects",
                "sql_warnings",
                "max_execution_time",
                "session_track_state_change",
                "warning_count",
                "error_count",
                "insert_id",
                "big_tables",
                "default_week_format",
                "local_infile",
                "innodb_read_only",
                "keep_files_on_create",
                "low_priority_updates",
                "old_passwords",
                "general_log",
                "slow_query_log");
        number(all, 67_108_864, "max_allowed_packet");
        number(all, 28_800, "wait_timeout", "interactive_timeout");
        number(all, 60, "net_write_timeout");
        number(all, 30, "net_read_timeout");
        number(all, 16_384, "net_buffer_length");
        number(all, 50, "innodb_lock_wait_timeout");
        number(all, 31_536_000, "lock_wait_timeout");
        number(all, 1024, "group_concat_max_len", "max_error_count");
        number(all, 4, "div_precision_increment");
        number(all, 10, "protocol_version", "long_query_time");
        number(all, 151, "max_connections");
        number(all, 3307, "port");
        number(all, Long.MAX_VALUE, "sql_select_limit", "max_join_size");
        return all;
    }

    private static void text(Map<String, Literal> all, String value, String... names) {
        for (String name : names) {
            all.put(name, Literal.of(value));
        }
    }

    private static void number(Map<String, Literal> all, long value, String... names) {
        for (String name : names) {
            all.put(name, Literal.of(value));
        }
    }

    Literal get(String name, boolean global) {
        Literal value = global ? null : own.get(name);
        value = value == null ? globals.get(name) : value;
        value = value == null ? DEFAULTS.get(name) : value;
        if (value == null) {
            throw SqlErrors.unknownVariable(name);
        }
        return value;
    }

    String text(String name) {
        return String.valueOf(get(name, false).value());
    }

    long number(String name) {
        return get(name, false).value() instanceof Long value ? value : 0;
    }

    boolean isOn(String name) {
        return isOn(get(name, false));
    }

    static boolean isOn(Literal value) {
        String text = String.valueOf(value.value()).toUpperCase(Locale.ROOT);
        return !text.equals("0") && !text.equals("OFF") && !text.equals("FALSE");
    }

    /** All names, in order. */
    static Set<String> names() {
        return DEFAULTS.keySet();
    }

    void set(String name, Literal value, boolean global) {
        if (READ_ONLY.contains(name)) {
            throw SqlErrors.of(1238, "HY000", "Variable '" + name + "' is a read only variable");
        }
        Literal old = get(name, global);
        Literal checked = check(name, value.value() == null ? Literal.of("") : value, old);
        (global ? globals : own).put(name, checked);
    }

    void setDefault(String name) {
        get(name, true);
        own.remove(name);
    }

    private static Literal check(String name, Literal value, Literal old) {
        if (old.value() instanceof Long) {
            if (value.value() instanceof Long) {
                return value;
            }
            String text = String.valueOf(value.value()).toUpperCase(Locale.ROOT);
            return switch (text) {
                case "ON", "TRUE" -> Literal.of(1);
                case "OFF", "FALSE" -> Literal.of(0);
                default -> {
                    if (!text.matches("-?[0-9]{1,18}")) {
                        throw SqlErrors.of(1232, "42000", "Incorrect argument type to variable '" + name + "'");
                    }
                    yield Literal.of(Long.parseLong(text));
                }
            };
        }
        if (name.equals("time_zone")) {
            zone(String.valueOf(value.value()));
        }
        return value.value() instanceof String ? value : Literal.of(String.valueOf(value.value()));
    }

    static ZoneId zone(String name) {
        if (name.equalsIgnoreCase("SYSTEM")) {
            return ZoneId.systemDefault();
        }
        try {
            return name.matches("[+-][0-9]:.*")
                    ? ZoneOffset.of(name.charAt(0) + "0" + name.substring(1))
                    : ZoneId.of(name);
        } catch (DateTimeException e) {
            throw SqlErrors.of(1298, "HY000", "Unknown or incorrect time zone: '" + name + "'");
        }
    }

    ZoneId zone() {
        return zone(text("time_zone"));
    }

    boolean hasMode(String mode) {
        return ("," + text("sql_mode").toUpperCase(Locale.ROOT) + ",").contains("," + mode + ",");
    }

    void reset() {
        own.clear();
    }
}
