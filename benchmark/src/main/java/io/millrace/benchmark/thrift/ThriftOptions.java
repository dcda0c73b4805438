package io.millrace.benchmark.thrift;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What the scenario {@code thrift} does and for how long. Filled by the command line. */
public final class ThriftOptions {
    @Option(names = "--quick", description = "one short round on each Java: under a minute in all")
    private boolean quick;

    @Option(names = "--rounds", description = "processes on each Java, one after the other (default: 3, quick: 1)")
    private @Nullable Integer rounds;

    @Option(names = "--millis", description = "CPU milliseconds measured for each arm (default: 200, quick: 60)")
    private @Nullable Integer millis;

    @Option(names = "--warmup", description = "CPU milliseconds of the same work before it (default: 150, quick: 70)")
    private @Nullable Integer warmup;

    @Option(names = "--cases", split = ",", description = "only these cases, by name")
    private @Nullable List<String> cases;

    @Option(names = "--peers", split = ",", description = "only these peers, by name")
    private @Nullable List<String> peers;

    @Option(names = "--jdks", split = ",", description = "major versions of Java to run on (default: 17,25)")
    private List<Integer> jdks = List.of(17, 25);

    @Option(names = "--heap", defaultValue = "1g", description = "heap of each process (default: 1g)")
    private String heap = "1g";

    @Option(names = "--dir", description = "where the logs go (default: target/ of the project)")
    private @Nullable Path directory;

    int rounds() {
        return rounds != null ? rounds : quick ? 1 : 3;
    }

    int millis() {
        return millis != null ? millis : quick ? 60 : 200;
    }

    int warmupMillis() {
        return warmup != null ? warmup : quick ? 70 : 150;
    }

    List<ThriftCase> cases() {
        return cases == null
                ? List.of(ThriftCase.values())
                : cases.stream().map(ThriftCase::named).distinct().sorted().toList();
    }

    /** Of the case, without ours. */
    List<ThriftContender> peers(ThriftCase benchCase) {
        List<String> wanted = peers;
        if (wanted == null) {
            return benchCase.peers();
        }
        List<ThriftContender> named =
                wanted.stream().map(ThriftContender::named).toList();
        return benchCase.peers().stream().filter(named::contains).toList();
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

    /** In a few words, for the results. */
    String describe() {
        return "rounds=" + rounds() + ", CPU ms an arm=" + millis() + " after " + warmupMillis();
    }
}
