package io.millrace.mesh.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WeightedBalancerTest {
    private static final long NOW = 0;
    private static final int MUCH = 1_000_000;

    private final WeightedBalancer<TestCandidate> balancer = new WeightedBalancer<>();
    private final TestCandidate a = TestCandidate.of("a", 1, MUCH);
    private final TestCandidate b = TestCandidate.of("b", 2, MUCH);
    private final TestCandidate c = TestCandidate.of("c", 3, MUCH);

    @Test
    void nobodyIsPickedWhereThereIsNobody() {
        assertThat(balancer.pick(NOW)).isNull();
        assertThat(balancer.candidates()).isEmpty();
    }

    @Test
    void weightsOneTwoThreeTakeTheirTurnsSmoothly() {
        balancer.candidates(List.of(a, b, c));
        assertThat(names(12)).containsExactly("c", "b", "a", "c", "b", "c", "c", "b", "a", "c", "b", "c");
    }

    @Test
    void everyStretchOfSixTimesAnyNumberOfPicksHasTheExactShares() {
        balancer.candidates(List.of(a, b, c));
        List<String> picked = names(120);
        for (int k = 1; k <= 10; k++) {
            for (int from = 0; from + 6 * k <= picked.size(); from++) {
                Map<String, Integer> counts = counts(picked.subList(from, from + 6 * k));
                assertThat(counts).isEqualTo(Map.of("a", k, "b", 2 * k, "c", 3 * k));
            }
        }
    }

    @Test
    void weightZeroTakesNothing() {
        TestCandidate idle = TestCandidate.of("idle", 0, MUCH);
        balancer.candidates(List.of(idle, a));
        assertThat(names(5)).containsOnly("a");
        balancer.candidates(List.of(idle));
        assertThat(balancer.pick(NOW)).isNull();
    }

    @Test
    void whoIsFullIsPassedOverUntilACallEnds() {
        TestCandidate small = TestCandidate.of("small", 100, 2);
        balancer.candidates(List.of(small, a));
        small.state().begin();
        small.state().begin();
        assertThat(names(10)).containsOnly("a");

        small.state().end();
        assertThat(names(20)).contains("small");
    }

    @Test
    void whoIsEjectedOrUnreachableIsPassedOver() {
        Ejection.Floor floor = new Ejection.Floor();
        floor.size(3);
        TestCandidate failing = TestCandidate.of("failing", 100, MUCH, floor);
        balancer.candidates(List.of(failing, a, b));
        for (int i = 0; i < Ejection.FAILURES; i++) {
            failing.state().ejection().onFailure(NOW);
        }
        b.reachable = false;
        assertThat(names(10)).containsOnly("a");
        b.reachable = true;
        assertThat(names(10)).contains("b").doesNotContain("failing");
    }

    @Test
    void theExceptedIsNotPickedEvenIfItIsTheOnlyOne() {
        balancer.candidates(List.of(a, c));
        for (int i = 0; i < 10; i++) {
            assertThat(balancer.pick(NOW, c)).isSameAs(a);
        }
        balancer.candidates(List.of(c));
        assertThat(balancer.pick(NOW, c)).isNull();
    }

    @Test
    void thoseWhoStayKeepTheirTurn() {
        balancer.candidates(List.of(a, b, c));
        assertThat(names(3)).containsExactly("c", "b", "a");
        TestCandidate fresh = TestCandidate.of("fresh", 0, MUCH);
        balancer.candidates(List.of(fresh, a, b, c));
        assertThat(names(3)).containsExactly("c", "b", "c");
        assertThat(counts(names(6))).isEqualTo(Map.of("a", 1, "b", 2, "c", 3));
    }

    @Test
    void aChangedWeightCountsFromTheNextPickOn() {
        balancer.candidates(List.of(a, b));
        names(6);
        a.state().update(TestCandidate.endpoint(4, MUCH));
        names(6);
        assertThat(counts(names(600))).isEqualTo(Map.of("a", 400, "b", 200));
    }

    @Test
    void aFreshEndpointStartsSlowly() {
        long slow = Duration.ofSeconds(10).toNanos();
        TestCandidate fresh = new TestCandidate(
                "fresh",
                new EndpointState(TestCandidate.endpoint(1, MUCH), 0, slow, new Ejection(new Ejection.Floor())));
        balancer.candidates(List.of(fresh, a));

        assertThat(counts(names(1100, 0))).isEqualTo(Map.of("fresh", 100, "a", 1000));
        assertThat(counts(names(1500, slow / 2))).isEqualTo(Map.of("fresh", 500, "a", 1000));
        assertThat(counts(names(1000, slow))).isEqualTo(Map.of("fresh", 500, "a", 500));
    }

    /**
     * Candidates come and go at random; over every stretch in which the set of those available does not change, each gets its share
     * to within the few picks by which its turn may have been ahead or behind.
     */
    @Test
    void sharesHoldWhateverIsAvailable() {
        Random random = Seeds.random("WeightedBalancerTest");
        List<TestCandidate> all = new ArrayList<>();
        int sumOfAll = 0;
        for (int i = 0; i < 8; i++) {
            int weight = random.nextInt(1, 10);
            sumOfAll += weight;
            all.add(TestCandidate.of("n" + i, weight, MUCH));
        }
        balancer.candidates(all);
        for (int round = 0; round < 200; round++) {
            int sum = 0;
            for (TestCandidate each : all) {
                each.reachable = random.nextInt(3) > 0;
                sum += each.reachable ? each.state().endpoint().weight() : 0;
            }
            // So many picks bring every turn back inside the bounds of an undisturbed round.
            List<String> picked = names(sum == 0 ? 1 : 20 * sumOfAll);
            Map<String, Integer> counts = counts(picked);
            for (TestCandidate each : all) {
                int count = counts.getOrDefault(each.name, 0);
                if (!each.reachable) {
                    assertThat(count).isZero();
                } else {
                    double share =
                            (double) picked.size() * each.state().endpoint().weight() / sum;
                    assertThat((double) count).isBetween(share - 2.0 * sumOfAll, share + 2.0 * sumOfAll);
                }
            }
        }
    }

    private List<String> names(int picks) {
        return names(picks, NOW);
    }

    private List<String> names(int picks, long now) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < picks; i++) {
            @Nullable TestCandidate picked = balancer.pick(now);
            names.add(picked == null ? "nobody" : picked.name);
        }
        return names;
    }

    private static Map<String, Integer> counts(List<String> names) {
        Map<String, Integer> counts = new HashMap<>();
        names.forEach(each -> counts.merge(each, 1, Integer::sum));
        return counts;
    }
}
