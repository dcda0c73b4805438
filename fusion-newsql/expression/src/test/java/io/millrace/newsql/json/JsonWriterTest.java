package io.millrace.newsql.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testkit.Seeds;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonWriterTest {

    private static final int ROUNDS = 5_000;

    @Test
    void whatIsPrintedReadsAsTheSameDocument() {
        Random random = Seeds.random("JsonWriterTest");
        for (int i = 0; i < ROUNDS; i++) {
            Object document = document(random, 4);
            assertThat(Json.isEqual(JsonReader.read(JsonWriter.write(document)), document))
                    .as(() -> JsonWriter.write(document))
                    .isTrue();
            assertThat(JsonReader.read(JsonWriter.pretty(document)))
                    .isEqualTo(JsonReader.read(JsonWriter.write(document)));
        }
    }

    private static Object document(Random random, int depth) {
        switch (random.nextInt(depth == 0 ? 6 : 8)) {
            case 0:
                return Json.NULL;
            case 1:
                return random.nextBoolean();
            case 2:
                return random.nextLong();
            case 3:
                return Double.longBitsToDouble(random.nextLong() & 0x7FEF_FFFF_FFFF_FFFFL);
            case 4:
                return new BigInteger("18446744073709551615").subtract(BigInteger.valueOf(random.nextInt(1000)));
            case 5:
                return text(random);
            case 6:
                List<Object> list = new ArrayList<>();
                for (int left = random.nextInt(4); left > 0; left--) {
                    list.add(document(random, depth - 1));
                }
                return list;
            default:
                Map<String, Object> map = Json.newObject();
                for (int left = random.nextInt(4); left > 0; left--) {
                    map.put(text(random), document(random, depth - 1));
                }
                return map;
        }
    }

    private static String text(Random random) {
        StringBuilder out = new StringBuilder();
        for (int left = random.nextInt(6); left > 0; left--) {
            out.appendCodePoint(random.nextInt(4) == 0 ? random.nextInt(0x60) : 0x1F600 + random.nextInt(20));
        }
        return out.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "{", "[1,]", "{\"a\"}", "01", "1.", "tru", "\"a", "\"\\x\"", "1 2", "+1", "1e", "1e999"
            })
    void whatIsNoDocumentIsRefused(String text) {
        assertThatThrownBy(() -> JsonReader.read(text)).isInstanceOf(JsonException.class);
    }

    @Test
    void depthIsBounded() {
        String deep = "[".repeat(100_000);
        assertThatThrownBy(() -> JsonReader.read(deep)).hasMessageContaining("maximum depth");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "$.", "$[", "$[a]", "$**", "$.a b", "$.1", "$[1 to", "$[99999999999]"})
    void whatIsNoPathIsRefused(String text) {
        assertThatThrownBy(() -> JsonPath.parse(text)).isInstanceOf(JsonException.class);
    }

    @Test
    void pathsFindWhatTheyName() {
        Object document = JsonReader.read("{\"a\": [1, 2, {\"b c\": 3}], \"d\": {\"b c\": 4}}");
        assertThat(JsonPath.parse("$.a[1 to last].\"b c\"").find(document)).containsExactly(3L);
        assertThat(JsonPath.parse("$**.\"b c\"").find(document)).containsExactly(3L, 4L);
        assertThat(JsonPath.parse("$.a[last-2]").find(document)).containsExactly(1L);
        assertThat(JsonPath.parse("$.d[0][0].\"b c\"").find(document)).containsExactly(4L);
        assertThat(JsonPath.parse("$.x.y").find(document)).isEmpty();
    }
}
