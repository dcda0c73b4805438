package io.millrace.newsql.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys of what LIKE 'text%' matches lie in the range of the text. */
@Tag("once")
class TextRangeTest {

    private static final int TEXTS = 60_000;

    private final KeyEncoder encoder = new KeyEncoder(4096);

    @ParameterizedTest
    @EnumSource
    void whatBeginsWithATextIsInItsRange(Collation collation) {
        Random random = Seeds.random("TextRangeTest " + collation);
        for (int i = 0; i < TEXTS; i++) {
            String text = TextStrings.draw(random);
            String begun = alike(text, collation, random) + TextStrings.draw(random);
            for (KeyOrder order : KeyOrder.values()) {
                assertThat(isInRange(begun, text, collation, order))
                        .as("%s %s: '%s' begins with '%s'", collation, order, begun, text)
                        .isTrue();
            }
        }
    }

    /** Another text that LIKE takes for the same, character by character. */
    private static String alike(String text, Collation collation, Random random) {
        return text.codePoints()
                .map(codePoint -> {
                    String other = TextStrings.draw(random) + " ";
                    int candidate = other.codePointAt(0);
                    return collation.isSameCharacter(codePoint, candidate) ? candidate : codePoint;
                })
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }

    @ParameterizedTest
    @EnumSource
    void whatBeginsWithAnotherTextIsNot(Collation collation) {
        for (KeyOrder order : KeyOrder.values()) {
            for (String text : new String[] {"c", "cat", "categor", "category", "categories of"}) {
                String last = text.substring(0, text.length() - 1);
                assertThat(isInRange(text, text, collation, order)).isTrue();
                assertThat(isInRange(text + "z", text, collation, order)).isTrue();
                assertThat(isInRange(last, text, collation, order)).isFalse();
                assertThat(isInRange(last + "b", text, collation, order)).isFalse();
                assertThat(isInRange(last + "z", text, collation, order)).isFalse();
                assertThat(isInRange(last + "zz", text, collation, order)).isFalse();
            }
        }
    }

    @Test
    void nullIsInNoRange() {
        for (KeyOrder order : KeyOrder.values()) {
            byte[] none = encoder.clear().putNull(order).toBytes();
            assertThat(isInRange(none, "", Collation.UTF8MB4_0900_AI_CI, order)).isFalse();
        }
    }

    private boolean isInRange(String value, String text, Collation collation, KeyOrder order) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        byte[] key = encoder.clear()
                .putText(bytes, 0, bytes.length, collation, order)
                .toBytes();
        return isInRange(key, text, collation, order);
    }

    private boolean isInRange(byte[] key, String text, Collation collation, KeyOrder order) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        byte[] before = encoder.clear()
                .putTextBefore(bytes, 0, bytes.length, collation, order)
                .toBytes();
        byte[] behind = encoder.clear()
                .putTextBehind(bytes, 0, bytes.length, collation, order)
                .toBytes();
        return Arrays.compareUnsigned(before, key) <= 0 && Arrays.compareUnsigned(key, behind) < 0;
    }
}
