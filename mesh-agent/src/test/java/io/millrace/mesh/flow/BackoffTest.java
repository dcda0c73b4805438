package io.millrace.mesh.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import java.time.Duration;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private final Random random = Seeds.random("BackoffTest");

    @Test
    void theWaitDoublesToItsCeilingWithJitterInTheUpperHalf() {
        Backoff backoff = new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5), random);
        long ceiling = 50;
        for (int attempt = 1; attempt <= 100; attempt++) {
            long wait = backoff.nextMillis();
            assertThat(wait).as("attempt " + attempt).isBetween(ceiling / 2, ceiling);
            assertThat(backoff.attempts()).isEqualTo(attempt);
            ceiling = Math.min(5000, ceiling * 2);
        }
    }

    @Test
    void successStartsOver() {
        Backoff backoff = new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5), random);
        for (int i = 0; i < 30; i++) {
            backoff.nextMillis();
        }
        backoff.reset();

        assertThat(backoff.attempts()).isZero();
        assertThat(backoff.nextMillis()).isBetween(25L, 50L);
    }

    @Test
    void manyAgentsDoNotComeBackInStep() {
        long distinct = LongStream.generate(() -> {
                    Backoff backoff = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(1), random);
                    return backoff.nextMillis();
                })
                .limit(100)
                .distinct()
                .count();
        assertThat(distinct).isGreaterThan(50);
    }
}
