package io.millrace.thrift.netty;

import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.thrift.ThriftLimits;
import io.netty.handler.ssl.SslContext;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a server grants its clients. A value; change it with the {@code with…} methods.
 *
 * @param limits of messages
 * @param callsMax calls of one connection that may be in work; the connection is not read meanwhile
 * @param connectionsMax connections at a time, those in their TLS handshake among them; the one above is closed at once
 * @param tls certificate and key, or null for a server without encryption. A context that was built with
 *     {@code clientAuth(ClientAuth.REQUIRE)} and a {@code trustManager} takes only clients with a certificate that it
 *     trusts (mutual TLS). Borrowed: one that is reference-counted is released by its owner, when the server is closed
 * @param handshakeTimeout of TLS, from the moment of the connection: a peer that has not finished its handshake then is
 *     dropped
 * @param drain how long {@link ThriftServer#close()} lets calls in work be answered; zero for not at all
 * @param meters where the meters of {@link ThriftMeters} are registered, or null for none; servers of one registry are
 *     counted together
 */
public record ThriftServerConfig(
        ThriftLimits limits,
        int callsMax,
        int connectionsMax,
        @Nullable SslContext tls,
        Duration handshakeTimeout,
        Duration drain,
        @Nullable MeterRegistry meters) {
    private static final Duration TIME_MAX = Duration.ofDays(1);

    private static final ThriftServerConfig DEFAULTS = new ThriftServerConfig(
            ThriftLimits.defaults(), 1024, 10_000, null, Duration.ofSeconds(10), Duration.ofSeconds(5), null);

    /** Checks the values. */
    public ThriftServerConfig {
        Objects.requireNonNull(limits, "limits");
        if (callsMax < 1) {
            throw new IllegalArgumentException("callsMax: " + callsMax + " (expected: >= 1)");
        }
        if (connectionsMax < 1) {
            throw new IllegalArgumentException("connectionsMax: " + connectionsMax + " (expected: >= 1)");
        }
        if (tls != null && !tls.isServer()) {
            throw new IllegalArgumentException("tls: a client's context (expected: a server's)");
        }
        if (handshakeTimeout.isNegative() || handshakeTimeout.isZero() || handshakeTimeout.compareTo(TIME_MAX) > 0) {
            throw new IllegalArgumentException(
                    "handshakeTimeout: " + handshakeTimeout + " (expected: > 0, <= " + TIME_MAX + ")");
        }
        if (drain.isNegative() || drain.compareTo(TIME_MAX) > 0) {
            throw new IllegalArgumentException("drain: " + drain + " (expected: >= 0, <= " + TIME_MAX + ")");
        }
    }

    /**
     * Messages within {@link ThriftLimits#defaults()}, 1024 calls a connection, 10,000 connections, no TLS (10 seconds
     * for a handshake where there is), 5 seconds for a drain, no meters.
     */
    public static ThriftServerConfig defaults() {
        return DEFAULTS;
    }

    public ThriftServerConfig withLimits(ThriftLimits changed) {
        return new ThriftServerConfig(changed, callsMax, connectionsMax, tls, handshakeTimeout, drain, meters);
    }

    public ThriftServerConfig withCallsMax(int changed) {
        return new ThriftServerConfig(limits, changed, connectionsMax, tls, handshakeTimeout, drain, meters);
    }

    public ThriftServerConfig withConnectionsMax(int changed) {
        return new ThriftServerConfig(limits, callsMax, changed, tls, handshakeTimeout, drain, meters);
    }

    public ThriftServerConfig withTls(@Nullable SslContext changed) {
        return new ThriftServerConfig(limits, callsMax, connectionsMax, changed, handshakeTimeout, drain, meters);
    }

    public ThriftServerConfig withHandshakeTimeout(Duration changed) {
        return new ThriftServerConfig(limits, callsMax, connectionsMax, tls, changed, drain, meters);
    }

    public ThriftServerConfig withDrain(Duration changed) {
        return new ThriftServerConfig(limits, callsMax, connectionsMax, tls, handshakeTimeout, changed, meters);
    }

    public ThriftServerConfig withMeters(@Nullable MeterRegistry changed) {
        return new ThriftServerConfig(limits, callsMax, connectionsMax, tls, handshakeTimeout, drain, changed);
    }
}
