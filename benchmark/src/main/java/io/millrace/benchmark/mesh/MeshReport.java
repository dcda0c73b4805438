package io.millrace.benchmark.mesh;

import io.millrace.benchmark.BenchRow;
import io.millrace.benchmark.Spread;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Turns samples into rows: medians over the rounds, the spread in the note. */
final class MeshReport {
    private final SampleBook book;
    private final String jdk;

    MeshReport(SampleBook book, String jdk) {
        this.book = book;
        this.jdk = jdk;
    }

    List<BenchRow> rows(List<MeshCase> cases) {
        List<BenchRow> rows = new ArrayList<>();
        for (MeshCase meshCase : cases) {
            for (MeshMetric metric : MeshMetric.values()) {
                addRows(rows, meshCase, metric);
            }
        }
        return rows;
    }

    private void addRows(List<BenchRow> rows, MeshCase meshCase, MeshMetric metric) {
        Collection<String> peers = book.peers();
        if (metric.isOursOnly()) {
            if (spread(meshCase, metric, Contender.OURS) != null) {
                rows.add(row(meshCase, metric, null));
            }
        } else if (meshCase.isRealDubbo() || peers.isEmpty()) {
            rows.add(row(meshCase, metric, null));
        } else {
            peers.forEach(peer -> rows.add(row(meshCase, metric, peer)));
        }
    }

    private BenchRow row(MeshCase meshCase, MeshMetric metric, @Nullable String peerName) {
        Spread ours = spread(meshCase, metric, Contender.OURS);
        Spread peer = peerName == null ? null : spread(meshCase, metric, peerName);
        return new BenchRow(
                meshCase.toString(),
                metric.toString(),
                metric.unit(),
                ours == null ? null : ours.median(),
                peer == null ? null : peer.median(),
                peerName,
                metric.better(),
                jdk,
                note(meshCase, ours, peer, peerName));
    }

    private @Nullable Spread spread(MeshCase meshCase, MeshMetric metric, String contender) {
        List<Double> values = book.of(meshCase, contender).stream()
                .map(metric::of)
                .filter(value -> !value.isNaN())
                .toList();
        return values.isEmpty() ? null : Spread.of(values);
    }

    private @Nullable String note(
            MeshCase meshCase, @Nullable Spread ours, @Nullable Spread peer, @Nullable String peerName) {
        StringJoiner note = new StringJoiner("; ");
        addTo(note, "ours", ours, book.failure(meshCase, Contender.OURS));
        if (peerName != null) {
            addTo(note, "peer", peer, book.failure(meshCase, peerName));
        } else if (meshCase.isRealDubbo()) {
            note.add("no peer here: nginx cannot speak Dubbo");
        }
        return note.length() == 0 ? null : note.toString();
    }

    private static void addTo(StringJoiner note, String who, @Nullable Spread spread, @Nullable String failure) {
        if (failure != null) {
            note.add(who + " failed: " + failure);
        }
        if (spread != null && spread.rounds() > 1) {
            note.add(who + " " + spread.range() + " over " + spread.rounds());
        }
    }
}
