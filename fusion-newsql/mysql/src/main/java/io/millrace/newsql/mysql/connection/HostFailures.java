package io.millrace.newsql.mysql.connection;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Handshakes in a row that each host has broken off. A host with too many is refused until a time without further ones is over.
 *
 * <p>The hosts not seen for longest are forgotten beyond {@value #HOSTS_MAX}. <b>Threads</b>: safe; no call waits. Times are those of {@link System#nanoTime}.
 */
final class HostFailures {
    static final int HOSTS_MAX = 10_000;

    private final int failuresMax;
    private final long blockNanos;
    private final Map<String, Failures> hosts = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Failures> eldest) {
            return size() > HOSTS_MAX;
        }
    };

    private record Failures(int count, long lastNanos) {}

    HostFailures(int failuresMax, long blockNanos) {
        this.failuresMax = failuresMax;
        this.blockNanos = blockNanos;
    }

    synchronized boolean isBlocked(String host, long nowNanos) {
        Failures failures = hosts.get(host);
        if (failures == null || failures.count < failuresMax) {
            return false;
        }
        if (nowNanos - failures.lastNanos > blockNanos) {
            hosts.remove(host);
            return false;
        }
        return true;
    }

    synchronized void failed(String host, long nowNanos) {
        @Nullable Failures before = hosts.get(host);
        hosts.put(host, new Failures(before == null ? 1 : before.count + 1, nowNanos));
    }

    synchronized void succeeded(String host) {
        hosts.remove(host);
    }
}
