package io.millrace.mesh.balance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class EndpointStateTest {
    private static final long MILLI = 1_000_000;
    /** Close to the overflow of the clock, which may happen at any time. */
    private static final long NOW = Long.MAX_VALUE - Duration.ofMillis(10).toNanos();

    private final EndpointState state = state(1, 3);

    @Test
    void isAvailableBelowItsLimit() {
        for (int i = 0; i < 3; i++) {
            assertThat(state.isAvailable(NOW)).isTrue();
            state.begin();
        }
        assertThat(state.isAvailable(NOW)).isFalse();
        assertThat(state.inFlight()).isEqualTo(3);
        state.end();
        assertThat(state.isAvailable(NOW)).isTrue();
    }

    @Test
    void callsOfOthersCountAndFadeWhenNoNewsComes() {
        state.observe(3, 3, NOW);
        assertThat(state.isAvailable(NOW)).isFalse();
        assertThat(state.isAvailable(NOW + 99 * MILLI)).isFalse();
        assertThat(state.isAvailable(NOW + 100 * MILLI))
                .as("across the overflow of the clock")
                .isTrue();
    }

    @Test
    void ourOwnCallsAreNotCountedAsThoseOfOthers() {
        state.begin();
        state.begin();
        state.observe(2, 3, NOW);
        assertThat(state.isAvailable(NOW)).isTrue();
        state.observe(3, 3, NOW);
        assertThat(state.isAvailable(NOW)).isFalse();
    }

    @Test
    void newsThatOthersLeftCountsAtOnce() {
        state.observe(3, 3, NOW);
        state.observe(0, 3, NOW + 1);
        assertThat(state.isAvailable(NOW + 1)).isTrue();
    }

    @Test
    void theProviderAgentOwnsTheLimit() {
        state.observe(0, 1, NOW);
        state.begin();
        assertThat(state.limit()).isEqualTo(1);
        assertThat(state.isAvailable(NOW)).isFalse();
        state.observe(0, 0, NOW);
        assertThat(state.limit()).as("a limit of 0 says nothing").isEqualTo(1);
    }

    @Test
    void aChangedRegistrationBringsItsWeightAndCapacity() {
        state.begin();
        state.update(TestCandidate.endpoint(7, 1));
        assertThat(state.endpoint().weight()).isEqualTo(7);
        assertThat(state.weightAt(NOW)).isEqualTo(700);
        assertThat(state.isAvailable(NOW)).isFalse();
    }

    @Test
    void weightZeroIsNeverAvailable() {
        assertThat(state(0, 3).isAvailable(NOW)).isFalse();
    }

    @Test
    void theWeightGrowsFromATenthToTheWhole() {
        long slow = Duration.ofSeconds(10).toNanos();
        EndpointState fresh =
                new EndpointState(TestCandidate.endpoint(2, 3), NOW, slow, new Ejection(new Ejection.Floor()));
        assertThat(fresh.weightAt(NOW)).isEqualTo(20);
        assertThat(fresh.weightAt(NOW + slow / 10)).isEqualTo(20);
        assertThat(fresh.weightAt(NOW + slow / 2)).isEqualTo(100);
        assertThat(fresh.weightAt(NOW + slow - 1)).isBetween(199, 200);
        assertThat(fresh.weightAt(NOW + slow)).isEqualTo(200);
        assertThat(fresh.weightAt(NOW + 100 * slow)).isEqualTo(200);
    }

    private static EndpointState state(int weight, int capacity) {
        return new EndpointState(TestCandidate.endpoint(weight, capacity), NOW, 0, new Ejection(new Ejection.Floor()));
    }
}
