package io.millrace.registry.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.registry.Endpoint;
import io.millrace.registry.EndpointGroup;
import io.millrace.registry.Registration;
import io.millrace.registry.ServiceKey;
import io.millrace.registry.ServiceRegistry;
import io.millrace.registry.Snapshots;
import io.millrace.testkit.Seeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Random registering, updating and closing against a map. */
class MemoryModelTest {

    private static final ServiceKey SERVICE = ServiceKey.of("com.example.Model");
    private static final int STEPS = 5_000;
    private static final int PORTS = 12;
    private static final int THREADS = 4;

    private final ServiceRegistry registry = MemoryServiceRegistry.create();

    @Test
    void aListenerSeesExactlyTheStatesOfTheModel() {
        Random random = Seeds.random("MemoryModelTest, one thread");
        EndpointGroup group = registry.watch(SERVICE);
        TreeMap<String, Endpoint> model = new TreeMap<>();
        Map<String, Registration> held = new HashMap<>();
        List<List<Endpoint>> expected = new ArrayList<>(List.of(List.of()));
        try (Snapshots snapshots = Snapshots.of(group)) {
            for (int i = 0; i < STEPS; i++) {
                step(random, held, model);
                List<Endpoint> state = List.copyOf(model.values());
                if (!state.equals(expected.get(expected.size() - 1))) {
                    expected.add(state);
                }
            }
            assertThat(snapshots.seen()).isEqualTo(expected);
        }
    }

    @Test
    void listenersNeverGoBackInTimeWhileManyThreadsChangeTheGroup() throws Exception {
        long seed = Seeds.seed("MemoryModelTest, many threads");
        EndpointGroup group = registry.watch(SERVICE);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (Snapshots early = Snapshots.of(group)) {
            CountDownLatch go = new CountDownLatch(1);
            List<Future<Endpoint>> finals = new ArrayList<>();
            for (int port = 1; port <= THREADS; port++) {
                Endpoint own = Endpoint.of("host", port);
                Random random = new Random(seed + port);
                finals.add(threads.submit(() -> raiseWeight(own, random, go)));
            }
            go.countDown();
            List<Endpoint> expected = new ArrayList<>();
            for (Future<Endpoint> last : finals) {
                expected.add(last.get(60, TimeUnit.SECONDS));
            }
            assertThat(group.endpoints()).isEqualTo(expected);
            assertThat(early.last()).isEqualTo(expected);
            assertWeightsNeverFall(early.seen());
        } finally {
            threads.shutdownNow();
        }
    }

    private void step(Random random, Map<String, Registration> held, Map<String, Endpoint> model) {
        Endpoint endpoint = Endpoint.of("host", 1 + random.nextInt(PORTS)).withWeight(random.nextInt(3));
        String address = endpoint.address();
        Registration registration = held.get(address);
        if (registration == null) {
            held.put(
                    address,
                    registry.register(SERVICE, endpoint).toCompletableFuture().join());
            model.put(address, endpoint);
        } else if (random.nextBoolean()) {
            registration.update(endpoint).toCompletableFuture().join();
            model.put(address, endpoint);
        } else {
            registration.close();
            held.remove(address);
            model.remove(address);
        }
    }

    /** Registers, updates and closes one address over and over, each time with a higher weight. */
    private Endpoint raiseWeight(Endpoint own, Random random, CountDownLatch go) throws InterruptedException {
        go.await();
        Registration registration = null;
        Endpoint last = own;
        for (int weight = 1; weight <= STEPS; weight++) {
            last = own.withWeight(weight);
            if (registration == null) {
                registration =
                        registry.register(SERVICE, last).toCompletableFuture().join();
            } else {
                registration.update(last).toCompletableFuture().join();
            }
            if (weight < STEPS && random.nextInt(10) == 0) {
                registration.close();
                registration = null;
            }
        }
        return last;
    }

    private static void assertWeightsNeverFall(List<List<Endpoint>> snapshots) {
        Map<String, Integer> highest = new HashMap<>();
        for (List<Endpoint> snapshot : snapshots) {
            assertThat(snapshot).isSortedAccordingTo((a, b) -> a.address().compareTo(b.address()));
            for (Endpoint endpoint : snapshot) {
                assertThat(endpoint.weight()).isGreaterThanOrEqualTo(highest.getOrDefault(endpoint.address(), 0));
                highest.put(endpoint.address(), endpoint.weight());
            }
        }
    }
}
