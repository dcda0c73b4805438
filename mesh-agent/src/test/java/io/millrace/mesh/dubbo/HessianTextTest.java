package io.millrace.mesh.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONReader;
import io.millrace.mesh.dubbo.HessianValues.Node;
import io.millrace.mesh.dubbo.HessianValues.Order;
import io.millrace.testkit.Seeds;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("once")
class HessianTextTest {
    private static final Random RANDOM = Seeds.random("HessianTextTest");

    @Test
    void scalarsAreJson() {
        assertThat(text(null)).isEqualTo("null");
        assertThat(text(true)).isEqualTo("true");
        assertThat(text(false)).isEqualTo("false");
        assertThat(text(-5)).isEqualTo("-5");
        assertThat(text(Long.MIN_VALUE)).isEqualTo("-9223372036854775808");
        assertThat(text((short) -300)).isEqualTo("-300");
        assertThat(text((byte) 7)).isEqualTo("7");
        assertThat(text('x')).isEqualTo("\"x\"");
        assertThat(text(1.5f)).isEqualTo("1.5");
    }

    @Test
    void randomNumbersAreWrittenAsTheyWere() {
        for (int i = 0; i < 20_000; i++) {
            int number = RANDOM.nextInt() >> RANDOM.nextInt(32);
            long big = RANDOM.nextLong() >> RANDOM.nextInt(64);
            assertThat(text(number)).isEqualTo(Integer.toString(number));
            assertThat(text(big)).isEqualTo(Long.toString(big));
        }
    }

    @Test
    void doublesOfEveryFormKeepTheirValue() {
        for (double each :
                new double[] {0, -0.0, 1, -1, 127, -128, 32767, -32768, 0.001, 12.345, 1e300, Double.MIN_VALUE}) {
            assertThat(Double.parseDouble(text(each))).isEqualTo(each);
        }
        for (int i = 0; i < 20_000; i++) {
            double each = RANDOM.nextBoolean() ? RANDOM.nextInt(-100_000, 100_000) / 1000.0 : RANDOM.nextDouble() * 1e9;
            assertThat(Double.parseDouble(text(each))).isEqualTo(each);
        }
        assertThat(text(Double.NaN)).isEqualTo("\"NaN\"");
        assertThat(text(Double.NEGATIVE_INFINITY)).isEqualTo("\"-Infinity\"");
    }

    @Test
    void stringsKeepEveryCharacter() {
        List<String> samples = new ArrayList<>(List.of(
                "",
                "plain",
                "\"\\/\b\f\n\r\t\u0000\u001f\u007f",
                "\u00e9\u4e2d\uD83D\uDE00",
                "x".repeat(31),
                "x".repeat(32),
                "x".repeat(1024),
                "\u4e2d".repeat(32769),
                "\uD83D\uDE00".repeat(40_000),
                "x" + "\uD83D\uDE00".repeat(40_000)));
        for (int i = 0; i < 300; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = RANDOM.nextInt(60); n > 0; n--) {
                int point = RANDOM.nextInt(RANDOM.nextBoolean() ? 0x80 : 0x110000);
                text.appendCodePoint(point >= 0xD800 && point < 0xE000 ? 'x' : point);
            }
            samples.add(text.toString());
        }
        for (String each : samples) {
            assertThat(JSON.parse(text(each))).isEqualTo(each);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\uD83D", "\uDE00", "a\uD83Db", "\uDE00\uD83D", "\uD83D\uD83D\uDE00", "\uD83D\n"})
    void anUnpairedSurrogateBecomesTheReplacement(String broken) {
        String parsed = (String) JSON.parse(text(broken));
        assertThat(parsed)
                .isEqualTo(broken.replaceAll(
                        "(?<![\\uD800-\\uDBFF])[\\uDC00-\\uDFFF]|[\\uD800-\\uDBFF](?![\\uDC00-\\uDFFF])", "\uFFFD"));
    }

    @Test
    void listsMapsAndArraysNest() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("list", new ArrayList<>(Arrays.asList(1, "two", null, 3.5, true)));
        map.put("long list", new ArrayList<>(Collections.nCopies(20, 1)));
        map.put("empty", new ArrayList<>());
        map.put("ints", new int[] {1, 2, 3});
        map.put("strings", new String[] {"a", "b"});
        map.put("set", new LinkedHashSet<>(List.of("x")));
        map.put("map", new HashMap<>(Map.of("k", new HashMap<>(Map.of("deep", new ArrayList<>(List.of(1L)))))));
        assertThat(JSON.parseObject(text(map)))
                .isEqualTo(JSON.parseObject("{'list':[1,'two',null,3.5,true],'long list':" + Collections.nCopies(20, 1)
                        + ",'empty':[],'ints':[1,2,3],'strings':['a','b'],'set':['x'],'map':{'k':{'deep':[1]}}}"));
    }

