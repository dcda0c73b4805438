package io.millrace.newsql.mysql;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** An engine without SQL: it answers a few fixed statements and echoes parameters, so that the wire can be held against real clients. */
final class EchoEngine implements SqlEngine {
    static final String PASSWORD = "pä$$wörd";

    private final Map<String, AccountSecret> accounts = new ConcurrentHashMap<>();
    final Map<Long, EchoSession> sessions = new ConcurrentHashMap<>();
    final CompletableFuture<Object> kept = new CompletableFuture<>();
    final List<SessionStart> starts = new CopyOnWriteArrayList<>();

    EchoEngine() {
        add("sha", AuthPlugin.CACHING_SHA2_PASSWORD, PASSWORD, false, false);
        add("native", AuthPlugin.NATIVE_PASSWORD, PASSWORD, false, false);
        add("nopass", AuthPlugin.CACHING_SHA2_PASSWORD, "", false, false);
        add("nativeempty", AuthPlugin.NATIVE_PASSWORD, "", false, false);
        add("locked", AuthPlugin.NATIVE_PASSWORD, PASSWORD, true, false);
        add("tlsonly", AuthPlugin.NATIVE_PASSWORD, PASSWORD, false, true);
    }

    private void add(String user, AuthPlugin plugin, String password, boolean isLocked, boolean requiresTls) {
        accounts.put(user, new AccountSecret(user, "%", plugin, plugin.hash(password), isLocked, requiresTls));
    }

    @Override
    public String serverVersion() {
        return "8.4.6-echo";
    }

    @Override
    public @Nullable AccountSecret findAccount(String user, String host) {
        return accounts.get(user);
    }

    @Override
    public SqlSession open(SessionStart start) {
        if ("missing".equals(start.schema())) {
            throw new SqlException(1049, "42000", "Unknown database 'missing'");
        }
        EchoSession session = new EchoSession(this, start);
        sessions.put(start.connection().id(), session);
        starts.add(start);
        return session;
    }
}
