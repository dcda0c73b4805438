package io.millrace.benchmark.tiered;

import io.millrace.benchmark.BenchResult;
import io.millrace.benchmark.Machine;
import io.millrace.benchmark.ProjectHome;
import io.millrace.benchmark.process.Children;
import io.millrace.benchmark.slow.DiskLimits;
import io.millrace.benchmark.slow.DiskPart;
import io.millrace.benchmark.slow.SlowDisk;
import io.millrace.benchmark.slow.SlowDiskException;
import io.millrace.benchmark.trial.Jdk;
import io.millrace.benchmark.trial.ScratchDirectory;
import io.millrace.benchmark.trial.Trial;
import io.millrace.benchmark.trial.TrialBook;
import io.millrace.benchmark.trial.TrialRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lets the brokers take turns on one slow disk, each life of each on empty files, and reports medians.
 *
 * <p>Every second round goes the other way around. Where the machine gives no slow disk, nothing is measured: figures of a fast one would say nothing about tiers.
 */
public final class TieredScenario {
    private static final String NAME = "tiered-kafka";

    /** Ours without lagging consumers, beside ours with them. */
    static final String OWN_LAG0 = "own-lag0";

    /** Those of a SATA SSD; what the kernel gathers is written at this speed, not at that of memory. */
    private static final DiskLimits FAST_LIMITS = new DiskLimits(256L << 20, 20_000);

    private final TieredOptions options;
    private final TieredTrials trials;
    private final TrialBook book = new TrialBook();
    private final Map<String, Object> machine = Machine.describe();
    private final Voice voice;

    private TieredScenario(TieredOptions options, TieredTrials trials, Voice voice) {
        this.options = options;
        this.trials = trials;
        this.voice = voice;
    }

    /** Runs it. {@link IOException} where it cannot begin; a contender that fails only loses its figures. */
    public static BenchResult run(TieredOptions options) throws IOException, InterruptedException {
        Voice voice = new Voice(System.nanoTime());
        String why = SlowDisk.unavailable();
        if (!why.isEmpty()) {
            return nothing(voice, why);
        }
        Path named = options.directory();
        Path below = named != null ? named : ProjectHome.find().resolve("target");
        TieredSizes sizes = TieredSizes.of(options);
        Map<String, Long> parts = new LinkedHashMap<>();
        parts.put(TieredTrials.REALTIME_PART, sizes.realtimePart());
        parts.put(TieredTrials.LAG_PART, sizes.lagPart());
        try (ScratchDirectory scratch = ScratchDirectory.create(below, "bench-tiered-", sizes.disk());
                SlowDisk disk = SlowDisk.create(below, parts, options.limits(), options.memoryBytes(), voice::say);
                SlowDisk fast = fast(below, options, sizes, voice);
                Children children = new Children(scratch.fresh("logs"))) {
            DiskPart own = fast == null ? null : fast.part(TieredTrials.OWN_PART);
            TieredTrials trials = new TieredTrials(options, children, scratch, disk, own, voice::say);
            return new TieredScenario(options, trials, voice).measure(describe(disk, options.limits()));
        } catch (SlowDiskException e) {
            return nothing(voice, e.getMessage());
        }
    }

    /** A fast disk that can be counted by itself, where a case needs one. */
    private static @Nullable SlowDisk fast(Path below, TieredOptions options, TieredSizes sizes, Voice voice)
            throws IOException {
        return options.phases().stream().noneMatch(TieredPhase::isAlone)
                ? null
                : SlowDisk.create(
                        below,
                        Map.of(TieredTrials.OWN_PART, sizes.ownPart()),
                        FAST_LIMITS,
                        options.memoryBytes(),
                        voice::say);
    }

    private static String describe(SlowDisk disk, DiskLimits limits) throws IOException {
        return "emulated: loop device, ext4, " + limits.bytesPerSecond() + " bytes/s and "
                + limits.operationsPerSecond() + " operations/s each way, read-ahead " + disk.readAheadKib() + " KiB";
    }

    private static BenchResult nothing(Voice voice, @Nullable String why) {
        voice.say("nothing measured, there is no throttled disk here: " + why);
        Map<String, Object> machine = Machine.describe();
        machine.put("slowDisk", "none: " + why);
        return new BenchResult(NAME, machine, List.of());
    }

    private BenchResult measure(String slowDisk) throws InterruptedException {
        Jdk jdk = Jdk.current();
        List<TieredArm> order = new ArrayList<>(options.arms());
        for (int round = 0; round < options.rounds(); round++) {
            for (TieredArm arm : order) {
                trial(arm, jdk, round, phases(arm, false));
                trial(arm, jdk, round, phases(arm, true));
            }
            Collections.reverse(order);
        }
        TrialRows rows = new TrialRows(book, TieredArm.OURS.toString());
        for (TieredPhase phase : options.phases()) {
            rows.add(phase.toString(), jdk.version(), TieredMetrics.of(phase), peers(phase, jdk));
        }
        machine.put("brokerJdk", jdk.version());
        machine.put("slowDisk", slowDisk);
        machine.put(
                "broker",
                "heap " + options.heapMib() + " MiB, with its page cache " + (options.memoryBytes() >> 20) + " MiB");
        machine.put("sizes", options.describe());
        return new BenchResult(NAME, machine, rows.rows());
    }

    private List<String> peers(TieredPhase phase, Jdk jdk) {
        List<String> peers = new ArrayList<>();
        options.arms().stream()
                .filter(arm -> arm != TieredArm.OURS && phase.concerns(arm))
                .forEach(arm -> peers.add(arm.toString()));
        List<Trial> alone = book.of(TieredPhase.REALTIME_LAG0.toString(), TieredArm.OURS.toString(), jdk.version());
        if (phase.hasRealtime() && phase.lag() != TieredPhase.Lag.NONE && !alone.isEmpty()) {
            alone.forEach(trial -> book.add(phase.toString(), OWN_LAG0, jdk.version(), trial));
            peers.add(OWN_LAG0);
        }
        return peers;
    }

    private List<TieredPhase> phases(TieredArm arm, boolean alone) {
        return options.phases().stream()
                .filter(phase -> phase.concerns(arm) && phase.isAlone() == alone)
                .toList();
    }

    /** One life of a broker. */
    private void trial(TieredArm arm, Jdk jdk, int round, List<TieredPhase> phases) throws InterruptedException {
        if (phases.isEmpty()) {
            return;
        }
        voice.say("round " + (round + 1) + "  " + arm);
        try {
            Trial trial = trials.run(arm, jdk, phases);
            for (TieredPhase phase : phases) {
                book.add(phase.toString(), arm.toString(), jdk.version(), trial.phase(phase.toString()));
            }
        } catch (IOException e) {
            String why = String.valueOf(e.getMessage()).lines().findFirst().orElse(e.toString());
            voice.say(arm + " failed: " + e.getMessage());
            phases.forEach(phase -> book.fail(phase.toString(), arm.toString(), jdk.version(), why));
        }
    }

    /** Lines for who watches, with the time since the beginning. */
    private record Voice(long began) {
        void say(String text) {
            System.err.printf(Locale.ROOT, "[%4d s] %s%n", (System.nanoTime() - began) / 1_000_000_000, text);
        }
    }
}
