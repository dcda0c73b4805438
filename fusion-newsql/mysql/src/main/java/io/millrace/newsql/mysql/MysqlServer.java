package io.millrace.newsql.mysql;

import io.millrace.newsql.mysql.connection.WireServer;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * A server of MySQL's client/server protocol in front of an engine.
 *
 * <pre>{@code
 * try (MysqlServer server = MysqlServer.open(MysqlConfig.defaults(), engine)) {
 *     // mariadb -h127.0.0.1 -P3307
 * }
 * }</pre>
 *
 * <p><b>Ownership</b>: borrows the engine, which outlives it; closes all sessions. <b>Threads</b>: thread-safe. <b>Errors</b>: {@link #open} throws
 * {@link io.netty.channel.ChannelException} when the address cannot be bound.
 */
public final class MysqlServer implements AutoCloseable {
    private final WireServer server;

    private MysqlServer(WireServer server) {
        this.server = server;
    }

    /** Binds the port and starts to take clients. */
    public static MysqlServer open(MysqlConfig config, SqlEngine engine) {
        return new MysqlServer(new WireServer(config, engine));
    }

    /** The address that was bound. */
    public InetSocketAddress address() {
        return server.address();
    }

    /** Forgets remembered proofs of passwords, as FLUSH PRIVILEGES does: the next logins are checked against what is stored. */
    public void forgetPasswords() {
        server.forgetPasswords();
    }

    /**
     * Takes no more clients, and ends those that are there as soon as no statement of theirs runs and they hold nothing others may wait for; each is told 1053. Waits for that up to
     * {@code limit}. To be followed by {@link #close}, which ends what is left.
     *
     * @return whether all have ended
     */
    public boolean drain(Duration limit) {
        return server.drain(limit);
    }

    /** Takes no more clients, ends all connections, gives running statements five seconds to notice. A second close does nothing. */
    @Override
    public void close() {
        server.close();
    }
}
