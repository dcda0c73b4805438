package io.millrace.registry.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.registry.Endpoint;
import io.millrace.registry.ServiceKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class LiveGroupTest {

    private static final Endpoint FIRST = Endpoint.of("a", 1);
    private static final Endpoint SECOND = Endpoint.of("b", 1);

    /** Deliveries wait here until the test lets them go. */
    private final Queue<Runnable> deliveries = new ArrayDeque<>();

    private final List<LiveGroup> closedGroups = new ArrayList<>();
    private final LiveGroup group = new LiveGroup(ServiceKey.of("S"), deliveries::add, closedGroups::add);

    @Test
    void aBusyListenerIsOwedOneTaskAndGetsTheNewest() {
        List<List<Endpoint>> seen = new ArrayList<>();
        group.publish(List.of());
        deliver();
        group.listen(seen::add);
        group.publish(List.of(FIRST));
        group.publish(List.of(FIRST, SECOND));
        group.publish(List.of(SECOND));
        assertThat(deliveries).hasSize(1);
        deliver();
        assertThat(seen).containsExactly(List.of(), List.of(SECOND));
    }

    @Test
    void theSameSetIsNotAChange() {
        List<List<Endpoint>> seen = new ArrayList<>();
        group.publish(List.of(SECOND, FIRST));
        deliver();
        List<Endpoint> before = group.endpoints();
        group.listen(seen::add);
        group.publish(List.of(FIRST, SECOND));
        deliver();
        assertThat(group.endpoints()).isSameAs(before);
        assertThat(seen).containsExactly(List.of(FIRST, SECOND));
    }

    @Test
    void aListenerThatPublishesIsCalledAgainAfterItReturned() {
        List<List<Endpoint>> seen = new ArrayList<>();
        group.listen(endpoints -> {
            seen.add(endpoints);
            if (endpoints.size() == 1) {
                group.publish(List.of(FIRST, SECOND));
                assertThat(seen).hasSize(2);
            }
        });
        group.publish(List.of(FIRST));
        deliver();
        assertThat(seen).containsExactly(List.of(), List.of(FIRST), List.of(FIRST, SECOND));
    }

    @Test
    void readyComesWithTheFirstAnswerEvenIfEmpty() {
        assertThat(group.ready().toCompletableFuture()).isNotDone();
        group.publish(List.of());
        deliver();
        assertThat(group.ready().toCompletableFuture()).isCompletedWithValue(List.of());
    }

    @Test
    void nobodyWaitsForAGroupThatIsClosed() {
        group.close();
        group.close();
        assertThat(group.ready().toCompletableFuture()).isCompletedExceptionally();
        assertThat(closedGroups).containsExactly(group);
        group.publish(List.of(FIRST));
        assertThat(group.endpoints()).isEmpty();
    }

    @Test
    void aDeliveryThatWaitsWhenTheSubscriptionEndsIsNotMade() {
        List<List<Endpoint>> seen = new ArrayList<>();
        var subscription = group.listen(seen::add);
        group.publish(List.of(FIRST));
        subscription.close();
        deliver();
        assertThat(seen).containsExactly(List.of());
    }

    private void deliver() {
        for (Runnable next = deliveries.poll(); next != null; next = deliveries.poll()) {
            next.run();
        }
    }
}
