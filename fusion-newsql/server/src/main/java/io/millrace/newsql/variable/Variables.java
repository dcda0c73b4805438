package io.millrace.newsql.variable;

import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.transaction.Isolation;
import io.millrace.newsql.type.SqlErrors;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;

/** The system variables of one session: a copy of the server's as they were when it began, and what was set since. One thread. */
public final class Variables {

    public static final SystemVariable AUTOCOMMIT = SystemVariables.get("autocommit");
    public static final SystemVariable SQL_MODE = SystemVariables.get("sql_mode");
    public static final SystemVariable TIME_ZONE = SystemVariables.get("time_zone");
    public static final SystemVariable ISOLATION = SystemVariables.get("transaction_isolation");
    public static final SystemVariable READ_ONLY = SystemVariables.get("transaction_read_only");
    public static final SystemVariable SERVER_READ_ONLY = SystemVariables.get("read_only");
    public static final SystemVariable SERVER_SUPER_READ_ONLY = SystemVariables.get("super_read_only");
    public static final SystemVariable LOCK_WAIT = SystemVariables.get("lock_wait_timeout");
    public static final SystemVariable ROW_LOCK_WAIT = SystemVariables.get("innodb_lock_wait_timeout");
    public static final SystemVariable WAIT_TIMEOUT = SystemVariables.get("wait_timeout");
    public static final SystemVariable INTERACTIVE_TIMEOUT = SystemVariables.get("interactive_timeout");
    public static final SystemVariable MAX_EXECUTION_TIME = SystemVariables.get("max_execution_time");
    public static final SystemVariable LONG_QUERY_TIME = SystemVariables.get("long_query_time");
    public static final SystemVariable SELECT_LIMIT = SystemVariables.get("sql_select_limit");
    public static final SystemVariable SQL_NOTES = SystemVariables.get("sql_notes");
    public static final SystemVariable FOREIGN_KEYS = SystemVariables.get("foreign_key_checks");
    public static final SystemVariable MAX_ERROR_COUNT = SystemVariables.get("max_error_count");

    public static final SystemVariable COLLATION = SystemVariables.get("collation_connection");
    public static final SystemVariable DIVISION_DIGITS = SystemVariables.get("div_precision_increment");

    private static final SystemVariable TIME_NAMES = SystemVariables.get("lc_time_names");

    /** Modes that strings and names are read by. */
    private static final List<String> READING =
            List.of("ANSI_QUOTES", "NO_BACKSLASH_ESCAPES", "PIPES_AS_CONCAT", "HIGH_NOT_PRECEDENCE", "IGNORE_SPACE");

    private final GlobalVariables globals;
    private Literal[] values;
    private Set<String> modes = Set.of();
    private Set<String> readingModes = Set.of();
    private ZoneId zone = ZoneOffset.UTC;
    private Isolation isolation = Isolation.REPEATABLE_READ;
    private boolean autocommit;
    private String planSettings = "";

    public Variables(GlobalVariables globals) {
        this.globals = globals;
        this.values = globals.snapshot();
        derive();
    }

    public Literal get(SystemVariable variable) {
        return variable.isSession() ? values[variable.index()] : globals.get(variable);
    }

    /** @throws io.millrace.newsql.mysql.SqlException 1238 if the server has no value of it */
    public Literal getGlobal(SystemVariable variable) {
        if (!variable.isGlobal()) {
            throw SqlErrors.of(1238, "HY000", "Variable '" + variable.name() + "' is a SESSION variable");
        }
        return globals.get(variable);
    }

    public long number(SystemVariable variable) {
        return get(variable).value() instanceof Long value ? value : 0;
    }

    public double fraction(SystemVariable variable) {
        return get(variable).value() instanceof Double value ? value : 0;
    }

    public String text(SystemVariable variable) {
        return String.valueOf(get(variable).value());
    }

    public boolean isOn(SystemVariable variable) {
        return number(variable) != 0;
    }

    public boolean autocommit() {
        return autocommit;
    }

    /** Of the transactions that begin. */
    public Isolation isolation() {
        return isolation;
    }

    /** The isolation of a name; READ UNCOMMITTED reads what is committed. */
    public static Isolation isolation(String name) {
        return switch (name) {
            case "SERIALIZABLE" -> Isolation.SERIALIZABLE;
            case "READ-COMMITTED", "READ-UNCOMMITTED" -> Isolation.READ_COMMITTED;
            default -> Isolation.REPEATABLE_READ;
        };
    }

    /** The values that plans are made with: those of two sessions that have the same ones can share plans. */
    public String planSettings() {
        return planSettings;
    }

    /** Members of {@code sql_mode}. */
    public boolean hasMode(String mode) {
        return modes.contains(mode);
    }

    /** Those of its members that say how text is read. */
    public Set<String> readingModes() {
        return readingModes;
    }

    public ZoneId zone() {
        return zone;
    }

    /** Sets the session's value. @param value checked */
    public void set(SystemVariable variable, Literal value) {
        values[variable.index()] = value;
        derive();
    }

    /** As the session began, but with the server's values of now. */
    public void reset() {
        values = globals.snapshot();
        derive();
    }

    private void derive() {
        autocommit = isOn(AUTOCOMMIT);
        isolation = isolation(text(ISOLATION));
        modes = Set.of(text(SQL_MODE).split(","));
        readingModes =
                modes.stream().filter(READING::contains).collect(java.util.stream.Collectors.toUnmodifiableSet());
        zone = zone(text(TIME_ZONE));
        planSettings = text(SQL_MODE)
                + '|'
                + text(COLLATION)
                + '|'
                + text(DIVISION_DIGITS)
                + '|'
                + text(TIME_ZONE)
                + '|'
                + text(TIME_NAMES);
    }

    /** The zone of a name or offset. @throws io.millrace.newsql.mysql.SqlException 1298 */
    public static ZoneId zone(String name) {
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
}
