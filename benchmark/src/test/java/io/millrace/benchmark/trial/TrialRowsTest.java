package io.millrace.benchmark.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmark.BenchRow;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TrialRowsTest {
    private static final TrialMetric RATE = TrialMetric.higher("rate", "1/s");
    private static final TrialMetric COST = TrialMetric.lower("cost", "us");
    private static final List<TrialMetric> METRICS = List.of(RATE, COST);
    private static final String JDK = "25";

    private final TrialBook book = new TrialBook();

    @Test
    void medianOfTheRoundsAndTheirSpread() {
        for (double rate : new double[] {10, 30, 20}) {
            add("case", "ours", Map.of("rate", rate));
        }
        add("case", "peer", Map.of("rate", 5.0));

        BenchRow row = rows(List.of("peer")).get(0);
        assertThat(row.ours()).isEqualTo(20);
        assertThat(row.ratio()).isEqualTo(4);
        assertThat(row.note()).isEqualTo("ours 10.00..30.00 over 3");
    }

    @Test
    void aPeerWithoutAFigureHasNoRowForIt() {
        add("case", "ours", Map.of("rate", 1.0, "cost", 2.0));
        add("case", "peer", Map.of("rate", 1.0));
        add("case", "other", Map.of("rate", 1.0, "cost", 4.0));

        assertThat(rows(List.of("peer", "other")))
                .extracting(BenchRow::metric, BenchRow::peerName)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("rate", "peer"),
                        org.assertj.core.groups.Tuple.tuple("rate", "other"),
                        org.assertj.core.groups.Tuple.tuple("cost", "other"));
    }

    @Test
    void aFailedPeerHasRowsThatSayWhy() {
        add("case", "ours", Map.of("rate", 1.0));
        book.fail("case", "peer", JDK, "no room");
        book.fail("case", "peer", JDK, "a later reason");

        List<BenchRow> rows = rows(List.of("peer"));
        assertThat(rows).hasSize(1);
        assertThat(rows.get(0).peer()).isNull();
        assertThat(rows.get(0).peerName()).isEqualTo("peer");
        assertThat(rows.get(0).note()).isEqualTo("peer failed: no room");
    }

    @Test
    void withoutPeersOursStandsAlone() {
        add("case", "ours", Map.of("rate", 1.0));

        assertThat(rows(List.of("never took part")))
                .extracting(BenchRow::peerName)
                .containsExactly((String) null);
    }

    @Test
    void oursThatFailedStillHasARow() {
        book.fail("case", "ours", JDK, "broken");

        assertThat(rows(List.of())).extracting(BenchRow::note).containsExactly("ours failed: broken");
    }

    @Test
    void aRemarkStandsAtItsOwnRow() {
        book.add(
                "case",
                "ours",
                JDK,
                new Trial(
                        Map.of("rate", 1.0, "cost", 2.0),
                        List.of(new Trial.Remark("", "of the first"), new Trial.Remark("cost", "of the cost"))));

        assertThat(rows(List.of()))
                .extracting(BenchRow::note)
                .containsExactly("ours: of the first", "ours: of the cost");
    }

    private void add(String benchCase, String contender, Map<String, Double> figures) {
        book.add(benchCase, contender, JDK, new Trial(figures, List.of()));
    }

    private List<BenchRow> rows(List<String> peers) {
        TrialRows rows = new TrialRows(book, "ours");
        rows.add("case", JDK, METRICS, peers);
        return rows.rows();
    }
}
