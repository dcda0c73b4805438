package io.millrace.tiered.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.tiered.PlacementConfig;
import io.millrace.tiered.placement.PlacementChoice.Decision;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class PlacementChoiceTest {

    private static final Path SSD = Path.of("/ssd");
    private static final Path HDD = Path.of("/hdd");
    private static final Path HDD2 = Path.of("/hdd2");
    private static final PlacementRules RULES = PlacementRules.parse(List.of("audit-.*  hdd", "logs ssd"));

    private final PlacementChoice choice = new PlacementChoice(new PlacementConfig(
            null, List.of(SSD), List.of(HDD, HDD2), Duration.ofSeconds(1), Duration.ofMinutes(10), 2));
    private long now;

    @Test
    void aFollowerMovesOnceItHasBeenOneForAWhile() {
        ReplicaPlace follower = place("audit-a", 0, SSD, null, false);
        assertThat(decide(follower).moves()).isEmpty();
        minutes(9);
        assertThat(decide(follower).moves()).isEmpty();
        minutes(1);
        assertThat(decide(follower)).isEqualTo(new Decision(List.of(new Move(partition("audit-a", 0), HDD)), 1));
    }

    @Test
    void aLeaderMovesBackAtOnceAndFirst() {
        ReplicaPlace other = place("audit-a", 0, SSD, null, false);
        decide(other);
        minutes(20);
        ReplicaPlace leader = place("zebra", 0, HDD, null, true);
        Decision decision = decide(other, leader, place("audit-b", 0, HDD, null, true));
        assertThat(decision.moves())
                .containsExactly(new Move(partition("audit-b", 0), SSD), new Move(partition("zebra", 0), SSD));
        assertThat(decision.pending()).as("the follower waits for its turn").isEqualTo(3);
    }

    @Test
    void aLeaderThatComesAndGoesDragsItsLogAlongOnceADwell() {
        decide(place("audit-a", 0, SSD, null, false));
        minutes(9);
        decide(place("audit-a", 0, SSD, null, true));
        minutes(2);
        assertThat(decide(place("audit-a", 0, SSD, null, false)).moves()).isEmpty();
        minutes(9);
        assertThat(decide(place("audit-a", 0, SSD, null, false)).moves()).isEmpty();
        minutes(1);
        assertThat(decide(place("audit-a", 0, SSD, null, false)).moves()).hasSize(1);
    }

    @Test
    void aFollowerThatLeadsWhileItMovesIsCalledBack() {
        ReplicaPlace moving = place("audit-a", 0, SSD, HDD, false);
        assertThat(decide(moving)).isEqualTo(new Decision(List.of(), 1));
        assertThat(decide(place("audit-a", 0, SSD, HDD, true)).moves())
                .containsExactly(new Move(partition("audit-a", 0), SSD));
    }

    @Test
    void soManyMoveAtATime() {
        ReplicaPlace[] all = new ReplicaPlace[5];
        for (int i = 0; i < all.length; i++) {
            all[i] = place("audit-a", i, SSD, i == 4 ? HDD : null, false);
        }
        decide(all);
        minutes(10);
        Decision decision = decide(all);
        assertThat(decision.moves()).as("one is on its way").hasSize(1);
        assertThat(decision.pending()).isEqualTo(5);
    }

    @Test
    void theDiskWithMostRoomIsTaken() {
        ReplicaPlace follower = place("audit-a", 0, SSD, null, false);
        decide(follower);
        minutes(10);
        BrokerReplicas.Seen seen = new BrokerReplicas.Seen(List.of(follower), Map.of(HDD, 10L, HDD2, 20L));
        assertThat(choice.decide(seen, RULES, now).moves()).containsExactly(new Move(partition("audit-a", 0), HDD2));
    }

    @Test
    void whatNoRuleNamesStays() {
        decide(place("other", 0, HDD, null, false), place("logs", 0, HDD, null, false));
        minutes(20);
        Decision decision = decide(
                place("other", 0, HDD, null, false),
                place("logs", 0, HDD, null, false),
                place("audit-a", 1, Path.of("/elsewhere"), null, false));
        assertThat(decision.moves()).containsExactly(new Move(partition("logs", 0), SSD));
    }

    private Decision decide(ReplicaPlace... replicas) {
        return choice.decide(new BrokerReplicas.Seen(List.of(replicas), Map.of(SSD, 5L, HDD, 5L)), RULES, now);
    }

    private void minutes(long minutes) {
        now += TimeUnit.MINUTES.toNanos(minutes);
    }

    private static ReplicaPlace place(String topic, int index, Path directory, Path movingTo, boolean isLeader) {
        return new ReplicaPlace(partition(topic, index), directory, movingTo, isLeader);
    }

    private static TopicPartition partition(String topic, int index) {
        return new TopicPartition(topic, index);
    }
}
