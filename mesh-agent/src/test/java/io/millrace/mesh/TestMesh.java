package io.millrace.mesh;

import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.registry.ServiceRegistries;
import io.millrace.registry.ServiceRegistry;
import io.millrace.transport.TransportConfig;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.UnaryOperator;

/** Agents of one JVM over one registry; closes them in the reverse order of their start. Not thread-safe. */
final class TestMesh implements AutoCloseable {
    /** For whatever must happen at some time: a busy machine takes its time, a test that fails may take this long. */
    static final Duration LIMIT = Duration.ofSeconds(60);

    private final ServiceRegistry registry;
    private final List<SimpleMeterRegistry> meters = new ArrayList<>();
    private final Deque<AutoCloseable> started = new ArrayDeque<>();

    private TestMesh(ServiceRegistry registry) {
        this.registry = registry;
        started.push(registry);
    }

    static TestMesh inMemory() {
        return new TestMesh(ServiceRegistries.inMemory());
    }

    /** @param registry takes: closed with the mesh */
    static TestMesh over(ServiceRegistry registry) {
        return new TestMesh(registry);
    }

    ServiceRegistry registry() {
        return registry;
    }

    /** A registry of meters for one more agent: in one for all, meters of the same name would hide each other. */
    private SimpleMeterRegistry newMeters() {
        SimpleMeterRegistry made = new SimpleMeterRegistry();
        meters.add(made);
        return made;
    }

    /** A provider agent in front of a port of this machine; ready when this returns. */
    MeshAgent provider(int port) {
        return provider(port, service -> service, config -> config);
    }

    MeshAgent provider(int port, UnaryOperator<ProvidedService> service, UnaryOperator<ProviderConfig> config) {
        MeshAgent agent = startProvider(port, service, config);
        awaitReady(agent);
        return agent;
    }

    /** As {@link #provider}, but not waited for. */
    MeshAgent startProvider(int port, UnaryOperator<ProvidedService> service, UnaryOperator<ProviderConfig> config) {
        ProvidedService provided = service.apply(ProvidedService.of(RawHttp.SERVICE));
        MeshAgent agent = MeshAgent.startProvider(
                config.apply(ProviderConfig.fronting("127.0.0.1", port, provided)), registry, newMeters());
        started.push(agent);
        return agent;
    }

    /** A consumer agent whose calls wait for a machine that stands still. */
    MeshAgent consumer() {
        return consumer(config -> config);
    }

    /** A consumer agent of two event loops, however few cores there are: what loops share is where mistakes hide. */
    MeshAgent consumer(UnaryOperator<ConsumerConfig> config) {
        ConsumerConfig twoLoops = ConsumerConfig.listening("127.0.0.1", 0)
                .withTransport(TransportConfig.defaults().withThreads(2))
                .withDeadline(LIMIT);
        MeshAgent agent = MeshAgent.startConsumer(config.apply(twoLoops), registry, newMeters());
        started.push(agent);
        return agent;
    }

    static void awaitReady(MeshAgent agent) {
        await().atMost(LIMIT).until(() -> agent.health().ready());
    }

    /** Waits until a call of the consumer agent is answered rightly. */
    static void awaitAnswer(MeshAgent consumer) {
        await().atMost(LIMIT).ignoreExceptions().until(() -> {
            try (RawHttp http = RawHttp.to(consumer.address())) {
                return http.call("hash", "hello").body().equals("99162322");
            }
        });
    }

    /** How often the agents have counted malformed input of a protocol. */
    double malformed(String protocol) {
        return sum(MeshMeters.MALFORMED, "protocol", protocol);
    }

    /** The meter's values over all agents, where the tag has the value given. */
    double sum(MeshMeters meter, String tag, String value) {
        return meters.stream()
                .flatMap(each -> each.find(meter.meterName()).tag(tag, value).meters().stream())
                .mapToDouble(TestMesh::valueOf)
                .sum();
    }

    private static double valueOf(Meter meter) {
        return meter.measure().iterator().next().getValue();
    }

    @Override
    public void close() throws Exception {
        while (!started.isEmpty()) {
            started.pop().close();
        }
    }
}
