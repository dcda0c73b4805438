package io.millrace.newsql.node;

import java.time.Duration;
import java.util.Objects;

/**
 * What a client can take of a node. A value.
 *
 * @param connectionsMax one more is refused with an error
 * @param requestBytesMax longest request; a longer one ends the connection with an error
 * @param argumentsMax most arguments of a request; more end the connection with an error
 * @param replyBytesMax most bytes of the replies to the requests of one read; more end the connection with an error
 * @param transactionBytesMax most bytes queued by MULTI; more spoil the transaction
 * @param watchedKeysMax most keys watched by a connection
 * @param authenticationTimeout how long a connection may be without a password, where one is needed
 * @param idleTimeout how long a connection may be silent; zero for ever
 */
public record NodeLimits(
        int connectionsMax,
        int requestBytesMax,
        int argumentsMax,
        int replyBytesMax,
        long transactionBytesMax,
        int watchedKeysMax,
        Duration authenticationTimeout,
        Duration idleTimeout) {

    private static final NodeLimits DEFAULTS = new NodeLimits(
            10_000, 68 << 20, 1 << 20, 48 << 20, 16 << 20, 10_000, Duration.ofSeconds(10), Duration.ZERO);

    public NodeLimits {
        Objects.requireNonNull(authenticationTimeout, "authenticationTimeout");
        Objects.requireNonNull(idleTimeout, "idleTimeout");
        positive("connectionsMax", connectionsMax);
        positive("requestBytesMax", requestBytesMax);
        positive("argumentsMax", argumentsMax);
        positive("replyBytesMax", replyBytesMax);
        positive("transactionBytesMax", transactionBytesMax);
        positive("watchedKeysMax", watchedKeysMax);
    }

    private static void positive(String name, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: > 0)");
        }
    }

    /** 10,000 connections; requests of 68 MiB and a million arguments; replies of 48 MiB. */
    public static NodeLimits defaults() {
        return DEFAULTS;
    }

    public NodeLimits withConnectionsMax(int value) {
        return new NodeLimits(
                value,
                requestBytesMax,
                argumentsMax,
                replyBytesMax,
                transactionBytesMax,
                watchedKeysMax,
                authenticationTimeout,
                idleTimeout);
    }

    public NodeLimits withReplyBytesMax(int value) {
        return new NodeLimits(
                connectionsMax,
                requestBytesMax,
                argumentsMax,
                value,
                transactionBytesMax,
                watchedKeysMax,
                authenticationTimeout,
                idleTimeout);
    }

    public NodeLimits withAuthenticationTimeout(Duration value) {
        return new NodeLimits(
                connectionsMax,
                requestBytesMax,
                argumentsMax,
                replyBytesMax,
                transactionBytesMax,
                watchedKeysMax,
                value,
                idleTimeout);
    }

    public NodeLimits withIdleTimeout(Duration value) {
        return new NodeLimits(
                connectionsMax,
                requestBytesMax,
                argumentsMax,
                replyBytesMax,
                transactionBytesMax,
                watchedKeysMax,
                authenticationTimeout,
                value);
    }
}
