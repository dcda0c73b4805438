package io.millrace.newsql.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys of random columns and values compare as the values do, and are read back as they were. */
@Tag("once")
class KeyOrderTest {

    private static final int PAIRS = 200_000;
    private static final int KEY_BYTES = 1024;

    private final KeyEncoder encoder = new KeyEncoder(KEY_BYTES);

    @ParameterizedTest
    @EnumSource
    void keysOfOneColumnCompareAsItsValues(KeyColumn column) {
        Random random = Seeds.random("KeyOrderTest " + column);
        for (int pair = 0; pair < PAIRS; pair++) {
            KeyOrder order = anyOrder(random);
            check(List.of(column), List.of(order), draw(List.of(column), random), draw(List.of(column), random));
        }
    }

    @Test
    void keysOfSomeColumnsCompareColumnByColumn() {
        Random random = Seeds.random("KeyOrderTest of columns");
        KeyColumn[] all = KeyColumn.values();
        for (int pair = 0; pair < PAIRS; pair++) {
            List<KeyColumn> columns = new ArrayList<>();
            List<KeyOrder> orders = new ArrayList<>();
            for (int count = random.nextInt(4) + 1; count > 0; count--) {
                columns.add(all[random.nextInt(all.length)]);
                orders.add(anyOrder(random));
            }
            List<@Nullable Object> left = draw(columns, random);
            List<@Nullable Object> right = draw(columns, random);
            for (int shared = random.nextInt(columns.size() + 1); shared > 0; shared--) {
                right.set(shared - 1, left.get(shared - 1)); // else the first column decides nearly always
            }
            check(columns, orders, left, right);
        }
    }

    private void check(
            List<KeyColumn> columns, List<KeyOrder> orders, List<@Nullable Object> left, List<@Nullable Object> right) {
        byte[] leftKey = encode(columns, orders, left);
        byte[] rightKey = encode(columns, orders, right);
        int expected = compare(columns, orders, left, right);
        assertThat(Integer.signum(Arrays.compareUnsigned(leftKey, rightKey)))
                .as("%s %s: %s and %s", columns, orders, left, right)
                .isEqualTo(Integer.signum(expected));
        if (expected != 0) {
            int common = Math.min(leftKey.length, rightKey.length);
            assertThat(Arrays.mismatch(leftKey, rightKey))
                    .as("no key begins another: %s %s: %s and %s", columns, orders, left, right)
                    .isBetween(0, common - 1);
        }
        checkRead(columns, orders, left, leftKey);
    }

    private byte[] encode(List<KeyColumn> columns, List<KeyOrder> orders, List<@Nullable Object> values) {
        encoder.clear();
        for (int i = 0; i < columns.size(); i++) {
            Object value = values.get(i);
            if (value == null) {
                encoder.putNull(orders.get(i));
            } else {
                columns.get(i).put(encoder, value, orders.get(i));
            }
        }
        return encoder.toBytes();
    }

    private static int compare(
            List<KeyColumn> columns, List<KeyOrder> orders, List<@Nullable Object> left, List<@Nullable Object> right) {
        for (int i = 0; i < columns.size(); i++) {
            int compared = columns.get(i).comparator(orders.get(i)).compare(left.get(i), right.get(i));
            if (compared != 0) {
                return compared;
            }
        }
        return 0;
    }

    private static void checkRead(
            List<KeyColumn> columns, List<KeyOrder> orders, List<@Nullable Object> values, byte[] key) {
        KeyDecoder decoder = new KeyDecoder(key);
        for (int i = 0; i < columns.size(); i++) {
            Object value = values.get(i);
            assertThat(decoder.isNull(orders.get(i))).isEqualTo(value == null);
            if (value == null) {
                decoder.skipNull(orders.get(i));
                continue;
            }
            Object read = columns.get(i).read(decoder, orders.get(i));
            if (read != KeyColumn.UNREADABLE) {
                assertThat(columns.get(i).compare(read, value))
                        .as("%s read back as %s", value, read)
                        .isZero();
            }
        }
        assertThat(decoder.isAtEnd()).isTrue();
    }

    private static List<@Nullable Object> draw(List<KeyColumn> columns, Random random) {
        List<@Nullable Object> values = new ArrayList<>();
        for (KeyColumn column : columns) {
            values.add(random.nextInt(20) == 0 ? null : column.draw(random));
        }
        return values;
    }

    private static KeyOrder anyOrder(Random random) {
        return random.nextBoolean() ? KeyOrder.ASCENDING : KeyOrder.DESCENDING;
    }
}
