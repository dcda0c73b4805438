package io.millrace.launcher.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueueWorkloadTest {

    private static final long SEED = 20261121;

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 100, 7_919, 15_838})
    void everyQueueGetsItsMessagesInOrderAndNoOther(int queues) {
        QueueWorkload workload = new QueueWorkload(queues, 3, 2, SEED);
        int[] next = new int[queues];
        for (int lane = 0; lane < 2; lane++) {
            for (int index = 0; index < workload.messages(lane); index++) {
                int queue = workload.queueAt(lane, index);
                assertThat(workload.offsetAt(lane, index)).isEqualTo(next[queue]++);
            }
        }
        assertThat(next).containsOnly(3);
        assertThat(workload.messages(0) + workload.messages(1)).isEqualTo(workload.messages());
    }

    @Test
    void acknowledgedCountsWhatTheLanesHavePut() {
        QueueWorkload workload = new QueueWorkload(10, 3, 2, SEED);

        int[] acknowledged = workload.acknowledged(new int[] {7, 15});

        assertThat(IntStream.of(acknowledged).limit(5).sum()).isEqualTo(7);
        assertThat(IntStream.of(acknowledged).limit(5)).allMatch(count -> count == 1 || count == 2);
        assertThat(IntStream.of(acknowledged).skip(5)).containsOnly(3);
    }

    @Test
    void messagesFollowFromSeedQueueAndOffset() {
        QueueWorkload workload = new QueueWorkload(10, 3, 2, SEED);

        assertThat(workload.message(4, 1)).isEqualTo(workload.message(4, 1)).hasSizeBetween(16, 100);
        assertThat(workload.message(4, 1)).isNotEqualTo(workload.message(4, 2));
        assertThat(workload.message(4, 1)).isNotEqualTo(workload.message(5, 1));
        assertThat(workload.message(4, 1)).isNotEqualTo(new QueueWorkload(10, 3, 2, SEED + 1).message(4, 1));
    }

    @Test
    void travelsAsArguments() {
        QueueWorkload workload = new QueueWorkload(10, 3, 2, -SEED);

        assertThat(QueueWorkload.parse(workload.arguments())).isEqualTo(workload);
    }

    @Test
    void wantsAQueueALane() {
        assertThatThrownBy(() -> new QueueWorkload(1, 3, 2, SEED)).isInstanceOf(IllegalArgumentException.class);
    }
}
