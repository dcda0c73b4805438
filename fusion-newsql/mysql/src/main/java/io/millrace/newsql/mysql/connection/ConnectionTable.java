package io.millrace.newsql.mysql.connection;

import io.millrace.newsql.mysql.MysqlLimits;
import io.millrace.newsql.mysql.MysqlTimeouts;
import io.millrace.newsql.mysql.SqlException;
import java.net.InetAddress;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * All connections, with the limits on them.
 *
 * <p>Those that have not logged in are counted apart, and one too many pushes the oldest out: a flood of them then cannot keep a client out that logs in at once.
 * <b>Threads</b>: safe; no call waits.
 */
final class ConnectionTable {
    private final MysqlLimits limits;
    private final MysqlTimeouts timeouts;
    private final Traffic traffic;
    private final HostFailures failures;
    private final AtomicLong lastId = new AtomicLong();
    private final Map<Long, MysqlConnection> all = new ConcurrentHashMap<>();
    private final Set<MysqlConnection> halfOpen = new LinkedHashSet<>(); // guarded by itself
    private final AtomicInteger loggedIn = new AtomicInteger();
    private volatile boolean draining;

    ConnectionTable(MysqlLimits limits, MysqlTimeouts timeouts, Traffic traffic) {
        this.limits = limits;
        this.timeouts = timeouts;
        this.traffic = traffic;
        this.failures =
                new HostFailures(limits.hostFailures(), timeouts.hostBlock().toNanos());
    }

    long nextId() {
        return lastId.incrementAndGet();
    }

    /** Takes a new connection in, or gives the error that it is refused with. */
    @Nullable
    SqlException admit(MysqlConnection connection) {
        if (!isLocal(connection.address()) && failures.isBlocked(connection.host(), System.nanoTime())) {
            traffic.refused(Refusal.HOST_BLOCKED);
            return new SqlException(
                    1129,
                    "HY000",
                    "Host '" + connection.host() + "' is blocked because of many connection errors; it is let in again "
                            + timeouts.hostBlock() + " after the last one");
        }
        if (loggedIn.get() >= limits.connections()) {
            return tooMany();
        }
        all.put(connection.id(), connection);
        MysqlConnection oldest = null;
        synchronized (halfOpen) {
            if (halfOpen.size() >= limits.halfOpen()) {
                Iterator<MysqlConnection> eldest = halfOpen.iterator();
                oldest = eldest.next();
                eldest.remove();
            }
            halfOpen.add(connection);
        }
        if (oldest != null) {
            oldest.drop(Refusal.HALF_OPEN_DROPPED);
        }
        return null;
    }

    /** A client has proven who it is; gives the error if there is no room for it. */
    @Nullable
    SqlException logIn(MysqlConnection connection) {
        if (loggedIn.incrementAndGet() > limits.connections()) {
            loggedIn.decrementAndGet();
            return tooMany();
        }
        synchronized (halfOpen) {
            halfOpen.remove(connection);
        }
        failures.succeeded(connection.host());
        traffic.logins.increment();
        return null;
    }

    private SqlException tooMany() {
        traffic.refused(Refusal.TOO_MANY_CONNECTIONS);
        return new SqlException(1040, "08004", "Too many connections");
    }

    /** A handshake was broken off. */
    void handshakeFailed(MysqlConnection connection) {
        if (!isLocal(connection.address())) {
            failures.failed(connection.host(), System.nanoTime());
        }
    }

    /** A connection has ended. */
    void remove(MysqlConnection connection, boolean wasLoggedIn) {
        all.remove(connection.id());
        if (wasLoggedIn) {
            loggedIn.decrementAndGet();
        }
        synchronized (halfOpen) {
            halfOpen.remove(connection);
        }
    }

    /** From now on connections end when nothing of theirs runs. */
    void drain() {
        draining = true;
        all.values().forEach(MysqlConnection::drain);
    }

    boolean isDraining() {
        return draining;
    }

    /** Lets each connection look at the time. */
    void sweep() {
        long nowNanos = System.nanoTime();
        all.values().forEach(connection -> connection.checkTime(nowNanos));
    }

    Collection<MysqlConnection> all() {
        return all.values();
    }

    int loggedIn() {
        return loggedIn.get();
    }

    int halfOpen() {
        synchronized (halfOpen) {
            return halfOpen.size();
        }
    }

    /** The machine itself is where health checks come from, and where an operator must always get in. */
    private static boolean isLocal(InetAddress address) {
        String text = address.getHostAddress();
        return text.equals("127.0.0.1") || text.equals("0:0:0:0:0:0:0:1");
    }
}
