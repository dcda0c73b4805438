package io.millrace.benchmark.mesh;

import io.millrace.benchmark.BenchResult;
import io.millrace.benchmark.Machine;
import io.millrace.benchmark.ProjectHome;
import io.millrace.benchmark.process.Child;
import io.millrace.benchmark.process.Children;
import io.millrace.benchmark.process.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Starts the parts, lets the contenders take turns over rounds, and reports.
 *
 * <p>All contenders start once and stay for all cases, warm; the one that is not its turn has no connection and no
 * call. Every second round goes the other way around, so that whatever drifts on the machine falls on both.
 */
public final class MeshScenario {
    private static final String NAME = "mesh";
    private static final String AGENT_JAR = "mesh-agent/target/millrace-mesh-agent-1.0-SNAPSHOT-exec.jar";
    private static final String DUBBO_JAR =
            "testkit/provider-dubbo33/target/millrace-provider-dubbo33-1.0-SNAPSHOT.jar";
    private static final String NO_NGINX = "nginx is not installed (apt-get install nginx-light)";
    private static final Duration DRIVER_MARGIN = Duration.ofSeconds(20);

    private final MeshOptions options;
    private final AgentJvm jvm;
    private final Children children;
    private final SampleBook book = new SampleBook();
    private final List<Contender> contenders = new ArrayList<>();
    private final Map<String, Object> machine = Machine.describe();
    private final long began = System.nanoTime();
    private double idleMib = Double.NaN;

    private MeshScenario(MeshOptions options, AgentJvm jvm, Children children) {
        this.options = options;
        this.jvm = jvm;
        this.children = children;
    }

