package io.millrace.mesh;

import java.time.Duration;

/**
 * Bounds of the port of a consumer agent; connections and times are those of Thrift too.
 *
 * @param maxRequestLineBytes method, target and version; beyond it 414
 * @param maxHeadBytes request line and headers; beyond it 431
 * @param maxHeaders header fields; beyond it 431
 * @param maxBodyBytes body, decoded from chunks; beyond it 413
 * @param maxPipelined requests of one connection that may wait for their answers; beyond it the connection is not read
 * @param maxConnections open connections; beyond it 503 and closed
 * @param requestTimeout time from the first byte of a request to its last; beyond it 408
 * @param idleTimeout silence after which a connection without a request is closed
 */
public record HttpLimits(
        int maxRequestLineBytes,
        int maxHeadBytes,
        int maxHeaders,
        int maxBodyBytes,
        int maxPipelined,
        int maxConnections,
        Duration requestTimeout,
        Duration idleTimeout) {

    /** 4 KiB, 16 KiB, 100, 1 MiB, 64, 10,000, 30 s, 10 min. */
    public static HttpLimits defaults() {
        return new HttpLimits(
                4 << 10, 16 << 10, 100, 1 << 20, 64, 10_000, Duration.ofSeconds(30), Duration.ofMinutes(10));
    }
}
