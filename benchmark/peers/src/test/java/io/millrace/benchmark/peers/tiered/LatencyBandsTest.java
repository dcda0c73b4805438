package io.millrace.benchmark.peers.tiered;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmark.tiered.TieredMetrics;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LatencyBandsTest {
    @Test
    void aBandEndsWhereTheNextBegins() {
        LatencyBands bands = new LatencyBands();
        for (int millis : TieredMetrics.BAND_MILLIS) {
            bands.record(TimeUnit.MILLISECONDS.toNanos(millis) - 1);
        }
        bands.record(TimeUnit.MILLISECONDS.toNanos(500));

        assertThat(bands.bands()).isEqualTo(5);
        assertThat(IntStream.rangeClosed(1, 5).mapToDouble(bands::share)).containsOnly(0.2);
    }

    @Test
    void hasNoSharesWithoutReads() {
        assertThat(new LatencyBands().share(1)).isZero();
    }
}
