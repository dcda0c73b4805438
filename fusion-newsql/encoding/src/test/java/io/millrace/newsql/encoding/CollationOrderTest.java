package io.millrace.newsql.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Comparing, keys and hashes are three ways through the same weights; they agree on random strings. */
@Tag("once")
class CollationOrderTest {

    private static final int PAIRS = 60_000;
    private static final int KEY_BYTES = 4096;

    private final KeyEncoder encoder = new KeyEncoder(KEY_BYTES);

    @ParameterizedTest
    @EnumSource
    void keysCompareAsStringsDo(Collation collation) {
        Random random = Seeds.random("CollationOrderTest " + collation);
        int same = 0;
        for (int pair = 0; pair < PAIRS; pair++) {
            String left = TextStrings.draw(random);
            String right = TextStrings.neighbour(left, random);
            byte[] leftBytes = left.getBytes(StandardCharsets.UTF_8);
            byte[] rightBytes = right.getBytes(StandardCharsets.UTF_8);
            int compared = Integer.signum(collation.compare(leftBytes, rightBytes));
            assertThat(Integer.signum(collation.compare(rightBytes, leftBytes)))
                    .as("turned round")
                    .isEqualTo(-compared);
            for (KeyOrder order : KeyOrder.values()) {
                byte[] leftKey = key(leftBytes, collation, order);
                byte[] rightKey = key(rightBytes, collation, order);
                int expected = order == KeyOrder.ASCENDING ? compared : -compared;
                assertThat(Integer.signum(Arrays.compareUnsigned(leftKey, rightKey)))
                        .as("%s %s: '%s' and '%s'", collation, order, left, right)
                        .isEqualTo(expected);
            }
            if (compared == 0) {
                same++;
                assertThat(collation.hash(leftBytes, 0, leftBytes.length))
                        .as("hashes of '%s' and '%s'", left, right)
                        .isEqualTo(collation.hash(rightBytes, 0, rightBytes.length));
            }
        }
        assertThat(same).as("pairs that are the same").isBetween(PAIRS / 50, PAIRS - PAIRS / 10);
    }

    @Test
    void hashesOfDifferentStringsDiffer() {
        Random random = Seeds.random("CollationOrderTest of hashes");
        for (Collation collation : Collation.values()) {
            for (int pair = 0; pair < 1000; pair++) {
                byte[] left = TextStrings.draw(random).getBytes(StandardCharsets.UTF_8);
                byte[] right = TextStrings.draw(random).getBytes(StandardCharsets.UTF_8);
                if (collation.compare(left, right) != 0) {
                    assertThat(collation.hash(left, 0, left.length))
                            .isNotEqualTo(collation.hash(right, 0, right.length));
                }
            }
        }
    }

    private byte[] key(byte[] value, Collation collation, KeyOrder order) {
        encoder.clear().putText(value, 0, value.length, collation, order);
        byte[] key = encoder.toBytes();
        checkWhole(key, collation, order);
        return key;
    }

    private static void checkWhole(byte[] key, Collation collation, KeyOrder order) {
        KeyDecoder decoder = new KeyDecoder(key);
        if (collation.padsSpaces()) {
            decoder.skipPadded(order);
        } else {
            decoder.readBytes(order);
        }
        assertThat(decoder.isAtEnd()).isTrue();
    }
}
