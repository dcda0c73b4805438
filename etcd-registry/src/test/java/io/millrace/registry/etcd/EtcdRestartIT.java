package io.millrace.registry.etcd;

import static io.millrace.registry.etcd.EtcdFixture.HELLO;
import static io.millrace.registry.etcd.EtcdFixture.PATIENCE;
import static io.millrace.registry.etcd.EtcdFixture.PREFIX;
import static io.millrace.registry.etcd.EtcdFixture.endpoint;
import static io.millrace.registry.etcd.EtcdFixture.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.etcd.jetcd.Client;
import io.millrace.registry.Endpoint;
import io.millrace.registry.EndpointGroup;
import io.millrace.registry.Registration;
import io.millrace.registry.RegistryException;
import io.millrace.registry.ServiceRegistry;
import io.millrace.registry.Snapshots;
import io.millrace.testkit.EtcdServer;
import io.millrace.testkit.LeakCheck;
import io.millrace.testkit.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** etcd goes away and comes back. */
@Timeout(120)
class EtcdRestartIT {

    @RegisterExtension
    static final LeakCheck LEAKS = LeakCheck.perClass();

    @RegisterExtension
    final EtcdServer etcd = EtcdServer.create();

    private EtcdFixture fixture;

    @BeforeEach
    void openFixture() {
        fixture = new EtcdFixture(etcd);
    }

    @AfterEach
    void closeFixture() throws Exception {
        fixture.close();
    }

