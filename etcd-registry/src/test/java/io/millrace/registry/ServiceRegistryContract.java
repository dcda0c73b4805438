package io.millrace.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.awaitility.Awaitility.await;

import io.millrace.registry.RegistryException.Reason;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every registry that announces owes its callers. */
public abstract class ServiceRegistryContract {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final ServiceKey HELLO = ServiceKey.of("com.example.Hello");
    private static final Endpoint FIRST = Endpoint.of("10.0.0.1", 30000);
    private static final Endpoint SECOND = Endpoint.of("10.0.0.2", 30000).withWeight(2);

    private ServiceRegistry registry;

    /** An empty registry. */
    protected abstract ServiceRegistry open();

    @BeforeEach
    void openRegistry() {
        registry = open();
    }

    @AfterEach
    void closeRegistry() {
        registry.close();
    }

    @Test
    void aGroupIsReadyAndEmptyWhereNothingIsRegistered() {
        EndpointGroup group = registry.watch(HELLO);
        assertThat(get(group.ready())).isEmpty();
        assertThat(group.endpoints()).isEmpty();
        assertThat(group.service()).isEqualTo(HELLO);
    }

    @Test
    void aGroupShowsWhatWasRegisteredBefore() {
        Registration registration = get(registry.register(HELLO, FIRST));
        assertThat(registration.isLive()).isTrue();
        assertThat(registration.service()).isEqualTo(HELLO);
        assertThat(registration.endpoint()).isEqualTo(FIRST);
        assertThat(get(registry.watch(HELLO).ready())).containsExactly(FIRST);
    }

