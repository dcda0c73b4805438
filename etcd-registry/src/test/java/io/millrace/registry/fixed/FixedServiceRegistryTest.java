package io.millrace.registry.fixed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.registry.Endpoint;
import io.millrace.registry.EndpointGroup;
import io.millrace.registry.Registration;
import io.millrace.registry.RegistryException;
import io.millrace.registry.ServiceKey;
import io.millrace.registry.ServiceRegistries;
import io.millrace.registry.ServiceRegistry;
import io.millrace.registry.Snapshots;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FixedServiceRegistryTest {

    private static final ServiceKey HELLO = ServiceKey.of("com.example.Hello");
    private static final Endpoint FIRST = Endpoint.parse("10.0.0.1:30000");
    private static final Endpoint SECOND = Endpoint.parse("10.0.0.2:30000");

    private final ServiceRegistry registry = ServiceRegistries.fixed(Map.of(HELLO, List.of(SECOND, FIRST)));

    @Test
    void theListIsThereAtOnceSorted() {
        EndpointGroup group = registry.watch(HELLO);
        assertThat(group.endpoints()).containsExactly(FIRST, SECOND);
        assertThat(group.ready().toCompletableFuture()).isCompletedWithValue(group.endpoints());
        try (Snapshots snapshots = Snapshots.of(group)) {
            assertThat(snapshots.seen()).containsExactly(List.of(FIRST, SECOND));
        }
        assertThat(registry.health().connected()).isTrue();
    }

    @Test
    void otherServicesAreEmpty() {
        EndpointGroup group = registry.watch(ServiceKey.of("com.example.Other"));
        assertThat(group.ready().toCompletableFuture()).isCompletedWithValue(List.of());
    }

    @Test
    void registeringSucceedsAndAnnouncesNothing() {
        EndpointGroup group = registry.watch(HELLO);
        Registration registration = registry.register(HELLO, Endpoint.parse("10.0.0.3:1"))
                .toCompletableFuture()
                .join();
        assertThat(registration.isLive()).isTrue();
        registration
                .update(registration.endpoint().withWeight(3))
                .toCompletableFuture()
                .join();
        assertThat(registration.endpoint().weight()).isEqualTo(3);
        assertThatIllegalArgumentException().isThrownBy(() -> registration.update(FIRST));
        assertThat(group.endpoints()).containsExactly(FIRST, SECOND);
        registration.close();
        assertThat(registration.isLive()).isFalse();
        assertThat(registration.update(registration.endpoint()).toCompletableFuture())
                .isCompletedExceptionally();
    }

    @Test
    void anAddressThatStandsTwiceIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FixedServiceRegistry.of(Map.of(HELLO, List.of(FIRST, FIRST.withWeight(2)))))
                .withMessageContaining("10.0.0.1:30000");
    }

    @Test
    void aClosedRegistryRefuses() {
        registry.close();
        assertThatThrownBy(() -> registry.watch(HELLO)).isInstanceOf(RegistryException.class);
        assertThat(registry.register(HELLO, FIRST).toCompletableFuture()).isCompletedExceptionally();
        assertThat(registry.health().connected()).isFalse();
    }
}
