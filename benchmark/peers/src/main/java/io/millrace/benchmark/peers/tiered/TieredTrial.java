package io.millrace.benchmark.peers.tiered;

import io.millrace.benchmark.tiered.TieredArm;
import io.millrace.benchmark.tiered.TieredPhase;
import io.millrace.benchmark.trial.TrialSettings;
import io.millrace.benchmark.trial.TrialVoice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The process of one trial: one life of one broker, filled once, and the phases one after the other. */
public final class TieredTrial {
    private static final double MIB = 1 << 20;

    private final TrialSettings settings;
    private final TrialVoice voice;
    private final TieredArm arm;
    private final long lagBytes;
    private final long began = System.nanoTime();

    private TieredTrial(TrialSettings settings, TrialVoice voice) {
        this.settings = settings;
        this.voice = voice;
        this.arm = settings.choice("arm", TieredArm.class);
        this.lagBytes = settings.number("lag-bytes");
    }

    /** Arguments as the scenario gives them. Ends, with its broker, when the scenario's process does. */
    public static void main(String[] arguments) {
        Thread watch = new Thread(TieredTrial::endWithParent, "watch parent");
        watch.setDaemon(true);
        watch.start();
        TrialVoice.speak(voice -> new TieredTrial(TrialSettings.parse(arguments), voice).run());
    }

    /** Standard input ends when whoever holds its other end is gone, however it went. */
    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                // Nobody says anything here.
            }
        } catch (IOException e) {
            System.err.println("standard input failed: " + e);
        }
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        Runtime.getRuntime().halt(1);
    }

    private void run() throws Exception {
        List<TieredPhase> phases = new ArrayList<>();
        for (String name : settings.text("phases").split(",", -1)) {
            phases.add(TieredPhase.valueOf(name));
        }
        try (TieredBroker broker = TieredBroker.open(arm, settings);
                TrialTopics topics = new TrialTopics(broker, arm, settings.integer("segment-bytes"))) {
            say("broker is ready");
            topics.create();
            if (phases.stream().anyMatch(TieredPhase::isAlone)) {
                broker.limitCopies(settings.number("copy-rate"));
                warmUp(broker, topics, List.of(TieredPhase.Lag.NONE));
            } else {
                prepare(broker, topics);
                warmUp(broker, topics, List.of(TieredPhase.Lag.values()));
            }
            for (TieredPhase phase : phases) {
                run(phase, broker, topics);
            }
        }
    }

    private void prepare(TieredBroker broker, TrialTopics topics) throws IOException, InterruptedException {
        Map<String, Integer> all = new HashMap<>(TrialTopics.lagging(TieredPhase.Lag.OLD));
        all.putAll(TrialTopics.lagging(TieredPhase.Lag.RECENT));
        new TopicFiller(broker.address()).fill(all, lagBytes);
        say("%d x %.0f MiB written", all.size(), lagBytes / MIB);
        topics.awaitTiered();
        broker.limitCopies(settings.number("copy-rate"));
        say("old data is where it belongs");
    }

    /** Every kind of load once, so that the compilers of broker and clients finish; nothing counts. */
    private void warmUp(TieredBroker broker, TrialTopics topics, List<TieredPhase.Lag> kinds)
            throws IOException, InterruptedException {
        double seconds = settings.decimal("first-warmup");
        for (TieredPhase.Lag lag : kinds) {
            load(broker, lag, pace(topics, "records"), 0, seconds / kinds.size());
        }
        say("warmed up");
    }

    private void run(TieredPhase phase, TieredBroker broker, TrialTopics topics)
            throws IOException, InterruptedException {
        topics.awaitCopied();
        if (phase.lag() != TieredPhase.Lag.NONE) {
            FileCache.drop(
                    broker.folders().ofLagging(TrialTopics.lagging(phase.lag()).keySet()));
        }
        LoadRun.Pace pace = phase.hasRealtime() ? pace(topics, phase.writesMore() ? "copy-records" : "records") : null;
        LoadResult result = load(broker, phase.lag(), pace, settings.decimal("warmup"), settings.decimal("seconds"));
        if (phase.lag() == TieredPhase.Lag.OLD
                && result.laggingBytes() > 0
                && (result.slowDiskReads() == 0 || (arm.isTiered() && result.fetched() == 0))) {
            throw new IOException("lagging consumers got all without the slow disk, phase " + phase);
        }
        result.tell(voice, phase, arm);
        say("%s: %s", phase, result.summary());
    }

    private LoadResult load(
            TieredBroker broker, TieredPhase.Lag lag, LoadRun.@Nullable Pace pace, double warmup, double seconds)
            throws IOException, InterruptedException {
        WriteSamples writes = new WriteSamples(settings.path("logs-stat"));
        try (LoadRun load = new LoadRun(broker, lag, pace, writes, warmup, seconds)) {
            Set<String> lagging = TrialTopics.lagging(lag).keySet();
            // Unbounded from the fast disk they would measure the processor, of which clients and broker share one.
            double rate = lag == TieredPhase.Lag.RECENT
                    ? settings.decimal("recent-rate") / lagging.size()
                    : Double.POSITIVE_INFINITY;
            return load.run(lagBytes / RecordContent.BYTES, rate);
        }
    }

    private LoadRun.Pace pace(TrialTopics topics, String records) throws IOException, InterruptedException {
        return new LoadRun.Pace(settings.decimal(records), topics.end(TrialTopics.REALTIME), settings.decimal("poll"));
    }

    private void say(String format, Object... values) {
        voice.progress(
                "%3d s  %s", (System.nanoTime() - began) / 1_000_000_000, String.format(Locale.ROOT, format, values));
    }
}
