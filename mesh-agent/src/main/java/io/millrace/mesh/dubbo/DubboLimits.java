package io.millrace.mesh.dubbo;

import java.time.Duration;

/**
 * Bounds of a connection to a provider.
 *
 * @param maxFrameBytes longest frame accepted; Dubbo's own default is 8 MiB of body
 * @param heartbeat silence after which a heartbeat is sent; the third that stays unanswered ends the connection
 * @param connectTimeout time for the connection and the first heartbeat's answer
 */
public record DubboLimits(int maxFrameBytes, Duration heartbeat, Duration connectTimeout) {
    /** 8 MiB, 3 s, 3 s. */
    public static DubboLimits defaults() {
        return new DubboLimits(8 << 20, Duration.ofSeconds(3), Duration.ofSeconds(3));
    }
}
