package io.millrace.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Held against {@link ArrayList}; the six classes differ in nothing but the type. */
class NumberListsTest {
    private final Random random = Seeds.random("NumberListsTest");

    @Test
    void longsBehaveAsAListDoes() {
        LongList ours = new LongList();
        List<Long> model = new ArrayList<>();
        for (int step = 0; step < 5_000; step++) {
            long value = random.nextLong();
            switch (random.nextInt(20)) {
                case 0 -> {
                    if (random.nextInt(20) == 0) {
                        ours.clear();
                        model.clear();
                    }
                }
                case 1 -> ours.ensureCapacity(random.nextInt(3_000));
                case 2, 3, 4 -> {
                    if (!model.isEmpty()) {
                        int index = random.nextInt(model.size());
                        ours.set(index, value);
                        model.set(index, value);
                    }
                }
                default -> {
                    ours.add(value);
                    model.add(value);
                }
            }
            assertThat(ours.size()).isEqualTo(model.size());
        }
        assertThat(ours.asList()).isEqualTo(model);
        assertThat(ours).hasSameHashCodeAs(model).hasToString(model.toString());
        assertThat(LongList.of(ours.toArray())).isEqualTo(ours);
    }

    @Test
    void capacityIsNotContent() {
        LongList roomy = new LongList();
        roomy.ensureCapacity(100);
        roomy.add(1);
        assertThat(roomy)
                .isEqualTo(LongList.of(1))
                .hasSameHashCodeAs(LongList.of(1))
                .isNotEqualTo(LongList.of(1, 0));
        assertThatThrownBy(() -> roomy.get(1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> roomy.set(-1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void everyTypeHoldsItsValues() {
        assertThat(IntList.of(1, Integer.MIN_VALUE).asList()).containsExactly(1, Integer.MIN_VALUE);
        assertThat(ShortList.of((short) 1, Short.MIN_VALUE).asList()).containsExactly((short) 1, Short.MIN_VALUE);
        assertThat(ByteList.of((byte) 1, Byte.MIN_VALUE).asList()).containsExactly((byte) 1, Byte.MIN_VALUE);
        assertThat(DoubleList.of(1, Double.NaN).asList()).containsExactly(1.0, Double.NaN);
        assertThat(BooleanList.of(true, false).asList()).containsExactly(true, false);
        assertThat(DoubleList.of(0.0)).isNotEqualTo(DoubleList.of(-0.0));
        assertThat(BooleanList.of(true)).hasSameHashCodeAs(List.of(true));
    }

    @Test
    void wrappingSharesAndCopyingDoesNot() {
        long[] values = {1, 2};
        LongList shared = LongList.wrap(values);
        LongList copied = LongList.of(values);
        values[0] = 7;
        assertThat(shared.get(0)).isEqualTo(7);
        assertThat(copied.get(0)).isEqualTo(1);
        shared.asList().set(1, 9L);
        assertThat(values[1]).isEqualTo(9);
    }
}
