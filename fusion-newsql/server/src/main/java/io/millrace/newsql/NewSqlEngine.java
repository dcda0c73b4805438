package io.millrace.newsql;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.millrace.newsql.execute.MemoryBudget;
import io.millrace.newsql.mysql.AccountSecret;
import io.millrace.newsql.mysql.SessionStart;
import io.millrace.newsql.mysql.SqlEngine;
import io.millrace.newsql.mysql.SqlSession;
import io.millrace.newsql.node.NodeStore;
import io.millrace.newsql.node.OrderedStore;
import io.millrace.newsql.session.ClientSession;
import io.millrace.newsql.session.EngineState;
import io.millrace.newsql.session.StoreCopies;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.variable.SystemVariables;
import io.millrace.newsql.variable.Variables;
import org.jspecify.annotations.Nullable;

/**
 * MySQL's language over an ordered store.
 *
 * <p><b>Threads.</b> Safe. <b>Ownership.</b> The store stays the caller's, who closes it after the last session and after the engine. <b>Durability.</b> A statement that has
 * returned is on the device.
 */
public final class NewSqlEngine implements SqlEngine, AutoCloseable {

    /** Drivers read the number and change their questions by it. */
    public static final String VERSION = "8.4.0-millrace";

    private final EngineState state;

    private NewSqlEngine(EngineState state) {
        this.state = state;
    }

    /** Opens the catalog and the accounts that the store holds, and removes what dropped tables have left. Borrows the store. */
    public static NewSqlEngine open(OrderedStore store) {
        return open(store, new CompositeMeterRegistry());
    }

    /** @param meters where those of {@link NewSqlMeters} are registered */
    public static NewSqlEngine open(OrderedStore store, MeterRegistry meters) {
        return open(store, new StoreCopies(null), meters, MemoryBudget.ofServer(null, 0));
    }

    private static NewSqlEngine open(
            OrderedStore store, StoreCopies copies, MeterRegistry meters, MemoryBudget budget) {
        return new NewSqlEngine(new EngineState(store, copies, VERSION, meters, budget));
    }

    /** What the configuration says of the server becomes its variables. */
    static NewSqlEngine open(NodeStore store, NewSqlConfig config) {
        MemoryBudget budget = MemoryBudget.ofServer(config.directory().resolve("tmp"), config.temporaryBytes());
        NewSqlEngine engine = open(store, new StoreCopies(store::backup), config.meters(), budget);
        if (config.initialRootPassword() != null) {
            engine.state.accounts().setInitialRootPassword(config.initialRootPassword());
        }
        engine.tell("port", Literal.of(config.wire().address().getPort()));
        engine.tell("bind_address", Literal.of(config.wire().address().getHostString()));
        engine.tell("datadir", Literal.of(config.directory().toAbsolutePath() + "/"));
        engine.tell("max_connections", Literal.of(config.wire().limits().connections()));
        engine.tell("max_allowed_packet", Literal.of(config.wire().limits().packetBytes()));
        engine.tell("local_infile", Literal.of(config.wire().localFiles() ? 1 : 0));
        engine.tell("require_secure_transport", Literal.of(config.wire().tlsRequired() ? 1 : 0));
        engine.tell("have_ssl", Literal.of(config.wire().tls() == null ? "DISABLED" : "YES"));
        engine.tell("have_openssl", Literal.of(config.wire().tls() == null ? "DISABLED" : "YES"));
        return engine;
    }

    private void tell(String variable, Literal value) {
        var known = SystemVariables.get(variable);
        state.globals().set(known, known.type().check(variable, value, io.millrace.newsql.type.WarningSink.NONE));
    }

    @Override
    public String serverVersion() {
        return VERSION;
    }

    @Override
    public @Nullable AccountSecret findAccount(String user, String host) {
        return state.accounts().findSecret(user, host);
    }

    @Override
    public SqlSession open(SessionStart start) {
        return new ClientSession(state, start);
    }

    void resumeBuilds() {
        state.resumeBuilds();
    }

    /** How many sessions are open. */
    public int sessionCount() {
        return state.sessions().size();
    }

    /** Whether root may log in without a password. */
    public boolean isRootOpen() {
        return state.accounts().isRootOpen();
    }

    boolean isReadOnly() {
        return !Long.valueOf(0)
                .equals(state.globals().get(Variables.SERVER_READ_ONLY).value());
    }

    /** Ends what runs beside the sessions; they must have ended. */
    @Override
    public void close() {
        state.close();
    }
}
