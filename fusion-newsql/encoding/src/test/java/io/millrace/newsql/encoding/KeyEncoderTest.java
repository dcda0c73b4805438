package io.millrace.newsql.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.newsql.encoding.EncodingException.Reason;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes of keys, as docs/formats/newsql-keys.md shows them: a change here is a change of the format. */
class KeyEncoderTest {

    private static final KeyOrder UP = KeyOrder.ASCENDING;

    private final KeyEncoder encoder = new KeyEncoder(1024);

    @Test
    void bytesOfEachKindOfColumn() {
        assertThat(hex(encoder.clear().putNull(UP))).isEqualTo("01");
        assertThat(hex(encoder.clear().putNull(KeyOrder.DESCENDING))).isEqualTo("fe");
        assertThat(hex(encoder.clear().putSigned(1, UP))).isEqualTo("028000000000000001");
        assertThat(hex(encoder.clear().putSigned(-1, UP))).isEqualTo("027fffffffffffffff");
        assertThat(hex(encoder.clear().putSigned(1, KeyOrder.DESCENDING))).isEqualTo("fd7ffffffffffffffe");
        assertThat(hex(encoder.clear().putUnsigned(-1, UP))).isEqualTo("02ffffffffffffffff");
        assertThat(hex(encoder.clear().putDouble(1, UP))).isEqualTo("02bff0000000000000");
        assertThat(hex(encoder.clear().putDecimal(new BigDecimal("-1.5"), new DecimalLayout(4, 2), UP)))
                .isEqualTo("027f6a");
        assertThat(hex(text("millrace"))).isEqualTo("026d696c6c7261636508");
        assertThat(hex(text("millraces"))).isEqualTo("026d696c6c72616365097300000000000000" + "01");
        assertThat(hex(padded("a  "))).isEqualTo("02612020202020202002");
        assertThat(hex(padded("millrace\t"))).isEqualTo("026d696c6c7261636501" + "0920202020202020" + "02");
    }

    @ParameterizedTest
    @CsvSource({
        "UTF8MB4_GENERAL_CI, 'ab  ', 02 0041004200200020 02",
        "UTF8MB4_GENERAL_CI, '', 02 0020002000200020 02",
        "UTF8MB4_UNICODE_CI, ß, 02 0FEA0FEA02090209 02",
        "UTF8MB4_0900_AI_CI, 'aB ', 02 1C471C6002090000 06",
        "UTF8MB4_0900_AI_CI, 한, 02 3C073C733CD40000 06",
        "UTF8MB4_0900_AI_CI, '', 02 0000000000000000 00",
        "UTF8MB4_0900_AS_CS, aB, 02 1C471C6000000020 09 0020000000020008 08",
        "UTF8MB4_BIN, 'a ', 02 6120202020202020 02",
        "UTF8MB4_0900_BIN, 'a ', 02 6120000000000000 02",
        "BINARY, a, 02 6100000000000000 01"
    })
    void bytesOfTextByItsCollation(Collation collation, String text, String key) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assertThat(hex(encoder.clear().putText(bytes, 0, bytes.length, collation, UP)))
                .isEqualTo(key.replace(" ", "").toLowerCase(Locale.ROOT));
    }

    @Test
    void textWhoseWeightsAreTooLongIsRefusedUnlessSpacesMakeItSo() {
        byte[] letters = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz".getBytes(StandardCharsets.UTF_8);
        KeyEncoder small = new KeyEncoder(80);
        EncodingException refused = catchThrowableOfType(
                EncodingException.class,
                () -> small.putText(letters, 0, letters.length, Collation.UTF8MB4_UNICODE_CI, UP));
        assertThat(refused.reason()).isEqualTo(Reason.KEY_TOO_LONG);
        byte[] spaces = ("a" + "\u00A0 ".repeat(1000)).getBytes(StandardCharsets.UTF_8);
        assertThat(hex(small.putText(spaces, 0, spaces.length, Collation.UTF8MB4_UNICODE_CI, UP)))
                .isEqualTo("020e3302090209020902");
    }

    @Test
    void minusZeroIsZero() {
        assertThat(hex(encoder.clear().putDouble(-0.0, UP))).isEqualTo(hex(new KeyEncoder(9).putDouble(0.0, UP)));
    }

    @Test
    void aKeyPastTheLimitIsRefused() {
        KeyEncoder small = new KeyEncoder(17).putSigned(1, UP);
        EncodingException refused = catchThrowableOfType(EncodingException.class, () -> small.putSigned(2, UP));
        assertThat(refused.reason()).isEqualTo(Reason.KEY_TOO_LONG);
        assertThat(refused).hasMessage("key too long: length=18 (expected: <= 17); index a prefix of the column");
        assertThat(small.clear().putNull(UP).toBytes()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"100.00", "-100.00", "0.001"})
    void aDecimalThatTheColumnCannotHoldIsRefused(BigDecimal value) {
        EncodingException refused = catchThrowableOfType(
                EncodingException.class, () -> encoder.putDecimal(value, new DecimalLayout(4, 2), UP));
        assertThat(refused.reason()).isEqualTo(Reason.OUT_OF_RANGE);
    }

    @Test
    void whatIsNotANumberIsRefused() {
        EncodingException refused =
                catchThrowableOfType(EncodingException.class, () -> encoder.putDouble(Double.NaN, UP));
        assertThat(refused.reason()).isEqualTo(Reason.OUT_OF_RANGE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "00", "03", "02", "0280", "02800000000000000"})
    void whatIsNoIntegerIsMalformed(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex.substring(0, hex.length() & ~1));
        EncodingException malformed =
                catchThrowableOfType(EncodingException.class, () -> new KeyDecoder(bytes).readSigned(UP));
        assertThat(malformed.reason()).isEqualTo(Reason.MALFORMED);
        assertThat(malformed).hasMessageContaining("index=0");
    }

    @Test
    void aStringCutAnywhereIsMalformed() {
        byte[] key = text("a string of more than one group").toBytes();
        for (int length = 0; length < key.length; length++) {
            byte[] cut = Arrays.copyOf(key, length);
            EncodingException malformed =
                    catchThrowableOfType(EncodingException.class, () -> new KeyDecoder(cut).readBytes(UP));
            assertThat(malformed.reason()).isEqualTo(Reason.MALFORMED);
        }
    }

    private KeyEncoder text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return encoder.clear().putBytes(bytes, 0, bytes.length, UP);
    }

    private KeyEncoder padded(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return encoder.clear().putPadded(bytes, 0, bytes.length, new byte[] {' '}, UP);
    }

    private static String hex(KeyEncoder key) {
        return HexFormat.of().formatHex(key.toBytes());
    }
}
