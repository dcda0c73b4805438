package io.millrace.benchmark.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LatencyHistogramTest {
    @Test
    void agreesWithASortedArray() {
        long seed = System.nanoTime();
        System.out.println("seed: " + seed);
        Random random = new Random(seed);
        long[] values = new long[10_000];
        LatencyHistogram histogram = new LatencyHistogram();
        for (int i = 0; i < values.length; i++) {
            values[i] = (long) Math.exp(random.nextDouble() * 40);
            histogram.record(values[i]);
        }
        Arrays.sort(values);
        for (double share : new double[] {0.001, 0.25, 0.5, 0.9, 0.99, 0.999, 1}) {
            long exact = values[(int) Math.ceil(share * values.length) - 1];
            assertThat(histogram.percentile(share))
                    .as("share %s", share)
                    .isGreaterThanOrEqualTo(exact)
                    .isCloseTo(exact, withinPercentage(0.8));
        }
        assertThat(histogram.max()).isEqualTo(values[values.length - 1]);
        assertThat(histogram.count()).isEqualTo(values.length);
    }

    @Test
    void holdsTheSmallestAndTheGreatestValue() {
        LatencyHistogram histogram = new LatencyHistogram();
        histogram.record(0);
        assertThat(histogram.percentile(1)).isZero();
        histogram.record(Long.MAX_VALUE);
        assertThat(histogram.percentile(1)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void isZeroWithoutValues() {
        assertThat(new LatencyHistogram().percentile(0.99)).isZero();
        assertThat(new LatencyHistogram().mean()).isZero();
    }
}
