package io.millrace.thrift;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Held against the JDK's own encoder and decoder. */
class Utf8Test {
    private static final char[] CHARS = {
        'a', 0, 0x7F, 0x80, 'é', 0x7FF, 0x800, '中', 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF
    };

    private final Random random = Seeds.random("Utf8Test");

    @Test
    void bytesAreTheJdksForEveryPairOfChars() {
        for (char first : CHARS) {
            for (char second : CHARS) {
                for (char third : CHARS) {
                    assertSame(new String(new char[] {first, second, third}));
                }
            }
        }
    }

    @Test
    void bytesAreTheJdksForRandomStrings() {
        for (int round = 0; round < 2_000; round++) {
            int ascii = random.nextInt(3);
            char[] chars = new char[random.nextInt(60)];
            for (int i = 0; i < chars.length; i++) {
                chars[i] = ascii == 0 ? (char) random.nextInt(0x80) : CHARS[random.nextInt(CHARS.length)];
            }
            assertSame(new String(chars));
        }
    }

    @Test
    void oneCharIsFoundWhereverItIs() {
        for (int length : new int[] {1, 7, 8, 9, 15, 16, 17, 40, 255, 600}) {
            for (int place = 0; place < length; place++) {
                char[] chars = new char[length];
                Arrays.fill(chars, 'a');
                chars[place] = place % 2 == 0 ? 'é' : 'š';
                assertSame(new String(chars));
                byte[] bytes = new byte[length + 3];
                Arrays.fill(bytes, (byte) 'a');
                bytes[2 + place] = -1;
                assertThat(Utf8.read(bytes, 2, length)).isEqualTo(new String(bytes, 2, length, StandardCharsets.UTF_8));
            }
            assertSame("a".repeat(length));
        }
    }

    @Test
    void anythingIsReadAsTheJdkReadsIt() {
        for (int round = 0; round < 2_000; round++) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            if (round % 2 == 0) {
                for (int i = 0; i < bytes.length; i++) {
                    bytes[i] &= 0x7F;
                }
            }
            int at = random.nextInt(bytes.length + 1);
            int length = random.nextInt(bytes.length - at + 1);
            assertThat(Utf8.read(bytes, at, length)).isEqualTo(new String(bytes, at, length, StandardCharsets.UTF_8));
        }
    }

    @Test
    void nothingIsWrittenBeyondTheRoom() {
        String text = "aé中\uD83D\uDE00";
        byte[] whole = text.getBytes(StandardCharsets.UTF_8);
        for (int room = 0; room < whole.length; room++) {
            byte[] bytes = new byte[whole.length];
            assertThat(Utf8.write(text, bytes, 0, room)).isEqualTo(-1);
            assertThat(Arrays.copyOfRange(bytes, room, bytes.length)).isEqualTo(new byte[bytes.length - room]);
        }
    }

    private static void assertSame(String text) {
        byte[] expected = text.getBytes(StandardCharsets.UTF_8);
        int scanned = Utf8.scan(text);
        assertThat(scanned ^ scanned >> 31).isEqualTo(expected.length);
        assertThat(scanned >= 0).isEqualTo(text.chars().allMatch(c -> c < 0x80));
        byte[] written = new byte[expected.length];
        assertThat(Utf8.write(text, written, 0, written.length)).isEqualTo(expected.length);
        assertThat(written).isEqualTo(expected);
    }
}
