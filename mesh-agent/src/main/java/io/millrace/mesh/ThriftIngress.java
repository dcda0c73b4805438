package io.millrace.mesh;

import org.jspecify.annotations.Nullable;

/**
 * How a consumer agent takes Thrift calls. Thrift's names have neither group nor version, so those given here are those of every
 * Thrift call.
 *
 * @param service that calls without a multiplexed name are of; null if all must have one
 * @param group Dubbo's group of the services called, or null
 * @param version Dubbo's version of the services called, or null
 * @param maxMessageBytes longest message; a longer one ends its connection
 * @param maxOpenCalls calls of one connection that may wait for their answers; beyond it the connection is not read
 */
public record ThriftIngress(
        @Nullable String service,
        @Nullable String group,
        @Nullable String version,
        int maxMessageBytes,
        int maxOpenCalls) {

    /** What a link carries in one frame, beside names. */
    private static final int MOST_BYTES = 8 << 20;

    /** @throws IllegalArgumentException naming the setting that is out of range */
    public ThriftIngress {
        if (maxMessageBytes < 1 || maxMessageBytes > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "longest Thrift message out of range: " + maxMessageBytes + " (expected: 1.." + MOST_BYTES + ")");
        }
        if (maxOpenCalls < 1) {
            throw new IllegalArgumentException(
                    "open calls of a Thrift connection out of range: " + maxOpenCalls + " (expected: >= 1)");
        }
    }

    /** Multiplexed names only, 8 MiB, 64 calls of a connection at a time. */
    public static ThriftIngress defaults() {
        return new ThriftIngress(null, null, null, MOST_BYTES, 64);
    }

    /** The same with a service for calls that name none, and its group and version. */
    public ThriftIngress withService(
            @Nullable String changed, @Nullable String changedGroup, @Nullable String changedVersion) {
        return new ThriftIngress(changed, changedGroup, changedVersion, maxMessageBytes, maxOpenCalls);
    }

    /** The same with other bounds. */
    public ThriftIngress withLimits(int messageBytes, int openCalls) {
        return new ThriftIngress(service, group, version, messageBytes, openCalls);
    }
}
