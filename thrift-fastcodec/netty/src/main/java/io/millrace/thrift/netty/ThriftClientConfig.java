package io.millrace.thrift.netty;

import io.millrace.thrift.MessageForm;
import io.millrace.thrift.ThriftLimits;
import io.millrace.thrift.ThriftProtocol;
import java.time.Duration;
import java.util.Objects;

/**
 * How a client calls.
 *
 * @param form of its messages
 * @param limits of answers
 * @param callsMax calls that may wait for an answer; the one above is refused
 * @param timeout of a call, from the moment at which the connection's loop takes it
 */
public record ThriftClientConfig(MessageForm form, ThriftLimits limits, int callsMax, Duration timeout) {
    private static final Duration TIMEOUT_MAX = Duration.ofDays(1);

    private static final ThriftClientConfig DEFAULTS = new ThriftClientConfig(
            MessageForm.of(ThriftProtocol.BINARY), ThriftLimits.defaults(), 1024, Duration.ofSeconds(10));

    /** Checks the values. */
    public ThriftClientConfig {
        Objects.requireNonNull(form, "form");
        Objects.requireNonNull(limits, "limits");
        if (callsMax < 1) {
            throw new IllegalArgumentException("callsMax: " + callsMax + " (expected: >= 1)");
        }
        if (timeout.isNegative() || timeout.isZero() || timeout.compareTo(TIMEOUT_MAX) > 0) {
            throw new IllegalArgumentException("timeout: " + timeout + " (expected: > 0, <= " + TIMEOUT_MAX + ")");
        }
    }

    /** The binary protocol, 1024 calls, 10 seconds. */
    public static ThriftClientConfig defaults() {
        return DEFAULTS;
    }

    public ThriftClientConfig withForm(MessageForm changed) {
        return new ThriftClientConfig(changed, limits, callsMax, timeout);
    }

    public ThriftClientConfig withLimits(ThriftLimits changed) {
        return new ThriftClientConfig(form, changed, callsMax, timeout);
    }

    public ThriftClientConfig withCallsMax(int changed) {
        return new ThriftClientConfig(form, limits, changed, timeout);
    }

    public ThriftClientConfig withTimeout(Duration changed) {
        return new ThriftClientConfig(form, limits, callsMax, changed);
    }
}
