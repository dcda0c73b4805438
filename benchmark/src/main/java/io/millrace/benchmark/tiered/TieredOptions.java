package io.millrace.benchmark.tiered;

import io.millrace.benchmark.slow.DiskLimits;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What the scenario {@code tiered-kafka} does, how much and for how long. Filled by the command line. */
public final class TieredOptions {
    @Option(names = "--quick", description = "one short round with little old data: about two minutes in all")
    private boolean quick;

    @Option(names = "--seconds", description = "seconds of each measured window (default: 60, quick: 3)")
    private @Nullable Double seconds;

    @Option(names = "--rounds", description = "rounds of each contender (default: 3, quick: 1)")
    private @Nullable Integer rounds;

    @Option(names = "--warmup", description = "seconds of load before each window (default: 5, quick: 1)")
    private @Nullable Double warmup;

    @Option(
            names = "--first-warmup",
            description = "seconds of every kind of load before anything counts (default: 15, quick: 2)")
    private @Nullable Double firstWarmup;

    @Option(names = "--cases", split = ",", description = "only these cases, by name")
    private @Nullable List<String> cases;

    @Option(names = "--peers", split = ",", description = "only these peers, by name; none for ours alone")
    private @Nullable List<String> peers;

    @Option(names = "--records", defaultValue = "2000", description = "records of 1 KiB a second (default: 2000)")
    private int recordsPerSecond = 2000;

    @Option(names = "--copy-records", description = "the same in the case copy (default: 8000, quick: 4000)")
    private @Nullable Integer copyRecordsPerSecond;

    @Option(names = "--copy-rate", defaultValue = "20", description = "MB/s that ours copies at most (default: 20)")
    private int copyMegabytesPerSecond = 20;

    @Option(names = "--poll-every", description = "seconds between two visits of one consumer (default: 10, quick: 1)")
    private @Nullable Double pollSeconds;

    @Option(
            names = "--lag-mib",
            description = "old data of each lagging consumer, and as much that is recent (default: 200, quick: 24)")
    private @Nullable Integer lagMib;

    @Option(
            names = "--recent-rate",
            description = "bytes/s that lagging consumers together get at most of recent data (default: --disk-rate)")
    private @Nullable Long recentBytesPerSecond;

    @Option(names = "--segment-mib", description = "one segment of every topic (default: 16, quick: 4)")
    private @Nullable Integer segmentMib;

    @Option(names = "--heap-mib", defaultValue = "400", description = "heap of the broker (default: 400)")
    private int heapMib = 400;

    @Option(
            names = "--memory-mib",
            defaultValue = "900",
            description = "all memory of the broker, page cache included (default: 900)")
    private int memoryMib = 900;

    @Option(
            names = "--disk-rate",
            defaultValue = "62914560",
            description = "bytes/s of the slow disk, each way (default: 62914560)")
    private long diskBytesPerSecond = 62_914_560;

    @Option(
            names = "--disk-operations",
            defaultValue = "120",
            description = "operations/s of the slow disk, each way (default: 120)")
    private int diskOperationsPerSecond = 120;

    @Option(names = "--dir", description = "where the files go, also the slow disk's image (default: target/)")
    private @Nullable Path directory;

    double seconds() {
        return seconds != null ? seconds : quick ? 3 : 60;
    }

    int rounds() {
        return rounds != null ? rounds : quick ? 1 : 3;
    }

    double warmupSeconds() {
        return warmup != null ? warmup : quick ? 1 : 5;
    }

    double firstWarmupSeconds() {
        return firstWarmup != null ? firstWarmup : quick ? 2 : 15;
    }

    List<TieredPhase> phases() {
        return cases == null
                ? List.of(TieredPhase.values())
                : cases.stream().map(TieredPhase::named).sorted().toList();
    }

    /** Ours first. */
    List<TieredArm> arms() {
        return Arrays.stream(TieredArm.values())
                .filter(each -> each == TieredArm.OURS || peers == null || peers.contains(each.toString()))
                .toList();
    }

    int recordsPerSecond() {
        return recordsPerSecond;
    }

    int copyRecordsPerSecond() {
        return copyRecordsPerSecond != null ? copyRecordsPerSecond : quick ? 4000 : 8000;
    }

    long copyBytesPerSecond() {
        return copyMegabytesPerSecond * 1_000_000L;
    }

    double pollSeconds() {
        return pollSeconds != null ? pollSeconds : quick ? 1 : 10;
    }

    /** Of one lagging consumer, old; and as much recent. */
    long lagBytes() {
        return (long) (lagMib != null ? lagMib : quick ? 24 : 200) << 20;
    }

    /** That all lagging consumers get at most from the fast disk: what the slow disk could give. */
    long recentBytesPerSecond() {
        return recentBytesPerSecond != null ? recentBytesPerSecond : diskBytesPerSecond;
    }

    int segmentBytes() {
        return (segmentMib != null ? segmentMib : quick ? 4 : 16) << 20;
    }

    int heapMib() {
        return heapMib;
    }

    long memoryBytes() {
        return (long) memoryMib << 20;
    }

    DiskLimits limits() {
        return new DiskLimits(diskBytesPerSecond, diskOperationsPerSecond);
    }

    @Nullable
    Path directory() {
        return directory;
    }

    /** In a few words, for the results. */
    String describe() {
        return "seconds=" + seconds() + ", rounds=" + rounds() + ", records/s=" + recordsPerSecond
                + ", copy records/s=" + copyRecordsPerSecond() + ", copy MB/s=" + copyMegabytesPerSecond
                + ", old=4 x " + (lagBytes() >> 20) + " MiB, recent=as much at "
                + recentBytesPerSecond() + " bytes/s, segment MiB=" + (segmentBytes() >> 20)
                + ", poll every " + pollSeconds() + " s";
    }
}
