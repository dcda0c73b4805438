package io.millrace.mesh.thrift;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Bounds of the connections to a provider.
 *
 * @param maxMessageBytes longest answer; one that is longer ends its connection
 * @param maxConnections connections that carry calls; one more only tells whether the provider lives
 * @param pipelining calls that one connection carries at a time
 * @param heartbeat silence after which the provider is asked for a sign of life
 * @param connectTimeout time for a connection, and for the first sign of life
 * @param settle time for which a connection must stay open to be one, where no heartbeat tells
 * @param pulse the call that a heartbeat is, or null for a mere connection
 */
public record ProviderLimits(
        int maxMessageBytes,
        int maxConnections,
        int pipelining,
        Duration heartbeat,
        Duration connectTimeout,
        Duration settle,
        @Nullable ThriftRequest pulse) {

    /** Longest struct that a link carries. */
    public static final int MAX_MESSAGE_BYTES = 8 << 20;

    /** For {@code capacity} calls at a time, {@code pipelining} to a connection: 8 MiB, 3 s to connect, 50 ms to settle. */
    public static ProviderLimits of(int capacity, int pipelining, Duration heartbeat, @Nullable ThriftRequest pulse) {
        return new ProviderLimits(
                MAX_MESSAGE_BYTES,
                (capacity + pipelining - 1) / pipelining,
                pipelining,
                heartbeat,
                Duration.ofSeconds(3),
                Duration.ofMillis(50),
                pulse);
    }
}