    @Test
    void aRestartOnItsDataDuringChurnLosesNothing() {
        Random random = Seeds.random("EtcdRestartIT");
        ServiceRegistry provider = fixture.open();
        EndpointGroup group = fixture.open().watch(HELLO);
        get(provider.register(HELLO, endpoint(100)));
        await().atMost(PATIENCE).until(() -> group.endpoints().size() == 1);
        TreeMap<String, Endpoint> model = new TreeMap<>(Map.of(endpoint(100).address(), endpoint(100)));
        Map<Integer, CompletionStage<Registration>> held = new ConcurrentHashMap<>();
        List<CompletionStage<?>> asked = new ArrayList<>();
        try (Snapshots snapshots = Snapshots.of(group)) {
            for (int step = 0; step < 300; step++) {
                if (step == 100) {
                    etcd.kill();
                } else if (step == 200) {
                    etcd.start();
                }
                asked.add(churn(random, provider, held, model));
            }
            asked.forEach(EtcdFixture::get);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(group.endpoints()).containsExactlyElementsOf(model.values()));
            assertThat(snapshots.sizeMin()).isPositive();
        }
    }

    @Test
    void aRestartWithoutItsDataEmptiesNoGroupAndRegistrationsComeBack() {
        ServiceRegistry one = fixture.open();
        ServiceRegistry other = fixture.open();
        ServiceRegistry consumer = fixture.open();
        Registration first = get(one.register(HELLO, endpoint(1)));
        get(one.register(HELLO, endpoint(2)));
        get(other.register(HELLO, endpoint(3)));
        EtcdFixture.put(fixture.client(), PREFIX + "10.0.0.4:30000", "{}");
        EndpointGroup group = consumer.watch(HELLO);
        await().atMost(PATIENCE).until(() -> group.endpoints().size() == 4);
        try (Snapshots snapshots = Snapshots.of(group)) {
            etcd.kill();
            await().atMost(PATIENCE)
                    .until(() -> !consumer.health().connected()
                            && !one.health().connected()
                            && !other.health().connected());
            assertThat(consumer.health().lastError()).isNotBlank();
            etcd.restartEmpty();
            Client client = fixture.client();
            await().atMost(PATIENCE)
                    .until(() -> EtcdFixture.read(client, PREFIX).size() == 3);
            await().atMost(PATIENCE).until(() -> consumer.health().connected() && first.isLive());
            // The fourth was nobody's, so after the grace it is gone; the others were never.
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(group.endpoints())
                    .containsExactly(endpoint(1), endpoint(2), endpoint(3)));
            assertThat(snapshots.sizeMin()).isEqualTo(3);
            get(first.update(endpoint(1).withWeight(9)));
            await().atMost(PATIENCE)
                    .until(() -> group.endpoints().contains(endpoint(1).withWeight(9)));
        }
    }

    @Test
    void whatIsAskedWhileEtcdIsAwayIsDoneWhenItComes() {
        etcd.kill();
        ServiceRegistry registry = fixture.open();
        EndpointGroup group = registry.watch(HELLO);
        CompletionStage<Registration> registered = registry.register(HELLO, endpoint(1));
        await().atMost(PATIENCE).until(() -> registry.health().lastError() != null);
        assertThat(registry.health().connected()).isFalse();
        assertThat(registered.toCompletableFuture()).isNotDone();
        assertThat(group.ready().toCompletableFuture()).isNotDone();
        etcd.start();
        get(registered);
        get(group.ready());
        await().atMost(PATIENCE).until(() -> group.endpoints().equals(List.of(endpoint(1))));
        assertThat(registry.health().connected()).isTrue();
    }

    @Test
    void closingDuringAnOutageIsBounded() {
        ServiceRegistry registry = fixture.open();
        EndpointGroup group = registry.watch(HELLO);
        Registration registration = get(registry.register(HELLO, endpoint(1)));
        await().atMost(PATIENCE).until(() -> group.endpoints().size() == 1);
        etcd.kill();
        CompletionStage<Void> update = registration.update(endpoint(1).withWeight(7));
        CompletionStage<Registration> never = registry.register(HELLO, endpoint(2));
        assertDone(registration::close);
        assertDone(registry::close);
        assertThat(update.toCompletableFuture())
                .failsWithin(PATIENCE)
                .withThrowableThat()
                .withCauseInstanceOf(RegistryException.class);
        assertThat(never.toCompletableFuture())
                .failsWithin(PATIENCE)
                .withThrowableThat()
                .withCauseInstanceOf(RegistryException.class);
        assertThat(group.endpoints()).containsExactly(endpoint(1));
        assertThat(registry.health().connected()).isFalse();
    }

    @Test
    void aRegistrationClosedDuringAnOutageIsRemovedAfterwards() {
        ServiceRegistry registry = fixture.open();
        Registration leaving = get(registry.register(HELLO, endpoint(1)));
        get(registry.register(HELLO, endpoint(2)));
        EndpointGroup group = fixture.open().watch(HELLO);
        await().atMost(PATIENCE).until(() -> group.endpoints().size() == 2);
        etcd.kill();
        leaving.close();
        etcd.start();
        await().atMost(PATIENCE).until(() -> group.endpoints().equals(List.of(endpoint(2))));
    }

    /** Many registries share one thread pool of gRPC: opening and closing must not leave threads behind. */
    @Test
    void closedRegistriesLeaveNoThreads() {
        for (int i = 0; i < 5; i++) {
            ServiceRegistry registry = fixture.open();
            get(registry.watch(HELLO).ready());
            registry.close();
        }
        await().atMost(Duration.ofSeconds(10)).until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("millrace-registry")
                        || thread.getName().startsWith("jetcd")));
    }

    private static CompletionStage<?> churn(
            Random random,
            ServiceRegistry provider,
            Map<Integer, CompletionStage<Registration>> held,
            Map<String, Endpoint> model) {
        int number = 1 + random.nextInt(10);
        Endpoint endpoint = endpoint(number).withWeight(random.nextInt(50));
        CompletionStage<Registration> registration = held.get(number);
        if (registration == null) {
            CompletionStage<Registration> added = provider.register(HELLO, endpoint);
            held.put(number, added);
            model.put(endpoint.address(), endpoint);
            return added;
        }
        if (!registration.toCompletableFuture().isDone()) {
            return CompletableFuture.completedStage(null);
        }
        if (random.nextBoolean()) {
            model.put(endpoint.address(), endpoint);
            // On the thread of deliveries, later: an update that was not written before its registration closed.
            return get(registration).update(endpoint).exceptionally(failure -> {
                assertThat(failure).hasMessageContaining("registration closed");
                assertThat(held.get(number)).as("closed since").isNotSameAs(registration);
                return null;
            });
        }
        held.remove(number);
        model.remove(endpoint.address());
        return get(registration).closeAsync();
    }

    private static void assertDone(Runnable action) {
        assertThat(CompletableFuture.runAsync(action)).succeedsWithin(PATIENCE);
    }
}
