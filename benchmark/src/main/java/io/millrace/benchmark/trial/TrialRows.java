package io.millrace.benchmark.trial;

import io.millrace.benchmark.BenchRow;
import io.millrace.benchmark.Spread;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Turns a book of trials into rows: medians over the rounds; spread, remarks and failures in the note. */
public final class TrialRows {
    /** Of one contender in one note: rounds say nearly the same. */
    private static final int REMARKS_MAX = 3;

    private final TrialBook book;
    private final String ours;
    private final List<BenchRow> rows = new ArrayList<>();

    /** @param ours the name of our contender in the book */
    public TrialRows(TrialBook book, String ours) {
        this.book = book;
        this.ours = ours;
    }

    /**
     * Adds the rows of one case on one JDK, a metric after the other.
     *
     * <p>A peer that ran has rows for the metrics that it bears; one that failed has them, without a figure and with the
     * reason, for the first metric and those that ours bears. A metric that nobody bears has no row, unless it is the
     * first; without peers ours stands alone.
     */
    public void add(String benchCase, String jdk, Collection<TrialMetric> metrics, Collection<String> peers) {
        boolean first = true;
        for (TrialMetric metric : metrics) {
            boolean isFirst = first;
            boolean told = isFirst || spread(benchCase, ours, jdk, metric) != null;
            List<BenchRow> found = peers.stream()
                    .filter(peer -> spread(benchCase, peer, jdk, metric) != null
                            || (told && book.hasFailed(benchCase, peer, jdk)))
                    .map(peer -> row(benchCase, jdk, metric, peer, isFirst))
                    .toList();
            if (!found.isEmpty()) {
                rows.addAll(found);
            } else if (told && book.isKnown(benchCase, ours, jdk)) {
                rows.add(row(benchCase, jdk, metric, null, isFirst));
            }
            first = false;
        }
    }

    /** All rows added so far, in their order. */
    public List<BenchRow> rows() {
        return List.copyOf(rows);
    }

    private BenchRow row(String benchCase, String jdk, TrialMetric metric, @Nullable String peerName, boolean first) {
        Predicate<Trial.Remark> belongs =
                remark -> remark.metric().isEmpty() ? first : remark.metric().equals(metric.name());
        Spread mine = spread(benchCase, ours, jdk, metric);
        Spread theirs = peerName == null ? null : spread(benchCase, peerName, jdk, metric);
        StringJoiner note = new StringJoiner("; ");
        tell(note, "ours", mine, benchCase, ours, jdk, belongs);
        if (peerName != null) {
            tell(note, "peer", theirs, benchCase, peerName, jdk, belongs);
        }
        return new BenchRow(
                benchCase,
                metric.name(),
                metric.unit(),
                mine == null ? null : mine.median(),
                theirs == null ? null : theirs.median(),
                peerName,
                metric.better(),
                jdk,
                note.length() == 0 ? null : note.toString());
    }

    private @Nullable Spread spread(String benchCase, String contender, String jdk, TrialMetric metric) {
        List<Double> values = book.of(benchCase, contender, jdk).stream()
                .map(trial -> trial.figure(metric.name()))
                .filter(Objects::nonNull)
                .toList();
        return values.isEmpty() ? null : Spread.of(values);
    }

    private void tell(
            StringJoiner note,
            String who,
            @Nullable Spread spread,
            String benchCase,
            String contender,
            String jdk,
            Predicate<Trial.Remark> belongs) {
        String failure = book.failure(benchCase, contender, jdk);
        if (failure != null) {
            note.add(who + " failed: " + failure);
        }
        if (spread != null && spread.rounds() > 1) {
            note.add(who + " " + spread.range() + " over " + spread.rounds());
        }
        book.of(benchCase, contender, jdk).stream()
                .flatMap(trial -> trial.remarks().stream())
                .filter(belongs)
                .map(Trial.Remark::text)
                .distinct()
                .limit(REMARKS_MAX)
                .forEach(text -> note.add(who + ": " + text));
    }
}
