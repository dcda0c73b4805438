package io.millrace.thrift.netty;

import io.millrace.thrift.ThriftLimits;
import java.util.Objects;

/**
 * What a server grants its clients.
 *
 * @param limits of messages
 * @param callsMax calls of one connection that may be in work; the connection is not read meanwhile
 * @param connectionsMax connections at a time; the one above is closed at once
 */
public record ThriftServerConfig(ThriftLimits limits, int callsMax, int connectionsMax) {
    private static final ThriftServerConfig DEFAULTS = new ThriftServerConfig(ThriftLimits.defaults(), 1024, 10_000);

    /** Checks the values. */
    public ThriftServerConfig {
        Objects.requireNonNull(limits, "limits");
        if (callsMax < 1) {
            throw new IllegalArgumentException("callsMax: " + callsMax + " (expected: >= 1)");
        }
        if (connectionsMax < 1) {
            throw new IllegalArgumentException("connectionsMax: " + connectionsMax + " (expected: >= 1)");
        }
    }

    /** Messages within {@link ThriftLimits#defaults()}, 1024 calls a connection, 10,000 connections. */
    public static ThriftServerConfig defaults() {
        return DEFAULTS;
    }

    public ThriftServerConfig withLimits(ThriftLimits changed) {
        return new ThriftServerConfig(changed, callsMax, connectionsMax);
    }

    public ThriftServerConfig withCallsMax(int changed) {
        return new ThriftServerConfig(limits, changed, connectionsMax);
    }

    public ThriftServerConfig withConnectionsMax(int changed) {
        return new ThriftServerConfig(limits, callsMax, changed);
    }
}
