package io.millrace.buffer;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testkit.Seeds;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

final class Crc32cTest {

    private static final byte[] DIGITS = "123456789".getBytes(US_ASCII);

    @Test
    void isThePublishedChecksum() {
        assertThat(Crc32c.update(0, DIGITS, 0, 9)).isEqualTo(0xE3069283);
        assertThat(Crc32c.update(0, ByteBuffer.wrap(DIGITS), 0, 9)).isEqualTo(0xE3069283);
        assertThat(Crc32c.update(0, new byte[32], 0, 32)).isEqualTo(0x8A9136AA);
        assertThat(Crc32c.update(7, DIGITS, 3, 0)).isEqualTo(7);
    }

    @Test
    void isTakenUpWhereItWasLeft() {
        Random random = Seeds.random("Crc32cTest");
        byte[] bytes = new byte[10_000];
        random.nextBytes(bytes);
        ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(0, bytes);
        for (int round = 0; round < 2_000; round++) {
            int from = random.nextInt(bytes.length);
            int middle = from + random.nextInt(bytes.length - from);
            int to = middle + random.nextInt(bytes.length - middle);
            int first = Crc32c.update(0, bytes, from, middle - from);
            int expected = whole(bytes, from, to - from);
            assertThat(Crc32c.update(first, bytes, middle, to - middle)).isEqualTo(expected);
            assertThat(Crc32c.update(first, direct, middle, to - middle)).isEqualTo(expected);
        }
    }

    @Test
    void everySeedIsAStartOfItsOwn() {
        Random random = Seeds.random("Crc32cTest seeds");
        for (int round = 0; round < 10_000; round++) {
            int seed = random.nextInt();
            assertThat(Crc32c.update(seed, DIGITS, 0, 0)).isEqualTo(seed);
            assertThat(Crc32c.update(seed, DIGITS, 0, 9)).isNotEqualTo(Crc32c.update(seed + 1, DIGITS, 0, 9));
        }
    }

    @Test
    void leavesPositionAndLimitAlone() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(64).position(5).limit(7);
        assertThat(Crc32c.update(0, buffer, 0, 64)).isEqualTo(whole(new byte[64], 0, 64));
        assertThat(buffer.position()).isEqualTo(5);
        assertThat(buffer.limit()).isEqualTo(7);
    }

    @Test
    void rangesOutsideAreRefused() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(64);
        assertThatThrownBy(() -> Crc32c.update(0, buffer, 60, 5)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Crc32c.update(0, buffer, -1, 5)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Crc32c.update(0, DIGITS, 5, 5)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    private static int whole(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }
}
