package io.millrace.tiered.space;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.tiered.log.LocalSegment;
import io.millrace.tiered.replica.CopiedSegment;
import io.millrace.tiered.replica.PartitionLook;
import io.millrace.tiered.space.EvictionPlan.HeldBack;
import io.millrace.tiered.space.EvictionPlan.Taken;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

class StayReasonsTest {

    private static final Path SSD = Path.of("/ssd");
    private static final long NOW = 1000;
    private static final HeldBack OTHER = new HeldBack("b-0", 5, 7, false);

    private final List<CopiedSegment> copied = new ArrayList<>();

    @Test
    void whatIsNotHeldStaysForThat() {
        copy(0, 9, true);
        copy(20, 29, true);
        assertThat(reasons(look(9, 29, 10, 20, 30, 40), true, true, null))
                .containsExactly(
                        StayReason.ENOUGH_ROOM, StayReason.NOT_HELD, StayReason.BEHIND_ANOTHER, StayReason.ACTIVE);
        assertThat(reasons(look(9, 9, 10, 20, 990, 40), true, true, null))
                .containsExactly(
                        StayReason.ENOUGH_ROOM, StayReason.NOT_COPIED, StayReason.BEHIND_ANOTHER, StayReason.ACTIVE);
    }

    @Test
    void theTopicOrTheOperatorMayHaveDecided() {
        assertThat(reasons(look(99, 99, 10, 20), false, true, null))
                .containsExactly(StayReason.OWN_RETENTION, StayReason.ACTIVE);
        assertThat(reasons(look(99, 99, 10, 20), true, false, null))
                .containsExactly(StayReason.WATCHER_OFF, StayReason.ACTIVE);
    }

    @Test
    void timestampsAheadOfTheClockHaveNoAge() {
        assertThat(reasons(look(99, 99, 10, 2000, 30, 40), true, true, null))
                .containsExactly(
                        StayReason.ENOUGH_ROOM, StayReason.NO_TIME, StayReason.BEHIND_ANOTHER, StayReason.ACTIVE);
    }

    @Test
    void aboveTheMarkSomeGoAndTheOthersAreHeldBackOrYoung() {
        Taken first = new Taken("a-0", SSD, 0, 9, 1, 10);
        assertThat(reasons(look(99, 99, 10, 20, 30), true, true, plan(List.of(first), List.of())))
                .containsExactly(StayReason.NEXT, StayReason.ENOUGH_ROOM, StayReason.ACTIVE);
        assertThat(reasons(look(99, 99, 10, 20, 30), true, true, plan(List.of(), List.of(OTHER))))
                .containsExactly(StayReason.HELD_BACK, StayReason.HELD_BACK, StayReason.ACTIVE);
    }

    private static EvictionPlan plan(List<Taken> taken, List<HeldBack> heldBackBy) {
        return new EvictionPlan(OptionalLong.of(11), taken, Map.of(), heldBackBy.isEmpty(), heldBackBy, List.of());
    }

    private static List<StayReason> reasons(PartitionLook look, boolean isGated, boolean isOn, EvictionPlan next) {
        StayReasons reasons = new StayReasons(look, isGated, isOn, NOW, next);
        return look.local().stream().map(reasons::next).toList();
    }

    /** Segments of ten messages with these timestamps, the last one active. */
    private PartitionLook look(long heldEnd, long copiedEnd, long... timestamps) {
        List<LocalSegment> local = new ArrayList<>();
        for (int i = 0; i < timestamps.length; i++) {
            boolean isActive = i == timestamps.length - 1;
            local.add(
                    new LocalSegment(10L * i, isActive ? -1 : 10L * i + 9, 1, timestamps[i], timestamps[i], isActive));
        }
        TopicIdPartition partition = new TopicIdPartition(Uuid.randomUuid(), new TopicPartition("a", 0));
        return new PartitionLook(partition, SSD, true, local, copied, copiedEnd, heldEnd);
    }

    private void copy(long first, long last, boolean isHeld) {
        copied.add(new CopiedSegment(Uuid.randomUuid(), first, last, 1, 1, isHeld));
    }
}
