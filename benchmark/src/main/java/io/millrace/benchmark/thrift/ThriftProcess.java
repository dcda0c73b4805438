package io.millrace.benchmark.thrift;

import io.millrace.benchmark.process.Children;
import io.millrace.benchmark.process.JavaCommand;
import io.millrace.benchmark.trial.Jdk;
import io.millrace.benchmark.trial.PeerJars;
import io.millrace.benchmark.trial.Trial;
import io.millrace.benchmark.trial.TrialProcess;
import io.millrace.benchmark.trial.TrialSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Starts the process that has the arms. */
final class ThriftProcess {
    /** By its name: it is in a jar of its own. */
    private static final String MAIN = "io.millrace.benchmark.codec.CodecTrial";

    private static final Duration MARGIN = Duration.ofSeconds(240);

    /** Between CPU time and time on a machine that has other things to do. */
    private static final int BUSY = 6;

    private final ThriftOptions options;
    private final Children children;
    private final Consumer<String> watcher;

    ThriftProcess(ThriftOptions options, Children children, Consumer<String> watcher) {
        this.options = options;
        this.children = children;
        this.watcher = watcher;
    }

    /** All cases in one process, every second round backwards. {@link IOException} with the reason where it fails or is not done in its time. */
    Trial run(Jdk jdk, int round) throws IOException, InterruptedException {
        List<ThriftCase> cases = new ArrayList<>(options.cases());
        if (round % 2 == 1) {
            Collections.reverse(cases);
        }
        long arms =
                cases.stream().mapToLong(each -> 1 + options.peers(each).size()).sum();
        TrialSettings settings = new TrialSettings()
                .with("cases", names(cases))
                .with("peers", names(peers(cases)))
                .with("warmup", options.warmupMillis())
                .with("millis", options.millis());
        List<String> command = JavaCommand.of(
                jdk.java(), flags(jdk), List.of("-cp", PeerJars.thrift().toString(), MAIN), settings.asArguments());
        try (TrialProcess process = TrialProcess.start(children, "thrift", command, watcher)) {
            return process.await(MARGIN.plusMillis(BUSY * arms * (options.warmupMillis() + options.millis())));
        }
    }

    private List<ThriftContender> peers(List<ThriftCase> cases) {
        return cases.stream()
                .flatMap(each -> options.peers(each).stream())
                .distinct()
                .sorted()
                .toList();
    }

    private static String names(List<? extends Enum<?>> values) {
        return values.stream().map(Enum::name).collect(Collectors.joining(","));
    }

    /**
     * Compilers finish before the code runs on, so that they are in no batch; the heap's pages are there before anything is measured; the collector has no objects that are too large for
     * it, as the default one would have at this size of heap. The rest is what Fory asks for.
     */
    private List<String> flags(Jdk jdk) {
        List<String> flags = new ArrayList<>(List.of(
                "-Xbatch",
                "-Xms" + options.heap(),
                "-Xmx" + options.heap(),
                "-XX:+UseParallelGC",
                "-XX:+AlwaysPreTouch",
                "-XX:-UsePerfData",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED"));
        if (jdk.major() >= 24) {
            flags.add("--enable-native-access=ALL-UNNAMED");
            flags.add("--sun-misc-unsafe-memory-access=allow");
        }
        return flags;
    }
}
