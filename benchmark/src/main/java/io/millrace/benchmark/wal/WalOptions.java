package io.millrace.benchmark.wal;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What the scenario {@code wal} does and for how long. Filled by the command line. */
public final class WalOptions {
    @Option(names = "--quick", description = "one short round of each case: under two minutes in all")
    private boolean quick;

    @Option(names = "--records", description = "most records of an append run (default: 40000000, quick: 4000000)")
    private @Nullable Long records;

    @Option(names = "--seconds", description = "most seconds of a measured run (default: 10, quick: 0.4)")
    private @Nullable Double seconds;

    @Option(names = "--warmup", description = "seconds of the same work before it (default: 5, quick: 0.4)")
    private @Nullable Double warmup;

    @Option(names = "--rounds", description = "rounds of each case (default: 3, quick: 1)")
    private @Nullable Integer rounds;

    @Option(
            names = "--cold-records",
            description = "records of the log for read-cold (default: 25000000, quick: 2000000)")
    private @Nullable Long coldRecords;

    @Option(names = "--cases", split = ",", description = "only these cases, by name")
    private @Nullable List<String> cases;

    @Option(names = "--peers", split = ",", description = "only these peers, by name; none for ours alone")
    private @Nullable List<String> peers;

    @Option(names = "--peers-only", description = "leave ours out")
    private boolean peersOnly;

    @Option(names = "--jdks", split = ",", description = "major versions of Java to run on (default: 17,25)")
    private List<Integer> jdks = List.of(17, 25);

    @Option(names = "--heap", defaultValue = "1g", description = "greatest heap of every contender (default: 1g)")
    private String heap = "1g";

    @Option(names = "--dir", description = "where the files go (default: target/ of the project)")
    private @Nullable Path directory;

    long records() {
        return records != null ? records : quick ? 4_000_000 : 40_000_000;
    }

    double seconds() {
        return seconds != null ? seconds : quick ? 0.4 : 10;
    }

    double warmupSeconds() {
        return warmup != null ? warmup : quick ? 0.4 : 5;
    }

    int rounds() {
        return rounds != null ? rounds : quick ? 1 : 3;
    }

    long coldRecords() {
        return coldRecords != null ? coldRecords : quick ? 2_000_000 : 25_000_000;
    }

    /** Records read back after an append run, outside the measured time. */
    long verifiedRecords() {
        return quick ? 200_000 : 5_000_000;
    }

    List<WalCase> cases() {
        return cases == null
                ? List.of(WalCase.values())
                : cases.stream().map(WalCase::named).toList();
    }

    boolean hasPeer(WalContender contender) {
        return peers == null || peers.contains(contender.toString());
    }

    boolean hasOurs() {
        return !peersOnly;
    }

    List<Integer> jdks() {
        return jdks;
    }

    String heap() {
        return heap;
    }

    @Nullable
    Path directory() {
        return directory;
    }
}
