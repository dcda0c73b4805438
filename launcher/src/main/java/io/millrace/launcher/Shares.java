package io.millrace.launcher;

import java.util.List;
import java.util.stream.IntStream;

/**
 * How calls were shared among providers, held against their weights.
 *
 * @param weights of the providers, each above 0
 * @param calls that each of them answered, in the same order
 */
record Shares(List<Integer> weights, List<Long> calls) {

    /** How far a share may lie from its weight's, in percentage points. */
    static final double TOLERANCE_POINTS = 3;

    Shares {
        weights = List.copyOf(weights);
        calls = List.copyOf(calls);
        if (weights.size() != calls.size()) {
            throw new IllegalArgumentException("weights and calls differ in length: " + weights + ", " + calls);
        }
    }

    /** Calls that all of them answered. */
    long total() {
        return calls.stream().mapToLong(Long::longValue).sum();
    }

    /** What a provider had, in percent; 0 if there were no calls. */
    double percent(int provider) {
        return total() == 0 ? 0 : 100.0 * calls.get(provider) / total();
    }

    /** What its weight says it should have had, in percent. */
    double expectedPercent(int provider) {
        int sum = weights.stream().mapToInt(Integer::intValue).sum();
        return 100.0 * weights.get(provider) / sum;
    }

    boolean holds(int provider) {
        return total() > 0 && Math.abs(percent(provider) - expectedPercent(provider)) <= TOLERANCE_POINTS;
    }

    boolean allHold() {
        return IntStream.range(0, weights.size()).allMatch(this::holds);
    }
}
