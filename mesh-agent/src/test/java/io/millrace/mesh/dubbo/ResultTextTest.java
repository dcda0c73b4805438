package io.millrace.mesh.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONWriter;
import io.millrace.mesh.dubbo.HessianValues.Order;
import io.millrace.mesh.dubbo.ResultText.Kind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole bodies of responses, in both serializations, as the real libraries write them. */
@Tag("once")
class ResultTextTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void scalarsComeOutBare(int type) {
        assertBoth(type, 99162322, Kind.TEXT, "99162322");
        assertBoth(type, Long.MIN_VALUE, Kind.TEXT, "-9223372036854775808");
        assertBoth(type, true, Kind.TEXT, "true");
        assertBoth(type, 1.5, Kind.TEXT, "1.5");
        assertBoth(type, "", Kind.TEXT, "");
        assertBoth(type, "a \"b\"\n\\ \u4e2d\uD83D\uDE00", Kind.TEXT, "a \"b\"\n\\ \u4e2d\uD83D\uDE00");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void everythingElseIsJson(int type) {
        assertBoth(type, new ArrayList<>(List.of(1, "x")), Kind.JSON, "[1,\"x\"]");
        assertBoth(type, null, Kind.JSON, "null");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5})
    void voidIsNull(int type) {
        assertThat(hessian(Hessian.written(type))).isEqualTo(new Result(Kind.JSON, "null"));
        assertThat(fastjson(type + "\n")).isEqualTo(new Result(Kind.JSON, "null"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    void anExceptionIsItsClassAndMessage(int type) {
        RuntimeException thrown = new IllegalStateException("no such user: \u00e9", new RuntimeException("cause"));
        Result expected = new Result(Kind.EXCEPTION, "java.lang.IllegalStateException: no such user: \u00e9");
        assertThat(hessian(Hessian.written(type, thrown))).isEqualTo(expected);
        assertThat(
                        fastjson(
                                type
                                        + "\n{\"@type\":\"java.lang.IllegalStateException\",\"cause\":{\"message\":\"x\"},\"message\":\"no such user: \u00e9\",\"stackTrace\":[]}\n"))
                .isEqualTo(expected);
        assertThat(hessian(Hessian.written(type, new IllegalStateException())).text())
                .isEqualTo("java.lang.IllegalStateException");
        assertThat(hessian(Hessian.written(type, "no exception")).kind()).isEqualTo(Kind.EXCEPTION);
        assertThat(fastjson(type + "\n\"no exception\"\n").kind()).isEqualTo(Kind.EXCEPTION);
    }

    @Test
    void attachmentsBehindTheValueAreLeftAlone() {
        assertThat(hessian(Hessian.written(4, "x", new HashMap<>(Map.of("a", "b")))))
                .isEqualTo(new Result(Kind.TEXT, "x"));
        assertThat(fastjson("4\n\"x\"\n{\"a\":\"b\"}\n")).isEqualTo(new Result(Kind.TEXT, "x"));
    }

    @Test
    void anObjectOfTheRealFastjsonPassesThrough() {
        String json = JSON.toJSONString(Order.sample(), JSONWriter.Feature.FieldBased);
        assertThat(fastjson("1\n" + json + "\n")).isEqualTo(new Result(Kind.JSON, json));
    }

    @Test
    void anUnknownTypeOfResultIsAnError() {
        for (int type : new int[] {-1, 6, 9, 100}) {
            assertThatExceptionOfType(DubboFormatException.class).isThrownBy(() -> hessian(Hessian.written(type, 1)));
        }
        for (String body : List.of("", "\n", "x\n", "6\n1\n", "11\n1\n", "-1\n", "1\n\n", "1", "1\n")) {
            assertThatExceptionOfType(DubboFormatException.class).as(body).isThrownBy(() -> fastjson(body));
        }
    }

    @Test
    void fastjsonThatIsNoJsonIsAnError() {
        assertThatExceptionOfType(DubboFormatException.class).isThrownBy(() -> fastjson("1\n\"a\\x\"\n"));
        assertThatExceptionOfType(DubboFormatException.class).isThrownBy(() -> fastjson("0\n{\"message\":\n"));
    }

    @Test
    void aResponseCutAnywhereIsAFormatErrorAndNothingElse() {
        for (byte[] whole :
                List.of(Hessian.written(0, new IllegalStateException("x")), Hessian.written(1, Order.sample()))) {
            for (int end = 0; end < whole.length; end++) {
                byte[] cut = Arrays.copyOf(whole, end);
                assertThatExceptionOfType(DubboFormatException.class).isThrownBy(() -> hessian(cut));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"'', ''", "plain, plain", "'with \"quotes\"', 'with \"quotes\"'"})
    void theMessageOfAnErrorIsOneString(String message, String expected) {
        byte[] hessian = Hessian.written(message);
        byte[] fastjson = (JSON.toJSONString(message) + "\n").getBytes(StandardCharsets.UTF_8);
        assertThat(ResultText.message(Serialization.HESSIAN2, Unpooled.wrappedBuffer(hessian), 0, hessian.length))
                .isEqualTo(expected);
        assertThat(ResultText.message(Serialization.FASTJSON, Unpooled.wrappedBuffer(fastjson), 0, fastjson.length))
                .isEqualTo(expected);
        assertThat(ResultText.message(Serialization.HESSIAN2, Unpooled.EMPTY_BUFFER, 0, 0))
                .isEmpty();
    }

    private static void assertBoth(int type, @Nullable Object value, Kind kind, String text) {
        assertThat(hessian(Hessian.written(type, value))).isEqualTo(new Result(kind, text));
        assertThat(fastjson(type + "\n" + JSON.toJSONString(value) + "\n")).isEqualTo(new Result(kind, text));
    }

    private static Result hessian(byte[] body) {
        return result(Serialization.HESSIAN2, body);
    }

    private static Result fastjson(String body) {
        return result(Serialization.FASTJSON, body.getBytes(StandardCharsets.UTF_8));
    }

    private static Result result(Serialization serialization, byte[] body) {
        ByteBuf out = Unpooled.buffer();
        Kind kind = ResultText.write(serialization, Unpooled.wrappedBuffer(body), 0, body.length, out);
        return new Result(kind, out.toString(StandardCharsets.UTF_8));
    }

    private record Result(Kind kind, String text) {}
}
