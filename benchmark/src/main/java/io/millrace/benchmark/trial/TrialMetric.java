package io.millrace.benchmark.trial;

import io.millrace.benchmark.Better;

/** A figure that trials bear: its name in results, its unit, and which way better lies. */
public record TrialMetric(String name, String unit, Better better) {
    public static TrialMetric higher(String name, String unit) {
        return new TrialMetric(name, unit, Better.HIGHER);
    }

    public static TrialMetric lower(String name, String unit) {
        return new TrialMetric(name, unit, Better.LOWER);
    }
}
