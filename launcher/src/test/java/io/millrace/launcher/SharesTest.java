package io.millrace.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class SharesTest {

    private static final List<Integer> WEIGHTS = List.of(1, 2, 3);

    @Test
    void followTheWeights() {
        Shares shares = new Shares(WEIGHTS, List.of(4_000L, 8_000L, 12_000L));

        assertThat(shares.total()).isEqualTo(24_000);
        assertThat(shares.expectedPercent(0)).isCloseTo(16.67, within(0.01));
        assertThat(shares.percent(2)).isCloseTo(50, within(0.01));
        assertThat(shares.allHold()).isTrue();
    }

    @Test
    void holdWithinThreePointsOnEitherSide() {
        // 19.6 %, 33.3 %, 47.1 %: 2.9 points away at most.
        assertThat(new Shares(WEIGHTS, List.of(196L, 333L, 471L)).allHold()).isTrue();
        // 19.8 % is 3.1 points too many for the first, and 46.9 % too few for the last.
        Shares shares = new Shares(WEIGHTS, List.of(198L, 333L, 469L));
        assertThat(shares.holds(0)).isFalse();
        assertThat(shares.holds(1)).isTrue();
        assertThat(shares.holds(2)).isFalse();
        assertThat(shares.allHold()).isFalse();
    }

    @Test
    void ofNoCallsHoldNothing() {
        Shares shares = new Shares(WEIGHTS, List.of(0L, 0L, 0L));

        assertThat(shares.percent(0)).isZero();
        assertThat(shares.allHold()).isFalse();
    }

    @Test
    void needOneCountAWeight() {
        assertThatThrownBy(() -> new Shares(WEIGHTS, List.of(1L))).isInstanceOf(IllegalArgumentException.class);
    }
}
