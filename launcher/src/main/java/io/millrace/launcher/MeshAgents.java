package io.millrace.launcher;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.launcher.child.Ports;
import io.millrace.launcher.load.HashCall;
import io.millrace.mesh.ConsumerConfig;
import io.millrace.mesh.MeshAgent;
import io.millrace.mesh.MeshHealth;
import io.millrace.mesh.ProvidedService;
import io.millrace.mesh.ProviderConfig;
import io.millrace.registry.EndpointGroup;
import io.millrace.registry.ServiceKey;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The agents of the demo in this JVM: one in front of each provider, and one for the callers.
 *
 * <p>Each reaches the registry and counts for itself, as it would in a process of its own. <b>Threads:</b> started
 * and closed by one thread at a time; the rest is thread-safe.
 */
final class MeshAgents implements AutoCloseable {

    /** Long: providers that have just started, on two cores with their callers, are slow at first. */
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(5);
    private static final Duration DISCOVERY_LIMIT = Duration.ofSeconds(30);

    private final MeshAgent consumer;
    private final List<FrontedProvider> providers;

    private MeshAgents(MeshAgent consumer, List<FrontedProvider> providers) {
        this.consumer = consumer;
        this.providers = List.copyOf(providers);
    }

    /** A provider agent with meters that count its calls alone. */
    private record FrontedProvider(MeshAgent agent, MeterRegistry meters) {

        long calls() {
            return meters.find("millrace.mesh.calls").timers().stream()
                    .mapToLong(Timer::count)
                    .sum();
        }
    }

    /**
     * Starts an agent in front of each provider and the consumer agent, and waits until all providers are registered.
     *
     * @param registries stays the caller's; closed after the agents
     * @param providerPorts where the providers serve, one for each of {@link ProviderSpec#ALL}
     * @param port where the consumer agent listens
     * @param consumerMeters stays the caller's
     * @throws LauncherException if not every provider is in the registry in time
     */
    static MeshAgents start(
            Registries registries, List<Integer> providerPorts, int port, MeterRegistry consumerMeters) {
        List<FrontedProvider> providers = new ArrayList<>();
        MeshAgent consumer = null;
        try {
            for (int i = 0; i < providerPorts.size(); i++) {
                providers.add(front(ProviderSpec.ALL.get(i), providerPorts.get(i), registries));
            }
            consumer = MeshAgent.startConsumer(
                    ConsumerConfig.listening(Ports.LOOPBACK, port).withDeadline(DEADLINE),
                    registries.forOneAgent(),
                    consumerMeters);
            awaitRegistered(registries, providers.size());
            return new MeshAgents(consumer, providers);
        } catch (RuntimeException e) {
            if (consumer != null) {
                consumer.close();
            }
            providers.forEach(provider -> provider.agent().close());
            throw e;
        }
    }

    /** Where callers connect. */
    InetSocketAddress address() {
        return consumer.address();
    }

    /** The consumer agent's. */
    MeshHealth health() {
        return consumer.health();
    }

    /** Calls that each provider agent has answered since its start, in the order of {@link ProviderSpec#ALL}. */
    List<Long> callsPerProvider() {
        return providers.stream().map(FrontedProvider::calls).toList();
    }

    /** Drains all of them, callers' side first, and ends them; each takes five seconds at most, the providers at once. */
    @Override
    public void close() {
        consumer.close();
        List<MeshAgent> fronts = providers.stream().map(FrontedProvider::agent).toList();
        List<CompletionStage<Void>> drains =
                fronts.stream().map(agent -> agent.drain(DRAIN_LIMIT)).toList();
        drains.forEach(MeshAgents::await);
        fronts.forEach(MeshAgent::close);
    }

    private static FrontedProvider front(ProviderSpec spec, int providerPort, Registries registries) {
        MeterRegistry meters = new SimpleMeterRegistry();
        ProvidedService service =
                ProvidedService.of(HashCall.INTERFACE).withWeight(spec.weight()).withCapacity(ProviderSpec.THREADS);
        ProviderConfig config = ProviderConfig.fronting(Ports.LOOPBACK, providerPort, service);
        return new FrontedProvider(MeshAgent.startProvider(config, registries.forOneAgent(), meters), meters);
    }

    private static void awaitRegistered(Registries registries, int expected) {
        CountDownLatch complete = new CountDownLatch(1);
        try (EndpointGroup group = registries.forOneAgent().watch(ServiceKey.of(HashCall.INTERFACE));
                AutoCloseable listening = group.listen(endpoints -> {
                    if (endpoints.size() == expected) {
                        complete.countDown();
                    }
                })) {
            if (!complete.await(DISCOVERY_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new LauncherException("only " + group.endpoints().size() + " of " + expected
                        + " providers registered within " + DISCOVERY_LIMIT.toSeconds() + " s");
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new LauncherException("cannot watch the registry: " + e, e);
        }
    }

    private static void await(CompletionStage<Void> drain) {
        try {
            drain.toCompletableFuture().get(DRAIN_LIMIT.toMillis() + 1_000, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            System.err.println("millrace: an agent is ended before it has drained: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // end at once
        }
    }
}
