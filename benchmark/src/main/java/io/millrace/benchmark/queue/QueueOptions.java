package io.millrace.benchmark.queue;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What the scenario {@code queue} does, how much and for how long. Filled by the command line. */
public final class QueueOptions {
    @Option(names = "--quick", description = "small and one round: under two minutes in all")
    private boolean quick;

    @Option(names = "--queues", description = "number of queues (default: 1000000, quick: 20000)")
    private @Nullable Integer queues;

    @Option(
            names = "--messages",
            split = ",",
            description = "messages for each queue; the first for all cases, others for lock-step at os"
                    + " (default: 100,200; quick: 50)")
    private @Nullable List<Integer> messages;

    @Option(names = "--threads", defaultValue = "24", description = "threads of each phase (default: 24)")
    private int threads = 24;

    @Option(names = "--tester", defaultValue = "LEAN", description = "lean or contest (default: lean)")
    private Tester tester = Tester.LEAN;

    @Option(names = "--checks", description = "calls of a check phase (default: a fifth of the queues)")
    private @Nullable Long checks;

    @Option(
            names = "--commit-every",
            defaultValue = "1000",
            description = "puts of a thread between two waits for the device at sync (default: 1000)")
    private int commitEvery = 1000;

    @Option(
            names = "--growth",
            split = ",",
            description =
                    "numbers of queues to climb (default: 1000,10000,100000,1000000,2000000; quick: 100,10000,100000)")
    private @Nullable List<Integer> growth;

    @Option(
            names = "--growth-messages",
            description = "messages in all at each of them (default: 40000000, quick: 300000)")
    private @Nullable Long growthMessages;

    @Option(names = "--kill-after", description = "messages before the kill (default: queues x messages)")
    private @Nullable Long killAfter;

    @Option(names = "--rounds", description = "rounds of ours; peers have one (default: 3, quick: 1)")
    private @Nullable Integer rounds;

    @Option(names = "--seconds", description = "most seconds of a phase of ours (default: 600, quick: 20)")
    private @Nullable Double seconds;

    @Option(names = "--sync-seconds", description = "most seconds of a put phase at sync (default: 60, quick: 1)")
    private @Nullable Double syncSeconds;

    @Option(names = "--peer-seconds", description = "most seconds of a phase of a peer (default: 300, quick: 4)")
    private @Nullable Double peerSeconds;

    @Option(names = "--heap", defaultValue = "4g", description = "greatest heap of every contender (default: 4g)")
    private String heap = "4g";

    @Option(names = "--memory-mib", description = "memory beside the heap (default: 4096, quick: 1024)")
    private @Nullable Integer memoryMib;

    @Option(names = "--epoch-mib", description = "one epoch of ours (default: 512, quick: 64)")
    private @Nullable Integer epochMib;

    @Option(names = "--disk-mib", description = "file of the disk's random reads (default: 4096, quick: 256)")
    private @Nullable Integer diskMib;

    @Option(
            names = "--cases",
            split = ",",
            description = "only cases whose names begin so, for example put-random,recover")
    private @Nullable List<String> cases;

    @Option(names = "--peers", split = ",", description = "only these peers, by name; none for ours alone")
    private @Nullable List<String> peers;

    @Option(names = "--peers-only", description = "leave ours out")
    private boolean peersOnly;

    @Option(
            names = "--jdks",
            split = ",",
            description = "major versions of Java to run on (default: the one of the tools)")
    private @Nullable List<Integer> jdks;

    @Option(names = "--seed", defaultValue = "1", description = "of arrival and checks (default: 1)")
    private long seed = 1;

    @Option(names = "--dir", description = "where the files go (default: target/ of the project)")
    private @Nullable Path directory;

    int queues() {
        return queues != null ? queues : quick ? 20_000 : 1_000_000;
    }

    List<Integer> messages() {
        return messages != null ? messages : quick ? List.of(50) : List.of(100, 200);
    }

    int threads() {
        return threads;
    }

    Tester tester() {
        return tester;
    }

    long checks() {
        return checks != null ? checks : Math.max(1, queues() / 5);
    }

    int commitEvery() {
        return commitEvery;
    }

    List<Integer> growth() {
        List<Integer> rungs = growth != null
                ? growth
                : quick ? List.of(100, 10_000, 100_000) : List.of(1_000, 10_000, 100_000, 1_000_000, 2_000_000);
        return rungs.stream().sorted().toList();
    }

    long growthMessages() {
        return growthMessages != null ? growthMessages : quick ? 300_000 : 40_000_000;
    }

    long killAfter() {
        return killAfter != null ? killAfter : (long) queues() * messages().get(0);
    }

    int rounds() {
        return rounds != null ? rounds : quick ? 1 : 3;
    }

    double seconds(QueueContender contender, QueueLevel level) {
        double most = contender == QueueContender.OURS
                ? seconds != null ? seconds : quick ? 20 : 600
                : peerSeconds != null ? peerSeconds : quick ? 4 : 300;
        double sync = syncSeconds != null ? syncSeconds : quick ? 1 : 60;
        return level == QueueLevel.SYNC ? Math.min(sync, most) : most;
    }

    /** For a process beside what its phases may take: to start, open, close. */
    double marginSeconds() {
        return quick ? 18 : 400;
    }

    String heap() {
        return heap;
    }

    int memoryMib() {
        return memoryMib != null ? memoryMib : quick ? 1024 : 4096;
    }

    int epochMib() {
        return epochMib != null ? epochMib : quick ? 64 : 512;
    }

    int diskMib() {
        return diskMib != null ? diskMib : quick ? 256 : 4096;
    }

    double diskSeconds() {
        return quick ? 1 : 10;
    }

    boolean hasCase(String name) {
        return cases == null || cases.stream().anyMatch(name::startsWith);
    }

    boolean hasPeer(QueueContender contender) {
        return peers == null || peers.contains(contender.toString());
    }

    /** Whether peers take part beyond lock-step at {@code OS}, growth and recovery. */
    boolean hasPeersEverywhere() {
        return !quick || peers != null;
    }

    boolean hasOurs() {
        return !peersOnly;
    }

    @Nullable
    List<Integer> jdks() {
        return jdks;
    }

    long seed() {
        return seed;
    }

    @Nullable
    Path directory() {
        return directory;
    }

    /** In a few words, for the results. */
    String describe() {
        return "queues=" + queues() + ", messages=" + messages() + ", threads=" + threads + ", tester=" + tester
                + ", checks=" + checks() + ", growth messages=" + growthMessages() + ", memory MiB=" + memoryMib()
                + ", epoch MiB=" + epochMib() + ", commit every=" + commitEvery + ", rounds=" + rounds();
    }
}
