package io.millrace.benchmark.thrift;

import io.millrace.benchmark.trial.TrialMetric;
import java.util.List;

/** The names of the figures, under which a process tells them behind those of case and contender. */
public final class ThriftMetrics {
    /** Of the one thread that works; collections of garbage are not in it. */
    public static final String CPU = "cpu_ns_per_op";

    /** On the heap. */
    public static final String ALLOCATED = "bytes_allocated_per_op";

    /** A peer's CPU time ÷ ours within one turn: the median of all turns, and where nine of ten lie above or below. */
    public static final String PAIRED = "paired_ratio";

    public static final String PAIRED_P10 = "paired_ratio_p10";
    public static final String PAIRED_P90 = "paired_ratio_p90";

    /** A remark in the place of figures: why a peer has none. */
    public static final String FAILED = "failed";

    static final List<TrialMetric> ALL = List.of(TrialMetric.lower(CPU, "ns"), TrialMetric.lower(ALLOCATED, "B"));

    private ThriftMetrics() {}
}
