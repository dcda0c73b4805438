package io.millrace.benchmark.mesh;

import io.millrace.benchmark.Better;
import java.util.function.ToDoubleFunction;

/** The figures of the scenario, each taken from a sample. NaN where a contender does not have it. */
@SuppressWarnings("ImmutableEnumChecker") // the figures are references to methods of a record
enum MeshMetric {
    CPU_PER_CALL("cpu_us_per_call", "us", Better.LOWER, Sample::cpuMicrosPerCall),
    CPU_PER_CALL_CONSUMER("cpu_us_per_call_consumer", "us", Better.LOWER, Sample::consumerCpuMicrosPerCall),
    CPU_PER_CALL_PROVIDERS("cpu_us_per_call_providers", "us", Better.LOWER, Sample::providersCpuMicrosPerCall),
    CALLS("calls_per_s", "1/s", Better.HIGHER, Sample::callsPerSecond),
    P50("p50_ms", "ms", Better.LOWER, Sample::p50Millis),
    P99("p99_ms", "ms", Better.LOWER, Sample::p99Millis),
    WRONG("wrong_answers", "answers", Better.LOWER, Sample::wrongAnswers),
    RSS("rss_mib", "MiB", Better.LOWER, Sample::consumerMib),
    RSS_ALL("rss_all_mib", "MiB", Better.LOWER, Sample::allMib),
    RSS_BEYOND_IDLE("rss_beyond_idle_mib", "MiB", Better.LOWER, Sample::beyondIdleMib),
    ALLOCATION("alloc_bytes_per_call", "B", Better.LOWER, Sample::allocatedBytesPerCall);

    private final String label;
    private final String unit;
    private final Better better;
    private final ToDoubleFunction<Sample> figure;

    MeshMetric(String label, String unit, Better better, ToDoubleFunction<Sample> figure) {
        this.label = label;
        this.unit = unit;
        this.better = better;
        this.figure = figure;
    }

    String unit() {
        return unit;
    }

    Better better() {
        return better;
    }

    double of(Sample sample) {
        return figure.applyAsDouble(sample);
    }

    /** Whether a peer that is no JVM of ours can have it. */
    boolean isOursOnly() {
        return this == RSS_BEYOND_IDLE || this == ALLOCATION;
    }

    /** The name in results. */
    @Override
    public String toString() {
        return label;
    }
}
