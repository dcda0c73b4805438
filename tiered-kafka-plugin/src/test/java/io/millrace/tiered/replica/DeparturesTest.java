package io.millrace.tiered.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentState;
import org.junit.jupiter.api.Test;

class DeparturesTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final TopicIdPartition partition = new TopicIdPartition(Uuid.randomUuid(), new TopicPartition("orders", 0));
    private final Departures departures = new Departures("orders-0", Duration.ofSeconds(60));
    private final RemoteLogSegmentMetadata old = segment(0, RemoteLogSegmentState.COPY_SEGMENT_FINISHED);
    private final RemoteLogSegmentMetadata young = segment(100, RemoteLogSegmentState.COPY_SEGMENT_FINISHED);
    private final Set<Uuid> here = Set.of(id(old), id(young));
    private final Set<Uuid> expired = new HashSet<>();
    private long now = Long.MAX_VALUE - 5 * SECOND;

    @Test
    void aCopyGoesAfterTwoLooksAndTheGracePeriod() {
        assertThat(look(old, young)).isEmpty();
        assertThat(look(young)).isEmpty();
        assertThat(look(young)).as("two looks").isEmpty();
        now += 59 * SECOND;
        assertThat(look(young)).as("too early").isEmpty();
        now += SECOND;
        assertThat(look(young)).containsExactly(id(old));
        assertThat(look(young)).as("still here").containsExactly(id(old));
    }

    @Test
    void oneLookIsNotEnoughHoweverLateItIs() {
        assertThat(look(young)).isEmpty();
        assertThat(look(old, young)).isEmpty();
        now += 600 * SECOND;
        assertThat(look(young)).isEmpty();
    }

    @Test
    void aSegmentThatIsBeingDeletedIsGoneAndOneThatIsBeingCopiedIsNot() {
        RemoteLogSegmentMetadata deleted = with(old, RemoteLogSegmentState.DELETE_SEGMENT_STARTED);
        assertThat(look(deleted, young)).isEmpty();
        now += 61 * SECOND;
        assertThat(look(deleted, young)).containsExactly(id(old));
        RemoteLogSegmentMetadata started = with(old, RemoteLogSegmentState.COPY_SEGMENT_STARTED);
        assertThat(look(started, young)).isEmpty();
        now += 61 * SECOND;
        assertThat(look(started, young)).isEmpty();
    }

    @Test
    void anEmptyListSaysNothing() {
        assertThat(look(young)).isEmpty();
        now += 61 * SECOND;
        assertThat(look()).isEmpty();
        assertThat(look(young)).as("counts anew").isEmpty();
        now += 61 * SECOND;
        assertThat(look(young)).containsExactly(id(old));
    }

    @Test
    void aListThatEndsEarlierThanItDidSaysNothing() {
        assertThat(look(old, young)).isEmpty();
        for (int i = 0; i < 5; i++) {
            now += 61 * SECOND;
            assertThat(look(old)).isEmpty();
        }
        RemoteLogSegmentMetadata next = segment(200, RemoteLogSegmentState.COPY_SEGMENT_FINISHED);
        assertThat(look(old, next)).isEmpty();
        now += 61 * SECOND;
        assertThat(look(old, next)).containsExactly(id(young));
    }

    @Test
    void whatKafkaHasExpiredGoesWithoutAList() {
        expired.add(id(old));
        assertThat(look()).isEmpty();
        now += 61 * SECOND;
        assertThat(look()).containsExactly(id(old));
    }

    @Test
    void whatIsListedStaysHoweverOldItIs() {
        expired.addAll(here);
        assertThat(look(old, young)).isEmpty();
        now += 61 * SECOND;
        assertThat(look(old, young)).isEmpty();
    }

    @Test
    void metadataThatIsNotReadyClearsAllDoubts() {
        assertThat(look(young)).isEmpty();
        departures.forget();
        now += 61 * SECOND;
        assertThat(look(young)).isEmpty();
    }

    private Set<Uuid> look(RemoteLogSegmentMetadata... listed) {
        return departures.look(here, Arrays.asList(listed), copies -> expired, now);
    }

    private RemoteLogSegmentMetadata segment(long first, RemoteLogSegmentState state) {
        return with(SampleMetadata.segment(partition, first, first + 99, 1, new TreeMap<>(Map.of(0, first))), state);
    }

    private static RemoteLogSegmentMetadata with(RemoteLogSegmentMetadata segment, RemoteLogSegmentState state) {
        SampleMetadata states = new SampleMetadata();
        states.state(segment, state);
        List<RemoteLogSegmentMetadata> one = states.segments(segment.topicIdPartition());
        return one.get(0);
    }

    private static Uuid id(RemoteLogSegmentMetadata segment) {
        return segment.remoteLogSegmentId().id();
    }
}
