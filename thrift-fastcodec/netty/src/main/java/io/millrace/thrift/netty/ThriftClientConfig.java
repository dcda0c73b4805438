package io.millrace.thrift.netty;

import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.thrift.MessageForm;
import io.millrace.thrift.ThriftLimits;
import io.millrace.thrift.ThriftProtocol;
import io.netty.handler.ssl.SslContext;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a client calls. A value; change it with the {@code with…} methods.
 *
 * @param form of its messages
 * @param limits of answers
 * @param callsMax calls that may wait for an answer; the one above is refused
 * @param timeout of a call, from the moment at which the connection's loop takes it
 * @param tls whom the client trusts, or null for a connection without encryption. A context that was built with a
 *     {@code keyManager} shows the server that certificate (mutual TLS). Borrowed: one that is reference-counted is
 *     released by its owner, when the client is closed
 * @param hostVerified whether the server's certificate must be made out for the host of the address that the client was
 *     given, as HTTPS has it; without it, any certificate that the context trusts will do
 * @param handshakeTimeout of TLS, from the moment of the connection: one whose handshake is not finished then is
 *     dropped, and the calls that wait fail
 * @param meters where the meters of {@link ThriftMeters} are registered, or null for none; clients of one registry are
 *     counted together
 */
public record ThriftClientConfig(
        MessageForm form,
        ThriftLimits limits,
        int callsMax,
        Duration timeout,
        @Nullable SslContext tls,
        boolean hostVerified,
        Duration handshakeTimeout,
        @Nullable MeterRegistry meters) {
    private static final Duration TIMEOUT_MAX = Duration.ofDays(1);

    private static final ThriftClientConfig DEFAULTS = new ThriftClientConfig(
            MessageForm.of(ThriftProtocol.BINARY),
            ThriftLimits.defaults(),
            1024,
            Duration.ofSeconds(10),
            null,
            true,
            Duration.ofSeconds(10),
            null);

    /** Checks the values. */
    public ThriftClientConfig {
        Objects.requireNonNull(form, "form");
        Objects.requireNonNull(limits, "limits");
        if (callsMax < 1) {
            throw new IllegalArgumentException("callsMax: " + callsMax + " (expected: >= 1)");
        }
        checkTimeout("timeout", timeout);
        if (tls != null && !tls.isClient()) {
            throw new IllegalArgumentException("tls: a server's context (expected: a client's)");
        }
        checkTimeout("handshakeTimeout", handshakeTimeout);
    }

    private static void checkTimeout(String what, Duration timeout) {
        if (timeout.isNegative() || timeout.isZero() || timeout.compareTo(TIMEOUT_MAX) > 0) {
            throw new IllegalArgumentException(what + ": " + timeout + " (expected: > 0, <= " + TIMEOUT_MAX + ")");
        }
    }

    /**
     * The binary protocol, 1024 calls, 10 seconds, no TLS (the host is verified and a handshake has 10 seconds where
     * there is), no meters.
     */
    public static ThriftClientConfig defaults() {
        return DEFAULTS;
    }

    public ThriftClientConfig withForm(MessageForm changed) {
        return new ThriftClientConfig(changed, limits, callsMax, timeout, tls, hostVerified, handshakeTimeout, meters);
    }

    public ThriftClientConfig withLimits(ThriftLimits changed) {
        return new ThriftClientConfig(form, changed, callsMax, timeout, tls, hostVerified, handshakeTimeout, meters);
    }

    public ThriftClientConfig withCallsMax(int changed) {
        return new ThriftClientConfig(form, limits, changed, timeout, tls, hostVerified, handshakeTimeout, meters);
    }

    public ThriftClientConfig withTimeout(Duration changed) {
        return new ThriftClientConfig(form, limits, callsMax, changed, tls, hostVerified, handshakeTimeout, meters);
    }

    public ThriftClientConfig withTls(@Nullable SslContext changed) {
        return new ThriftClientConfig(form, limits, callsMax, timeout, changed, hostVerified, handshakeTimeout, meters);
    }

    public ThriftClientConfig withHostVerified(boolean changed) {
        return new ThriftClientConfig(form, limits, callsMax, timeout, tls, changed, handshakeTimeout, meters);
    }

    public ThriftClientConfig withHandshakeTimeout(Duration changed) {
        return new ThriftClientConfig(form, limits, callsMax, timeout, tls, hostVerified, changed, meters);
    }

    public ThriftClientConfig withMeters(@Nullable MeterRegistry changed) {
        return new ThriftClientConfig(form, limits, callsMax, timeout, tls, hostVerified, handshakeTimeout, changed);
    }
}
