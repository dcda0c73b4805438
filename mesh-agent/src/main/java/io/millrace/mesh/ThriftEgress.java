package io.millrace.mesh;

import org.jspecify.annotations.Nullable;

/**
 * How a provider agent calls a Thrift provider.
 *
 * @param pipelining calls on one connection at a time. Servers of Apache's library take the next call of a connection when they have
 *     answered the one before: 1 gives each call a connection. More is for servers that answer out of order
 * @param heartbeatMethod called without arguments to see whether the provider lives; any answer will do, a refusal too. Null for a
 *     mere connection, which does not notice a provider that stands still
 */
public record ThriftEgress(int pipelining, @Nullable String heartbeatMethod) {
    /** @throws IllegalArgumentException naming the setting that is out of range */
    public ThriftEgress {
        if (pipelining < 1 || pipelining > 60_000) {
            throw new IllegalArgumentException(
                    "calls on one connection out of range: " + pipelining + " (expected: 1..60000)");
        }
        if (heartbeatMethod != null && heartbeatMethod.isEmpty()) {
            throw new IllegalArgumentException("name of the heartbeat's method is empty");
        }
    }

    /** One call on a connection, heartbeats by connecting. */
    public static ThriftEgress defaults() {
        return new ThriftEgress(1, null);
    }
}
