package io.millrace.benchmark;

import java.util.List;
import java.util.Locale;

/** Median, least and greatest of the rounds of one figure. */
public record Spread(double median, double least, double greatest, int rounds) {
    /** Of at least one value; the median of an even number is the mean of the two in the middle. */
    public static Spread of(List<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("no values (expected: one or more)");
        }
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        double median = sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
        return new Spread(median, sorted.get(0), sorted.get(sorted.size() - 1), sorted.size());
    }

    /** {@code 19.8..21.0}. */
    public String range() {
        return String.format(Locale.ROOT, "%.4g..%.4g", least, greatest);
    }
}
