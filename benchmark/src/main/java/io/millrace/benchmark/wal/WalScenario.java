package io.millrace.benchmark.wal;

import io.millrace.benchmark.BenchResult;
import io.millrace.benchmark.Machine;
import io.millrace.benchmark.ProjectHome;
import io.millrace.benchmark.process.Children;
import io.millrace.benchmark.trial.Jdk;
import io.millrace.benchmark.trial.PeerJars;
import io.millrace.benchmark.trial.ScratchDirectory;
import io.millrace.benchmark.trial.Trial;
import io.millrace.benchmark.trial.TrialBook;
import io.millrace.benchmark.trial.TrialMetric;
import io.millrace.benchmark.trial.TrialProcess;
import io.millrace.benchmark.trial.TrialRows;
import io.millrace.benchmark.trial.TrialSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Lets the contenders take turns, each run a process of its own on empty files, and reports medians.
 *
 * <p>Every second round goes the other way around, so that whatever drifts on the machine falls on all.
 */
public final class WalScenario {
    private static final String NAME = "wal";
    private static final List<TrialMetric> METRICS = List.of(
            TrialMetric.higher(WalTrial.RECORDS_PER_SECOND, "1/s"),
            TrialMetric.lower(WalTrial.CPU_PER_RECORD, "ns"),
            TrialMetric.lower("heap_mib", "MiB"),
            TrialMetric.lower("off_heap_mib", "MiB"));
    /** Of files per record, measured; the widest is RocksDB's with some 60. */
    private static final long DISK_BYTES_PER_RECORD = 100;

    private static final long DISK_BYTES_FIXED = 2L << 30;
    private static final Duration MARGIN = Duration.ofSeconds(60);

    private final WalOptions options;
    private final Children children;
    private final ScratchDirectory scratch;
    private final TrialBook book = new TrialBook();
    private final Map<String, Object> machine = Machine.describe();
    private final long began = System.nanoTime();

    private WalScenario(WalOptions options, Children children, ScratchDirectory scratch) {
        this.options = options;
        this.children = children;
        this.scratch = scratch;
    }

    /** Runs it. {@link IOException} where it cannot begin; a contender that fails only loses its figures. */
    public static BenchResult run(WalOptions options) throws IOException, InterruptedException {
        Path named = options.directory();
        Path below = named != null ? named : ProjectHome.find().resolve("target");
        long most = Math.max(options.records(), options.coldRecords());
        try (ScratchDirectory scratch =
                        ScratchDirectory.create(below, "bench-wal-", DISK_BYTES_FIXED + most * DISK_BYTES_PER_RECORD);
                Children children = new Children(scratch.fresh("logs"))) {
            return new WalScenario(options, children, scratch).measure();
        }
    }

    private BenchResult measure() throws IOException, InterruptedException {
        List<Jdk> jdks = Jdk.installed(options.jdks());
        TrialRows rows = new TrialRows(book, WalContender.OURS.toString());
        for (Jdk jdk : jdks) {
            for (WalCase walCase : options.cases()) {
                rounds(walCase, jdk);
                rows.add(
                        walCase.toString(),
                        jdk.version(),
                        METRICS,
                        peers(walCase).stream().map(WalContender::toString).toList());
            }
        }
        machine.put("jdks", jdks.stream().map(Jdk::version).toList().toString());
        machine.put("heap", options.heap());
        machine.put(
                "sizes",
                "records=" + options.records() + ", seconds=" + options.seconds() + ", rounds=" + options.rounds()
                        + ", cold records=" + options.coldRecords());
        return new BenchResult(NAME, machine, rows.rows());
    }

    private List<WalContender> peers(WalCase walCase) {
        return walCase.peers().stream().filter(options::hasPeer).toList();
    }

    private void rounds(WalCase walCase, Jdk jdk) throws InterruptedException {
        List<WalContender> order = new ArrayList<>();
        if (options.hasOurs()) {
            order.add(WalContender.OURS);
        } else {
            book.fail(walCase.toString(), WalContender.OURS.toString(), jdk.version(), "left out by --peers-only");
        }
        order.addAll(peers(walCase));
        for (int round = 0; round < options.rounds(); round++) {
            for (WalContender contender : order) {
                trial(walCase, contender, jdk, round);
            }
            Collections.reverse(order);
        }
    }

    private void trial(WalCase walCase, WalContender contender, Jdk jdk, int round) throws InterruptedException {
        if (contender.isOwnOther()) {
            if (round == 0) {
                book.of(WalCase.APPEND_OS.toString(), WalContender.OURS.toString(), jdk.version())
                        .forEach(trial -> book.add(walCase.toString(), contender.toString(), jdk.version(), trial));
            }
            return;
        }
        try {
            Trial trial = walCase.task() == WalTask.READ_COLD
                    ? coldTrial(walCase, contender, jdk)
                    : trial(walCase, walCase.task(), contender, jdk, scratch.fresh("run"), options.records());
            book.add(walCase.toString(), contender.toString(), jdk.version(), trial);
            say(String.format(
                    Locale.ROOT,
                    "%-18s jdk %s round %d  %-16s %,12.0f records/s  %6.0f cpu ns/record",
                    walCase,
                    jdk.version(),
                    round + 1,
                    contender,
                    trial.figures().getOrDefault(WalTrial.RECORDS_PER_SECOND, Double.NaN),
                    trial.figures().getOrDefault(WalTrial.CPU_PER_RECORD, Double.NaN)));
        } catch (IOException e) {
            String why = String.valueOf(e.getMessage()).lines().findFirst().orElse(e.toString());
            say(walCase + " " + contender + " failed: " + e.getMessage());
            book.fail(walCase.toString(), contender.toString(), jdk.version(), why);
        }
    }

    /** One process writes, another reads; the disk's own rate is that of our files. */
    private Trial coldTrial(WalCase walCase, WalContender contender, Jdk jdk) throws IOException, InterruptedException {
        boolean disk = contender == WalContender.DISK_SEQUENTIAL;
        WalContender writer = disk ? (options.hasOurs() ? WalContender.OURS : WalContender.BLOCK_WRITE) : contender;
        Path directory = scratch.fresh("run");
        Trial written = trial(walCase, WalTask.WRITE, writer, jdk, directory, options.coldRecords());
        long records = written.figures().getOrDefault("records", 0.0).longValue();
        return trial(walCase, disk ? WalTask.READ_DISK : WalTask.READ_COLD, contender, jdk, directory, records);
    }

    private Trial trial(WalCase walCase, WalTask task, WalContender contender, Jdk jdk, Path directory, long records)
            throws IOException, InterruptedException {
        double seconds = task == WalTask.WRITE ? 10 * options.seconds() : options.seconds();
        TrialSettings settings = new TrialSettings()
                .with("subject", contender.subject())
                .with("task", task.name())
                .with("level", walCase.level().name())
                .with("threads", walCase.threads())
                .with("records", records)
                .with("seconds", seconds)
                .with("warmup", options.warmupSeconds())
                .with("verify", options.verifiedRecords())
                .with("directory", directory);
        List<Path> peers = contender.isFromPeerJars() ? PeerJars.find() : List.of();
        try (TrialProcess process = TrialProcess.start(
                children, contender.toString(), jdk, options.heap(), peers, WalTrial.class, settings, this::say)) {
            return process.await(MARGIN.plusMillis((long) (1000 * 4 * (options.warmupSeconds() + seconds))));
        }
    }

    private void say(String text) {
        System.err.printf(Locale.ROOT, "[%3d s] %s%n", (System.nanoTime() - began) / 1_000_000_000, text);
    }
}
