package io.millrace.benchmark.thrift;

import io.millrace.benchmark.BenchResult;
import io.millrace.benchmark.BenchRow;
import io.millrace.benchmark.Machine;
import io.millrace.benchmark.ProjectHome;
import io.millrace.benchmark.Spread;
import io.millrace.benchmark.process.Children;
import io.millrace.benchmark.trial.Jdk;
import io.millrace.benchmark.trial.ScratchDirectory;
import io.millrace.benchmark.trial.Trial;
import io.millrace.benchmark.trial.TrialBook;
import io.millrace.benchmark.trial.TrialRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Runs all cases in one process on each Java, some rounds of them, and reports medians with the targets beside them. */
public final class ThriftScenario {
    private static final String NAME = "thrift";
    private static final long LOG_BYTES = 16 << 20;

    private final ThriftOptions options;
    private final ThriftProcess process;
    private final TrialBook book = new TrialBook();
    private final Map<String, Object> machine = Machine.describe();
    private final long began = System.nanoTime();

    private ThriftScenario(ThriftOptions options, Children children) {
        this.options = options;
        this.process = new ThriftProcess(options, children, this::say);
    }

    /** Runs it. {@link IOException} where it cannot begin; a contender that fails only loses its figures. */
    public static BenchResult run(ThriftOptions options) throws IOException, InterruptedException {
        Path named = options.directory();
        Path below = named != null ? named : ProjectHome.find().resolve("target");
        try (ScratchDirectory scratch = ScratchDirectory.create(below, "bench-thrift-", LOG_BYTES);
                Children children = new Children(scratch.fresh("logs"))) {
            return new ThriftScenario(options, children).measure();
        }
    }

    private BenchResult measure() throws IOException, InterruptedException {
        List<Jdk> jdks = Jdk.installed(options.jdks());
        for (int round = 0; round < options.rounds(); round++) {
            for (Jdk jdk : jdks) {
                say("jdk " + jdk.version() + " round " + (round + 1));
                round(jdk, round);
            }
        }
        machine.put("jdks", jdks.stream().map(Jdk::version).toList().toString());
        machine.put("heap", options.heap());
        machine.put("sizes", options.describe());
        List<BenchRow> rows = new ArrayList<>();
        for (Jdk jdk : jdks) {
            rows.addAll(rows(jdk));
        }
        return new BenchResult(NAME, machine, rows);
    }

    private void round(Jdk jdk, int round) throws InterruptedException {
        try {
            Trial trial = process.run(jdk, round);
            for (ThriftCase benchCase : options.cases()) {
                Trial phase = trial.phase(benchCase.toString());
                keep(benchCase, ThriftContender.OURS, jdk, phase);
                options.peers(benchCase).forEach(peer -> keep(benchCase, peer, jdk, phase));
            }
        } catch (IOException e) {
            say("failed: " + e.getMessage());
            String why = String.valueOf(e.getMessage()).lines().findFirst().orElse(e.toString());
            options.cases()
                    .forEach(each -> book.fail(each.toString(), ThriftContender.OURS.toString(), jdk.version(), why));
        }
    }

    private void keep(ThriftCase benchCase, ThriftContender contender, Jdk jdk, Trial phase) {
        Trial own = phase.phase(contender.toString());
        own.remarks().stream()
                .filter(remark -> remark.metric().equals(ThriftMetrics.FAILED))
                .forEach(remark -> book.fail(benchCase.toString(), contender.toString(), jdk.version(), remark.text()));
        if (own.figure(ThriftMetrics.CPU) != null) {
            book.add(benchCase.toString(), contender.toString(), jdk.version(), own);
        }
    }

    private List<BenchRow> rows(Jdk jdk) {
        TrialRows rows = new TrialRows(book, ThriftContender.OURS.toString());
        for (ThriftCase benchCase : options.cases()) {
            rows.add(
                    benchCase.toString(),
                    jdk.version(),
                    ThriftMetrics.ALL,
                    options.peers(benchCase).stream()
                            .map(ThriftContender::toString)
                            .toList());
        }
        return rows.rows().stream().map(row -> judged(row, jdk)).toList();
    }

    /** The row with the ratio within turns and the target before its note. */
    private BenchRow judged(BenchRow row, Jdk jdk) {
        StringBuilder note = new StringBuilder();
        Double ratio = row.ratio();
        Spread paired = row.metric().equals(ThriftMetrics.CPU) ? spread(row, jdk, ThriftMetrics.PAIRED) : null;
        if (paired != null) {
            ratio = paired.median();
            note.append(String.format(
                    Locale.ROOT,
                    "paired %.3g (%.3g..%.3g)",
                    paired.median(),
                    median(row, jdk, ThriftMetrics.PAIRED_P10),
                    median(row, jdk, ThriftMetrics.PAIRED_P90)));
        }
        ThriftTarget target = ThriftTarget.find(row.benchCase(), row.peerName(), row.metric(), jdk.major());
        if (target != null && ratio != null) {
            note.append(note.length() == 0 ? "" : ", ").append(target.judge(ratio));
        }
        if (row.note() != null) {
            note.append(note.length() == 0 ? "" : "; ").append(row.note());
        }
        return new BenchRow(
                row.benchCase(),
                row.metric(),
                row.unit(),
                row.ours(),
                row.peer(),
                row.peerName(),
                row.better(),
                row.jdk(),
                note.length() == 0 ? null : note.toString());
    }

    private double median(BenchRow row, Jdk jdk, String figure) {
        Spread spread = spread(row, jdk, figure);
        return spread == null ? Double.NaN : spread.median();
    }

    private @Nullable Spread spread(BenchRow row, Jdk jdk, String figure) {
        String peer = row.peerName();
        if (peer == null) {
            return null;
        }
        List<Double> values = book.of(row.benchCase(), peer, jdk.version()).stream()
                .map(trial -> trial.figure(figure))
                .filter(Objects::nonNull)
                .toList();
        return values.isEmpty() ? null : Spread.of(values);
    }

    private void say(String text) {
        System.err.printf(Locale.ROOT, "[%3d s] %s%n", (System.nanoTime() - began) / 1_000_000_000, text);
    }
}
