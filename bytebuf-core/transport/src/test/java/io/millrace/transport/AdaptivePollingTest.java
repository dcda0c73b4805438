package io.millrace.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.SelectStrategy;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class AdaptivePollingTest {
    private final AdaptivePolling polling = new AdaptivePolling();
    private final Queue<Integer> events = new ArrayDeque<>();

    @Test
    void pollsWithoutWaitingWhileEventsCome() throws Exception {
        events.addAll(List.of(3, 1, 7));
        assertThat(turn()).isEqualTo(3);
        assertThat(turn()).isEqualTo(1);
        assertThat(turn()).isEqualTo(7);
    }

    @Test
    void blocksAfterABoundedNumberOfEmptyPolls() throws Exception {
        for (int i = 0; i < AdaptivePolling.EMPTY_POLLS_MAX; i++) {
            events.add(0);
            assertThat(turn()).isEqualTo(SelectStrategy.CONTINUE);
        }
        assertThat(turn()).isEqualTo(SelectStrategy.SELECT);
    }

    @Test
    void pollsAgainAfterItWasWoken() throws Exception {
        events.add(0);
        turn();
        assertThat(turn()).isEqualTo(SelectStrategy.SELECT);
        events.add(5);
        assertThat(turn()).isEqualTo(5);
    }

    @Test
    void anEventRenewsTheRightToAnEmptyPoll() throws Exception {
        events.addAll(List.of(0));
        turn();
        events.add(2);
        assertThat(polling.calculateStrategy(events::remove, true)).isEqualTo(2);
        events.add(0);
        assertThat(turn()).isEqualTo(SelectStrategy.CONTINUE);
    }

    @Test
    void neverBlocksWhileTasksWait() throws Exception {
        for (int i = 0; i < 10; i++) {
            events.add(0);
            assertThat(polling.calculateStrategy(events::remove, true)).isZero();
        }
    }

    private int turn() throws Exception {
        return polling.calculateStrategy(events::remove, false);
    }
}
