package io.millrace.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.millrace.testkit.Seeds;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VarintTest {
    /** Bytes as Protocol Buffers' documentation and the LEB128 article of the DWARF standard give them. */
    @ParameterizedTest
    @CsvSource({
        "0, 00",
        "1, 01",
        "127, 7f",
        "128, 8001",
        "150, 9601",
        "300, ac02",
        "624485, e58e26",
        "2147483647, ffffffff07",
        "-1, ffffffff0f"
    })
    void writesTheBytesOfTheStandard(int value, String hex) {
        ByteBuf out = Unpooled.buffer(0);
        Varint.writeInt(out, value);
        assertThat(ByteBufUtil.hexDump(out)).isEqualTo(hex);
        assertThat(Varint.sizeOf(value)).isEqualTo(hex.length() / 2);
        assertThat(Varint.readInt(out)).isEqualTo(value);
        assertThat(out.isReadable()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 127, 128, 1L << 35, Long.MAX_VALUE, Long.MIN_VALUE, -1})
    void longsAreReadBack(long value) {
        ByteBuf out = Unpooled.buffer(0);
        Varint.writeLong(out, value);
        assertThat(out.readableBytes()).isEqualTo(Varint.sizeOf(value)).isLessThanOrEqualTo(Varint.LONG_BYTES_MAX);
        assertThat(Varint.readLong(out)).isEqualTo(value);
    }

    @Test
    void randomNumbersAreReadBack() {
        Random random = Seeds.random("VarintTest");
        ByteBuf out = Unpooled.buffer();
        for (int i = 0; i < 10_000; i++) {
            out.clear();
            long value = random.nextLong() >>> random.nextInt(Long.SIZE);
            Varint.writeLong(out, value);
            Varint.writeInt(out, (int) value);
            assertThat(Varint.readLong(out)).isEqualTo(value);
            assertThat(Varint.readInt(out)).isEqualTo((int) value);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "80", "ffffffff"})
    void aNumberThatIsCutMayBeReadAgainWithMoreBytes(String hex) {
        ByteBuf in = Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex));
        assertThatExceptionOfType(VarintException.class)
                .isThrownBy(() -> Varint.readInt(in))
                .satisfies(e -> assertThat(e.reason()).isEqualTo(VarintException.Reason.TRUNCATED))
                .withMessageContaining("bytes=" + hex.length() / 2);
        assertThat(in.readerIndex()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ffffffff10", "ffffffff8f00", "8080808080"})
    void anIntOfMoreThan32BitsIsRefused(String hex) {
        ByteBuf in = Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex));
        assertThatExceptionOfType(VarintException.class)
                .isThrownBy(() -> Varint.readInt(in))
                .satisfies(e -> assertThat(e.reason()).isEqualTo(VarintException.Reason.TOO_LONG));
        assertThat(in.readerIndex()).isZero();
    }

    @Test
    void aLongOfMoreThan64BitsIsRefused() {
        ByteBuf in = Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump("ffffffffffffffffff02"));
        assertThatExceptionOfType(VarintException.class)
                .isThrownBy(() -> Varint.readLong(in))
                .satisfies(e -> assertThat(e.reason()).isEqualTo(VarintException.Reason.TOO_LONG));
    }

    @Test
    void paddingIsRead() {
        assertThat(Varint.readInt(Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump("8000"))))
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "-1, 1", "1, 2", "-2, 3", "2147483647, -2", "-2147483648, -1"})
    void zigzagMakesSmallNegativesSmall(int value, int mapped) {
        assertThat(Varint.zigzag(value)).isEqualTo(mapped);
        assertThat(Varint.unzigzag(mapped)).isEqualTo(value);
        assertThat(Varint.unzigzag(Varint.zigzag((long) value))).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, Long.MAX_VALUE, -1, 0})
    void zigzagOfLongsIsReversible(long value) {
        assertThat(Varint.unzigzag(Varint.zigzag(value))).isEqualTo(value);
    }
}
