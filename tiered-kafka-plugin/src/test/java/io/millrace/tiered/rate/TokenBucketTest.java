package io.millrace.tiered.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TokenBucketTest {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final AtomicLong rate = new AtomicLong(1000);
    private final SteppingClock clock = new SteppingClock();
    private final TokenBucket bucket = new TokenBucket(rate::get, clock);

    @Test
    void letsTheRateThrough() throws Exception {
        for (int i = 0; i < 100; i++) {
            bucket.take(500);
        }
        // The last one went into debt, which nobody has waited for.
        assertThat(clock.nanos()).isBetween(49 * SECOND, 50 * SECOND);
    }

    @Test
    void savesUpATenthOfASecond() throws Exception {
        clock.sleep(100 * SECOND);
        bucket.take(100);
        bucket.take(1);
        assertThat(clock.nanos()).isEqualTo(100 * SECOND);
        bucket.take(1);
        assertThat(clock.nanos()).isGreaterThan(100 * SECOND);
    }

    @Test
    void aNewRateEndsALongWait() throws Exception {
        bucket.take(1_000_000);
        clock.then(10 * SECOND, () -> rate.set(TokenBucket.UNLIMITED));
        bucket.take(1);
        assertThat(clock.nanos()).isBetween(10 * SECOND, 10 * SECOND + TokenBucket.LOOK_NANOS);
    }

    @Test
    void unlimitedNeverWaitsAndLeavesNoDebt() throws Exception {
        rate.set(TokenBucket.UNLIMITED);
        bucket.take(Long.MAX_VALUE / 2);
        bucket.take(Long.MAX_VALUE / 2);
        rate.set(1000);
        clock.sleep(1);
        bucket.take(0);
        assertThat(clock.nanos()).isLessThan(100_000 * SECOND);
    }

    @Test
    void anInterruptTakesNothing() throws Exception {
        bucket.take(1000);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> bucket.take(1000)).isInstanceOf(InterruptedException.class);
        bucket.take(1);
        assertThat(clock.nanos()).isLessThanOrEqualTo(SECOND + 1);
    }
}
