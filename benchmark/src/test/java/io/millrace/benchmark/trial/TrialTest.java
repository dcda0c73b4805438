package io.millrace.benchmark.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TrialTest {
    private static final Trial TRIAL = new Trial(
            Map.of("put.messages_per_s", 1.5, "check-warm.calls_per_s", 7.0),
            List.of(new Trial.Remark("put.", "said of put"), new Trial.Remark("check-warm.heap_mib", "said of heap")));

    @Test
    void readsWhatItWrote() {
        assertThat(Trial.parse(TRIAL.toJson())).isEqualTo(TRIAL);
    }

    @Test
    void aPhaseHasItsOwnFiguresAndRemarks() {
        assertThat(TRIAL.phase("put"))
                .isEqualTo(new Trial(Map.of("messages_per_s", 1.5), List.of(new Trial.Remark("", "said of put"))));
        assertThat(TRIAL.phase("check-warm").remarks()).containsExactly(new Trial.Remark("heap_mib", "said of heap"));
        assertThat(TRIAL.phase("check").figures()).isEmpty();
    }

    @Test
    void refusesWhatIsNoTrial() {
        assertThatThrownBy(() -> Trial.parse("{\"figures\": 1}")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void settingsComeBackAsTheyWereGiven() {
        TrialSettings settings = new TrialSettings().with("path", "/a=b").with("records", 7L);
        TrialSettings read = TrialSettings.parse(settings.asArguments().toArray(new String[0]));

        assertThat(read.text("path")).isEqualTo("/a=b");
        assertThat(read.number("records")).isEqualTo(7);
        assertThatThrownBy(() -> read.text("seed")).hasMessageContaining("setting missing: seed");
    }
}
