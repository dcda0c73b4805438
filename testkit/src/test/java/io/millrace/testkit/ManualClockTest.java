package io.millrace.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

final class ManualClockTest {

    private final ManualClock clock = ManualClock.create();

    @Test
    void standsStillUntilItIsMoved() {
        Instant wall = clock.instant();
        long nanos = clock.nanoTime();
        clock.advance(Duration.ofMillis(1500));
        assertThat(Duration.between(wall, clock.instant())).isEqualTo(Duration.ofMillis(1500));
        assertThat(clock.getAsLong() - nanos).isEqualTo(1_500_000_000L);
    }

    @Test
    void monotonicTimeOverflowsAsTheRealOneMay() {
        long before = clock.nanoTime();
        clock.advance(Duration.ofMinutes(1));
        assertThat(clock.nanoTime()).isNegative();
        assertThat(clock.nanoTime() - before).isEqualTo(Duration.ofMinutes(1).toNanos());
    }

    @Test
    void otherZonesMoveAlong() {
        ManualClock elsewhere = clock.withZone(ZoneId.of("Asia/Shanghai"));
        clock.advance(Duration.ofHours(1));
        assertThat(elsewhere.instant()).isEqualTo(clock.instant());
    }

    @Test
    void neverGoesBack() {
        assertThatIllegalArgumentException().isThrownBy(() -> clock.advance(Duration.ofNanos(-1)));
    }
}
