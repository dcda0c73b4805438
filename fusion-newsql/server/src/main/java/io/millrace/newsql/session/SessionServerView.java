package io.millrace.newsql.session;

import io.millrace.newsql.account.Access;
import io.millrace.newsql.account.Accounts;
import io.millrace.newsql.account.Privilege;
import io.millrace.newsql.catalog.Catalog;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.information.ServerView;
import io.millrace.newsql.observation.CloneProgress;
import io.millrace.newsql.observation.StatementDigests;
import io.millrace.newsql.observation.StatementKind;
import io.millrace.newsql.observation.StatementMeters;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.variable.GlobalVariables;
import io.millrace.newsql.variable.Variables;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The server as one session sees it, for the tables that it makes. One thread. */
final class SessionServerView implements ServerView {

    private static final long SECOND_MILLIS = 1000;

    private final EngineState engine;
    private final ClientSession session;

    SessionServerView(EngineState engine, ClientSession session) {
        this.engine = engine;
        this.session = session;
    }

    @Override
    public Catalog.Picture catalog() {
        return engine.catalog().picture();
    }

    @Override
    public long nextNumber(TableInfo table) {
        return engine.counters().peek(table.id());
    }

    @Override
    public Collection<Process> processes() {
        boolean all = access().holds(Privilege.PROCESS);
        List<Process> processes = new ArrayList<>();
        engine.sessions().values().forEach(each -> {
            if (all || each.access().name().equals(access().name())) {
                processes.add(new Process(
                        each.start().connection().id(),
                        each.start().user(),
                        each.access().name().toString(),
                        each.start().peer().getAddress().getHostAddress() + ":"
                                + each.start().peer().getPort(),
                        each.schema(),
                        each.statements().running(),
                        each.statements().running().isEmpty() ? "" : "executing",
                        each.statements().sinceMillis(),
                        each.transactions().isOpen()));
            }
        });
        return processes;
    }

    @Override
    public Access access() {
        return session.access();
    }

    @Override
    public Accounts accounts() {
        return engine.accounts();
    }

    @Override
    public Variables variables() {
        return session.variables();
    }

    @Override
    public GlobalVariables globals() {
        return engine.globals();
    }

    @Override
    public Map<String, String> status(boolean global) {
        StatementMeters meters = engine.meters();
        Map<String, String> all = new TreeMap<>();
        for (StatementKind kind : StatementKind.values()) {
            String word = kind.tag();
            all.put("Com_" + word, String.valueOf(meters.count(kind)));
        }
        long running = engine.sessions().values().stream()
                .filter(each -> !each.statements().running().isEmpty())
                .count();
        all.put("Connections", String.valueOf(meters.connections()));
        all.put("Innodb_row_lock_current_waits", "0");
        all.put("Innodb_rows_changed", String.valueOf(meters.rowsChanged()));
        all.put("Queries", String.valueOf(meters.questions()));
        all.put("Questions", String.valueOf(meters.questions()));
        all.put("Rows_sent", String.valueOf(meters.rowsSent()));
        all.put("Slow_queries", String.valueOf(meters.slow()));
        all.put("Ssl_cipher", tls(1));
        all.put("Ssl_version", tls(0));
        all.put("Statement_errors", String.valueOf(meters.errors()));
        all.put("Threads_connected", String.valueOf(engine.sessions().size()));
        all.put("Threads_running", String.valueOf(running));
        all.put("Uptime", String.valueOf((System.currentTimeMillis() - engine.startedMillis()) / SECOND_MILLIS));
        return all;
    }

    /** Version and cipher come as one text. */
    private String tls(int part) {
        String tls = session.start().tls();
        String[] parts = tls == null ? new String[0] : tls.split(" ", 2);
        return part < parts.length ? parts[part] : "";
    }

    @Override
    public StatementDigests digests() {
        return engine.digests();
    }

    @Override
    public @Nullable CloneProgress cloned() {
        return engine.copies().last();
    }

    @Override
    public ZoneId zone() {
        return session.variables().zone();
    }

    @Override
    public Literal variable(String name, boolean global) {
        return session.scope().systemVariable(name, global);
    }

    @Override
    public @Nullable String schema() {
        return session.schema();
    }
}
