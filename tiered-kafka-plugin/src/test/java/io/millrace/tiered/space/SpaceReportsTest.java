package io.millrace.tiered.space;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.tiered.SpaceMark;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpaceReportsTest {

    private static final long MINUTE = 60_000;

    @TempDir
    private Path folder = Path.of("");

    private SimulatedBroker broker;
    private SpaceWatcher watcher;
    private SpaceReports reports;

    @BeforeEach
    void start() throws Exception {
        broker = new SimulatedBroker(folder);
        broker.log("old-one-0", 1000, 9, 50 * MINUTE, 40 * MINUTE, 0);
        broker.log("b-1", 1000, -1, 45 * MINUTE, 0);
        SpaceSurvey survey = new SpaceSurvey(
                List.of(folder),
                new SpaceMark(9000, false),
                new SpaceMark(8000, false),
                broker,
                broker,
                broker.wallClock());
        watcher = new SpaceWatcher(survey, folder, broker);
        reports = new SpaceReports(broker, watcher, broker.wallClock());
        watcher.round();
    }

    @Test
    void aPartitionsSegmentsAreLinesWithTheReason() throws Exception {
        TopicIdPartition partition = broker.partitions().stream()
                .filter(each -> each.topic().equals("old-one"))
                .findFirst()
                .orElseThrow();
        List<String> lines = reports.states(partition.topicId(), 0).orElseThrow();
        assertThat(lines.get(0)).isEqualTo("first\tlast\tbytes\ttimestamp\ttier\tsegment\theld\twhy\tdetail");
        assertThat(lines).hasSize(4);
        assertThat(lines.get(1).split("\t"))
                .startsWith("0", "0", "1000", Long.toString(broker.millis - 50 * MINUTE), "BOTH", "-", "yes")
                .contains("ENOUGH_ROOM")
                .hasSize(9);
        assertThat(lines.get(3)).contains("SSD", "ACTIVE");
        assertThat(reports.explain(partition.topicId(), 0)).contains(lines);
        assertThat(reports.states(partition.topicId(), 7)).isEmpty();
        assertThat(reports.states(Uuid.randomUuid(), 0)).isEmpty();
    }

    @Test
    void anEvictionIsSimulatedWithWhatHoldsItBack() throws Exception {
        List<String> lines = reports.simulate(2000).orElseThrow();
        assertThat(lines.get(0)).isEqualTo("topic\tpartition\tfirst\tlast\tbytes\ttimestamp\tdetail");
        assertThat(lines.get(1)).startsWith("old-one\t0\t0\t0\t1000\t");
        assertThat(lines.get(2)).startsWith("b\t1\t-\t-\t-\t").contains("no verified copy");
        assertThat(lines).hasSize(3);
        assertThat(broker.cutoffs).as("nothing was set").isEmpty();
    }

    @Test
    void theWatcherTellsItsMarks() {
        assertThat(reports.space().orElseThrow())
                .contains("watcher\ton", "cutoff.ms\t-", "retention.check.ms\t1000", "held.back\t0")
                .anyMatch(line -> line.matches("directory\t" + folder + "\t5000\t\\d+\t9000\t8000"));
        assertThat(new SpaceReports(broker, null, broker.wallClock()).space().orElseThrow())
                .containsExactly("key\tvalue", "watcher\toff", "cutoff.ms\t-", "retention.check.ms\t-", "held.back\t0");
    }
}
