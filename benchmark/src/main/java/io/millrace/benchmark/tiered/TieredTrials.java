package io.millrace.benchmark.tiered;

import io.millrace.benchmark.process.Children;
import io.millrace.benchmark.slow.DiskPart;
import io.millrace.benchmark.slow.SlowDisk;
import io.millrace.benchmark.trial.Jdk;
import io.millrace.benchmark.trial.PeerJars;
import io.millrace.benchmark.trial.ScratchDirectory;
import io.millrace.benchmark.trial.Trial;
import io.millrace.benchmark.trial.TrialProcess;
import io.millrace.benchmark.trial.TrialSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Starts the process that has the clients, which starts the broker. */
final class TieredTrials {
    static final String REALTIME_PART = "realtime";
    static final String LAG_PART = "lag";
    static final String OWN_PART = "own";

    /** A roll, which Kafka follows by a force of its own, shall not come every second. */
    private static final int SEGMENTS_ALONE = 4;

    /** More than is written: nothing is left to the system's write-back. */
    private static final long FLUSH_BYTES_PER_SECOND = 50_000_000;

    /** By its name: it is in the jar of the peers, since it speaks to Kafka. */
    private static final String MAIN = "io.millrace.benchmark.peers.tiered.TieredTrial";

    private static final String CLIENT_HEAP = "512m";

    /** For a broker to start and to end, on a machine that has other things to do. */
    private static final double START_SECONDS = 700;

    /** Around a window: page cache dropped, last records, copies that are still due. */
    private static final double PHASE_SECONDS = 150;

    private final TieredOptions options;
    private final Children children;
    private final ScratchDirectory scratch;
    private final SlowDisk disk;
    private final @Nullable DiskPart own;
    private final Consumer<String> watcher;

    /** @param own for the logs of a case that is alone; null without such a case */
    TieredTrials(
            TieredOptions options,
            Children children,
            ScratchDirectory scratch,
            SlowDisk disk,
            @Nullable DiskPart own,
            Consumer<String> watcher) {
        this.options = options;
        this.children = children;
        this.scratch = scratch;
        this.disk = disk;
        this.own = own;
        this.watcher = watcher;
    }

    /** One life of one broker, on empty disks; {@link IOException} with the reason where it fails or is not done in its time. */
    Trial run(TieredArm arm, Jdk jdk, List<TieredPhase> phases) throws IOException, InterruptedException {
        DiskPart realtime = disk.part(REALTIME_PART);
        DiskPart lag = disk.part(LAG_PART);
        boolean isAlone = phases.stream().anyMatch(TieredPhase::isAlone);
        Path run = scratch.fresh("run");
        Path slow = fresh(realtime).resolve("logs");
        Path old = fresh(lag);
        DiskPart counted = isAlone ? Objects.requireNonNull(own, "no disk for a case alone") : realtime;
        Path fast = (isAlone ? fresh(counted) : run).resolve("logs");
        boolean isFast = isAlone || arm.isTiered();
        TrialSettings settings = new TrialSettings()
                .with("arm", arm.name())
                .with("phases", phases.stream().map(TieredPhase::name).collect(Collectors.joining(",")))
                .with("directory", run)
                .with("realtime-logs", isFast ? fast : slow)
                .with("realtime-stat", realtime.stat())
                .with("lagging-logs", isFast ? fast : old.resolve("logs"))
                .with("lag-stat", lag.stat())
                .with("cold", old.resolve("cold"))
                .with("logs-stat", counted.stat())
                .with("flush-rate", isAlone && arm == TieredArm.OURS ? FLUSH_BYTES_PER_SECOND : 0)
                .with("join", disk.joinFiles().stream().map(Path::toString).collect(Collectors.joining(",")))
                .with("heap-mib", options.heapMib())
                .with("seconds", options.seconds())
                .with("warmup", options.warmupSeconds())
                .with("first-warmup", options.firstWarmupSeconds())
                .with("records", options.recordsPerSecond())
                .with("copy-records", options.copyRecordsPerSecond())
                .with("copy-rate", options.copyBytesPerSecond())
                .with("poll", options.pollSeconds())
                .with("lag-bytes", options.lagBytes())
                .with("recent-rate", options.recentBytesPerSecond())
                .with("segment-bytes", isAlone ? SEGMENTS_ALONE * options.segmentBytes() : options.segmentBytes());
        try (TrialProcess process = TrialProcess.start(
                children,
                arm.toString(),
                jdk,
                CLIENT_HEAP,
                PeerJars.find(),
                MAIN,
                settings,
                line -> watcher.accept("  " + arm + " " + line))) {
            return process.await(Duration.ofMillis((long) (1000 * seconds(phases.size()))));
        }
    }

    private double seconds(int phases) {
        double filled = 8.0 * options.lagBytes() / options.limits().bytesPerSecond();
        double once = options.warmupSeconds() + options.seconds() + PHASE_SECONDS;
        return START_SECONDS + 6 * filled + options.firstWarmupSeconds() + phases * once;
    }

    /** A new, empty folder of a part; file systems have one of their own beside it. */
    private static Path fresh(DiskPart part) throws IOException {
        Path folder = part.root().resolve("run");
        ScratchDirectory.remove(folder);
        return Files.createDirectories(folder);
    }
}