    @Test
    void aGroupShowsWhatIsRegisteredLaterSortedByAddress() {
        EndpointGroup group = registry.watch(HELLO);
        get(registry.register(HELLO, SECOND));
        get(registry.register(HELLO, FIRST));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(group.endpoints()).containsExactly(FIRST, SECOND));
        assertThat(group.endpoints()).isSameAs(group.endpoints()).isUnmodifiable();
    }

    @Test
    void everyPropertyOfAnEndpointArrives() {
        Endpoint full = new Endpoint("fe80::1", 1, 0, 7, "thrift", "binary", "zone-b");
        get(registry.register(HELLO, full));
        assertThat(get(registry.watch(HELLO).ready())).containsExactly(full);
    }

    @Test
    void aClosedRegistrationLeavesTheGroup() {
        Registration registration = get(registry.register(HELLO, FIRST));
        EndpointGroup group = registry.watch(HELLO);
        get(group.ready());
        registration.close();
        registration.close();
        assertThat(registration.isLive()).isFalse();
        await().atMost(PATIENCE).until(() -> group.endpoints().isEmpty());
        get(registration.closeAsync());
        assertFails(registration.update(FIRST.withWeight(2)), Reason.CLOSED);
    }

    @Test
    void anUpdateReplacesTheEndpointWithoutAGap() {
        Registration registration = get(registry.register(HELLO, FIRST));
        EndpointGroup group = registry.watch(HELLO);
        get(group.ready());
        try (Snapshots snapshots = Snapshots.of(group)) {
            for (int weight = 2; weight <= 20; weight++) {
                get(registration.update(FIRST.withWeight(weight)));
            }
            assertThat(registration.endpoint().weight()).isEqualTo(20);
            await().atMost(PATIENCE).until(() -> snapshots.last().equals(List.of(FIRST.withWeight(20))));
            assertThat(snapshots.weights()).isSorted().doesNotHaveDuplicates();
        }
    }

    @Test
    void updatesThatAreNotWaitedForEndWithTheLast() {
        Registration registration = get(registry.register(HELLO, FIRST));
        EndpointGroup group = registry.watch(HELLO);
        CompletionStage<Void> last = registration.update(FIRST);
        for (int weight = 1; weight <= 200; weight++) {
            last = registration.update(FIRST.withWeight(weight));
        }
        get(last);
        await().atMost(PATIENCE).until(() -> group.endpoints().equals(List.of(FIRST.withWeight(200))));
    }

    @Test
    void anUpdateCannotChangeTheAddress() {
        Registration registration = get(registry.register(HELLO, FIRST));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> registration.update(SECOND))
                .withMessageContaining(SECOND.address());
    }

    @Test
    void anAddressIsRegisteredOnceUntilItIsClosed() {
        Registration registration = get(registry.register(HELLO, FIRST));
        assertFails(registry.register(HELLO, FIRST.withWeight(9)), Reason.DUPLICATE);
        EndpointGroup group = registry.watch(HELLO);
        for (int round = 0; round < 20; round++) {
            registration.closeAsync();
            registration = get(registry.register(HELLO, FIRST.withWeight(round)));
        }
        await().atMost(PATIENCE).until(() -> group.endpoints().equals(List.of(FIRST.withWeight(19))));
        assertThat(registration.isLive()).isTrue();
    }

    @Test
    void servicesWithSimilarNamesAreApart() {
        List<ServiceKey> services = List.of(
                ServiceKey.of("a.B"),
                ServiceKey.of("a.Bc"),
                new ServiceKey("g", "a.B", null),
                new ServiceKey(null, "a.B", "1"),
                new ServiceKey("g", "a.B", "1"),
                new ServiceKey("g/a.B", "a.B", "1"),
                new ServiceKey("-", "a.B", "-"),
                new ServiceKey("größe %2D", "a.B", "1.0:x"));
        for (int port = 1; port <= services.size(); port++) {
            get(registry.register(services.get(port - 1), Endpoint.of("h", port)));
        }
        for (int port = 1; port <= services.size(); port++) {
            assertThat(get(registry.watch(services.get(port - 1)).ready())).containsExactly(Endpoint.of("h", port));
        }
    }

    @Test
    void aListenerIsCalledAtOnceAndAfterEachChange() {
        EndpointGroup group = registry.watch(HELLO);
        get(group.ready());
        try (Snapshots snapshots = Snapshots.of(group)) {
            assertThat(snapshots.seen()).containsExactly(List.of());
            Registration registration = get(registry.register(HELLO, FIRST));
            await().atMost(PATIENCE).until(() -> snapshots.last().equals(List.of(FIRST)));
            get(registration.update(FIRST.withWeight(5)));
            await().atMost(PATIENCE).until(() -> snapshots.last().equals(List.of(FIRST.withWeight(5))));
            get(registration.closeAsync());
            await().atMost(PATIENCE).until(() -> snapshots.last().isEmpty());
            assertThat(snapshots.seen())
                    .containsExactly(List.of(), List.of(FIRST), List.of(FIRST.withWeight(5)), List.of());
        }
    }

    @Test
    void aListenerThatFailsOrLeavesDoesNotHarmTheOthers() {
        EndpointGroup group = registry.watch(HELLO);
        get(group.ready());
        List<List<Endpoint>> left = new CopyOnWriteArrayList<>();
        EndpointGroup.Subscription leaving = group.listen(left::add);
        EndpointGroup.Subscription failing = group.listen(endpoints -> {
            throw new IllegalStateException("a listener that fails, as this test wants it");
        });
        try (Snapshots snapshots = Snapshots.of(group)) {
            leaving.close();
            leaving.close();
            get(registry.register(HELLO, FIRST));
            get(registry.register(HELLO, SECOND));
            await().atMost(PATIENCE).until(() -> snapshots.last().size() == 2);
        }
        failing.close();
        assertThat(left).containsExactly(List.of());
    }

    @Test
    void aClosedGroupKeepsItsLastSnapshotAndOthersGoOn() {
        EndpointGroup closed = registry.watch(HELLO);
        EndpointGroup open = registry.watch(HELLO);
        get(registry.register(HELLO, FIRST));
        await().atMost(PATIENCE).until(() -> closed.endpoints().equals(List.of(FIRST)));
        Snapshots snapshots = Snapshots.of(closed);
        closed.close();
        closed.close();
        get(registry.register(HELLO, SECOND));
        await().atMost(PATIENCE).until(() -> open.endpoints().size() == 2);
        assertThat(closed.endpoints()).containsExactly(FIRST);
        assertThat(snapshots.seen()).containsExactly(List.of(FIRST));
    }

    @Test
    void aClosedRegistryRefusesEverythingAndSaysSo() {
        Registration registration = get(registry.register(HELLO, FIRST));
        EndpointGroup group = registry.watch(HELLO);
        get(group.ready());
        registry.close();
        registry.close();
        assertThat(group.endpoints()).containsExactly(FIRST);
        assertThat(registration.isLive()).isFalse();
        assertThat(registry.health().connected()).isFalse();
        assertFails(registry.register(HELLO, SECOND), Reason.CLOSED);
        assertFails(registration.update(FIRST.withWeight(3)), Reason.CLOSED);
        get(registration.closeAsync());
        assertThatThrownBy(() -> registry.watch(HELLO))
                .asInstanceOf(type(RegistryException.class))
                .extracting(RegistryException::reason)
                .isEqualTo(Reason.CLOSED);
    }

    @Test
    void healthSaysThatTheRegistryIsThere() {
        await().atMost(PATIENCE).until(() -> registry.health().connected());
        assertThat(registry.health().since()).isNotNull();
    }

    /** The value of a stage that completes soon. */
    protected static <T> T get(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception failed) {
            throw new AssertionError("stage did not complete well", failed);
        }
    }

    private static void assertFails(CompletionStage<?> stage, Reason reason) {
        assertThatThrownBy(() -> stage.toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .asInstanceOf(type(RegistryException.class))
                .extracting(RegistryException::reason)
                .isEqualTo(reason);
    }
}
