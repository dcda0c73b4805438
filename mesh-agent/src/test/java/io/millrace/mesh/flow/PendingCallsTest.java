package io.millrace.mesh.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.millrace.testkit.Seeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PendingCallsTest {
    @Test
    void idsRiseAndFindTheirCalls() {
        PendingCalls<String> calls = new PendingCalls<>(3);
        long a = calls.add("a");
        long b = calls.add("b");

        assertThat(a).isPositive();
        assertThat(b).isGreaterThan(a);
        assertThat(calls.get(a)).isEqualTo("a");
        assertThat(calls.remove(b)).isEqualTo("b");
        assertThat(calls.remove(b)).isNull();
        assertThat(calls.size()).isEqualTo(1);
    }

    @Test
    void aLateIdNeverMatchesTheNextTenantOfItsSlot() {
        PendingCalls<String> calls = new PendingCalls<>(1);
        long late = calls.add("first");
        calls.remove(late);
        long now = calls.add("second");

        assertThat(now & 0xFFFF).as("same slot").isEqualTo(late & 0xFFFF);
        assertThat(calls.get(late)).isNull();
        assertThat(calls.remove(late)).isNull();
        assertThat(calls.get(now)).isEqualTo("second");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, 0xFFFF, Long.MIN_VALUE, Long.MAX_VALUE, 5L << 16})
    void idsThatWereNeverGivenFindNothing(long id) {
        PendingCalls<String> calls = new PendingCalls<>(4);
        assertThat(calls.get(id)).isNull();
        calls.add("a");
        assertThat(calls.remove(id)).isNull();
        assertThat(calls.size()).isEqualTo(1);
    }

    @Test
    void aFullTableRefusesAndTakesAgainAfterARemoval() {
        PendingCalls<Integer> calls = new PendingCalls<>(100);
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            ids.add(calls.add(i));
        }
        assertThat(calls.isFull()).isTrue();
        assertThatIllegalStateException().isThrownBy(() -> calls.add(100)).withMessageContaining("limit: 100");

        calls.remove(ids.get(40));
        assertThat(calls.isFull()).isFalse();
        assertThat(calls.add(100)).isGreaterThan(ids.get(99));
    }

    @Test
    void growsToTheWholeRangeOfSlots() {
        PendingCalls<Integer> calls = new PendingCalls<>(PendingCalls.MAX_LIMIT);
        Set<Long> ids = new HashSet<>();
        for (int i = 0; i < PendingCalls.MAX_LIMIT; i++) {
            ids.add(calls.add(i));
        }
        assertThat(ids).hasSize(PendingCalls.MAX_LIMIT);
        assertThat(calls.isFull()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, PendingCalls.MAX_LIMIT + 1})
    void aLimitOutOfRangeIsRefused(int limit) {
        assertThatIllegalArgumentException().isThrownBy(() -> new PendingCalls<>(limit));
    }

    @Test
    void drainTakesOutWhatWasAddedAfterAnId() {
        PendingCalls<String> calls = new PendingCalls<>(8);
        long a = calls.add("a");
        long b = calls.add("b");
        calls.remove(a);
        calls.add("c"); // in the slot of a
        calls.add("d");
        List<String> drained = new ArrayList<>();

        calls.drain(b, drained::add);

        assertThat(drained).containsExactlyInAnyOrder("c", "d");
        assertThat(calls.get(b)).isEqualTo("b");
        calls.drain(0, drained::add);
        assertThat(drained).containsExactlyInAnyOrder("c", "d", "b");
        assertThat(calls.size()).isZero();
    }

    @Test
    void callsMayBeAddedWhileDraining() {
        PendingCalls<String> calls = new PendingCalls<>(8);
        calls.add("a");
        calls.add("b");
        long last = calls.lastId();

        calls.drain(0, each -> calls.add(each + "'"));

        List<String> left = new ArrayList<>();
        calls.forEach(left::add);
        assertThat(left).hasSize(2).allMatch(each -> each.endsWith("'"));
        assertThat(calls.lastId()).isGreaterThan(last);
    }

    @Test
    void behavesLikeAMap() {
        Random random = Seeds.random("PendingCallsTest");
        PendingCalls<Integer> calls = new PendingCalls<>(150);
        Map<Long, Integer> model = new HashMap<>();
        List<Long> given = new ArrayList<>();
        for (int step = 0; step < 50_000; step++) {
            if (random.nextBoolean() && !calls.isFull()) {
                long id = calls.add(step);
                assertThat(given.isEmpty() || id > given.get(given.size() - 1)).isTrue();
                assertThat(id).isLessThanOrEqualTo(calls.lastId());
                given.add(id);
                model.put(id, step);
            } else if (!given.isEmpty()) {
                long id = given.get(Math.max(0, given.size() - 1 - random.nextInt(300)) % given.size());
                assertThat(calls.get(id)).isEqualTo(model.get(id));
                assertThat(calls.remove(id)).isEqualTo(model.remove(id));
            }
            assertThat(calls.size()).isEqualTo(model.size());
        }
        List<Integer> left = new ArrayList<>();
        calls.forEach(left::add);
        assertThat(left).containsExactlyInAnyOrderElementsOf(model.values());
    }
}
