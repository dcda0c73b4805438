package io.millrace.benchmark.mesh;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * What the driver does and what stands behind the agents.
 *
 * <p>The saturation cases ask what a call costs when nothing but the agents limits it; the sleeping ones whether the
 * agents keep up with 512 connections of 50 ms, 10,240 calls a second at most.
 */
enum MeshCase {
    SATURATION_128("saturation-128", 128, Duration.ZERO, false),
    SATURATION_512("saturation-512", 512, Duration.ZERO, false),
    SLEEP50_512("sleep50-512", 512, Duration.ofMillis(50), false),
    DUBBO_SLEEP50_512("dubbo-sleep50-512", 512, Duration.ofMillis(50), true);

    private final String label;
    private final int connections;
    private final Duration delay;
    private final boolean realDubbo;

    MeshCase(String label, int connections, Duration delay, boolean realDubbo) {
        this.label = label;
        this.connections = connections;
        this.delay = delay;
        this.realDubbo = realDubbo;
    }

    static MeshCase named(String label) {
        return Arrays.stream(values())
                .filter(each -> each.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such case: " + label + " (expected: one of "
                        + Arrays.stream(values()).map(MeshCase::toString).toList() + ")"));
    }

    static List<MeshCase> withStub() {
        return Arrays.stream(values()).filter(each -> !each.realDubbo).toList();
    }

    int connections() {
        return connections;
    }

    Duration delay() {
        return delay;
    }

    boolean isRealDubbo() {
        return realDubbo;
    }

    /** The name in results. */
    @Override
    public String toString() {
        return label;
    }
}
