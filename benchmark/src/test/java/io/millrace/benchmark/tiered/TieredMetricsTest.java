package io.millrace.benchmark.tiered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.millrace.benchmark.trial.TrialMetric;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TieredMetricsTest {
    @ParameterizedTest
    @EnumSource(TieredPhase.class)
    void eachCaseBearsAMetricOnce(TieredPhase phase) {
        assertThat(names(phase)).doesNotHaveDuplicates().isNotEmpty();
    }

    @Test
    void bearsWhatItsClientsCanTell() {
        assertThat(names(TieredPhase.REALTIME_LAG4))
                .contains(TieredMetrics.PRODUCE_P99, TieredMetrics.LAGGING_RATE, "reads_within_band_5")
                .doesNotContain("reads_within_band_6", TieredMetrics.COPY_RATE);
        assertThat(names(TieredPhase.LAG_ONLY))
                .contains(TieredMetrics.LAGGING_RATE, TieredMetrics.SSD_HIT_SHARE)
                .doesNotContain(TieredMetrics.PRODUCE_P99, TieredMetrics.REALTIME_HDD_BYTES);
        assertThat(names(TieredPhase.COPY))
                .contains(TieredMetrics.COPIED_SHARE)
                .doesNotContain(TieredMetrics.LAGGING_RATE);
    }

    @Test
    void namesCasesAsResultsDo() {
        assertThat(TieredPhase.named("realtime-lag4-ssd")).isEqualTo(TieredPhase.REALTIME_LAG4_SSD);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TieredPhase.named("realtime"))
                .withMessageContaining("lag-only");
    }

    @Test
    void nothingIsCopiedWithoutTiers() {
        assertThat(TieredPhase.COPY.concerns(TieredArm.PLAIN)).isFalse();
        assertThat(TieredPhase.COPY.concerns(TieredArm.NAIVE)).isTrue();
        assertThat(TieredPhase.LAG_ONLY.concerns(TieredArm.PLAIN)).isTrue();
    }

    @Test
    void evenWritesAreACaseOfItsOwn() {
        assertThat(names(TieredPhase.FLUSH))
                .startsWith(TieredMetrics.DEVICE_WRITE_STDDEV)
                .contains(TieredMetrics.PRODUCE_P99)
                .doesNotContain(TieredMetrics.HDD_READ_SHARE);
        assertThat(TieredArm.values())
                .filteredOn(TieredPhase.FLUSH::concerns)
                .containsExactly(TieredArm.OURS, TieredArm.NO_SMOOTHER, TieredArm.PLAIN);
        assertThat(TieredPhase.values())
                .filteredOn(phase -> phase.concerns(TieredArm.NO_SMOOTHER))
                .containsExactly(TieredPhase.FLUSH);
    }

    private static List<String> names(TieredPhase phase) {
        return TieredMetrics.of(phase).stream().map(TrialMetric::name).toList();
    }
}
