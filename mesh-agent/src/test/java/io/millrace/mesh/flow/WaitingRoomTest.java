package io.millrace.mesh.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.millrace.testkit.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WaitingRoomTest {
    @Test
    void whoHasLeastTimeLeftGoesFirst() {
        WaitingRoom<Call> room = new WaitingRoom<>(10);
        room.offer(new Call(30));
        room.offer(new Call(10));
        room.offer(new Call(20));

        assertThat(deadlinesOf(room)).containsExactly(10L, 20L, 30L);
    }

    @Test
    void theOrderHoldsAcrossTheOverflowOfTheClock() {
        WaitingRoom<Call> room = new WaitingRoom<>(10);
        long before = Long.MAX_VALUE - 5;
        long after = Long.MIN_VALUE + 5; // eleven nanoseconds later
        room.offer(new Call(after));
        room.offer(new Call(before));
        room.offer(new Call(after + 1));
        room.offer(new Call(before + 1));

        assertThat(deadlinesOf(room)).containsExactly(before, before + 1, after, after + 1);
    }

    @Test
    void randomDeadlinesAroundTheOverflowComeOutInOrder() {
        Random random = Seeds.random("WaitingRoomTest");
        WaitingRoom<Call> room = new WaitingRoom<>(1000);
        List<Long> offsets = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            long offset = random.nextInt();
            offsets.add(offset);
            room.offer(new Call(Long.MAX_VALUE + offset));
        }
        offsets.sort(Comparator.naturalOrder());

        assertThat(deadlinesOf(room))
                .containsExactlyElementsOf(
                        offsets.stream().map(offset -> Long.MAX_VALUE + offset).toList());
    }

    @Test
    void aFullRoomRefuses() {
        WaitingRoom<Call> room = new WaitingRoom<>(2);
        assertThat(room.offer(new Call(1))).isTrue();
        assertThat(room.offer(new Call(2))).isTrue();
        assertThat(room.offer(new Call(3))).isFalse();
        assertThat(room.size()).isEqualTo(2);
    }

    @Test
    void aRoomForNobodyRefusesEverybody() {
        assertThat(new WaitingRoom<Call>(0).offer(new Call(1))).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> new WaitingRoom<Call>(-1));
    }

    @Test
    void thoseWhoEndedMakeRoomInAFullRoom() {
        WaitingRoom<Call> room = new WaitingRoom<>(2);
        Call ended = new Call(1);
        room.offer(ended);
        room.offer(new Call(2));
        ended.waiting = false;

        assertThat(room.offer(new Call(3))).isTrue();
        assertThat(deadlinesOf(room)).containsExactly(2L, 3L);
    }

    @Test
    void thoseWhoEndedAreNotHandedOut() {
        WaitingRoom<Call> room = new WaitingRoom<>(5);
        for (int i = 0; i < 4; i++) {
            Call call = new Call(i);
            room.offer(call);
            call.waiting = i % 2 == 1;
        }
        assertThat(deadlinesOf(room)).containsExactly(1L, 3L);
        assertThat(room.isEmpty()).isTrue();
    }

    @Test
    void pollExpiredTakesOnlyWhatIsDueOrEnded() {
        WaitingRoom<Call> room = new WaitingRoom<>(5);
        long last = Long.MAX_VALUE;
        Call due = new Call(last);
        Call ended = new Call(last + 2);
        Call later = new Call(last + 3);
        room.offer(later);
        room.offer(ended);
        room.offer(due);
        ended.waiting = false;

        long now = last + 1; // has overflowed
        assertThat(room.pollExpired(now)).isSameAs(due);
        assertThat(room.pollExpired(now)).isSameAs(ended);
        assertThat(room.pollExpired(now)).isNull();
        assertThat(room.poll()).isSameAs(later);
        assertThat(room.poll()).isNull();
        assertThat(room.pollExpired(now)).isNull();
    }

    private static List<Long> deadlinesOf(WaitingRoom<Call> room) {
        List<Long> deadlines = new ArrayList<>();
        for (Call call = room.poll(); call != null; call = room.poll()) {
            deadlines.add(call.deadlineNanos());
        }
        return deadlines;
    }

    private static final class Call implements WaitingRoom.Waiting {
        private final long deadlineNanos;
        private boolean waiting = true;

        Call(long deadlineNanos) {
            this.deadlineNanos = deadlineNanos;
        }

        @Override
        public long deadlineNanos() {
            return deadlineNanos;
        }

        @Override
        public boolean isWaiting() {
            return waiting;
        }
    }
}
