package io.millrace.mesh.link;

import java.time.Duration;

/**
 * Bounds of a link.
 *
 * @param maxFrameBytes longest frame that is accepted, header included; a longer one closes the link
 * @param window calls that may be open at a time, 1 to 65536; the provider agent's number counts
 * @param pingAfter silence after which a PING goes out; three silences in a row close the link
 * @param connectTimeout time for the connection and the exchange of HELLOs
 */
public record LinkLimits(int maxFrameBytes, int window, Duration pingAfter, Duration connectTimeout) {
    /** Frames of 8 MiB and a little for headers, 4096 calls, 10 s of silence, 2 s to connect. */
    public static LinkLimits defaults() {
        return new LinkLimits((8 << 20) + (64 << 10), 4096, Duration.ofSeconds(10), Duration.ofSeconds(2));
    }
}
