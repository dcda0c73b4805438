package io.millrace.newsql.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.newsql.encoding.EncodingException.Reason;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/** What each collation is called, and what it takes for the same. */
class CollationTest {

    @ParameterizedTest
    @CsvSource({
        "binary, 63, false, 0",
        "utf8mb4_general_ci, 45, true, 1",
        "utf8mb4_bin, 46, true, 0",
        "utf8mb4_unicode_ci, 224, true, 1",
        "utf8mb4_0900_ai_ci, 255, false, 1",
        "utf8mb4_0900_as_cs, 278, false, 1",
        "utf8mb4_0900_bin, 309, false, 0"
    })
    void namesNumbersPaddingAndVersions(String name, int id, boolean padsSpaces, int weightsVersion) {
        Collation collation = Collation.find(name).orElseThrow();
        assertThat(Collation.find(id)).contains(collation);
        assertThat(collation.sqlName()).isEqualTo(name);
        assertThat(collation.id()).isEqualTo(id);
        assertThat(collation.padsSpaces()).isEqualTo(padsSpaces);
        assertThat(collation.weightsVersion()).isEqualTo(weightsVersion);
        assertThat(collation.isBytewise()).isEqualTo(weightsVersion == 0);
    }

    @Test
    void namesAreFoundInAnyCaseAndOthersAreNot() {
        assertThat(Collation.find("UTF8MB4_0900_AI_CI")).contains(Collation.UTF8MB4_0900_AI_CI);
        assertThat(Collation.find("utf8mb4_ja_0900_as_cs")).isEmpty();
        assertThat(Collation.find(8)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "UTF8MB4_0900_AI_CI | a      | A       | =",
                "UTF8MB4_0900_AI_CI | résumé | RESUME  | =",
                "UTF8MB4_0900_AI_CI | Straße | STRASSE | =",
                "UTF8MB4_0900_AI_CI | œuvre  | oeuvre  | =",
                "UTF8MB4_0900_AI_CI | ﬃ      | ffi     | =",
                "UTF8MB4_0900_AI_CI | e\u0301 | é      | =",
                "UTF8MB4_0900_AI_CI | か     | ガ      | =",
                "UTF8MB4_0900_AI_CI | 한     | 한      | =",
                "UTF8MB4_0900_AI_CI | 豈     | \uF900  | =",
                "UTF8MB4_0900_AI_CI | 😀     | 😁      | <",
                "UTF8MB4_0900_AI_CI | a-b    | ab      | <",
                "UTF8MB4_0900_AI_CI | Ø      | O       | =",
                "UTF8MB4_0900_AI_CI | Z      | 一      | <",
                "UTF8MB4_0900_AI_CI | 一     | 丁      | <",
                "UTF8MB4_0900_AI_CI | 丁     | 㐀      | <",
                "UTF8MB4_0900_AI_CI | 가     | 각      | <",
                "UTF8MB4_0900_AS_CS | a      | A       | <",
                "UTF8MB4_0900_AS_CS | A      | á       | <",
                "UTF8MB4_0900_AS_CS | á      | b       | <",
                "UTF8MB4_0900_AS_CS | cote   | coté    | <",
                "UTF8MB4_0900_AS_CS | coté   | côte    | <",
                "UTF8MB4_0900_AS_CS | aB     | Ab      | <",
                "UTF8MB4_0900_AS_CS | e\u0301 | é      | =",
                "UTF8MB4_0900_AS_CS | 한     | 한      | =",
                "UTF8MB4_0900_AS_CS | \u1112\u1175\u11C2 | 힣 | <",
                "UTF8MB4_GENERAL_CI | Straße | strase  | =",
                "UTF8MB4_GENERAL_CI | Ä      | a       | =",
                "UTF8MB4_GENERAL_CI | 😀     | 😁      | =",
                "UTF8MB4_GENERAL_CI | œ      | oe      | >",
                "UTF8MB4_UNICODE_CI | Straße | STRASSE | =",
                "UTF8MB4_UNICODE_CI | 😀     | 😁      | =",
                "UTF8MB4_BIN        | a      | A       | >",
                "UTF8MB4_BIN        | \uFFFD | 😀      | <",
                "BINARY             | a      | A       | >"
            })
    void whatIsTheSameAndWhatIsBefore(Collation collation, String left, String right, char expected) {
        int sign = "<=>".indexOf(expected) - 1;
        assertThat(Integer.signum(collation.compare(utf8(left), utf8(right)))).isEqualTo(sign);
        assertThat(Integer.signum(collation.compare(utf8(right), utf8(left)))).isEqualTo(-sign);
    }