    @Test
    void scalarKeysBecomeText() {
        Map<Object, Object> map = new LinkedHashMap<>();
        map.put(1, "int");
        map.put(-70_000_000_000L, "long");
        map.put(true, "boolean");
        map.put(null, "null");
        assertThat(text(map))
                .isEqualTo("{\"1\":\"int\",\"-70000000000\":\"long\",\"true\":\"boolean\",\"null\":\"null\"}");
    }

    @Test
    void aKeyThatIsNoScalarIsAnError() {
        assertUnreadable(Hessian.written(new HashMap<>(Map.of(new ArrayList<>(List.of(1)), 1))));
    }

    @Test
    void objectsWithGenericsEnumsDatesAndNumbersAreObjects() {
        Order order = Order.sample();
        Map<String, Object> read = JSON.parseObject(text(order), JSONReader.Feature.UseBigDecimalForDoubles);
        assertThat(read)
                .containsEntry("id", 70_000_000_000L)
                .containsEntry("level", JSON.parseObject("{'name':'HIGH'}"))
                .containsEntry("when", "2026-01-02T03:04:05.006Z")
                .containsEntry("price", new BigDecimal("12345678901234567890.12345"))
                .containsEntry("count", new BigInteger("123456789012345678901234567890"))
                .containsEntry("nothing", null)
                .containsEntry("bytes", Base64.getEncoder().encodeToString(order.bytes));
        assertThat(read.get("lines")).isEqualTo(JSON.parseObject("{'a':[{'name':'x','next':null}]}"));
    }

    @Test
    void wholeNumbersOfAnyLengthKeepTheirDigits() {
        for (int bits = 0; bits < 2000; bits += 37) {
            BigInteger number = new BigInteger(bits, RANDOM).multiply(BigInteger.valueOf(RANDOM.nextInt(3) - 1));
            assertThat(text(number)).isEqualTo(number.toString());
        }
        assertUnreadable(Hessian.written(BigInteger.ONE.shiftLeft(1 << 20)));
    }

