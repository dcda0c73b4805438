package io.millrace.benchmark.queue;

import io.millrace.benchmark.BenchResult;
import io.millrace.benchmark.Machine;
import io.millrace.benchmark.ProjectHome;
import io.millrace.benchmark.process.Children;
import io.millrace.benchmark.trial.Jdk;
import io.millrace.benchmark.trial.ScratchDirectory;
import io.millrace.benchmark.trial.TrialBook;
import io.millrace.benchmark.trial.TrialRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The whole scenario: growth first, which also finds how many queues each peer survives; then the contest in each order
 * of arrival and at each level; then a kill and what comes back.
 */
public final class QueueScenario {
    private static final String NAME = "queue";
    private static final List<QueueContender> STORES =
            List.of(QueueContender.ROCKSDB, QueueContender.CHRONICLE_QUEUE, QueueContender.KAFKA);
    private static final List<QueueContender> ALL = List.of(
            QueueContender.ROCKSDB,
            QueueContender.CHRONICLE_QUEUE,
            QueueContender.KAFKA,
            QueueContender.OWN_PAGE,
            QueueContender.DISK);

    /** Files of a message at the most: journal, run, and a merge of both under way. */
    private static final long DISK_BYTES_PER_MESSAGE = 150;

    private static final long DISK_BYTES_FIXED = 6L << 30;

    private final QueueOptions options;
    private final ScratchDirectory scratch;
    private final QueueTrials trials;
    private final TrialBook book = new TrialBook();
    private final Map<String, Object> machine = Machine.describe();
    private final long began = System.nanoTime();

    private QueueScenario(QueueOptions options, Children children, ScratchDirectory scratch) {
        this.options = options;
        this.scratch = scratch;
        this.trials = new QueueTrials(options, children, this::say);
    }

    /** Runs it. {@link IOException} where it cannot begin; a contender that fails only loses its figures. */
    public static BenchResult run(QueueOptions options) throws IOException, InterruptedException {
        Path named = options.directory();
        Path below = named != null ? named : ProjectHome.find().resolve("target");
        long most = Math.max(options.growthMessages(), (long) options.queues() * Collections.max(options.messages()));
        try (ScratchDirectory scratch = ScratchDirectory.create(
                        below, "bench-queue-", DISK_BYTES_FIXED + most * DISK_BYTES_PER_MESSAGE);
                Children children = new Children(scratch.fresh("logs"))) {
            return new QueueScenario(options, children, scratch).measure();
        }
    }

    private BenchResult measure() throws IOException, InterruptedException {
        List<Integer> majors = options.jdks();
        List<Jdk> jdks = majors == null ? List.of(Jdk.current()) : Jdk.installed(majors);
        TrialRows rows = new TrialRows(book, QueueContender.OURS.toString());
        List<String> peers = ALL.stream().map(QueueContender::toString).toList();
        for (Jdk jdk : jdks) {
            QueueRun run = new QueueRun(options, jdk, book, scratch, trials, this::say);
            Growth growth = new Growth(run);
            growth.climb(STORES);
            for (int messages : options.messages()) {
                new Contests(run, growth, STORES, messages).run();
            }
            new Recovery(run).run(List.of(QueueContender.ROCKSDB));
            run.cases().forEach((name, metrics) -> rows.add(name, jdk.version(), metrics, peers));
        }
        machine.put("jdks", jdks.stream().map(Jdk::version).toList().toString());
        machine.put("heap", options.heap());
        machine.put("sizes", options.describe());
        return new BenchResult(NAME, machine, rows.rows());
    }

    private void say(String text) {
        System.err.printf(Locale.ROOT, "[%4d s] %s%n", (System.nanoTime() - began) / 1_000_000_000, text);
    }
}
