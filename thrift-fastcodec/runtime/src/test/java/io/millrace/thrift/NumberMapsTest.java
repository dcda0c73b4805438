package io.millrace.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testkit.Seeds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Held against {@link LinkedHashMap}; the six classes differ in nothing but the types. */
class NumberMapsTest {
    private final Random random = Seeds.random("NumberMapsTest");

    @Test
    void entriesAndTheirOrderAreThoseOfALinkedHashMap() {
        for (int round = 0; round < 50; round++) {
            LongLongMap ours = new LongLongMap(random.nextInt(10));
            Map<Long, Long> model = new LinkedHashMap<>();
            int keys = 1 + random.nextInt(400);
            for (int step = 0; step < 500; step++) {
                long key = (long) random.nextInt(keys) << random.nextInt(2) * 40;
                long value = random.nextLong();
                ours.put(key, value);
                model.put(key, value);
                long asked = random.nextInt(keys);
                assertThat(ours.containsKey(asked)).isEqualTo(model.containsKey(asked));
                assertThat(ours.getOrDefault(asked, -1)).isEqualTo(model.getOrDefault(asked, -1L));
            }
            assertThat(ours.size()).isEqualTo(model.size());
            assertThat(new ArrayList<>(ours.toMap().entrySet())).isEqualTo(new ArrayList<>(model.entrySet()));
            assertThat(ours).hasSameHashCodeAs(model).hasToString(model.toString());
        }
    }

    @Test
    void orderIsNoPartOfEquality() {
        IntLongMap one = new IntLongMap().put(1, 10).put(2, 20);
        IntLongMap other = new IntLongMap(50).put(2, 0).put(1, 10).put(2, 20);
        assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
        assertThat(one.keyAt(0)).isEqualTo(1);
        assertThat(other.keyAt(0)).isEqualTo(2);
        assertThat(one)
                .isNotEqualTo(new IntLongMap().put(1, 10))
                .isNotEqualTo(new IntLongMap().put(1, 10).put(2, 21));
    }

    @Test
    void clearingLeavesNothing() {
        IntIntMap map = new IntIntMap().put(1, 2);
        map.clear();
        assertThat(map.isEmpty()).isTrue();
        assertThat(map.containsKey(1)).isFalse();
        assertThatThrownBy(() -> map.keyAt(0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(map.put(3, 4).toMap()).isEqualTo(Map.of(3, 4));
    }

    @Test
    void everyTypeHoldsItsEntries() {
        assertThat(new LongIntMap().put(1L << 40, 2).toMap()).isEqualTo(Map.of(1L << 40, 2));
        assertThat(new LongDoubleMap().put(-1, Double.NaN)).isEqualTo(new LongDoubleMap().put(-1, Double.NaN));
        assertThat(new IntDoubleMap().put(1, 0.0)).isNotEqualTo(new IntDoubleMap().put(1, -0.0));
    }

    @Test
    void slotsLieInTheTable() {
        for (int slots = 2; slots > 0; slots *= 2) {
            assertThat(KeyHash.slot(random.nextLong(), slots)).isBetween(0, slots - 1);
            assertThat(KeyHash.slot(-1, slots)).isBetween(0, slots - 1);
        }
        assertThat(KeyHash.slotsFor(0)).isEqualTo(16);
        assertThat(KeyHash.slotsFor(15)).isEqualTo(32);
    }
}
