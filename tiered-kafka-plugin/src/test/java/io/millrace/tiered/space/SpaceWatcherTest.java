package io.millrace.tiered.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.tiered.SpaceMark;
import io.millrace.tiered.TieredException;
import io.millrace.tiered.space.BrokerSettings.TopicValues;
import io.millrace.tiered.space.EvictionPlan.HeldBack;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpaceWatcherTest {

    private static final long MINUTE = 60_000;

    @TempDir
    private Path folder;

    private SimulatedBroker broker;

    @BeforeEach
    void start() {
        broker = new SimulatedBroker(folder);
    }

    @Test
    void nothingLeavesBelowTheHighMark() throws Exception {
        broker.log("a-0", 1000, 9, 50 * MINUTE, 40 * MINUTE, 0);
        watcher(3000, 1000).round();
        assertThat(broker.cutoffs).isEmpty();
        assertThat(broker.left("a-0")).containsExactly(0L, 1L, 2L);
    }

    @Test
    void theOldestOfAllLeaveUntilTheLowMark() throws Exception {
        broker.log("a-0", 1000, 9, 50 * MINUTE, 40 * MINUTE, 30 * MINUTE, 0);
        broker.log("b-0", 1000, 9, 45 * MINUTE, 20 * MINUTE, 10 * MINUTE, 0);
        SpaceWatcher watcher = watcher(6000, 5000);
        watcher.round();
        assertThat(broker.left("a-0")).containsExactly(2L, 3L);
        assertThat(broker.left("b-0")).containsExactly(1L, 2L, 3L);
        assertThat(broker.cutoff).as("taken back").isEmpty();
        assertThat(folder.resolve(CutoffNote.NAME)).doesNotExist();
        assertThat(watcher.segmentsEvicted()).isEqualTo(3);
        assertThat(watcher.bytesEvicted()).isEqualTo(3000);
        assertThat(watcher.cutoffMillis()).isEqualTo(-1);
        watcher.round();
        assertThat(broker.cutoffs).as("enough at once").hasSize(1);
    }

    @Test
    void aPartitionWithoutACopyHoldsTheCutoffBackByName() throws Exception {
        broker.log("a-0", 1000, 9, 50 * MINUTE, 40 * MINUTE, 30 * MINUTE, 0);
        broker.log("b-0", 1000, -1, 45 * MINUTE, 20 * MINUTE, 0);
        SpaceWatcher watcher = watcher(5000, 4000);
        watcher.round();
        assertThat(broker.left("a-0")).as("what is older than b's has gone").containsExactly(1L, 2L, 3L);
        assertThat(broker.left("b-0")).containsExactly(0L, 1L, 2L);
        assertThat(watcher.status().heldBackBy())
                .extracting(HeldBack::partition)
                .containsExactly("b-0");
        assertThat(broker.wakes).as("copies are waited for").isPositive();
    }

    @Test
    void anIdlePartitionIsRolledOnlyWhereTheDiskStaysTooFull() throws Exception {
        broker.log("idle-0", 10, -1, 300 * MINUTE);
        broker.log("a-0", 1000, 9, 50 * MINUTE, 40 * MINUTE, 0);
        SpaceWatcher watcher = watcher(2500, 2500);
        watcher.round();
        assertThat(broker.left("a-0")).containsExactly(1L, 2L);
        assertThat(watcher.status().next()).isNotNull();
        assertThat(watcher.status().next().rolled()).containsExactly("idle-0");
    }

    @Test
    void anOperatorsOwnCutoffStays() throws Exception {
        broker.log("a-0", 1000, 9, 50 * MINUTE, 40 * MINUTE, 0);
        broker.cutoff = OptionalLong.of(99 * MINUTE);
        watcher(1000, 1000).round();
        assertThat(broker.cutoffs).isEmpty();
        assertThat(broker.cutoff).hasValue(99 * MINUTE);
        new CutoffNote(folder).write(5);
        watcher(1000, 1000).round();
        assertThat(broker.cutoff).as("the note names another").hasValue(99 * MINUTE);
        assertThat(folder.resolve(CutoffNote.NAME)).doesNotExist();
    }

    @Test
    void whatACrashHasLeftIsRemoved() throws Exception {
        broker.log("a-0", 1000, 9, 50 * MINUTE, 0);
        broker.cutoff = OptionalLong.of(7 * MINUTE);
        new CutoffNote(folder).write(7 * MINUTE);
        watcher(9000, 9000).round();
        assertThat(broker.cutoff).isEmpty();
        assertThat(folder.resolve(CutoffNote.NAME)).doesNotExist();
    }

    @Test
    void aCutoffThatCannotBeTakenBackIsTakenBackLater() throws Exception {
        broker.log("a-0", 1000, 9, 50 * MINUTE, 40 * MINUTE, 0);
        broker.failing.add("clear");
        SpaceWatcher watcher = watcher(2500, 2500);
        watcher.round();
        assertThat(broker.cutoff).isPresent();
        assertThat(watcher.cutoffMillis()).isPositive();
        assertThatThrownBy(watcher::round).isInstanceOf(TieredException.class);
        broker.failing.clear();
        watcher.round();
        assertThat(broker.cutoff).isEmpty();
        assertThat(watcher.cutoffMillis()).isEqualTo(-1);
    }

    @Test
    void anAnswerThatDoesNotComeMayHaveSetTheCutoff() throws IOException {
        broker.log("a-0", 1000, 9, 50 * MINUTE, 40 * MINUTE, 0);
        broker.failing.add("set");
        assertThatThrownBy(() -> watcher(2500, 2500).round()).isInstanceOf(TieredException.class);
        assertThat(broker.cutoffs).isNotEmpty();
        assertThat(broker.cutoff).as("taken back").isEmpty();
    }

    @Test
    void anInterruptTakesTheCutoffBack() throws Exception {
        broker.log("a-0", 1000, 9, 50 * MINUTE, 40 * MINUTE, 0);
        broker.failing.add("interrupt");
        assertThatThrownBy(() -> watcher(2500, 2500).round()).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).as("passed on as the exception").isFalse();
        assertThat(broker.cutoffs).hasSize(1);
        assertThat(broker.cutoff).isEmpty();
    }

    @Test
    void theCutoffIsAtMostKafkasRetention() throws Exception {
        broker.retentionMillis = 45 * MINUTE;
        broker.log("a-0", 1000, 9, 50 * MINUTE, 47 * MINUTE, 10 * MINUTE, 0);
        watcher(3500, 3500).round();
        assertThat(broker.cutoffs).containsExactly(45 * MINUTE);
        assertThat(broker.left("a-0")).containsExactly(2L, 3L);
    }

    @Test
    void topicsWithARetentionOfTheirOwnAreLeftAloneAndNamed() throws Exception {
        broker.log("a-0", 1000, 9, 50 * MINUTE, 40 * MINUTE, 0);
        broker.log("own-0", 1000, -1, 90 * MINUTE, 80 * MINUTE, 0);
        broker.topics.put("own", new TopicValues(true, false, false));
        SpaceWatcher watcher = watcher(5000, 4500);
        watcher.round();
        assertThat(broker.left("a-0")).containsExactly(2L);
        assertThat(broker.left("own-0")).containsExactly(0L, 1L, 2L);
        assertThat(watcher.status().survey().notGated()).isEqualTo(List.of("own"));
    }

    private SpaceWatcher watcher(long high, long low) {
        SpaceSurvey survey = new SpaceSurvey(
                List.of(folder),
                new SpaceMark(high, false),
                new SpaceMark(low, false),
                broker,
                broker,
                broker.wallClock());
        return new SpaceWatcher(survey, folder, broker);
    }
}
