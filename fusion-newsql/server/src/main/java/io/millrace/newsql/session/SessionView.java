package io.millrace.newsql.session;

import io.millrace.newsql.expression.NamedLocks;
import io.millrace.newsql.expression.SessionScope;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.WarningSink;
import io.millrace.newsql.variable.SystemVariable;
import io.millrace.newsql.variable.SystemVariables;
import io.millrace.newsql.variable.Variables;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** What expressions see of a session. One thread, but for {@link #isCancelled}. */
final class SessionView implements SessionScope {

    private static final SystemVariable GROUP_CONCAT_MAX = SystemVariables.get("group_concat_max_len");
    private static final SystemVariable TIME_NAMES = SystemVariables.get("lc_time_names");
    private static final double MICROS = 1_000_000.0;

    private final ClientSession session;

    SessionView(ClientSession session) {
        this.session = session;
    }

    @Override
    public Literal systemVariable(String name, boolean global) {
        SystemVariable variable = SystemVariables.get(name);
        if (global) {
            return session.variables().getGlobal(variable);
        }
        return switch (variable.name()) {
            case "last_insert_id" -> unsigned(session.values().lastInsertId());
            case "warning_count" -> unsigned(session.diagnostics().count());
            case "error_count" -> unsigned(session.diagnostics().errorCount());
            case "pseudo_thread_id" -> unsigned(connectionId());
            case "timestamp" -> Literal.of(statementMicros() / MICROS);
            case "collation_database" -> Literal.of(collation(variable));
            default -> session.variables().get(variable);
        };
    }

    private static Literal unsigned(long value) {
        return new Literal(SqlType.UNSIGNED, value);
    }

    /** Of the default schema; the server's without one. */
    private String collation(SystemVariable variable) {
        String name = session.schema();
        var schema = name == null
                ? null
                : session.engine().catalog().picture().schemas().get(name);
        return schema == null ? session.variables().text(variable) : schema.collation();
    }

    @Override
    public Literal userVariable(String name) {
        return session.values().userVariable(name);
    }

    @Override
    public void setUserVariable(String name, Literal value) {
        session.values().setUserVariable(name, value);
    }

    @Override
    public @Nullable String schema() {
        return session.schema();
    }

    @Override
    public String user() {
        return session.start().user() + "@"
                + session.start().peer().getAddress().getHostAddress();
    }

    @Override
    public String account() {
        return session.start().account().user() + "@"
                + session.start().account().host();
    }

    @Override
    public long connectionId() {
        return session.start().connection().id();
    }

    @Override
    public String version() {
        return session.engine().version();
    }

    @Override
    public long lastInsertId() {
        return session.values().lastInsertId();
    }

    @Override
    public void setLastInsertId(long value) {
        session.values().lastInsertId(value);
    }

    @Override
    public long rowCount() {
        return session.values().rowCount();
    }

    @Override
    public long foundRows() {
        return session.values().foundRows();
    }

    @Override
    public ZoneId zone() {
        return session.variables().zone();
    }

    @Override
    public long statementMicros() {
        return session.values().statementMicros();
    }

    @Override
    public WarningSink warnings() {
        return session.diagnostics();
    }

    @Override
    public String collation() {
        return session.variables().text(Variables.COLLATION);
    }

    @Override
    public boolean hasMode(String mode) {
        return session.variables().hasMode(mode);
    }

    @Override
    public String role() {
        return session.access().shownRoles();
    }

    @Override
    public NamedLocks namedLocks() {
        return session.namedLocks();
    }

    @Override
    public long groupConcatMax() {
        return session.variables().number(GROUP_CONCAT_MAX);
    }

    @Override
    public int divisionDigits() {
        return (int) session.variables().number(Variables.DIVISION_DIGITS);
    }

    @Override
    public String timeNames() {
        return session.variables().text(TIME_NAMES);
    }

    @Override
    public boolean isCancelled() {
        return session.isCancelled();
    }
}
