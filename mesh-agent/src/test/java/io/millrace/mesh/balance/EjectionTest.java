package io.millrace.mesh.balance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class EjectionTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final long NOW = Long.MAX_VALUE - SECOND / 2;

    private final Ejection.Floor floor = new Ejection.Floor();
    private final Ejection ejection = new Ejection(floor);

    @Test
    void fiveFailuresInARowEject() {
        floor.size(2);
        for (int i = 1; i < Ejection.FAILURES; i++) {
            assertThat(ejection.onFailure(NOW)).isFalse();
            assertThat(ejection.isEjected(NOW)).isFalse();
        }
        assertThat(ejection.onFailure(NOW)).isTrue();
        assertThat(ejection.isEjected(NOW)).isTrue();
        assertThat(ejection.onFailure(NOW)).as("already out").isFalse();
    }

    @Test
    void aSuccessInBetweenStartsTheCountAnew() {
        floor.size(2);
        for (int i = 0; i < 100; i++) {
            assertThat(ejection.onFailure(NOW)).isFalse();
            if (i % (Ejection.FAILURES - 1) == Ejection.FAILURES - 2) {
                ejection.onSuccess();
            }
        }
        assertThat(ejection.isEjected(NOW)).isFalse();
    }

    @Test
    void itComesBackAfterASecond() {
        floor.size(2);
        eject(ejection, NOW);
        assertThat(ejection.isEjected(NOW + SECOND - 1)).isTrue();
        assertThat(ejection.isEjected(NOW + SECOND))
                .as("across the overflow of the clock")
                .isFalse();
    }

    @Test
    void failingAgainAtOnceDoublesTheTimeUpToHalfAMinute() {
        floor.size(2);
        long now = NOW;
        eject(ejection, now);
        for (long seconds = 1; seconds < 300; seconds *= 2) {
            long out = Math.min(30, seconds) * SECOND;
            assertThat(ejection.isEjected(now + out - 1)).isTrue();
            now += out;
            assertThat(ejection.isEjected(now)).isFalse();
            assertThat(ejection.onFailure(now)).as("one failure is enough now").isTrue();
        }
    }

    @Test
    void aSuccessAfterComingBackForgivesAll() {
        floor.size(2);
        eject(ejection, NOW);
        long back = NOW + SECOND;
        assertThat(ejection.isEjected(back)).isFalse();
        ejection.onSuccess();

        eject(ejection, back);
        assertThat(ejection.isEjected(back + SECOND))
                .as("a second again, not two")
                .isFalse();
    }

    @Test
    void atLeastHalfOfTheEndpointsStayIn() {
        floor.size(5);
        int out = 0;
        for (int i = 0; i < 5; i++) {
            Ejection each = new Ejection(floor);
            for (int f = 0; f < Ejection.FAILURES; f++) {
                out += each.onFailure(NOW) ? 1 : 0;
            }
        }
        assertThat(out).isEqualTo(2);
    }

    @Test
    void theOnlyEndpointIsNeverEjected() {
        floor.size(1);
        for (int i = 0; i < 20; i++) {
            assertThat(ejection.onFailure(NOW)).isFalse();
        }
        assertThat(ejection.isEjected(NOW)).isFalse();
    }

    @Test
    void whoLeavesTheRegistryGivesItsPlaceAmongTheEjectedBack() {
        floor.size(2);
        eject(ejection, NOW);
        Ejection other = new Ejection(floor);
        for (int i = 0; i < Ejection.FAILURES; i++) {
            assertThat(other.onFailure(NOW)).isFalse();
        }
        ejection.retire();
        assertThat(ejection.isEjected(NOW)).isFalse();
        assertThat(other.onFailure(NOW)).isTrue();
    }

    @Test
    void lateFailuresOfOneThatLeftTakeNoPlaceFromTheOthers() {
        floor.size(2);
        ejection.retire();
        for (int i = 0; i < 2 * Ejection.FAILURES; i++) {
            assertThat(ejection.onFailure(NOW)).isFalse();
        }
        eject(new Ejection(floor), NOW);
    }

    private static void eject(Ejection ejection, long now) {
        boolean out = false;
        for (int i = 0; i < Ejection.FAILURES && !out; i++) {
            out = ejection.onFailure(now);
        }
        assertThat(out).isTrue();
    }
}
