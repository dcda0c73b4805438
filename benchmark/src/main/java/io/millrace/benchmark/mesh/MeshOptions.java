package io.millrace.benchmark.mesh;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What the scenario {@code mesh} does and for how long. Filled by the command line. */
public final class MeshOptions {
    @Option(names = "--quick", description = "one short round of each case: under two minutes in all")
    private boolean quick;

    @Option(names = "--seconds", description = "seconds of each measured window (default: 10, quick: 4)")
    private @Nullable Double seconds;

    @Option(names = "--rounds", description = "rounds of each case (default: 3, quick: 1)")
    private @Nullable Integer rounds;

    @Option(names = "--warmup", description = "seconds of load before anything counts (default: 20, quick: 6)")
    private @Nullable Double warmup;

    @Option(names = "--cases", split = ",", description = "only these cases, by name")
    private @Nullable List<String> cases;

    @Option(
            names = "--peer",
            paramLabel = "NAME=URL,PID[,PID...]",
            converter = ExternalPeer.class,
            description =
                    "agents that listen at URL already; the first process is the consumer's side; may be repeated")
    private List<Contender> peers = List.of();

    @Option(names = "--no-nginx", description = "leave the pair of nginx out")
    private boolean withoutNginx;

    @Option(names = "--peers-only", description = "leave our agents out")
    private boolean peersOnly;

    @Option(
            names = "--stub-ports",
            split = ",",
            defaultValue = "0,0,0",
            description = "Dubbo ports of the stub (default: free ones)")
    private List<Integer> stubPorts = List.of(0, 0, 0);

    @Option(
            names = "--stub",
            paramLabel = "LINE",
            description =
                    "use a stub that runs already, by the line it printed: \"READY dubbo=P,P,P http=P control=P\"")
    private @Nullable String stub;

    @Mixin
    private AgentOptions agents = new AgentOptions();

    boolean isQuick() {
        return quick;
    }

    double seconds() {
        return seconds != null ? seconds : quick ? 4 : 10;
    }

    int rounds() {
        return rounds != null ? rounds : quick ? 1 : 3;
    }

    double warmupSeconds() {
        return warmup != null ? warmup : quick ? 6 : 20;
    }

    /** Seconds of load before each window: connections open, caches and the driver's own JVM warm. */
    double sampleWarmupSeconds() {
        return quick ? 1.5 : 3;
    }

    /** Cases with the stub, in order. */
    List<MeshCase> stubCases() {
        return cases().stream().filter(each -> !each.isRealDubbo()).toList();
    }

    boolean hasRealDubbo() {
        return cases().contains(MeshCase.DUBBO_SLEEP50_512);
    }

    private List<MeshCase> cases() {
        if (cases != null) {
            return cases.stream().map(MeshCase::named).toList();
        }
        return quick ? MeshCase.withStub() : List.of(MeshCase.values());
    }

    List<Contender> peers() {
        return peers;
    }

    boolean hasNginx() {
        return !withoutNginx;
    }

    boolean hasOurs() {
        return !peersOnly;
    }

    List<Integer> stubPorts() {
        return stubPorts;
    }

    @Nullable
    String stub() {
        return stub;
    }

    AgentOptions agents() {
        return agents;
    }
}