    /** Runs it. {@link IOException} says which part failed and what it said last; all processes have ended then. */
    public static BenchResult run(MeshOptions options) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("millrace-bench-mesh-");
        AgentJvm jvm = AgentJvm.find(options.agents().java(), options.agents().flags());
        System.err.println("logs: " + directory);
        try (Children children = new Children(directory)) {
            return new MeshScenario(options, jvm, children).measure();
        }
    }

    private BenchResult measure() throws IOException, InterruptedException {
        List<MeshCase> done = new ArrayList<>(options.stubCases());
        if (!done.isEmpty()) {
            measureWithStub(done);
        }
        if (options.hasRealDubbo() && options.hasOurs()) {
            measureWithDubbo();
            done.add(MeshCase.DUBBO_SLEEP50_512);
        }
        machine.put("agentsJdk", jvm.version());
        machine.put("agentsJvmFlags", String.join(" ", jvm.flags()));
        machine.put("agentsProperties", options.agents().variants().toString());
        return new BenchResult(NAME, machine, new MeshReport(book, jvm.version()).rows(done));
    }

    private void measureWithStub(List<MeshCase> cases) throws IOException, InterruptedException {
        String running = options.stub();
        StubProcess stub =
                running != null ? StubProcess.parse(running) : StubProcess.start(children, options.stubPorts());
        stub.delay(Duration.ZERO);
        try (MillraceAgents agents = startOurs(stub, cases)) {
            startPeers(stub, cases);
            warm();
            for (MeshCase meshCase : cases) {
                stub.delay(meshCase.delay());
                rounds(meshCase);
            }
            say(stub.stats().trim().replace("\n", "\n        "));
        }
    }

    private MillraceAgents startOurs(StubProcess stub, List<MeshCase> cases) throws IOException, InterruptedException {
        MillraceAgents agents = agents();
        if (options.hasOurs()) {
            idleMib = jvm.idleMib(children);
            say(String.format(
                    Locale.ROOT, "starting our agents on Java %s (an idle JVM has %.0f MiB)", jvm.version(), idleMib));
            contenders.add(agents.start("stub", stub.dubboPorts()));
        } else {
            cases.forEach(each -> book.fail(each, Contender.OURS, "left out by --peers-only"));
        }
        return agents;
    }

    private MillraceAgents agents() throws IOException {
        Path named = options.agents().jar();
        Path jar = named != null ? named : ProjectHome.find().resolve(AGENT_JAR);
        if (options.hasOurs() && !Files.isReadable(jar)) {
            throw new IOException("the agent is not built: " + jar
                    + " (./mvnw -q -pl mesh-agent -am -DskipTests package, or --agent-jar)");
        }
        return new MillraceAgents(children, options.agents(), jvm, jar.toAbsolutePath());
    }

    private void startPeers(StubProcess stub, List<MeshCase> cases) throws InterruptedException {
        if (options.hasNginx()) {
            book.expectPeer(NginxPair.peerName());
            try {
                Optional<Path> nginx = NginxPair.find();
                Contender pair =
                        NginxPair.start(nginx.orElseThrow(() -> new IOException(NO_NGINX)), children, stub.httpPort());
                machine.put("nginx", pair.runtime());
                contenders.add(pair);
            } catch (IOException e) {
                say(String.valueOf(e.getMessage()));
                cases.forEach(each -> book.fail(each, NginxPair.peerName(), firstLine(e)));
            }
        }
        for (Contender peer : options.peers()) {
            book.expectPeer(peer.name());
            contenders.add(peer);
        }
    }

    /** Lets the JIT compilers finish where there are any; nginx only opens its connections. */
    private void warm() throws InterruptedException {
        for (Contender contender : contenders) {
            double seconds = contender.name().equals(NginxPair.peerName()) ? 1 : options.warmupSeconds();
            say(String.format(Locale.ROOT, "warming %s for %.0f s", contender.name(), seconds));
            try {
                drive(contender, MeshCase.SATURATION_512.connections(), seconds, 1);
            } catch (IOException | IllegalArgumentException e) {
                // The cases themselves tell whether it works; a bad start here is only worth a line.
                say("while warming: " + e.getMessage());
            }
        }
    }

    private void rounds(MeshCase meshCase) throws InterruptedException, IOException {
        for (int round = 0; round < options.rounds(); round++) {
            List<Contender> order = new ArrayList<>(contenders);
            if (round % 2 == 1) {
                Collections.reverse(order);
            }
            for (Contender contender : order) {
                sample(meshCase, contender, round);
            }
        }
    }

    private void sample(MeshCase meshCase, Contender contender, int round) throws InterruptedException {
        boolean probe = contender.isOurs() && !options.isQuick() && round == options.rounds() - 1;
        try {
            double before = probe ? allocated(contender) : Double.NaN;
            Sample sample = drive(contender, meshCase.connections(), options.sampleWarmupSeconds(), options.seconds());
            if (probe) {
                sample = sample.withAllocatedBytes(allocated(contender) - before);
            }
            book.add(meshCase, contender.name(), sample);
            say(String.format(
                    Locale.ROOT, "%-18s round %d  %-12s %s", meshCase, round + 1, contender.name(), sample.summary()));
        } catch (IOException | IllegalArgumentException e) {
            say(meshCase + " " + contender.name() + " failed: " + e.getMessage());
            book.fail(meshCase, contender.name(), firstLine(e));
        }
    }

    private double allocated(Contender contender) throws IOException, InterruptedException {
        List<Long> pids = Stream.concat(contender.consumer().stream(), contender.providers().stream())
                .toList();
        return AllocationProbe.bytes(jvm.jcmd(), pids);
    }

    private Sample drive(Contender contender, int connections, double warmup, double seconds)
            throws IOException, InterruptedException {
        String pids = String.join(
                ",",
                Stream.concat(contender.consumer().stream(), contender.providers().stream())
                        .map(String::valueOf)
                        .toList());
        List<String> command = JavaCommand.ofThisJvm(
                List.of("-Xmx256m", "-XX:+UseSerialGC"),
                LoadDriver.class,
                List.of(
                        "--url", contender.url().toString(),
                        "--connections", Integer.toString(connections),
                        "--warmup", Double.toString(warmup),
                        "--seconds", Double.toString(seconds),
                        "--pids", pids));
        Child driver = children.start("driver", Map.of(), command);
        try {
            Duration limit = DRIVER_MARGIN.plusMillis((long) ((warmup + seconds) * 1000));
            String line = driver.awaitLine(each -> each.startsWith("{"), limit);
            return Sample.of(line, contender, contender.isOurs() ? idleMib : Double.NaN);
        } finally {
            children.end(driver);
        }
    }

    /** The contest's own shape: our agents in front of real providers. */
    private void measureWithDubbo() throws IOException, InterruptedException {
        MeshCase meshCase = MeshCase.DUBBO_SLEEP50_512;
        Path jar = ProjectHome.find().resolve(DUBBO_JAR);
        if (!Files.isReadable(jar)) {
            book.fail(meshCase, Contender.OURS, "the provider is not built: " + DUBBO_JAR);
            say("skipping " + meshCase + ": not built: " + jar);
            return;
        }
        try (DubboProviders providers = new DubboProviders(children);
                MillraceAgents agents = agents()) {
            say("starting three real Dubbo providers and our agents");
            List<Integer> ports =
                    providers.start(jar, meshCase.delay(), options.agents().serialization());
            contenders.clear();
            contenders.add(agents.start("dubbo", ports));
            warm();
            rounds(meshCase);
        } catch (IOException e) {
            say(meshCase + " failed: " + e.getMessage());
            book.fail(meshCase, Contender.OURS, firstLine(e));
        }
    }

    private static String firstLine(Exception e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse(e.toString());
    }

    private void say(String text) {
        System.err.printf(Locale.ROOT, "[%3d s] %s%n", (System.nanoTime() - began) / 1_000_000_000, text);
    }
}
