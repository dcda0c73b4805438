package io.millrace.launcher.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What the children say and how it is understood. */
class QueueLinesTest {

    @Test
    void anAcknowledgementIsReadAsItWasWritten() {
        Acknowledgement said = new Acknowledgement(1, 20_000, 5_000_000, List.of(900L, 1_100L));

        assertThat(Acknowledgement.parse(said.line())).contains(said);
        Acknowledgement without = new Acknowledgement(0, 10_000, 1, List.of());
        assertThat(Acknowledgement.parse(without.line())).contains(without);
    }

    @Test
    void aLineThatItsProcessDidNotFinishIsNone() {
        String line = new Acknowledgement(1, 20_000, 5_000_000, List.of(900L)).line();

        for (int length = 0; length < line.length(); length++) {
            assertThat(Acknowledgement.parse(line.substring(0, length))).isEmpty();
        }
    }

    @Test
    void aTallyKeepsTheLastOfEachLane() {
        Tally tally = new Tally(2);
        tally.add("READY pid=4711 nanos=1");
        tally.add(new Acknowledgement(0, 10, 300, List.of(7L)).line());
        tally.add(new Acknowledgement(1, 10, 200, List.of(8L)).line());
        tally.add(new Acknowledgement(1, 20, 400, List.of(9L)).line());

        assertThat(tally.counts()).containsExactly(10, 20);
        assertThat(tally.acknowledged()).isEqualTo(30);
        assertThat(tally.elapsedNanos()).isEqualTo(400);
        assertThat(tally.putNanos()).containsExactly(7L, 8L, 9L);
    }

    @Test
    void aCheckIsReadAsItWasWritten() {
        QueueCheck good = new QueueCheck(5, 0, null);
        QueueCheck bad = new QueueCheck(4, 1, "wrong message: queue=demo-1, offset=3");

        assertThat(QueueCheck.parse("complete", good.line("complete"))).isEqualTo(good);
        assertThat(QueueCheck.parse("complete", bad.line("complete"))).isEqualTo(bad);
        assertThat(QueueCheck.parse("complete", good.line("recovered"))).isNull();
        assertThat(QueueCheck.parse("complete", "DONE")).isNull();
    }
}
