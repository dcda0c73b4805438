package io.millrace.mesh.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.millrace.mesh.ingress.FormFields.Field;
import io.millrace.testkit.Seeds;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormFieldsTest {
    @Test
    void theFieldsOfTheContractAreFound() {
        FormFields form = parsed("interface=a.B&method=m&parameterTypesString=Ljava%2Flang%2FString%3B&parameter=x");
        assertThat(form.text(Field.INTERFACE)).isEqualTo("a.B");
        assertThat(form.text(Field.METHOD)).isEqualTo("m");
        assertThat(form.text(Field.TYPES)).isEqualTo("Ljava/lang/String;");
        assertThat(form.text(Field.PARAMETER)).isEqualTo("x");
        assertThat(form.has(Field.GROUP)).isFalse();
        assertThat(form.length(Field.GROUP)).isZero();
    }

    @Test
    void fieldsComeInAnyOrderAmongOthers() {
        Random random = Seeds.random("FormFieldsTest");
        List<String> pairs = new ArrayList<>(
                List.of("interface=i", "method=m", "parameter=p", "group=g", "version=v", "x=y", "", "z"));
        for (int i = 0; i < 100; i++) {
            Collections.shuffle(pairs, random);
            FormFields form = parsed(String.join("&", pairs));
            assertThat(form.text(Field.INTERFACE)).isEqualTo("i");
            assertThat(form.text(Field.METHOD)).isEqualTo("m");
            assertThat(form.text(Field.PARAMETER)).isEqualTo("p");
            assertThat(form.text(Field.GROUP)).isEqualTo("g");
            assertThat(form.text(Field.VERSION)).isEqualTo("v");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'',''",
        "a+b,'a b'",
        "%2B,+",
        "a%20b,'a b'",
        "a=b=c,a=b=c",
        "==,==",
        "%26,&",
        "%c3%a9,\u00e9",
        "%C3%A9,\u00e9",
        "%f0%9f%98%80,\uD83D\uDE00",
        "100%25,100%",
        "%00,'\0'"
    })
    void valuesAreUrlDecoded(String raw, String decoded) {
        FormFields form = parsed("parameter=" + raw);
        assertThat(form.text(Field.PARAMETER)).isEqualTo(decoded);
        assertThat(form.has(Field.PARAMETER)).isTrue();
    }

    @Test
    void rawUtf8IsTakenAsItIs() {
        FormFields form = new FormFields();
        byte[] in = "parameter=\u00e9\uD83D\uDE00".getBytes(StandardCharsets.UTF_8);
        form.parse(in, 0, in.length);
        assertThat(form.text(Field.PARAMETER)).isEqualTo("\u00e9\uD83D\uDE00");
        assertThat(form.isParameterPlain()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "%4", "%zz", "%4g", "%g4", "a%", "%%41", "% 41", "%+1", "%-1"})
    void badEscapesAreRefused(String raw) {
        FormFields form = parsed("interface=i&parameter=" + raw + "&method=41");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> form.text(Field.PARAMETER))
                .withMessageContaining("parameter");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%ff", "%c3", "%c3%28", "%ed%a0%80", "%c0%80", "%f5%80%80%80", "%80"})
    void whatIsNotUtf8IsRefused(String raw) {
        FormFields form = parsed("parameter=" + raw);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> form.text(Field.PARAMETER))
                .withMessageContaining("not UTF-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"interface", "method", "parameter", "parameterTypesString", "group", "version"})
    void aFieldGivenTwiceIsRefused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parsed(name + "=a&x=y&" + name + "=a"))
                .withMessage("field given twice: " + name);
    }

    @Test
    void aNameInAnotherCaseIsAnotherField() {
        FormFields form = parsed("Interface=a&INTERFACE=b&parametertypesstring=c");
        assertThat(form.has(Field.INTERFACE)).isFalse();
        assertThat(form.has(Field.TYPES)).isFalse();
    }

    @Test
    void aMissingFieldIsNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parsed("method=m").text(Field.INTERFACE))
                .withMessage("field is missing: interface");
    }

    @ParameterizedTest
    @CsvSource({"abc,true", "a=b,true", "'',true", "a+b,false", "a%20b,false", "a\tb,false", "a b,true"})
    void onlyAsciiWithoutEscapesIsPlain(String raw, boolean plain) {
        assertThat(parsed("x=%20&parameter=" + raw + "&y=+").isParameterPlain()).isEqualTo(plain);
    }

    @Test
    void nothingIsLeftOfTheFormBefore() {
        FormFields form = new FormFields();
        byte[] first = Http.bytes("interface=i&group=g&parameter=%20");
        byte[] second = Http.bytes("--parameter=p--");
        form.parse(first, 0, first.length);
        form.parse(second, 2, second.length - 4);
        assertThat(form.has(Field.INTERFACE)).isFalse();
        assertThat(form.has(Field.GROUP)).isFalse();
        assertThat(form.text(Field.PARAMETER)).isEqualTo("p");
        assertThat(form.isParameterPlain()).isTrue();
    }

    @Test
    void whatTheJdkEncodesIsDecoded() {
        Random random = Seeds.random("FormFieldsTest encode");
        for (int i = 0; i < 2000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(20); n > 0; n--) {
                int point = random.nextInt(4) == 0 ? random.nextInt(0x110000) : random.nextInt(0x80);
                text.appendCodePoint(point >= 0xD800 && point < 0xE000 ? 'x' : point);
            }
            String encoded = URLEncoder.encode(text.toString(), StandardCharsets.UTF_8);
            assertThat(parsed("parameter=" + encoded).text(Field.PARAMETER)).isEqualTo(text.toString());
        }
    }

    private static FormFields parsed(String text) {
        FormFields form = new FormFields();
        byte[] in = Http.bytes(text);
        form.parse(in, 0, in.length);
        return form;
    }
}
