package io.millrace.benchmark.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StridesTest {
    @Test
    void lockStepGivesEachQueueOneMessageARound() {
        int[] counts = counts(Arrival.LOCKSTEP, 1000, 7, 3);

        assertThat(counts).containsOnly(3);
    }

    @ParameterizedTest
    @EnumSource(Arrival.class)
    void threadsShareTheQueuesAmongThem(Arrival arrival) {
        Workload workload = workload(arrival, 50, 24);
        int own = 0;
        for (int thread = 0; thread < 24; thread++) {
            Strides strides = new Strides(workload, thread);
            own += strides.own();
            for (int i = 0; i < 100 && strides.own() > 0; i++) {
                assertThat(strides.next() % 24).isEqualTo(thread);
            }
        }
        assertThat(own).isEqualTo(50);
    }

    @Test
    void randomReachesAllAlike() {
        int[] counts = counts(Arrival.RANDOM, 100, 1, 1000);

        assertThat(Arrays.stream(counts).min().orElseThrow()).isGreaterThan(800);
        assertThat(Arrays.stream(counts).max().orElseThrow()).isLessThan(1200);
    }

    @Test
    void zipfGivesTheSecondHalfAsMuchAsTheFirst() {
        ZipfRanks ranks = new ZipfRanks(10_000, 0.99);
        Dice dice = new Dice(1);
        int[] counts = new int[10_000];
        for (int i = 0; i < 2_000_000; i++) {
            counts[ranks.next(dice)]++;
        }
        for (int rank : new int[] {1, 2, 9, 99}) {
            assertThat((double) counts[rank] / counts[0])
                    .as("rank %d", rank)
                    .isCloseTo(Math.pow(rank + 1, -0.99), within(0.15 * Math.pow(rank + 1, -0.99)));
        }
    }

    @Test
    void zipfOfOneIsThatOne() {
        assertThat(new ZipfRanks(1, 0.99).next(new Dice(1))).isZero();
        assertThatThrownBy(() -> new ZipfRanks(0, 0.99)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void zipfSkewsAndScatters() {
        int[] counts = counts(Arrival.ZIPF, 1000, 1, 100);
        int[] sorted = Arrays.stream(counts).sorted().toArray();

        assertThat(sorted[999]).isGreaterThan(20 * sorted[500]);
        assertThat(Arrays.stream(counts).limit(100).sum()).isLessThan(50_000);
    }

    private static int[] counts(Arrival arrival, int queues, int threads, int messages) {
        Workload workload = workload(arrival, queues, threads);
        int[] counts = new int[queues];
        for (int thread = 0; thread < threads; thread++) {
            Strides strides = new Strides(workload, thread);
            for (int i = 0; i < strides.own() * messages; i++) {
                counts[strides.next()]++;
            }
        }
        return counts;
    }

    private static Workload workload(Arrival arrival, int queues, int threads) {
        return new Workload(queues, 1, threads, arrival, Tester.LEAN, QueueLevel.OS, 100, 1, 1, Duration.ofSeconds(10));
    }
}
