package io.millrace.registry.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BackoffTest {

    private final Backoff backoff = new Backoff(Duration.ofSeconds(1), Seeds.random("BackoffTest"));

    @Test
    void pausesDoubleUpToTheMaximumAndAreShortenedByUpToAHalf() {
        for (int full : new int[] {100, 200, 400, 800, 1000, 1000, 1000}) {
            assertThat(backoff.next()).isBetween(Duration.ofMillis(full / 2), Duration.ofMillis(full));
        }
        backoff.reset();
        assertThat(backoff.next()).isLessThanOrEqualTo(Duration.ofMillis(100));
    }

    @Test
    void theLongestPauseLeavesTimeBeforeTheLeaseEnds() {
        Random random = Seeds.random("BackoffTest");
        for (int seconds = 2; seconds <= 60; seconds++) {
            Timing timing = new Timing(Duration.ofSeconds(seconds), Duration.ofSeconds(3), random);
            Backoff longest = timing.newBackoff();
            Duration pause = Duration.ZERO;
            for (int i = 0; i < 20; i++) {
                pause = longest.next();
            }
            assertThat(timing.renewInterval().plus(timing.answerLimit()).plus(pause))
                    .isLessThan(timing.leaseTtl());
        }
    }
}
