package io.millrace.newsql;

import io.millrace.newsql.mysql.AccountSecret;
import io.millrace.newsql.mysql.AuthPlugin;
import io.millrace.newsql.mysql.SessionStart;
import io.millrace.newsql.mysql.SqlEngine;
import io.millrace.newsql.mysql.SqlSession;
import io.millrace.newsql.node.OrderedStore;
import io.millrace.newsql.session.ClientSession;
import io.millrace.newsql.session.EngineState;
import org.jspecify.annotations.Nullable;

/**
 * MySQL's language over an ordered store.
 *
 * <p>So far there is one account, {@code root} without a password, for clients of this machine. <b>Threads.</b> Safe. <b>Ownership.</b> The store stays the caller's, who closes
 * it after the last session. <b>Durability.</b> A statement that has returned is on the device.
 */
public final class NewSqlEngine implements SqlEngine {

    /** Drivers read the number and change their questions by it. */
    public static final String VERSION = "8.4.0-millrace";

    private final EngineState state;

    private NewSqlEngine(EngineState state) {
        this.state = state;
    }

    /** Opens the catalog that the store holds, and removes what dropped tables have left. Borrows the store. */
    public static NewSqlEngine open(OrderedStore store) {
        return new NewSqlEngine(new EngineState(store, VERSION));
    }

    @Override
    public String serverVersion() {
        return VERSION;
    }

    @Override
    public @Nullable AccountSecret findAccount(String user, String host) {
        boolean local = host.equals("127.0.0.1") || host.equals("::1") || host.equals("0:0:0:0:0:0:0:1");
        return user.equals("root") && local
                ? new AccountSecret("root", "localhost", AuthPlugin.CACHING_SHA2_PASSWORD, "", false, false)
                : null;
    }

    @Override
    public SqlSession open(SessionStart start) {
        return new ClientSession(state, start);
    }

    /** How many sessions are open. */
    public int sessionCount() {
        return state.sessions().size();
    }
}
