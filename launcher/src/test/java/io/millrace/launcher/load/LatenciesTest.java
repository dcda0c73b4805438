package io.millrace.launcher.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LatenciesTest {

    @Test
    void percentileIsTheNearestRank() {
        long[] oneToAHundred = LongStream.rangeClosed(1, 100).map(i -> 101 - i).toArray();
        Latencies latencies = Latencies.copyOf(oneToAHundred, 100);

        assertThat(latencies.percentileNanos(50)).isEqualTo(50);
        assertThat(latencies.percentileNanos(99)).isEqualTo(99);
        assertThat(latencies.percentileNanos(99.5)).isEqualTo(100);
        assertThat(latencies.percentileNanos(100)).isEqualTo(100);
        assertThat(latencies.percentileNanos(0.001)).isEqualTo(1);
    }

    @Test
    void onlyTheRecordedPartCounts() {
        Latencies latencies = Latencies.copyOf(new long[] {7, 5, 0, 0}, 2);

        assertThat(latencies.count()).isEqualTo(2);
        assertThat(latencies.percentileNanos(1)).isEqualTo(5);
    }

    @Test
    void ofNothingIsZero() {
        assertThat(Latencies.copyOf(new long[0], 0).percentileNanos(99)).isZero();
    }

    @Test
    void percentIsAboveZeroAndAtMostAHundred() {
        Latencies latencies = Latencies.copyOf(new long[] {1}, 1);

        assertThatThrownBy(() -> latencies.percentileNanos(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> latencies.percentileNanos(100.1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> latencies.percentileNanos(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }
}
