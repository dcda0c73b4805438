package io.millrace.mesh.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.alibaba.com.caucho.hessian.io.Hessian2Input;
import com.alibaba.fastjson2.JSON;
import io.millrace.mesh.MethodKey;
import io.millrace.registry.ServiceKey;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests as a provider reads them: the template around the arguments, and arguments made of text. */
class RequestTest {
    private static final MethodKey METHOD = new MethodKey(new ServiceKey("g", "a.B", "1.0"), "m", "Ljava/lang/String;");
    private static final String HARD = "a \"b\" \\ \n\t\u0001 \u00e9\u4e2d\uD83D\uDE00";

    @Test
    void hessianReadsTheWholeRequest() throws IOException {
        Hessian2Input in = Hessian.input(body(METHOD, Serialization.HESSIAN2, HARD, Map.of()));
        assertThat(List.of(in.readString(), in.readString(), in.readString(), in.readString(), in.readString()))
                .containsExactly("2.0.2", "a.B", "1.0", "m", "Ljava/lang/String;");
        assertThat(in.readString()).isEqualTo(HARD);
        assertThat(in.readObject())
                .isEqualTo(Map.of("path", "a.B", "interface", "a.B", "version", "1.0", "group", "g"));
    }

    @Test
    void fastjsonReadsTheWholeRequest() {
        String[] lines = body(METHOD, Serialization.FASTJSON, HARD, Map.of())
                .toString(StandardCharsets.UTF_8)
                .split("\n", -1);
        assertThat(lines).hasSize(8);
        assertThat(JSON.parse(lines[0])).isEqualTo("2.0.2");
        assertThat(JSON.parse(lines[4])).isEqualTo("Ljava/lang/String;");
        assertThat(JSON.parse(lines[5])).isEqualTo(HARD);
        assertThat(JSON.parse(lines[6]))
                .isEqualTo(Map.of("path", "a.B", "interface", "a.B", "version", "1.0", "group", "g"));
        assertThat(lines[7]).isEmpty();
    }

    @Test
    void aServiceWithoutVersionAndGroupIsDubbosDefault() throws IOException {
        MethodKey plain = new MethodKey(ServiceKey.of("a.B"), "m", "");
        Hessian2Input in = Hessian.input(body(plain, Serialization.HESSIAN2, "", Map.of()));
        for (int i = 0; i < 2; i++) {
            in.readString();
        }
        assertThat(in.readString()).isEqualTo("0.0.0");
    }

    @ParameterizedTest
    @EnumSource
    void attachmentsGoAlongButNeverReplaceTheRoute(Serialization serialization) throws IOException {
        Map<String, String> attachments = Map.of("traceparent", HARD, "path", "evil.Service", "group", "evil");
        ByteBuf body = body(METHOD, serialization, "x", attachments);
        Object read;
        if (serialization == Serialization.HESSIAN2) {
            Hessian2Input in = Hessian.input(body);
            for (int i = 0; i < 6; i++) {
                in.readString();
            }
            read = in.readObject();
        } else {
            read = JSON.parse(body.toString(StandardCharsets.UTF_8).split("\n")[6]);
        }
        assertThat(read)
                .isEqualTo(
                        Map.of("traceparent", HARD, "path", "a.B", "interface", "a.B", "version", "1.0", "group", "g"));
    }

    private static ByteBuf body(
            MethodKey method, Serialization serialization, String text, Map<String, String> attachments) {
        RequestTemplate template = new RequestTemplate(method, serialization);
        ByteBuf arguments = Unpooled.buffer();
        TextArgument.STRING.write(serialization, text, arguments);
        int length = arguments.readableBytes();
        assertThat(length).isLessThanOrEqualTo(TextArgument.mostBytes(text.getBytes(StandardCharsets.UTF_8).length));
        ByteBuf out = Unpooled.buffer();
        template.writeBody(out, arguments, 0, length, attachments);
        assertThat(out.readableBytes()).isLessThanOrEqualTo(template.mostBytes(length, attachments));
        return out;
    }

