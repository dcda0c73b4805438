package io.millrace.newsql.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.testkit.Seeds;
import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values are read back as they were, in as few bytes as they need. */
class ValueCodecTest {

    @Test
    void randomValuesAreReadBack() {
        Random random = Seeds.random("ValueCodecTest");
        for (int i = 0; i < 100_000; i++) {
            long number = random.nextLong() >> random.nextInt(Long.SIZE);
            byte[] signed = ValueCodec.ofSigned(number);
            assertThat(ValueCodec.toSigned(signed, 0, signed.length)).isEqualTo(number);
            byte[] unsigned = ValueCodec.ofUnsigned(number);
            assertThat(ValueCodec.toUnsigned(unsigned, 0, unsigned.length)).isEqualTo(number);
            double real = random.nextGaussian();
            byte[] bits = ValueCodec.ofDouble(real);
            assertThat(ValueCodec.toDouble(bits, 0, bits.length)).isEqualTo(real);
            DecimalLayout layout = new DecimalLayout(25, 5);
            byte[] decimal = ValueCodec.ofDecimal(BigDecimal.valueOf(number, 5), layout);
            assertThat(ValueCodec.toDecimal(decimal, 0, decimal.length, layout))
                    .isEqualTo(BigDecimal.valueOf(number, 5));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0,1",
        "127,1",
        "128,2",
        "-128,1",
        "-129,2",
        "32767,2",
        "9223372036854775807,8",
        "-9223372036854775808,8"
    })
    void anIntegerTakesAsManyBytesAsItNeeds(long value, int bytes) {
        assertThat(ValueCodec.ofSigned(value)).hasSize(bytes);
    }

    @Test
    void whatIsNoValueIsMalformed() {
        byte[] bytes = new byte[10];
        bytes[0] = -1;
        assertThat(refused(() -> ValueCodec.toSigned(bytes, 0, 0)).reason())
                .isEqualTo(EncodingException.Reason.MALFORMED);
        assertThat(refused(() -> ValueCodec.toSigned(bytes, 0, 9)))
                .hasMessage("value is malformed: length=9 (expected: 1-8)");
        assertThat(refused(() -> ValueCodec.toUnsigned(bytes, 0, 2))).hasMessageContaining("with a sign");
        assertThat(refused(() -> ValueCodec.toDouble(bytes, 0, 4))).hasMessageContaining("double of 4 bytes");
    }

    private static EncodingException refused(Runnable read) {
        return catchThrowableOfType(EncodingException.class, read::run);
    }
}
