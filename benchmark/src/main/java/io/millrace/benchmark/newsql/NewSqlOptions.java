package io.millrace.benchmark.newsql;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What the scenario {@code newsql} does and for how long. Filled by the command line. */
public final class NewSqlOptions {
    @Option(names = "--quick", description = "one short round of small tables: under two minutes in all")
    private boolean quick;

    @Option(names = "--seconds", description = "seconds of each measured window (default: 10, quick: 1.5)")
    private @Nullable Double seconds;

    @Option(names = "--rounds", description = "rounds of each case (default: 5, quick: 1)")
    private @Nullable Integer rounds;

    @Option(names = "--warmup", description = "seconds of load before each window (default: 3, quick: 0.7)")
    private @Nullable Double warmup;

    @Option(
            names = "--first-warmup",
            description = "seconds of each kind of load before anything counts (default: 15, quick: 2; 0: none)")
    private @Nullable Double firstWarmup;

    @Option(names = "--cases", split = ",", description = "only these cases, by name")
    private @Nullable List<String> cases;

    @Option(
            names = "--rows",
            description = "rows of each of the four tables, keys of a node (default: 100000, quick: 20000)")
    private @Nullable Integer rows;

    @Option(
            names = "--large-rows",
            description = "rows of the large table (default: 10000000; quick leaves its case out unless it is named)")
    private int largeRows = 10_000_000;

    @Option(names = "--no-peers", description = "leave MariaDB and Redis out")
    private boolean withoutPeers;

    @Option(
            names = "--text",
            description = "statements as text with literals; else they are prepared once and executed")
    private boolean textual;

    @Option(names = "--java", description = "the java that runs our servers (default: 25 where it is, else our own)")
    private @Nullable Path java;

    @Option(
            names = "--jvm-flags",
            split = " ",
            description = "flags of our servers' JVM (default: those of ./millrace up, and 1 GiB of heap)")
    private @Nullable List<String> flags;

    @Option(names = "--class-path", description = "where our servers' classes are (default: the launcher's jar)")
    private @Nullable String classPath;

    @Option(names = "--dir", description = "where the servers' files go (default: target/)")
    private @Nullable Path directory;

    @Option(names = "--seed", defaultValue = "20264", description = "seed of the queries (default: 20264)")
    private long seed = 20264;

    double seconds() {
        return seconds != null ? seconds : quick ? 1.5 : 10;
    }

    int rounds() {
        return rounds != null ? rounds : quick ? 1 : 5;
    }

    double warmupSeconds() {
        return warmup != null ? warmup : quick ? 0.7 : 3;
    }

    double firstWarmupSeconds() {
        return firstWarmup != null ? firstWarmup : quick ? 2 : 15;
    }

    List<NewSqlCase> cases() {
        if (cases != null) {
            return cases.stream().map(NewSqlCase::named).toList();
        }
        return NewSqlCase.all().stream()
                .filter(each -> !quick || each.rows() != NewSqlCase.Rows.LARGE)
                .toList();
    }

    /** Rows of each table, or keys of each kind. */
    int rows(NewSqlCase.Rows which) {
        return which == NewSqlCase.Rows.LARGE ? largeRows : rows != null ? rows : quick ? 20_000 : 100_000;
    }

    boolean hasPeers() {
        return !withoutPeers;
    }

    boolean isTextual() {
        return textual;
    }

    @Nullable
    Path java() {
        return java;
    }

    @Nullable
    List<String> flags() {
        return flags;
    }

    @Nullable
    String classPath() {
        return classPath;
    }

    @Nullable
    Path directory() {
        return directory;
    }

    long seed() {
        return seed;
    }
}