    @ParameterizedTest
    @CsvSource({
        "'',NONE",
        "Ljava/lang/String;,STRING",
        "Ljava/lang/CharSequence;,STRING",
        "Ljava/lang/Object;,STRING",
        "Z,BOOLEAN",
        "Ljava/lang/Boolean;,BOOLEAN",
        "B,INT",
        "S,INT",
        "I,INT",
        "Ljava/lang/Byte;,INT",
        "Ljava/lang/Short;,INT",
        "Ljava/lang/Integer;,INT",
        "J,LONG",
        "Ljava/lang/Long;,LONG",
        "F,DOUBLE",
        "D,DOUBLE",
        "Ljava/lang/Float;,DOUBLE",
        "Ljava/lang/Double;,DOUBLE"
    })
    void everyScalarHasItsForm(String types, TextArgument argument) {
        assertThat(TextArgument.forTypes(types)).isEqualTo(argument);
    }

    @ParameterizedTest
    @ValueSource(strings = {"II", "Ljava/util/List;", "[I", "C", "V", "x", "Ljava/lang/String;I"})
    void otherTypesNeedAnotherCall(String types) {
        assertThat(TextArgument.forTypes(types)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "BOOLEAN,true,true",
        "BOOLEAN,false,false",
        "INT,-5,-5",
        "INT,2147483647,2147483647",
        "INT,+7,7",
        "LONG,-9223372036854775808,-9223372036854775808",
        "DOUBLE,1.5,1.5",
        "DOUBLE,-1e3,-1000.0",
        "STRING,text,text"
    })
    void textBecomesTheTypedValueInBothSerializations(TextArgument argument, String text, String value)
            throws IOException {
        argument.check(text);
        ByteBuf hessian = Unpooled.buffer();
        argument.write(Serialization.HESSIAN2, text, hessian);
        assertThat(String.valueOf(Hessian.input(hessian).readObject())).isEqualTo(value);
        ByteBuf fastjson = Unpooled.buffer();
        argument.write(Serialization.FASTJSON, text, fastjson);
        String line = fastjson.toString(StandardCharsets.UTF_8);
        assertThat(line).endsWith("\n");
        assertThat(line.trim()).isEqualTo(argument == TextArgument.STRING ? '"' + value + '"' : value);
    }

    @Test
    void aMethodWithoutParametersGetsNothing() {
        ByteBuf out = Unpooled.buffer();
        TextArgument.NONE.check("anything");
        TextArgument.NONE.write(Serialization.HESSIAN2, "anything", out);
        TextArgument.NONE.write(Serialization.FASTJSON, "anything", out);
        assertThat(out.isReadable()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "BOOLEAN,TRUE",
        "BOOLEAN,1",
        "BOOLEAN,''",
        "INT,2147483648",
        "INT,-2147483649",
        "INT,1.0",
        "INT,''",
        "INT,' 1'",
        "INT,0x1",
        "LONG,9223372036854775808",
        "LONG,1L",
        "DOUBLE,NaN",
        "DOUBLE,Infinity",
        "DOUBLE,1e999",
        "DOUBLE,x",
        "DOUBLE,''"
    })
    void textOfAnotherTypeIsRefusedWithTheRule(TextArgument argument, String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> argument.check(text))
                .withMessageStartingWith("parameter is not a ")
                .withMessageContaining("'" + text + "'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> argument.write(Serialization.HESSIAN2, text, Unpooled.buffer()));
    }

    @Test
    void plainBytesBecomeTheSameStringAsText() {
        String plain = "plain \"quoted\" back\\slash ~";
        byte[] bytes = ("--" + plain + "--").getBytes(StandardCharsets.US_ASCII);
        for (Serialization each : Serialization.values()) {
            ByteBuf fromText = Unpooled.buffer();
            ByteBuf fromBytes = Unpooled.buffer();
            TextArgument.STRING.write(each, plain, fromText);
            TextArgument.writePlainString(each, Unpooled.wrappedBuffer(bytes), 2, plain.length(), fromBytes);
            assertThat(fromBytes).isEqualTo(fromText);
            assertThat(fromBytes.readableBytes()).isLessThanOrEqualTo(TextArgument.mostBytesOfPlain(plain.length()));
        }
    }
}