    @Test
    void aDateOnAWholeMinuteIsTheSameDate() {
        assertThat(text(new Date(60_000L * 29_000_000))).isEqualTo("\"2025-02-19T21:20:00Z\"");
        assertThat(text(new Date(-1))).isEqualTo("\"1969-12-31T23:59:59.999Z\"");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 15, 16, 1023, 1024, 4095, 8190, 8191, 65535, 65536, 200_001})
    void binaryDataInAnyNumberOfChunksIsOneBase64(int length) {
        byte[] data = new byte[length];
        RANDOM.nextBytes(data);
        assertThat(text(data)).isEqualTo('"' + Base64.getEncoder().encodeToString(data) + '"');
    }

    @Test
    void binaryChunksOfUnevenLengthAreOneBase64() {
        byte[] value = Hessian.raw("A", 0, 1, "a", "A", 0, 4, "bcde", "A", 0, 0, 0x22, "fg");
        assertThat(Hessian.text(value))
                .isEqualTo(
                        '"' + Base64.getEncoder().encodeToString("abcdefg".getBytes(StandardCharsets.US_ASCII)) + '"');
    }

    @Test
    void aValueReferredToAgainIsWrittenAgain() {
        Node node = new Node("n", null);
        List<Object> twice = new ArrayList<>(List.of(node, node, new ArrayList<>(List.of(node))));
        String one = "{'name':'n','next':null}";
        assertThat(JSON.parse(text(twice))).isEqualTo(JSON.parse("[" + one + "," + one + ",[" + one + "]]"));
    }

    @Test
    void aReferenceToAValueThatHoldsDefinitionsAndReferencesIsWhole() {
        Node inner = new Node("inner", null);
        Node outer = new Node("outer", inner);
        List<Object> list = new ArrayList<>(List.of(outer, outer, inner, new ArrayList<>(List.of(outer))));
        String innerText = "{'name':'inner','next':null}";
        String outerText = "{'name':'outer','next':" + innerText + "}";
        assertThat(JSON.parse(text(list)))
                .isEqualTo(JSON.parse("[" + outerText + "," + outerText + "," + innerText + ",[" + outerText + "]]"));
    }

    @Test
    void aCycleIsAnError() {
        Node node = new Node("n", null);
        node.next = new Node("m", node);
        assertUnreadable(Hessian.written(node));
        List<Object> list = new ArrayList<>();
        list.add(list);
        assertUnreadable(Hessian.written(list));
    }

    @Test
    void depthUpToTheLimitIsReadAndBeyondItIsAnError() {
        assertThat(text(nested(HessianText.MAX_DEPTH))).startsWith("[[[[");
        assertUnreadable(Hessian.written(nested(HessianText.MAX_DEPTH + 2)));
    }

    private static List<Object> nested(int depth) {
        List<Object> list = new ArrayList<>();
        for (int i = 1; i < depth; i++) {
            list = new ArrayList<>(List.of(list));
        }
        list.add(1);
        return list;
    }

    @Test
    void aBombOfReferencesIsStoppedByTheBoundOnTheOutput() {
        List<Object> bomb = new ArrayList<>(List.of("x".repeat(30)));
        for (int i = 0; i < 40; i++) {
            bomb = new ArrayList<>(List.of(bomb, bomb, bomb));
        }
        byte[] bytes = Hessian.written(bomb);
        assertThat(bytes.length).isLessThan(1000);
        ByteBuf out = Unpooled.buffer();
        assertThatExceptionOfType(DubboFormatException.class)
                .isThrownBy(() -> new HessianText(
                                new HessianReader(Unpooled.wrappedBuffer(bytes), 0, bytes.length), out, 100_000)
                        .writeValue())
                .withMessageContaining("too large");
        assertThat(out.writerIndex()).isLessThan(110_000);
    }

    @Test
    void aNumberWhoseDigitsAreNoneIsAString() {
        byte[] value = Hessian.raw("C", 20, "java.math.BigDecimal", 0x91, 5, "value", 0x60, 8, "1,\"a\":2 ");
        assertThat(Hessian.text(value)).isEqualTo("\"1,\\\"a\\\":2 \"");
        byte[] good = Hessian.raw("C", 20, "java.math.BigDecimal", 0x91, 5, "value", 0x60, 5, "-1E+5");
        assertThat(Hessian.text(good)).isEqualTo("-1E+5");
    }

    @ParameterizedTest
    @ValueSource(ints = {'G', 'P', 0x40, 'E', 0x45, 'Z'})
    void anUnknownTagIsAnError(int tag) {
        assertUnreadable(Hessian.raw(tag));
        assertUnreadable(Hessian.raw("X", 0x91, tag));
    }

    @Test
    void lyingLengthsAndNumbersAreErrors() {
        assertUnreadable(Hessian.raw("S", 0xFF, 0xFF, "short"));
        assertUnreadable(Hessian.raw("B", 0xFF, 0xFF, "short"));
        assertUnreadable(Hessian.raw("X", "I", 0x7F, 0xFF, 0xFF, 0xFF));
        assertUnreadable(Hessian.raw("X", 0x8F, "Z")); // a list of -1
        assertUnreadable(Hessian.raw("V", 1, "a", 0x8F, "Z"));
        assertUnreadable(Hessian.raw("C", 1, "a", "I", 0x7F, 0xFF, 0xFF, 0xFF));
        assertUnreadable(Hessian.raw("C", 1, "a", 0x8F));
        assertUnreadable(Hessian.raw("O", 0x90));
        assertUnreadable(Hessian.raw(0x60));
        assertUnreadable(Hessian.raw("Q", 0x90));
        assertUnreadable(Hessian.raw("W", "Q", 0x8F, "Z"));
        assertUnreadable(Hessian.raw("M", 0x95, "Z"));
        assertUnreadable(Hessian.raw(1, 0xFF));
        assertUnreadable(Hessian.raw(1, 0xC3, 0x28));
    }

    @Test
    void everyTruncationIsAFormatErrorAndNothingElse() {
        List<Object> shared = new ArrayList<>(List.of("s"));
        byte[] whole = Hessian.written(new ArrayList<>(Arrays.asList(
                Order.sample(), shared, shared, "x".repeat(1100), 1.25, 70_000L, new Date(0), new byte[20])));
        for (int end = 0; end < whole.length; end++) {
            assertUnreadable(Arrays.copyOf(whole, end));
        }
    }

    @Test
    void mutatedValuesAreReadOrRefusedAndNothingElse() {
        byte[] whole = Hessian.written(
                new ArrayList<>(Arrays.asList(Order.sample(), "text", 1.25, new HashMap<>(Map.of(1, 2)))));
        for (int i = 0; i < 20_000; i++) {
            byte[] bad = whole.clone();
            for (int flips = RANDOM.nextInt(1, 4); flips > 0; flips--) {
                bad[RANDOM.nextInt(bad.length)] = (byte) RANDOM.nextInt(256);
            }
            try {
                assertThat(Hessian.text(bad, 100_000).length()).isLessThan(400_000);
            } catch (DubboFormatException e) {
                assertThat(e.getMessage()).isNotEmpty();
            }
        }
    }

    private static String text(@Nullable Object value) {
        return Hessian.text(Hessian.written(value));
    }

    private static void assertUnreadable(byte[] value) {
        assertThatExceptionOfType(DubboFormatException.class).isThrownBy(() -> Hessian.text(value));
    }
}