    @ParameterizedTest
    @EnumSource
    void trailingSpacesAreNothingWhereTheCollationPads(Collation collation) {
        int sign = Integer.signum(collation.compare(utf8("a "), utf8("a")));
        assertThat(sign).isEqualTo(collation.padsSpaces() ? 0 : 1);
        assertThat(hash(collation, "a ") == hash(collation, "a")).isEqualTo(collation.padsSpaces());
        assertThat(Integer.signum(collation.compare(utf8("a\u0001 b"), utf8("a"))))
                .isEqualTo(afterControl(collation));
        assertThat(hash(collation, "a b")).isNotEqualTo(hash(collation, "ab"));
    }

    /** A control weighs nothing in the UCA; elsewhere it is before a space, so before the end of a string that is padded. */
    private static int afterControl(Collation collation) {
        return collation == Collation.UTF8MB4_GENERAL_CI || collation == Collation.UTF8MB4_BIN ? -1 : 1;
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"BINARY", "UTF8MB4_BIN", "UTF8MB4_0900_BIN"})
    void bytesInOtherBytesAreComparedAlone(Collation collation) {
        byte[] around = utf8("xxébayy");
        assertThat(collation.compare(around, 2, 3, utf8("zÉBz"), 1, 3))
                .as(collation.sqlName())
                .satisfies(compared -> assertThat(compared == 0).isEqualTo(collation != Collation.UTF8MB4_0900_AS_CS));
        assertThat(collation.hash(around, 2, 3)).isEqualTo(hash(collation, "éb"));
    }

    @ParameterizedTest
    @CsvSource({
        "UTF8MB4_0900_AI_CI, a, A, true",
        "UTF8MB4_0900_AI_CI, a, á, true",
        "UTF8MB4_0900_AI_CI, a, b, false",
        "UTF8MB4_0900_AI_CI, 豈, \uF900, false",
        "UTF8MB4_0900_AI_CI, 가, 각, false",
        "UTF8MB4_0900_AI_CI, 😀, 😁, false",
        "UTF8MB4_0900_AI_CI, \u0301, \u0300, true",
        "UTF8MB4_0900_AS_CS, \u0301, \u0300, false",
        "UTF8MB4_0900_AS_CS, a, A, false",
        "UTF8MB4_0900_AS_CS, \u212B, Å, true",
        "UTF8MB4_GENERAL_CI, ß, s, true",
        "UTF8MB4_GENERAL_CI, 😀, 😁, true",
        "UTF8MB4_UNICODE_CI, ß, s, false",
        "UTF8MB4_UNICODE_CI, 😀, 😁, false",
        "UTF8MB4_BIN, a, A, false",
        "BINARY, a, a, true"
    })
    void whatIsOneCharacterToLike(Collation collation, String left, String right, boolean same) {
        assertThat(collation.isSameCharacter(left.codePointAt(0), right.codePointAt(0)))
                .isEqualTo(same);
        assertThat(collation.isSameCharacter(right.codePointAt(0), left.codePointAt(0)))
                .isEqualTo(same);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "80",
                "C080",
                "C1BF",
                "C3",
                "C328",
                "E0809F",
                "E282",
                "EDA080",
                "EDBFBF",
                "F08080AF",
                "F09F98",
                "F4908080",
                "F5808080",
                "FF"
            })
    void bytesThatAreNotUtf8AreRefusedWithTheirIndex(String hex) {
        byte[] bytes = HexFormat.of().parseHex("6162" + hex);
        EncodingException refused = catchThrowableOfType(
                EncodingException.class, () -> Collation.UTF8MB4_0900_AI_CI.compare(bytes, utf8("abz")));
        assertThat(refused.reason()).isEqualTo(Reason.NOT_UTF8);
        assertThat(refused)
                .hasMessage("string is not UTF-8: byte=0x" + hex.substring(0, 2)
                        + ", index=2 (expected: a whole character)");
        KeyEncoder encoder = new KeyEncoder(100);
        assertThat(catchThrowableOfType(
                        EncodingException.class,
                        () -> encoder.putText(
                                bytes, 0, bytes.length, Collation.UTF8MB4_UNICODE_CI, KeyOrder.ASCENDING)))
                .hasMessage(refused.getMessage());
        assertThat(encoder.length()).as("nothing of it was put").isZero();
    }

    private static long hash(Collation collation, String value) {
        byte[] bytes = utf8(value);
        return collation.hash(bytes, 0, bytes.length);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
